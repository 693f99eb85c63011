-- +goose Up

-- Whether a player may come in while a match is played, by the house rules of the section.
alter table section add column mid_match boolean not null default false;

-- Who came in during a match, and for whom: out_id sat at the seat before. The game names who sits
-- there since. A match may have several, in their order.
create table substitution (
  event_id   bigint not null,
  match_id   bigint not null,
  number     integer not null check (number > 0),
  team_id    bigint not null,
  seat       text not null check (seat in ('WA', 'BA', 'WB', 'BB')),
  out_id     bigint not null,
  in_id      bigint not null check (in_id <> out_id),
  by_name    text not null,
  reason     text not null check (reason <> ''),
  at         timestamptz not null,
  primary key (event_id, match_id, number),
  foreign key (event_id, match_id) references match,
  foreign key (event_id, team_id) references team,
  foreign key (event_id, out_id) references player,
  foreign key (event_id, in_id) references player
);

-- +goose Down
drop table substitution;
alter table section drop column mid_match;
