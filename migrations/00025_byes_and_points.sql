-- +goose Up

-- No half-point byes on request in the last rounds of a section; 0 allows them in all.
alter table section add column no_half_in_last integer not null default 0 check (no_half_in_last between 0 and 99);

-- Points of a team that no result brought: penalties (negative) and bonuses. They
-- count once round_no is over, 0 from the start. All points are half points.
create table team_points (
  event_id     bigint not null,
  points_id    bigint not null,
  section_id   bigint not null,
  team_id      bigint not null,
  round_no     integer not null check (round_no between 0 and 99),
  match_points integer not null,
  game_points  integer not null,
  reason       text not null check (reason <> ''),
  primary key (event_id, points_id),
  check (match_points <> 0 or game_points <> 0),
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id)
);
create index team_points_by_section on team_points (event_id, section_id);

-- +goose Down
drop table team_points;
alter table section drop column no_half_in_last;
