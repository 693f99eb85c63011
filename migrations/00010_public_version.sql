-- +goose Up
-- The version of the last change that public pages show: of all pages of the
-- event, and of those of a section. Drafts and other desk work raise the event's
-- version only.
alter table event add column public_version bigint not null default 0;
alter table section add column public_version bigint not null default 0;
update event set public_version = version;

-- +goose Down
alter table section drop column public_version;
alter table event drop column public_version;
