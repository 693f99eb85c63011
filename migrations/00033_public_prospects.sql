-- +goose Up

-- Whether everybody may read who can still win.
alter table section add column public_prospects boolean not null default false;

-- +goose Down
alter table section drop column public_prospects;
