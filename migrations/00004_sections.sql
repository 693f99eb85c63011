-- +goose Up
-- Every pairing system as a section type: round robins in groups, groups that
-- lead to a knockout, the stages of a knockout, and rotating partners.
alter table section drop constraint section_system_check;
alter table section add constraint section_system_check check (system in ('team-swiss', 'dutch', 'us-swiss', 'round-robin', 'double-round-robin',
  'knockout', 'groups-knockout', 'rotating-partners'));
alter table section
  add column group_count  integer not null default 1 check (group_count between 1 and 64),
  add column double_cycle boolean not null default false,
  add column advance      integer not null default 0 check (advance >= 0),
  add column third_place  boolean not null default false,
  add column consolation  boolean not null default false,
  add constraint groups_belong check (group_count = 1 or system in ('round-robin', 'double-round-robin', 'groups-knockout')),
  add constraint advance_belongs check ((advance > 0) = (system = 'groups-knockout')),
  add constraint cycle_belongs check (not double_cycle or system = 'groups-knockout'),
  add constraint stages_belong check (not (third_place or consolation) or system in ('knockout', 'groups-knockout'));

-- One side of a table is a team, or with rotating partners two single entries:
-- the first plays board A, the second board B. The primary key still lets no
-- entry sit twice in a round.
alter table pairing_team drop constraint pairing_team_event_id_section_id_round_no_pairing_no_slot_key;
alter table pairing_team
  add column seat_order integer not null default 1 check (seat_order in (1, 2)),
  add constraint pairing_team_one_seat unique (event_id, section_id, round_no, pairing_no, slot, seat_order);

-- An order of teams that the tie-breaks leave level where it decides who goes on
-- from a group: drawn by lot from a seed, or set by an official with a reason.
create table tie_order (
  event_id        bigint not null,
  section_id      bigint not null,
  team_id         bigint not null,
  decision_no     bigint not null,
  position        integer not null check (position > 0),
  how             text not null check (how in ('lot', 'official')),
  seed            text not null default '',
  reason          text not null default '',
  decided_by_name text not null check (decided_by_name <> ''),
  decided_at      timestamptz not null,
  primary key (event_id, section_id, team_id),
  check ((how = 'lot') = (seed <> '')),
  check (how = 'lot' or reason <> ''),
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id)
);

-- +goose Down
drop table tie_order;
delete from pairing_team where seat_order = 2;
alter table pairing_team drop constraint pairing_team_one_seat, drop column seat_order;
alter table pairing_team add constraint pairing_team_event_id_section_id_round_no_pairing_no_slot_key
  unique (event_id, section_id, round_no, pairing_no, slot);
alter table section drop constraint groups_belong, drop constraint advance_belongs, drop constraint cycle_belongs, drop constraint stages_belong,
  drop column group_count, drop column double_cycle, drop column advance, drop column third_place, drop column consolation;
update section set system = 'round-robin' where system in ('groups-knockout', 'rotating-partners');
alter table section drop constraint section_system_check;
alter table section add constraint section_system_check
  check (system in ('team-swiss', 'dutch', 'us-swiss', 'round-robin', 'double-round-robin', 'knockout'));
