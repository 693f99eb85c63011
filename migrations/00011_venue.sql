-- +goose Up

-- What happens when, how to get to the venue, and how tables stand in the hall
-- (0: nobody said; rows are then not named).
alter table event
  add column schedule       text not null default '',
  add column map_link       text not null default '' check (map_link = '' or map_link like 'https://%'),
  add column tables_per_row integer not null default 0 check (tables_per_row between 0 and 99);

-- Whether a screen in the hall is light, dark, or as its machine is set.
alter table hall_screen add column theme text not null default 'system' check (theme in ('system', 'light', 'dark'));

-- +goose Down
alter table hall_screen drop column theme;
alter table event
  drop column schedule,
  drop column map_link,
  drop column tables_per_row;
