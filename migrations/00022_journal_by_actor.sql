-- +goose Up

-- What each person wrote last stands on every section's page, which is read again
-- with each change: without this the whole journal is read and sorted for it.
create index journal_by_actor on journal (event_id, actor_id, seq);

-- +goose Down
drop index journal_by_actor;
