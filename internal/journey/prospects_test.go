package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
)

// With a later phase to go on to, prizes of categories and of a board, and an appeal that is open, who can
// still win fits a phone and a desk, for officials, readers, screens and in the standings.
func TestWhoCanStillWinFitsPhoneAndDesk(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	open, cup := v.book(demo.Slug, "open"), v.book(demo.Slug, "cup")
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := v.pool.Exec(t.Context(), sql, append([]any{open.Event.EventID, open.Section.SectionID}, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	exec(`update section set rounds = 4, public_prospects = true where event_id = $1 and section_id = $2`)
	exec(`insert into phase (event_id, section_id, carry, seeding, breaking) select event_id, $3, 'nothing', 'place', 'tie-breaks' from section where event_id = $1 and section_id = $2`, cup.Section.SectionID)
	exec(`insert into phase_feed (event_id, section_id, feed_no, from_section, kind, first_no, last_no) select event_id, $3, 1, section_id, 'places', 1, 4 from section
		where event_id = $1 and section_id = $2`, cup.Section.SectionID)
	exec(`insert into prize (event_id, section_id, prize_no, name, category, place, money) select event_id, section_id, 90 + place, 'Best on A', 'Board A', place, 5000 from section, generate_series(1, 2) place
		where event_id = $1 and section_id = $2`)
	exec(`update match set under_review = true where event_id = $1 and section_id = $2 and match_id = (select min(match_id) from match where event_id = $1 and section_id = $2 and round_no = 2)`)
	exec(`insert into hall_screen (event_id, slug, name, programme, sections) select event_id, 'standings', 'Standings', 'standings', array[section_id] from section where event_id = $1 and section_id = $2`)
	chief, reader := v.official("demo.section", desktop), v.visitor(desktop)
	chief.open(event + "/desk/open/prospects")
	for _, says := range []string{"The title", "A place in Cup", "A prize"} {
		chief.sees("th", says)
	}
	chief.sees("h2", "Board A")
	chief.sees("h2", "If the appeal decides otherwise")
	reader.open(event + "/open/prospects")
	reader.sees("th", "A place in Cup")
	reader.sees("h2", "Board A")
	reader.open(event + "/hall/standings")
	reader.sees(".hrow", "can still reach place 1–")
	for _, width := range []int64{phone, desktop} {
		v.official("demo.section", width).looksAt(event+"/desk/open/prospects", width)
		for _, page := range []string{"/open/prospects", "/open/standings", "/hall/standings"} {
			v.visitor(width).looksAt(event+page, width)
		}
	}
}
