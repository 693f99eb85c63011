-- +goose Up
-- The core schema. Everything an event owns has a primary key that begins with
-- event_id, and foreign keys stay inside the event, so that a large host can
-- spread events over machines later. Numbers inside an event come from its
-- counters, allotted while the event row is locked. Points are half points,
-- clocks are milliseconds, times are UTC and set by the program.

create table counter (
  name  text primary key,
  value bigint not null
);

create table account (
  account_id    bigint primary key,
  login         text not null unique check (login = lower(login) and login <> ''),
  name          text not null check (name <> ''),
  password_hash text not null,
  site_role     text not null default 'none' check (site_role in ('none', 'organizer', 'administrator')),
  language      text not null default 'en',
  single_keys   boolean not null default true,
  density       text not null default 'desk' check (density in ('roomy', 'desk', 'tight')),
  theme         text not null default 'system' check (theme in ('system', 'light', 'dark')),
  created_at    timestamptz not null,
  disabled_at   timestamptz
);

create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id bigint not null unique,
  account_id bigint not null references account,
  device     text not null,
  address    text not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz
);
create index session_by_account on session (account_id);

create table login_delay (
  key           text primary key,
  failures      integer not null check (failures > 0),
  last_at       timestamptz not null,
  blocked_until timestamptz not null
);

create table event (
  event_id    bigint primary key,
  slug        text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name        text not null check (name <> ''),
  venue       text not null default '',
  address     text not null default '',
  time_zone   text not null,
  starts_on   date not null,
  ends_on     date not null,
  contact     text not null default '',
  hide_minors boolean not null default true,
  state       text not null default 'setup' check (state in ('setup', 'live', 'archived')),
  version     bigint not null default 0,
  created_at  timestamptz not null,
  check (ends_on >= starts_on)
);

-- Addresses an event had before a rename; they redirect and are never reused.
create table event_slug (
  slug     text primary key,
  event_id bigint not null references event
);

create table event_counter (
  event_id bigint not null references event,
  name     text not null,
  value    bigint not null,
  primary key (event_id, name)
);

create table journal (
  event_id  bigint not null references event,
  seq       bigint not null check (seq > 0),
  at        timestamptz not null,
  actor_id  bigint not null,
  actor     text not null,
  action    text not null check (action <> ''),
  subject   text not null,
  data      json not null,
  prev_hash bytea not null check (length(prev_hash) = 32),
  hash      bytea not null check (length(hash) = 32),
  primary key (event_id, seq)
);

create table idempotency (
  event_id bigint not null references event,
  key      text not null check (length(key) between 8 and 80),
  actor_id bigint not null,
  action   text not null,
  answer   json not null,
  at       timestamptz not null,
  primary key (event_id, key)
);
create index idempotency_by_age on idempotency (at);

create table role_grant (
  event_id   bigint not null references event,
  grant_id   bigint not null,
  account_id bigint not null references account,
  role       text not null check (role in ('organizer', 'chief', 'section-chief', 'director', 'scorekeeper')),
  section_id bigint,
  granted_by bigint not null references account,
  granted_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (event_id, grant_id)
);
create index role_grant_by_account on role_grant (account_id);

create table invitation (
  token_hash    bytea primary key check (length(token_hash) = 32),
  invitation_id bigint not null unique,
  event_id      bigint references event,
  section_id    bigint,
  role          text not null check (role in ('administrator', 'organizer', 'chief', 'section-chief', 'director', 'scorekeeper')),
  name          text not null default '',
  created_by    bigint references account,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  used_by       bigint references account,
  used_at       timestamptz,
  check (event_id is not null or role in ('administrator', 'organizer')),
  check ((used_by is null) = (used_at is null))
);

