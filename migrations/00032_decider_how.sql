-- +goose Up

-- How a level tie of a knockout was decided, as one of a few words that every language
-- has; what an official wrote about it stays beside it. Decisions from before have no word.
alter table pairing add column decider_how text not null default '' check (decider_how in ('', 'game', 'lot', 'rules', 'other'));
update pairing set decider_how = 'other' where decider_slot is not null;
alter table pairing drop constraint pairing_decider_check;
alter table pairing add constraint pairing_decider_check check ((decider_slot is null) = (decider_how = '') and (decider = '' or decider_slot is not null));

-- +goose Down
alter table pairing drop constraint pairing_decider_check;
update pairing set decider = case decider_how when 'game' then 'one more game' when 'lot' then 'lot' else 'the rules of the event' end
where decider_slot is not null and decider = '';
alter table pairing drop column decider_how;
alter table pairing add constraint pairing_decider_check check ((decider_slot is null) = (decider = ''));
