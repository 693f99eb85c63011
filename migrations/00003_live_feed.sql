-- +goose Up

-- An electronic board system that may write live records of a section. The token
-- itself is shown once and never kept.
create table live_feed (
  event_id   bigint not null,
  feed_id    bigint not null,
  section_id bigint not null,
  name       text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_by bigint not null references account,
  created_at timestamptz not null,
  closed_at  timestamptz,
  primary key (event_id, feed_id),
  unique (event_id, section_id, name),
  foreign key (event_id, section_id) references section
);

-- +goose Down
drop table live_feed;
