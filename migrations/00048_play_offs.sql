-- +goose Up

-- A play-off is a section of its own, fed by the teams of a section that are level across a
-- line. first_no and last_no are the places that they play for.
alter table phase_feed drop constraint phase_feed_kind_check;
alter table phase_feed add constraint phase_feed_kind_check check (kind in ('places', 'losers', 'play-off'));

-- +goose Down
delete from phase_result r using phase_feed f where (f.event_id, f.section_id) = (r.event_id, r.section_id) and f.kind = 'play-off';
delete from phase_entry e using phase_feed f where (f.event_id, f.section_id) = (e.event_id, e.section_id) and f.kind = 'play-off';
create temporary table was_play_off on commit drop as select event_id, section_id from phase_feed where kind = 'play-off';
delete from phase_feed where kind = 'play-off';
delete from phase p using was_play_off w where (w.event_id, w.section_id) = (p.event_id, p.section_id);
alter table phase_feed drop constraint phase_feed_kind_check;
alter table phase_feed add constraint phase_feed_kind_check check (kind in ('places', 'losers'));
