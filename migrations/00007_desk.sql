-- +goose Up
-- What the desk knows about a round beside its results: how the hall is laid
-- out, who looks for a missing result, when each match was started, what came
-- out of the printer, and what the codes on its slips are made of.
alter table section add column tables_per_row integer not null default 0 check (tables_per_row >= 0);
alter table pairing add column runner text not null default '';
alter table round add column match_starts timestamptz[] not null default '{}';
alter table event add column slip_key uuid not null default gen_random_uuid();
alter table account add column text_size text not null default 'normal' check (text_size in ('normal', 'large', 'largest'));

-- The last printing of each paper. round_no is 0 for papers of no round; content
-- names what the paper showed, to tell whether it is still true.
create table printed_paper (
  event_id   bigint not null,
  section_id bigint not null,
  round_no   integer not null check (round_no >= 0),
  paper      text not null check (paper <> ''),
  content    text not null,
  label      text not null,
  printed_at timestamptz not null,
  printed_by text not null,
  primary key (event_id, section_id, round_no, paper),
  foreign key (event_id, section_id) references section
);

-- +goose Down
drop table printed_paper;
alter table account drop column text_size;
alter table event drop column slip_key;
alter table round drop column match_starts;
alter table pairing drop column runner;
alter table section drop column tables_per_row;
