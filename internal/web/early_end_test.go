package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A knockout is over after its final, however many rounds the section was given: no page waits
// for a round that nobody plays.
func TestAKnockoutEndsWithItsFinal(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'knockout', rounds = 5, matches_per_pairing = 1, tie_breaks = 'PTS' where event_id = $1`, l.event)
	form := prizesOf("0")
	form.Set("key", l.key())
	l.send(prizeEdit, form).wants(http.StatusSeeOther)
	l.pair(1)
	l.play(1)
	guest := l.visitor()
	guest.get("/e/lake/open/standings").wants(http.StatusOK).has("h1", "Standings after round 1").has(".tie-won", "goes on").hasNot(".tie-won", "wins")
	guest.get("/e/lake/open/status").wants(http.StatusOK).has("main", "Round 2 comes when its pairings are published.")
	l.pair(2)
	guest.get("/e/lake/open/status").wants(http.StatusOK).has("main", "This is the last round.")
	l.play(2)
	guest.get("/e/lake/open/standings").wants(http.StatusOK).has("h1", "Final standings").has(".tie-won", "wins")
	guest.get("/e/lake/open/status").wants(http.StatusOK).has("main", "The last round is over.")
	for _, team := range []string{"team-1", "team-4"} {
		guest.get("/e/lake/find?team="+team).wants(http.StatusOK).hasNot("main", "pairings are not out")
	}
	guest.get("/e/lake/open/prizes").wants(http.StatusOK).has("main", "300").hasNot("main", "Provisional")
	l.chief.get("/e/lake/desk/print/open/round/2?paper=standings").wants(http.StatusOK).has(".ptie-won", "wins")
	to := l.chief.get("/e/lake/desk/open/pair").to()
	expect.Equal(t, to, "/e/lake/desk/open/round/2/pair", "the workbench")
	l.chief.get("/e/lake/desk/open/round/3/wall").wants(http.StatusNotFound)
}

// Sections of one hall that are not played at the same time may use the same tables; the check
// list names those that may not.
func TestTheTablesOfASectionThatIsOverAreFree(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.give(l.chief, l.event, 0, "organizer")
	l.exec(`insert into event_counter (event_id, name, value) values ($1, 'section', 100) on conflict (event_id, name) do update set value = 100`, l.event)
	l.exec(`update section set rounds = 1 where event_id = $1`, l.event)
	const check, add = "/e/lake/desk/setup/check", "/e/lake/desk/setup/new"
	l.chief.post(add, with(fields(t, l.chief.get(add+"?all=yes"), add), "name", "Blitz", "do", "save")).wants(http.StatusSeeOther)
	l.exec(`update section set first_table = 1, hall = (select hall from section where slug = 'open') where slug = 'blitz'`)
	l.hub.Resync()
	l.chief.get(check).wants(http.StatusOK).has("li", "Tables of Open (1 to 2) and Blitz (1 to 1) are not the same.")
	l.pair(1)
	l.chief.get(check).wants(http.StatusOK).has("li", "Tables of Open (1 to 2) and Blitz (1 to 1) are not the same.")
	l.play(1)
	l.chief.get(check).wants(http.StatusOK).hasNot("li", "are not the same")
}

// Standings are final in the hall and in what is shared as on their page, and nowhere while a
// result is under review.
func TestFinalStandingsAreNamedSoEverywhere(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set rounds = 1 where event_id = $1`, l.event)
	l.send("/e/lake/desk/screens", url.Values{"name": {"Places"}, "programme": {"standings"}}).wants(http.StatusSeeOther)
	l.pair(1)
	guest := l.visitor()
	titled := func(title string) {
		t.Helper()
		guest.get("/e/lake/open/standings").wants(http.StatusOK).has("h1", title)
		guest.get("/e/lake/hall/places").wants(http.StatusOK).has("main", title)
		expect.Contains(t, guest.get("/e/lake/open/standings").value("meta[name=description]", "content"), title, "what is shared")
	}
	titled("Standings after round 1")
	l.play(1)
	titled("Final standings")
	l.exec(`update match set under_review = true where round_no = 1 and pairing_no = 1`)
	l.exec(`update event set version = version + 1`)
	l.hub.Resync()
	l.server.CatchUp(l.event)
	titled("Standings after round 1")
}
