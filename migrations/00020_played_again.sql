-- +goose Up

-- A ruling by which a match is played again leaves it without a result: a report
-- that says so takes the place of what counted until then.
alter table result_report drop constraint result_report_outcome_check;
alter table result_report add constraint result_report_outcome_check
  check (outcome in ('slot1', 'slot2', 'draw', 'double-loss') or outcome = 'none' and source = 'ruling' and slot1_points + slot2_points = 0);

-- The sides of a conflict follow each other, so that one conflict is told from
-- another that was played over.
update result_report r set replaces = (
  select max(o.report_id) from result_report o
  where (o.event_id, o.match_id) = (r.event_id, r.match_id) and o.state = 'open' and o.report_id < r.report_id)
where r.replaces is null and r.state = 'open';

-- Matches that a standing ruling lets be played again, and whose result from
-- before it still counts, are left to the officials: the result may be the new one.

-- +goose Down
update result_report r set replaces = null
from result_report n where (n.event_id, n.report_id) = (r.event_id, r.replaces) and n.outcome = 'none';
delete from result_report where outcome = 'none';
alter table result_report drop constraint result_report_outcome_check;
alter table result_report add constraint result_report_outcome_check check (outcome in ('slot1', 'slot2', 'draw', 'double-loss'));