create table section (
  event_id            bigint not null references event,
  section_id          bigint not null,
  slug                text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name                text not null check (name <> ''),
  letter              text not null check (length(letter) between 1 and 2),
  position            integer not null,
  rulebook            text not null check (rulebook in ('TR3', 'FIDEX', 'USCF-R', 'USCF-C', 'JARED')),
  house_rules         json not null default '{}',
  system              text not null check (system in ('team-swiss', 'dutch', 'us-swiss', 'round-robin', 'double-round-robin', 'knockout')),
  colour_mode         text not null default 'none' check (colour_mode in ('none', 'A', 'B')),
  initial_colour      text not null default 'W' check (initial_colour in ('W', 'B')),
  accelerated         boolean not null default false,
  rounds              integer not null check (rounds between 1 and 99),
  matches_per_pairing integer not null check (matches_per_pairing between 1 and 9),
  scoring             text not null default 'match' check (scoring in ('match', 'pairing')),
  bye_points          integer not null check (bye_points >= 0),
  requested_bye_limit integer not null default 1 check (requested_bye_limit >= 0),
  tie_breaks          text not null,
  team_size           integer not null default 2 check (team_size in (1, 2)),
  first_table         integer not null default 1 check (first_table > 0),
  hall                text not null default '',
  clock_ms            bigint not null check (clock_ms > 0),
  round_minutes       integer not null check (round_minutes > 0),
  grace_minutes       integer not null default 3 check (grace_minutes >= 0),
  appeal_minutes      integer not null default 15 check (appeal_minutes > 0),
  verify_teams        boolean not null default true,
  verify_rekey        boolean not null default true,
  broadcast           boolean not null default false,
  broadcast_delay_s   integer not null default 0 check (broadcast_delay_s >= 0),
  max_grade           integer,
  revision            integer not null default 0,
  frozen_at           timestamptz,
  primary key (event_id, section_id),
  unique (event_id, slug),
  unique (event_id, name)
);
alter table role_grant add foreign key (event_id, section_id) references section;

create table team (
  event_id       bigint not null,
  team_id        bigint not null,
  section_id     bigint not null,
  number         integer check (number > 0),
  name           text not null check (name <> ''),
  name_key       text not null,
  slug           text not null,
  code           text not null,
  school         text not null default '',
  strength       integer not null default 0,
  state          text not null default 'entered' check (state in ('entered', 'here', 'absent', 'withdrawn')),
  arrives_round  integer not null default 1 check (arrives_round > 0),
  leaves_round   integer check (leaves_round > 0),
  link_hash      bytea check (length(link_hash) = 32),
  revision       integer not null default 0,
  created_at     timestamptz not null,
  primary key (event_id, team_id),
  unique (event_id, section_id, team_id),
  unique (event_id, section_id, name_key),
  unique (event_id, slug),
  unique (event_id, code),
  unique (event_id, section_id, number),
  foreign key (event_id, section_id) references section
);
create unique index team_by_link on team (link_hash);

create table player (
  event_id    bigint not null,
  player_id   bigint not null,
  section_id  bigint not null,
  team_id     bigint,
  seat_order  integer check (seat_order in (1, 2)),
  first_name  text not null,
  last_name   text not null,
  name_key    text not null,
  rating      integer check (rating between 0 and 4000),
  grade       text not null default '',
  school      text not null default '',
  external_id text not null default '',
  created_at  timestamptz not null,
  primary key (event_id, player_id),
  unique (event_id, team_id, seat_order),
  check (first_name <> '' or last_name <> ''),
  check ((team_id is null) = (seat_order is null)),
  foreign key (event_id, section_id) references section,
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id)
);
create index player_by_section on player (event_id, section_id);

-- An official's declared tie to a team or a club: he decides nothing about it.
create table affiliation (
  event_id   bigint not null references event,
  account_id bigint not null references account,
  kind       text not null check (kind in ('team', 'club')),
  team_id    bigint,
  club       text not null default '',
  created_at timestamptz not null,
  check ((kind = 'team') = (team_id is not null)),
  check ((kind = 'club') = (club <> '')),
  foreign key (event_id, team_id) references team
);
create unique index affiliation_once on affiliation (event_id, account_id, kind, coalesce(team_id, 0), club);

