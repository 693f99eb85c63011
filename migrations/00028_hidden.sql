-- +goose Up

-- A section or an event without an entry can be put out of sight, and brought back.
alter table section add column hidden boolean not null default false;
alter table event drop constraint event_state_check;
alter table event add constraint event_state_check check (state in ('setup', 'live', 'archived', 'hidden'));

-- +goose Down
update event set state = 'setup' where state = 'hidden';
alter table event drop constraint event_state_check;
alter table event add constraint event_state_check check (state in ('setup', 'live', 'archived'));
alter table section drop column hidden;
