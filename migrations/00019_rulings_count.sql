-- +goose Up

-- Which ruling a report comes from: it counts only while that ruling, or one that
-- follows from it, stands. And whether the report that it took the place of had
-- verified the match, so that what comes back stands as before.
alter table result_report
  add column ruling_id bigint,
  add column replaced_verified boolean not null default false,
  add foreign key (event_id, ruling_id) references ruling;

-- A report of a ruling was written in the change that signed it, at the same time.
update result_report r set ruling_id = u.ruling_id
from ruling u join incident i using (event_id, incident_id)
where r.source = 'ruling' and (r.event_id, r.match_id, r.at) = (u.event_id, i.match_id, u.at);

-- A report without a limit named the one before it only if that one was verified.
update result_report set replaced_verified = true where replaces is not null and counts = 'all' and counts_from is null;

-- A ruling on a conflict took the place of no report: its sides are open still.
update result_report r set replaces = (
  select max(o.report_id) from result_report o
  where (o.event_id, o.match_id) = (r.event_id, r.match_id) and o.state = 'superseded' and o.report_id < r.report_id)
where r.replaces is null and r.state in ('confirmed', 'superseded')
  and not exists (select from result_report o where (o.event_id, o.match_id) = (r.event_id, r.match_id) and o.state = 'open');

-- +goose Down
alter table result_report drop column replaced_verified, drop column ruling_id;
