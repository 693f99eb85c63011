package web_test

import (
	"net/http"
	"testing"
)

// The desk reads who can still win from the last third of the rounds on: what is certain,
// open and gone, and what each outcome of a contested match would settle.
func TestWhoCanStillWin(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'round-robin', rounds = 3, matches_per_pairing = 1`)
	const page = "/e/lake/desk/open/prospects"
	l.pair(1)
	l.chief.get("/e/lake/desk/open").has("a", "Who can still win")
	l.chief.get(page).wants(http.StatusOK).has("main", "From round 2 on").hasNot("main", "certain")
	l.play(1)
	l.pair(2)
	l.play(2) // 1 has won twice; its last match is against 2 or 3, which have one win each
	open := l.chief.get(page).wants(http.StatusOK).has("header .tag", "exact").has("table th", "The title").has("table td", "out of reach").has("table td", "open")
	if certain := open.count("td .tag-ok"); certain != 0 {
		t.Errorf("%d certainties before the last round", certain)
	}
	l.exec(`update match set under_review = true where match_id = (select min(match_id) from match where round_no = 2)`)
	l.chief.get(page).has("h2", "If the appeal decides otherwise: Round 2, table 1, match 1").has("dt", "A draw").has("dt", " win")
	l.exec(`update match set under_review = false`)
	everybody := l.visitor()
	const public = "/e/lake/open/prospects"
	everybody.get(public).has("main", "is not told here").hasNot("main", "open")
	everybody.get("/e/lake/open/standings").hasNot("main a", "Who can still win")
	l.exec(`update section set public_prospects = true`)
	l.hub.Resync()
	everybody.get("/e/lake/open/standings").has("main a", "Who can still win")
	everybody.get(public).has("th", "The title").has("td", "open").has("td", "out of reach").has("td", "1–").hasNot("main", "appeal")
	var told struct {
		Over  bool
		Goals []struct {
			Kind   string
			Places int
		}
		Groups []struct {
			Teams []struct {
				Best, Worst int
				Exact       bool
				Chances     []string
			}
		}
	}
	l.fetch("/api/v1/events/lake/sections/open/prospects", http.StatusOK, &told)
	if len(told.Groups) != 1 || len(told.Groups[0].Teams) != 4 || told.Goals[0].Kind != "title" || told.Over {
		t.Fatalf("programs read %+v", told)
	}
	if last := told.Groups[0].Teams[3]; !last.Exact || last.Chances[0] != "gone" || last.Best == 1 {
		t.Errorf("programs read of the last team %+v", last)
	}
	l.pair(3)
	l.play(3)
	l.chief.get(page).has("main", "All is played").has("td .tag-ok", "certain").hasNot("td", "open")
}
