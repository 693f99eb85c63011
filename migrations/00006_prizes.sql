-- +goose Up
-- Prizes of a section: what is to be won, how ties divide it, who may read it.
-- Money is counted in hundredths of the currency; 0 is a trophy or a title.
create table prize_plan (
  event_id   bigint not null,
  section_id bigint not null,
  revision   integer not null default 1 check (revision > 0),
  split      text not null check (split in ('place', 'even', 'hort')),
  several    boolean not null default false,
  public     boolean not null default false,
  currency   text not null default '',
  primary key (event_id, section_id),
  foreign key (event_id, section_id) references section
);

create table prize (
  event_id   bigint not null,
  section_id bigint not null,
  prize_no   integer not null check (prize_no > 0),
  name       text not null check (name <> ''),
  category   text not null default '',
  place      integer not null check (place > 0),
  money      integer not null check (money >= 0),
  primary key (event_id, section_id, prize_no),
  foreign key (event_id, section_id) references prize_plan
);

-- Words such as "Girls" by which a team may win the prizes of a category.
alter table team add column categories text not null default '';

-- The year of the regulations the tie-breaks follow.
alter table section add column tie_break_edition integer not null default 2026 check (tie_break_edition in (2023, 2026));

-- +goose Down
alter table section drop column tie_break_edition;
alter table team drop column categories;
drop table prize;
drop table prize_plan;
