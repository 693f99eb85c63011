-- +goose Up
-- Why a table's time stands, shown as long as it does; and hall screens may
-- show the round clock.
alter table pairing add column pause_reason text not null default '';

alter table hall_screen drop constraint hall_screen_programme_check;
alter table hall_screen add constraint hall_screen_programme_check
  check (programme in ('names', 'tables', 'standings', 'clock', 'status', 'message'));

-- +goose Down
update hall_screen set programme = 'status' where programme = 'clock';
alter table hall_screen drop constraint hall_screen_programme_check;
alter table hall_screen add constraint hall_screen_programme_check
  check (programme in ('names', 'tables', 'standings', 'status', 'message'));

alter table pairing drop column pause_reason;
