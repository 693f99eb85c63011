-- +goose Up
-- Which chief has answered the call to a table, and when.
alter table incident add column chief_comes text not null default '';
alter table incident add column chief_comes_at timestamptz;

-- +goose Down
alter table incident drop column chief_comes_at, drop column chief_comes;
