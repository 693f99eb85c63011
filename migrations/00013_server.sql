-- +goose Up

-- Whether a round still waits for results is asked with each result of it.
create index match_waiting on match (event_id, section_id, round_no) where state in ('open', 'conflict');

-- Where an act came from. Entries from before have neither, and their seals do
-- not cover it.
alter table journal
  add column device text not null default '',
  add column request text not null default '';

-- The server's clock was set while this round's clock ran: the clock is held on all
-- nodes at this moment until somebody confirms it. clock_jump_ms is by how much it was
-- set, positive forward.
alter table round
  add column clock_held_at timestamptz,
  add column clock_jump_ms bigint not null default 0,
  add constraint hold_has_a_jump check ((clock_held_at is null) = (clock_jump_ms = 0));

-- +goose Down
alter table round drop constraint hold_has_a_jump, drop column clock_held_at, drop column clock_jump_ms;
alter table journal drop column device, drop column request;
drop index match_waiting;
