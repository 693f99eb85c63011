-- +goose Up

-- When the rounds of a section are planned to start. A round without a row is planned as the
-- schedule of the event says, or not at all; one that is published has its own time.
create table planned_start (
  event_id   bigint not null,
  section_id bigint not null,
  round_no   integer not null check (round_no between 1 and 99),
  starts_at  timestamptz not null,
  primary key (event_id, section_id, round_no),
  foreign key (event_id, section_id) references section
);

-- Planned times that somebody moved: of one section, or of all when section_id is null. moved
-- says which rounds, and when they were planned before. schedule_was is the schedule before,
-- where its lines moved too.
create table time_move (
  event_id      bigint not null references event,
  move_id       bigint not null,
  section_id    bigint,
  minutes       integer not null check (minutes <> 0 and minutes between -720 and 720),
  moved         json not null,
  schedule_was  text,
  moved_at      timestamptz not null,
  moved_by      bigint not null references account,
  moved_name    text not null,
  taken_back_at timestamptz,
  primary key (event_id, move_id),
  foreign key (event_id, section_id) references section
);

-- When a round was published first, whatever versions came later, and when its pairings were
-- first drafted: between them and the results lies what a round took.
alter table round add column first_published_at timestamptz;
alter table round add column drafted_at timestamptz;
update round r set first_published_at = coalesce(
  (select min(p.published_at) from publication p
    where (p.event_id, p.section_id, p.round_no) = (r.event_id, r.section_id, r.round_no) and p.withdrawn_at is null), r.published_at)
where r.publication > 0;

-- When a second source agreed with the result of a match; unknown for results from before.
alter table match add column verified_at timestamptz;

-- +goose Down
alter table match drop column verified_at;
alter table round drop column drafted_at;
alter table round drop column first_published_at;
drop table time_move, planned_start;
