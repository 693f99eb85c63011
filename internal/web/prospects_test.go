package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
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
	expect.Equal(t, open.count("td .tag-ok"), 0, "certainties before the last round")
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
	l.exec(`insert into hall_screen (event_id, slug, name, programme) values ($1, 'places', 'Places', 'standings')`, l.event)
	l.hub.Resync()
	for _, page := range []string{"/e/lake/open/standings", "/e/lake/hall/places"} {
		everybody.get(page).wants(http.StatusOK).has("body", "can still reach place 1–").has("body", "out: place ")
	}
	l.chief.get("/e/lake/desk/print/open/round/2?paper=standings").wants(http.StatusOK).has("thead", "Possible").has("tbody td", "1–").has("tbody td", ", out")
	l.chief.get("/e/lake/desk/print/open/round/2?paper=standings&in=de").wants(http.StatusOK).has("thead", "Möglich").has("tbody td", ", aus dem Rennen")
	everybody.get("/e/lake/open/standings").has("[data-reach]", "can still reach place 1–").hasNot("main", "are bounds")
	everybody.get("/e/lake/open/standings?lang=de").has("[data-reach]", "kann noch Platz 1–")
	everybody.get("/e/lake/open/round/1/standings").hasNot("main", "can still reach")
	l.exec(`update section set public_prospects = false`)
	l.hub.Resync()
	for _, page := range []string{"/e/lake/open/standings", "/e/lake/hall/places", "/e/lake/desk/print/open/round/2?paper=standings"} {
		l.chief.get(page).wants(http.StatusOK).hasNot("body", "can still reach").hasNot("body", "out: place ").hasNot("body", "Possible")
	}
	l.exec(`update section set public_prospects = true`)
	l.hub.Resync()
	l.fetch("/api/v1/events/lake/sections/open/prospects", http.StatusOK, &told)
	expect.MustTrue(t, len(told.Groups) == 1 && len(told.Groups[0].Teams) == 4 && told.Goals[0].Kind == "title" && !told.Over, "programs read %+v", told)
	last := told.Groups[0].Teams[3]
	expect.True(t, last.Exact && last.Chances[0] == "gone" && last.Best != 1, "programs read of the last team %+v", last)
	l.pair(3)
	l.play(3)
	l.chief.get(page).has("main", "All is played").has("td .tag-ok", "certain").hasNot("td", "open")
}

// Each prize has its own candidates: who is in a category reads how it stands there, with the
// places among those.
func TestWhoCanStillWinThePrizesOfACategory(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.exec(`update section set system = 'round-robin', rounds = 5, matches_per_pairing = 1, public_prospects = true`)
	l.exec(`update team set school = 'Elm Street' where team_id in (4, 5, 6)`)
	l.exec(`insert into prize_plan (event_id, section_id, split, several, currency, public) values ($1, $2, 'place', true, '$', true)`, l.event, l.section)
	l.exec(`insert into prize (event_id, section_id, prize_no, name, category, place, money) values ($1, $2, 1, '1st', '', 1, 30000), ($1, $2, 2, '2nd', '', 2, 10000),
		($1, $2, 3, 'Best school', 'School', 1, 0), ($1, $2, 4, 'Best on A', 'Board A', 1, 5000)`, l.event, l.section)
	for r := range 4 {
		l.pair(r + 1)
		l.play(r + 1)
	}
	l.settle()
	l.chief.get("/e/lake/desk/open/prospects").wants(http.StatusOK).has("table th", "A prize of School").has("td", "–").has("td .small", "1")
	l.visitor().get("/e/lake/open/prospects").wants(http.StatusOK).has("th", "A prize").has("th", "A prize of School").has("td", "–")
	for reader, page := range map[*browser]string{l.chief: "/e/lake/desk/open/prospects", l.visitor(): "/e/lake/open/prospects"} {
		shown := reader.get(page).wants(http.StatusOK).has("h2", "Board A").has("th", "Player").has("p", "cannot win it any more").hasNot("h2", "Board B").hasNot("th", "A prize of Board A")
		if shown.count("table") != 2 {
			t.Errorf("%s has %d tables", page, shown.count("table"))
		}
	}
	if chips := l.visitor().get("/e/lake/open/standings").wants(http.StatusOK).has(".chip", "School"); strings.Contains(chips.text("main"), "Board A") {
		t.Error("the standings can be narrowed to a board")
	}
	var told struct {
		Boards []struct {
			Board   string
			Out     int
			Players []struct{ Name, Team, Chance string }
		}
		Goals []struct {
			Kind, Category string
			Places         int
		}
		Groups []struct {
			Teams []struct {
				Team    string
				Chances []string
			}
		}
	}
	l.fetch("/api/v1/events/lake/sections/open/prospects", http.StatusOK, &told)
	expect.MustTrue(t, len(told.Goals) == 3 && told.Goals[2].Category == "School" && told.Goals[2].Places == 1 && told.Goals[1].Places == 2,
		"played for: %+v", told.Goals)
	expect.MustTrue(t, len(told.Boards) == 1 && told.Boards[0].Board == "A" && told.Boards[0].Out > 0 && len(told.Boards[0].Players) > 0 && told.Boards[0].Players[0].Chance == "open",
		"prizes of boards: %+v", told.Boards)
	for _, team := range told.Groups[0].Teams {
		school := team.Team == "team-4" || team.Team == "team-5" || team.Team == "team-6"
		expect.True(t, (team.Chances[2] == "not-for") != school, "the prize of the schools: %+v", team)
	}
	l.exec(`insert into prize (event_id, section_id, prize_no, name, category, place, money) values ($1, $2, 5, 'Third on A', 'Board A', 3, 1000)`, l.event, l.section)
	l.pair(5)
	l.play(5)
	l.exec(`update match set under_review = true where match_id = (select min(match_id) from match where round_no = 5)`)
	l.chief.get("/e/lake/desk/open/prospects").has("h2", "If the appeal decides otherwise: Round 5").has("dd", "Ahead – Board A, a prize: certain.").has("dd", "Ahead – Board A, a prize: out of reach.")
}
