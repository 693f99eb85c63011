-- +goose Up
-- How a section treats lost games and matches as penalties, and what an appeal
-- costs (words such as "20 euro"; empty: nothing).
alter table section add column heavy_penalties text not null default 'tell-chief' check (heavy_penalties in ('tell-chief', 'second-official'));
alter table section add column appeal_deposit text not null default '';

-- Who writes on a card now, which is no change of the event; that the chief is
-- called; and a heavy penalty that waits for a second official.
alter table incident add column writer bigint references account;
alter table incident add column writer_name text not null default '';
alter table incident add column writing_at timestamptz;
alter table incident add column chief_called_at timestamptz;
alter table incident add column pending json;

-- A ruling the section chief has to look at, and who confirmed a heavy penalty.
alter table ruling add column heavy boolean not null default false;
alter table ruling add column seconded_by bigint references account;
alter table ruling add column seconded_by_name text not null default '';
alter table ruling add column noted_by bigint references account;
alter table ruling add column noted_by_name text not null default '';
alter table ruling add column noted_at timestamptz;

-- The deposit, the acceptance of a late appeal, and what is to be found out when
-- a ruling is sent back.
alter table appeal add column deposit text not null default '' check (deposit in ('', 'paid', 'returned', 'kept'));
alter table appeal add column accepted_at timestamptz;
alter table appeal add column holder_name text not null default '';
alter table appeal add column decided_by_name text not null default '';
alter table appeal add column question text not null default '';
alter table appeal add column asked text not null default '';
alter table appeal add column due_at timestamptz;

-- +goose Down
alter table appeal drop column due_at, drop column asked, drop column question, drop column decided_by_name, drop column holder_name, drop column accepted_at, drop column deposit;
alter table ruling drop column noted_at, drop column noted_by_name, drop column noted_by, drop column seconded_by_name, drop column seconded_by, drop column heavy;
alter table incident drop column pending, drop column chief_called_at, drop column writing_at, drop column writer_name, drop column writer;
alter table section drop column appeal_deposit, drop column heavy_penalties;
