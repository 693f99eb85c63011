-- +goose Up

-- A token lets a program do some of what its owner may do. The token itself is
-- shown once and never kept.
create table api_token (
  event_id   bigint not null references event,
  token_id   bigint not null,
  section_id bigint,
  account_id bigint not null references account,
  name       text not null check (name <> ''),
  token_hash bytea not null unique check (length(token_hash) = 32),
  scopes     text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at    timestamptz,
  closed_at  timestamptz,
  primary key (event_id, token_id),
  foreign key (event_id, section_id) references section
);

-- An address outside that is told of publications and results. sent_seq is the
-- last journal entry that was dealt with: what was not delivered yet is in the
-- journal and nowhere else, so nothing can be lost between the two.
create table webhook (
  event_id     bigint not null references event,
  webhook_id   bigint not null,
  section_id   bigint,
  url          text not null,
  secret       text not null,
  kinds        text[] not null check (cardinality(kinds) > 0 and kinds <@ array['publish', 'result']),
  created_by   bigint not null references account,
  created_at   timestamptz not null,
  closed_at    timestamptz,
  sent_seq     bigint not null,
  delivered_at timestamptz,
  failures     integer not null default 0,
  trouble      text not null default '',
  next_at      timestamptz not null,
  stopped_at   timestamptz,
  primary key (event_id, webhook_id),
  foreign key (event_id, section_id) references section
);
create index webhook_due on webhook (next_at) where closed_at is null and stopped_at is null;

-- +goose Down
drop table webhook, api_token;
