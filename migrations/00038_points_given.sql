-- +goose Up

-- Points that a director gave or took: the ruling they rest on, who gave them, and who took
-- them back and why. Rows from imported reports were given by nobody.
alter table team_points
  add column ruling_id         bigint,
  add column given_at          timestamptz,
  add column given_name        text not null default '',
  add column taken_back_at     timestamptz,
  add column taken_back_name   text not null default '',
  add column taken_back_reason text not null default '',
  add foreign key (event_id, ruling_id) references ruling,
  add check ((taken_back_at is null) = (taken_back_reason = ''));

-- +goose Down
alter table team_points drop column taken_back_reason, drop column taken_back_name, drop column taken_back_at, drop column given_name, drop column given_at, drop column ruling_id;
