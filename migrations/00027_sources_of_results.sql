-- +goose Up

-- What programs and report files say about a match is told from what a desk says.
alter table result_report drop constraint result_report_source_check;
alter table result_report add constraint result_report_source_check
  check (source in ('desk', 'rekey', 'team', 'api', 'import', 'live', 'ruling', 'correction', 'forfeit'));

-- +goose Down
update result_report set source = 'desk' where source in ('api', 'import');
alter table result_report drop constraint result_report_source_check;
alter table result_report add constraint result_report_source_check
  check (source in ('desk', 'rekey', 'team', 'live', 'ruling', 'correction', 'forfeit'));