create table bye_request (
  event_id   bigint not null,
  section_id bigint not null,
  round_no   integer not null check (round_no > 0),
  team_id    bigint not null,
  kind       text not null check (kind in ('half', 'zero', 'full')),
  primary key (event_id, section_id, round_no, team_id),
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id)
);

-- Two teams that must not meet: one family, one club, a quarrel.
create table forbidden_pair (
  event_id    bigint not null,
  section_id  bigint not null,
  team_id     bigint not null,
  other_id    bigint not null,
  first_round integer not null default 1,
  last_round  integer not null default 99,
  hard        boolean not null default true,
  reason      text not null default '',
  primary key (event_id, section_id, team_id, other_id),
  check (team_id < other_id),
  check (first_round <= last_round),
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id),
  foreign key (event_id, section_id, other_id) references team (event_id, section_id, team_id)
);

-- draft holds the working pairings before they are published: they exist
-- nowhere else, so no public query can reach them.
create table round (
  event_id       bigint not null,
  section_id     bigint not null,
  round_no       integer not null check (round_no > 0),
  state          text not null default 'draft' check (state in ('draft', 'published', 'in-play', 'complete', 'locked')),
  revision       integer not null default 0,
  draft          json,
  draft_by       bigint references account,
  draft_at       timestamptz,
  publication    integer not null default 0 check (publication >= 0),
  published_at   timestamptz,
  starts_at      timestamptz,
  completed_at   timestamptz,
  clock_s        integer check (clock_s > 0),
  clock_started  timestamptz,
  clock_paused_s integer check (clock_paused_s >= 0),
  primary key (event_id, section_id, round_no),
  foreign key (event_id, section_id) references section,
  check ((state = 'draft') = (publication = 0))
);

-- What each published version said, for "was table 12" and the record.
create table publication (
  event_id     bigint not null,
  section_id   bigint not null,
  round_no     integer not null,
  version      integer not null check (version > 0),
  published_at timestamptz not null,
  published_by bigint not null references account,
  tables       json not null,
  withdrawn_at timestamptz,
  primary key (event_id, section_id, round_no, version),
  foreign key (event_id, section_id, round_no) references round
);

create table pairing (
  event_id   bigint not null,
  section_id bigint not null,
  round_no   integer not null,
  pairing_no integer not null check (pairing_no > 0),
  table_no   integer check (table_no > 0),
  bye        text check (bye in ('pairing', 'full', 'half', 'zero')),
  bye_points integer check (bye_points >= 0),
  reason     json not null default '{}',
  extra_s    integer not null default 0,
  paused_at  timestamptz,
  last_seen  timestamptz,
  seen_by    text not null default '',
  primary key (event_id, section_id, round_no, pairing_no),
  unique (event_id, section_id, round_no, table_no),
  check ((table_no is null) = (bye is not null)),
  check ((bye is null) = (bye_points is null)),
  foreign key (event_id, section_id, round_no) references round
);

-- The primary key lets no team sit twice in a round, nor sit and have a bye.
create table pairing_team (
  event_id   bigint not null,
  section_id bigint not null,
  round_no   integer not null,
  team_id    bigint not null,
  pairing_no integer not null,
  slot       integer not null check (slot in (1, 2)),
  primary key (event_id, section_id, round_no, team_id),
  unique (event_id, section_id, round_no, pairing_no, slot),
  foreign key (event_id, section_id, round_no, pairing_no) references pairing,
  foreign key (event_id, section_id, team_id) references team (event_id, section_id, team_id)
);

-- side1_slot says which team of the pairing holds WA and BB in this match.
create table match (
  event_id     bigint not null,
  match_id     bigint not null,
  section_id   bigint not null,
  round_no     integer not null,
  pairing_no   integer not null,
  match_no     integer not null check (match_no > 0),
  side1_slot   integer not null check (side1_slot in (1, 2)),
  state        text not null default 'open' check (state in ('open', 'reported', 'verified', 'conflict')),
  under_review boolean not null default false,
  revision     integer not null default 0,
  primary key (event_id, match_id),
  unique (event_id, section_id, round_no, pairing_no, match_no),
  foreign key (event_id, section_id, round_no, pairing_no) references pairing
);

