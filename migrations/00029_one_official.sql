-- +goose Up

-- A small event has one official: nobody is there to sign a second time. The switch is
-- journalled, and the reason of each correction that counts with one signature says so.
alter table section add column one_official boolean not null default false;

-- +goose Down
alter table section drop column one_official;
