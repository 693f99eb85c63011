package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// The results of the last round are in and held; one key says them to everybody who looks.
func TestOneKeyAnnouncesTheFinalStandings(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	open := v.book(demo.Slug, "open")
	last, section := open.Current().RoundNo, open.Section.SectionID
	for _, sql := range []string{ // the round ends: what has no result that counts is drawn
		`update section set rounds = $3, hold_final = true where event_id = $1 and section_id = $2`,
		`delete from result_report r using match m where (m.event_id, m.match_id) = (r.event_id, r.match_id) and m.event_id = $1 and m.section_id = $2 and m.round_no = $3 and r.state = 'open'`,
		`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
			select m.event_id, 900000 + m.match_id, m.match_id, 'desk', 1, 'Desk', 'draw', 1, 1, 'confirmed', now() from match m where m.event_id = $1 and m.section_id = $2 and m.round_no = $3
			and not exists (select from result_report r where (r.event_id, r.match_id, r.state) = (m.event_id, m.match_id, 'confirmed'))`,
		`update match set state = 'reported', under_review = false where event_id = $1 and section_id = $2 and round_no = $3`,
		`update round set state = 'complete', completed_at = now() where event_id = $1 and section_id = $2 and round_no = $3`,
	} {
		expect.OK(t, expect.Err(v.pool.Exec(t.Context(), sql, open.Event.EventID, section, last)))
	}
	chief, reader := v.official("demo.section", desktop), v.visitor(phone)
	reader.open(event + "/open/standings")
	reader.sees("[data-held]", "not announced yet")
	reader.shoot("held-standings-390")
	chief.open(event + "/desk/open/announcements")
	chief.sees("[data-final]", "Nobody but officials knows them")
	chief.until(settled)
	chief.shoot("announcements-1440")
	chief.press("a")
	chief.sees(".said", "The final standings are announced.")
	reader.sees("h1", "Final standings") // by itself
	reader.until("!document.querySelector('[data-held]')")
	reader.shoot("announced-standings-390")
	chief.content()
	reader.content()
}

// The page of what is held fits a phone and a desk.
func TestAnnouncementsFitPhoneAndDesk(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	for _, width := range []int64{phone, desktop} {
		v.official("demo.section", width).looksAt(event+"/desk/open/announcements", width)
	}
}
