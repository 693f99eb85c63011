-- +goose Up

-- A team has two to four players of whom two play a match. The section says how many, until
-- when a line-up may be changed, and how many players may come in over the whole event.
alter table player drop constraint player_seat_order_check;
alter table player add constraint player_seat_order_check check (seat_order between 1 and 4);
alter table section add column squad_size integer not null default 2 check (squad_size between 2 and 4);
alter table section add column line_up_hour text not null default 'publication' check (line_up_hour in ('publication', 'clock', 'match'));
alter table section add column substitution_limit integer check (substitution_limit between 0 and 99);

-- Who plays for a team from a match of a round on, until another line-up stands: first_id board
-- A and second_id board B, before seats turn. A team without a row plays with its first two.
create table line_up (
  event_id   bigint not null,
  section_id bigint not null,
  round_no   integer not null check (round_no between 1 and 99),
  match_no   integer not null check (match_no > 0),
  team_id    bigint not null,
  first_id   bigint not null,
  second_id  bigint not null check (second_id <> first_id),
  set_by     text not null,
  set_at     timestamptz not null,
  primary key (event_id, section_id, round_no, match_no, team_id),
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id),
  foreign key (event_id, first_id) references player,
  foreign key (event_id, second_id) references player
);

-- +goose Down
drop table line_up;
alter table section drop column squad_size, drop column line_up_hour, drop column substitution_limit;
update player set team_id = null, seat_order = null where seat_order > 2;
alter table player drop constraint player_seat_order_check;
alter table player add constraint player_seat_order_check check (seat_order in (1, 2));
