-- +goose Up

-- Measures against people of the hall who do not play: coaches, parents, spectators. They stand
-- in the register of penalties, never on public pages. person is a name or a description.
create table conduct (
  event_id     bigint not null references event,
  conduct_id   bigint not null,
  section_id   bigint not null,
  person       text not null check (person <> ''),
  person_key   text not null,
  role         text not null check (role in ('coach', 'parent', 'spectator')),
  team_id      bigint,
  club         text not null default '',
  offence      text not null check (offence <> ''),
  step         integer not null check (step > 0),
  measure      text not null check (measure in ('warning', 'moved', 'sent-out')),
  reason       text not null check (reason <> ''),
  given_name   text not null,
  given_at     timestamptz not null,
  ended_at     timestamptz,
  ended_name   text not null default '',
  ended_reason text not null default '',
  primary key (event_id, conduct_id),
  check ((ended_at is null) = (ended_reason = '')),
  foreign key (event_id, section_id) references section,
  foreign key (event_id, team_id) references team
);

-- +goose Down
drop table conduct;