create table game (
  event_id  bigint not null,
  match_id  bigint not null,
  board     text not null check (board in ('A', 'B')),
  white_id  bigint,
  black_id  bigint,
  winner    text check (winner in ('W', 'B', 'none')),
  reason    text not null default '',
  primary key (event_id, match_id, board),
  foreign key (event_id, match_id) references match,
  foreign key (event_id, white_id) references player,
  foreign key (event_id, black_id) references player
);

-- What somebody said the result is. slot1_points and slot2_points are half
-- points of the first and second team of the pairing.
create table result_report (
  event_id     bigint not null,
  report_id    bigint not null,
  match_id     bigint not null,
  source       text not null check (source in ('desk', 'rekey', 'team', 'live', 'ruling', 'correction', 'forfeit')),
  by_account   bigint references account,
  by_team      bigint,
  by_name      text not null,
  outcome      text not null check (outcome in ('slot1', 'slot2', 'draw', 'double-loss')),
  slot1_points integer not null check (slot1_points >= 0),
  slot2_points integer not null check (slot2_points >= 0),
  forfeit      boolean not null default false,
  ends         json not null default '{}',
  articles     text not null default '',
  basis        text not null default '',
  slip         text not null default '',
  reason       text not null default '',
  state        text not null check (state in ('open', 'confirmed', 'superseded', 'withdrawn')),
  verified_by  bigint references account,
  at           timestamptz not null,
  primary key (event_id, report_id),
  foreign key (event_id, match_id) references match,
  foreign key (event_id, by_team) references team,
  check ((by_account is null) <> (by_team is null) or source in ('live', 'ruling'))
);
create unique index one_confirmed_result on result_report (event_id, match_id) where state = 'confirmed';
create index result_report_by_match on result_report (event_id, match_id);

-- The live record of a match: append-only. act holds one act in the words of
-- the rulings format, clocks the four clocks after it where they are known.
create table match_act (
  event_id bigint not null,
  match_id bigint not null,
  seq      integer not null check (seq > 0),
  at       timestamptz not null,
  by_name  text not null,
  act      json not null,
  clocks   json,
  source   text not null default 'desk',
  outer_id text,
  primary key (event_id, match_id, seq),
  unique (event_id, match_id, source, outer_id),
  foreign key (event_id, match_id) references match
);

create table incident (
  event_id    bigint not null,
  incident_id bigint not null,
  section_id  bigint not null,
  match_id    bigint,
  state       text not null check (state in ('called', 'open', 'ruled', 'closed', 'joined')),
  kind        text not null default '',
  summary     text not null default '',
  facts       json not null default '{}',
  revision    integer not null default 0,
  called_by   bigint,
  opened_by   bigint references account,
  opened_at   timestamptz not null,
  taken_at    timestamptz,
  photo       text not null default '',
  joined_to   bigint,
  primary key (event_id, incident_id),
  foreign key (event_id, section_id) references section,
  foreign key (event_id, match_id) references match,
  foreign key (event_id, called_by) references team,
  foreign key (event_id, joined_to) references incident
);
create index incident_by_match on incident (event_id, match_id);

create table statement (
  event_id     bigint not null,
  incident_id  bigint not null,
  statement_no integer not null check (statement_no > 0),
  speaker      text not null check (speaker <> ''),
  role         text not null check (role in ('claimant', 'opponent', 'partner', 'witness', 'official', 'other')),
  player_id    bigint,
  body         text not null check (body <> ''),
  taken_by     bigint references account,
  at           timestamptz not null,
  primary key (event_id, incident_id, statement_no),
  foreign key (event_id, incident_id) references incident,
  foreign key (event_id, player_id) references player
);

