-- +goose Up

-- Programs outside may be told who sits at the boards.
alter table webhook drop constraint webhook_kinds_check;
alter table webhook add constraint webhook_kinds_check check (cardinality(kinds) > 0 and kinds <@ array['publish', 'result', 'line-up']);

-- +goose Down
update webhook set kinds = array_remove(kinds, 'line-up') where kinds <> array['line-up'];
delete from webhook where kinds = array['line-up'];
alter table webhook drop constraint webhook_kinds_check;
alter table webhook add constraint webhook_kinds_check check (cardinality(kinds) > 0 and kinds <@ array['publish', 'result']);
