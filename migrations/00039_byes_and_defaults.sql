-- +goose Up

-- Which byes teams may ask for (any: half, full or nothing, as the desk says), and whether one
-- that was asked for stays. After how many defaults a team is left out of later pairings; 0: never.
alter table section
  add column bye_kinds       text not null default 'any' check (bye_kinds in ('any', 'half', 'full', 'zero')),
  add column byes_stay       boolean not null default false,
  add column leave_out_after integer not null default 0 check (leave_out_after between 0 and 9);

-- How many defaults of a team no longer count: it was let in again after them.
alter table team add column defaults_forgiven integer not null default 0 check (defaults_forgiven between 0 and 99);

-- +goose Down
alter table team drop column defaults_forgiven;
alter table section drop column leave_out_after, drop column byes_stay, drop column bye_kinds;
