-- +goose Up

-- Who goes on from a level tie of a knockout, by a game that counts for nothing else, by
-- lot, or as the rules of the event say; and why.
alter table pairing add column decider_slot integer check (decider_slot in (1, 2));
alter table pairing add column decider text not null default '';
alter table pairing add constraint pairing_decider_check check ((decider_slot is null) = (decider = ''));

-- +goose Down
alter table pairing drop constraint pairing_decider_check;
alter table pairing drop column decider;
alter table pairing drop column decider_slot;
