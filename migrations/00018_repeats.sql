-- +goose Up

-- A digest of what the form or program said when its key was used, so that the key
-- is not taken for a repeat of something else. Empty for rows from before.
alter table idempotency add column content bytea not null default '';

-- +goose Down
alter table idempotency drop column content;
