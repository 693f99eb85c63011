-- +goose Up

-- How far a person has come on the tour of the desk: 0 before its first of six steps, 7 behind the
-- last; left says that it is to keep quiet until it is taken up again.
alter table account
  add column tour_step smallint not null default 0 check (tour_step between 0 and 7),
  add column tour_left boolean not null default false;

-- +goose Down
alter table account drop column tour_step, drop column tour_left;
