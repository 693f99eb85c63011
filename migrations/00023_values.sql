-- +goose Up

-- The values that a command wrote into the tables that decide a tournament, so that
-- what is stored can be compared with what the journal says. The seal covers them.
-- Null for entries from before, and for those of programs that keep none.
alter table journal add column wrote json;

-- +goose Down
alter table journal drop column wrote;
