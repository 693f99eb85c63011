-- +goose Up

-- The language that an event's papers speak, whoever prints them: a code such as de.
alter table event add column paper_language text not null default 'en' check (paper_language ~ '^[a-z]{2,3}(-[a-z]+)?$');

-- +goose Down
alter table event drop column paper_language;
