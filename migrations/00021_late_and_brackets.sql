-- +goose Up

-- Why an appeal that came after the window is decided all the same, and who says so.
-- The journal has it of those accepted before.
alter table appeal
  add column accepted_reason text not null default '',
  add column accepted_by_name text not null default '';

update appeal a set accepted_reason = coalesce(j.data ->> 'reason', ''), accepted_by_name = j.actor
from journal j
where j.event_id = a.event_id and j.action = 'accept a late appeal' and j.subject like '%/appeal ' || a.appeal_id and a.accepted_at is not null;

-- A screen may show the brackets of the knockouts and nothing else.
alter table hall_screen drop constraint hall_screen_programme_check;
alter table hall_screen add constraint hall_screen_programme_check
  check (programme in ('names', 'tables', 'standings', 'bracket', 'clock', 'status', 'message'));

-- +goose Down
update hall_screen set programme = 'standings' where programme = 'bracket';
alter table hall_screen drop constraint hall_screen_programme_check;
alter table hall_screen add constraint hall_screen_programme_check
  check (programme in ('names', 'tables', 'standings', 'clock', 'status', 'message'));

alter table appeal drop column accepted_by_name, drop column accepted_reason;
