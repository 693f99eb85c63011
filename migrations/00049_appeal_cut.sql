-- +goose Up

-- Until when a ruling could have been appealed had the next round not been published: the time
-- that it has again when that round is taken back.
alter table ruling add column appeal_cut timestamptz;

-- +goose Down
alter table ruling drop column appeal_cut;
