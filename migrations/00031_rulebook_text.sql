-- +goose Up

-- A rulebook's own text, as an organizer put it in for the officials of an event. digest
-- is the SHA-256 of body in hexadecimal: pages ask for it before they ask for the text.
create table rulebook_text (
  event_id   bigint not null references event,
  rulebook   text not null check (rulebook in ('TR3', 'FIDEX', 'USCF-R', 'USCF-C', 'JARED')),
  file_name  text not null,
  body       text not null check (octet_length(body) between 1 and 1048576),
  digest     text not null check (digest ~ '^[0-9a-f]{64}$'),
  saved_at   timestamptz not null,
  saved_name text not null,
  primary key (event_id, rulebook)
);

-- +goose Down
drop table rulebook_text;
