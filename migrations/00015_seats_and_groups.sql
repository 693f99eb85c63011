-- +goose Up

-- Who sits where from match to match of a pairing. colours: players keep their
-- board and teams change colours. opponents: besides, the second team's players
-- change boards, so that everybody meets both opponents. fixed: nothing changes.
alter table section add column seat_rotation text not null default 'colours' check (seat_rotation in ('colours', 'opponents', 'fixed'));

-- The group a team was put into by hand; null where the deal by strength decides.
alter table team add column group_no integer check (group_no between 1 and 64);

-- +goose Down
alter table team drop column group_no;
alter table section drop column seat_rotation;
