-- +goose Up

-- What a correction counts for. A limited one leaves the report it replaced to
-- count where it does not: in pairings, in both, or in the rounds before
-- counts_from.
alter table result_report
  add column counts text not null default 'all' check (counts in ('all', 'standings', 'record')),
  add column counts_from integer check (counts_from > 0),
  add column replaces bigint,
  add foreign key (event_id, replaces) references result_report;

-- A correction that waits for the signature of a second official.
create table correction (
  event_id      bigint not null references event,
  correction_id bigint not null,
  match_id      bigint not null,
  input         json not null,
  sentence      text not null,
  asked_by      bigint not null references account,
  asked_name    text not null,
  asked_at      timestamptz not null,
  state         text not null default 'waiting' check (state in ('waiting', 'signed', 'refused')),
  decided_by    bigint references account,
  decided_name  text not null default '',
  decided_at    timestamptz,
  primary key (event_id, correction_id),
  foreign key (event_id, match_id) references match,
  check ((state = 'waiting') = (decided_at is null))
);
create unique index one_waiting_correction on correction (event_id, match_id) where state = 'waiting';

-- What the floor tells the desks; each person dismisses it on the own pages.
create table desk_message (
  event_id   bigint not null references event,
  message_id bigint not null,
  section_id bigint,
  body       text not null check (body <> ''),
  sent_by    bigint not null references account,
  sent_name  text not null,
  sent_at    timestamptz not null,
  ended_at   timestamptz,
  primary key (event_id, message_id),
  foreign key (event_id, section_id) references section
);

create table desk_message_read (
  event_id   bigint not null,
  message_id bigint not null,
  account_id bigint not null references account,
  at         timestamptz not null,
  primary key (event_id, message_id, account_id),
  foreign key (event_id, message_id) references desk_message
);

-- Where an official works now, in words people can walk to.
create table duty (
  event_id   bigint not null references event,
  account_id bigint not null references account,
  section_id bigint,
  place      text not null,
  at         timestamptz not null,
  primary key (event_id, account_id),
  foreign key (event_id, section_id) references section
);

-- A short code that signs a floor phone in, made on a device that is signed in.
create table sign_in_code (
  code_hash  bytea primary key check (length(code_hash) = 32),
  account_id bigint not null references account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- +goose Down
drop table sign_in_code, duty, desk_message_read, desk_message, correction;
alter table result_report drop column replaces, drop column counts_from, drop column counts;
