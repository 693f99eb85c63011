-- +goose Up

-- Sections that are phases: their teams come from other sections of the event. A section
-- without a row is played by whoever enters it.
create table phase (
  event_id     bigint not null,
  section_id   bigint not null,
  carry        text not null check (carry in ('nothing', 'points', 'results')),
  seeding      text not null check (seeding in ('place', 'strength', 'lot')),
  breaking     text not null check (breaking in ('tie-breaks', 'play-off')),
  seed         text not null default '', -- of the lot, once it is drawn
  revision     integer not null default 1,
  started_at   timestamptz,              -- when its teams came in
  started_name text not null default '',
  primary key (event_id, section_id),
  foreign key (event_id, section_id) references section
);

-- Where the teams of a phase come from: places of every table of a section, or the losers of
-- rounds of its bracket. last_no is 0 for "to the end".
create table phase_feed (
  event_id     bigint not null,
  section_id   bigint not null,
  feed_no      integer not null check (feed_no > 0),
  from_section bigint not null check (from_section <> section_id),
  kind         text not null check (kind in ('places', 'losers')),
  first_no     integer not null check (first_no > 0),
  last_no      integer not null check (last_no = 0 or last_no >= first_no),
  primary key (event_id, section_id, feed_no),
  foreign key (event_id, section_id) references phase,
  foreign key (event_id, from_section) references section
);

-- The teams that came in, with the team that each of them is in the section before.
create table phase_entry (
  event_id     bigint not null,
  section_id   bigint not null,
  team_id      bigint not null,
  from_section bigint not null,
  from_team    bigint not null,
  seed_no      integer not null check (seed_no > 0),
  place        integer not null check (place >= 0), -- in its table, 0 for a loser of a bracket
  table_name   text not null,                        -- of its group, empty for the whole section
  lost_round   integer not null check (lost_round >= 0),
  shared       boolean not null,                     -- level with another one: the stronger one came first
  primary key (event_id, section_id, team_id),
  unique (event_id, section_id, from_team),
  foreign key (event_id, section_id) references phase,
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id),
  foreign key (event_id, from_section, from_team) references team (event_id, section_id, team_id)
);

-- Results that came along: of a team against another one that came in too.
create table phase_result (
  event_id     bigint not null,
  section_id   bigint not null,
  team_id      bigint not null,
  opponent_id  bigint not null,
  from_section bigint not null,
  round_no     integer not null check (round_no > 0),
  white        boolean not null, -- on board A in the first match
  forfeit      boolean not null, -- no board was played
  points       integer not null check (points >= 0),
  against      integer not null check (against >= 0),
  games        integer not null check (games >= 0), -- half points of the matches
  primary key (event_id, section_id, team_id, from_section, round_no),
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id),
  foreign key (event_id, section_id, opponent_id) references team (event_id, section_id, team_id),
  foreign key (event_id, from_section) references section
);

-- The order of level teams can come from a play-off.
alter table tie_order drop constraint tie_order_how_check;
alter table tie_order add constraint tie_order_how_check check (how in ('lot', 'official', 'play-off'));

-- +goose Down
update tie_order set how = 'official' where how = 'play-off';
alter table tie_order drop constraint tie_order_how_check;
alter table tie_order add constraint tie_order_how_check check (how in ('lot', 'official'));
drop table phase_result, phase_entry, phase_feed, phase;
