package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
)

// Every number of teams plays a knockout to its end, whatever it has besides the
// main bracket, and its pages can be read all the way.
func TestKnockoutsOfAllSizesAreReadable(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 9; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			l := newLeague(t, n)
			rounds := 1
			for 1<<rounds < n {
				rounds++
			}
			l.exec(`update section set system = 'knockout', third_place = true, consolation = true, rounds = $2, tie_breaks = 'PTS' where event_id = $1`, l.event, rounds)
			l.send("/e/lake/desk/screens", url.Values{"name": {"Cup"}, "programme": {"standings"}}).wants(http.StatusSeeOther)
			for round := 1; round <= rounds; round++ {
				l.pair(round)
				for _, page := range []string{"/e/lake/hall/cup", "/e/lake/open/standings", "/e/lake/team/team-2"} {
					l.visitor().get(page).wants(http.StatusOK)
				}
				l.play(round)
			}
			l.visitor().get("/e/lake/hall/cup").wants(http.StatusOK).has(".hside", "Team 0001")
			l.visitor().get("/e/lake/team/team-1").wants(http.StatusOK).has("main", "place 1")
		})
	}
}

// A draft says that its teams need another number of rounds until the section has it, with the
// way there, and once more before it is published.
func TestTheDraftAsksForTheRightNumberOfRounds(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 6)
	l.give(l.chief, l.event, 0, "organizer")
	l.exec(`update section set system = 'knockout', rounds = 5, tie_breaks = 'PTS' where event_id = $1`, l.event)
	l.hub.Resync()
	const bench, system = "/e/lake/desk/open/round/1/pair", "/e/lake/desk/setup/open/system"
	l.send(bench, url.Values{"do": {"make"}, "revision": {"0"}}).wants(http.StatusSeeOther)
	for _, page := range []string{bench, bench + "/publish"} {
		l.chief.get(page).wants(http.StatusOK).has(".note", "These teams need 3 rounds, the section has 5.").has(".note a[href="+system+"]", "Open the set-up")
	}
	l.chief.post(system, with(fields(t, l.chief.get(system), system), "rounds", "3", "do", "leave")).wants(http.StatusSeeOther)
	for _, page := range []string{bench, bench + "/publish"} {
		l.chief.get(page).wants(http.StatusOK).hasNot(".note", "These teams need")
	}
}
