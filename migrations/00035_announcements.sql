-- +goose Up

-- Whether the results of the last round are kept from everybody until the final standings are
-- announced, and up to which round they were.
alter table section add column hold_final boolean not null default false;
alter table section add column announced_round integer not null default 0 check (announced_round between 0 and 99);

-- A ruling that is kept from everybody, the teams it is about included, until it is announced.
alter table ruling add column held boolean not null default false;
create index ruling_held on ruling (event_id, incident_id) where held;

-- +goose Down
drop index ruling_held;
alter table ruling drop column held;
alter table section drop column announced_round;
alter table section drop column hold_final;