create table ruling (
  event_id      bigint not null,
  ruling_id     bigint not null,
  incident_id   bigint not null,
  level         text not null check (level in ('director', 'section-chief', 'chief')),
  made_by       bigint not null references account,
  made_by_name  text not null,
  at            timestamptz not null,
  verdict       text not null check (verdict in ('upheld', 'denied', 'discretion', 'none')),
  follows       boolean not null,
  proposal      json not null,
  decision      json not null,
  articles      text not null,
  basis         text not null,
  sentence      text not null,
  reason        text not null check (reason <> ''),
  state         text not null check (state in ('standing', 'modified', 'overturned', 'sent-back')),
  replaces      bigint,
  appeal_until  timestamptz,
  primary key (event_id, ruling_id),
  foreign key (event_id, incident_id) references incident,
  foreign key (event_id, replaces) references ruling
);
create unique index one_standing_ruling on ruling (event_id, incident_id) where state = 'standing';

create table remedy (
  event_id  bigint not null,
  ruling_id bigint not null,
  remedy_no integer not null check (remedy_no > 0),
  kind      text not null,
  seat      text check (seat in ('WA', 'BA', 'WB', 'BB')),
  player_id bigint,
  team_id   bigint,
  ms        bigint,
  detail    json not null default '{}',
  applied   boolean not null default false,
  primary key (event_id, ruling_id, remedy_no),
  foreign key (event_id, ruling_id) references ruling,
  foreign key (event_id, player_id) references player,
  foreign key (event_id, team_id) references team
);

create table appeal (
  event_id    bigint not null,
  appeal_id   bigint not null,
  ruling_id   bigint not null,
  level       text not null check (level in ('section-chief', 'chief')),
  team_id     bigint not null,
  grounds     text not null check (grounds <> ''),
  filed_by    text not null,
  filed_at    timestamptz not null,
  late        boolean not null default false,
  state       text not null check (state in ('open', 'upheld', 'modified', 'overturned', 'sent-back', 'withdrawn', 'lapsed')),
  holder      bigint references account,
  heard       json not null default '{}',
  decided_by  bigint references account,
  decided_at  timestamptz,
  reason      text not null default '',
  new_ruling  bigint,
  primary key (event_id, appeal_id),
  foreign key (event_id, ruling_id) references ruling,
  foreign key (event_id, team_id) references team,
  foreign key (event_id, new_ruling) references ruling,
  check ((decided_at is null) = (state = 'open'))
);
create unique index one_open_appeal on appeal (event_id, ruling_id, level) where state = 'open';

create table penalty (
  event_id   bigint not null,
  penalty_id bigint not null,
  ruling_id  bigint not null,
  section_id bigint not null,
  player_id  bigint,
  team_id    bigint not null,
  match_id   bigint,
  offence    text not null,
  step       integer not null check (step > 0),
  penalty    text not null,
  scope      text not null check (scope in ('match', 'event')),
  state      text not null check (state in ('counts', 'voided', 'expired')),
  at         timestamptz not null,
  primary key (event_id, penalty_id),
  foreign key (event_id, ruling_id) references ruling,
  foreign key (event_id, player_id) references player,
  foreign key (event_id, team_id) references team,
  foreign key (event_id, match_id) references match
);
create index penalty_by_player on penalty (event_id, player_id);

-- A screen in the hall and what the desk lets it show. sections holds section
-- ids; empty means all.
create table hall_screen (
  event_id  bigint not null references event,
  slug      text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name      text not null check (name <> ''),
  programme text not null check (programme in ('names', 'tables', 'standings', 'status', 'message')),
  sections  bigint[] not null default '{}',
  message   text not null default '',
  primary key (event_id, slug)
);

-- +goose Down
drop table hall_screen, penalty, appeal, remedy, ruling, statement, incident, match_act, result_report, game, match, pairing_team,
  pairing, publication, round, forbidden_pair, bye_request, affiliation, player, team, section, invitation, role_grant,
  idempotency, journal, event_counter, event_slug, event, login_delay, session, account, counter cascade;
