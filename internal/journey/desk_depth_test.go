package journey_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A session that ends while somebody types costs nothing: the sheet asks for the
// password, and the form goes its way as it was typed.
func TestSignedOutInTheMiddleOfAForm(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	organizer := v.official("demo.organizer", desktop)
	organizer.open("/e/lakeshore-demo/desk/open/teams/new")
	organizer.fill("[name=name]", "Typed Before")
	organizer.fill("[name=player1]", "Hana Grau")
	organizer.fill("[name=player2]", "Ivo Haas")
	expect.Must(v.pool.Exec(t.Context(), `delete from session`))(t)
	organizer.ask("document.dispatchEvent(new Event('tandem:signed-out'))")
	organizer.says("Enter the team")
	organizer.until("document.querySelector('[data-sign-in]').open")
	organizer.fill("#again-login", "demo.organizer")
	organizer.fill("#again-password", "not this one")
	organizer.click("[data-sign-in] .btn-main")
	organizer.sees("[data-sign-in] [data-problem]:not([hidden])", "not right")
	// After too many guesses the sheet says so, and not that the name is wrong.
	delay := func(by time.Duration) {
		expect.Must(v.pool.Exec(t.Context(), `update login_delay set blocked_until = $1`, v.now().Add(by)))(t)
	}
	delay(time.Hour)
	organizer.fill("#again-password", "knights drop in pairs")
	organizer.click("[data-sign-in] .btn-main")
	organizer.sees("[data-sign-in] [data-problem]:not([hidden])", "too many attempts")
	delay(0)
	organizer.click("[data-sign-in] .btn-main")
	organizer.until("!location.pathname.endsWith('/new')")
	organizer.sees("[data-team-row]", "Typed Before")
}

// Groups with their tables, at the desk and for everybody, fit their windows and
// keep the rules of WCAG that a machine can check.
func TestGroupsFitAndAreAccessible(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	h.exec(`update section set system = 'groups-knockout', group_count = 4, advance = 2, tie_breaks = 'PTS' where event_id = $1`, h.event)
	for _, width := range []int64{phone, desktop} {
		chief := h.official("hall.chief", width)
		chief.tall()
		for _, path := range []string{"/e/lake/desk/open/groups", "/e/lake/open/standings", "/e/lake/open/crosstable"} {
			chief.looksAt(path, width)
			chief.sees("main", "Group B")
			chief.keepsWCAG(path, "light", "dark")
		}
	}
}

// Where nothing can be saved an open desk page says so and takes no forms, until it can again.
func TestADeskPageKnowsThatNothingCanBeSaved(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	director := v.official("demo.director", desktop)
	director.open(event + "/desk/incidents/1")
	director.settles()
	const off = "document.querySelector('form[method=post] .btn-main').disabled"
	director.ask("(window.online = window.fetch, window.fetch = async () => new Response('', { status: 503 }), document.dispatchEvent(new Event('tandem:look')))")
	director.sees("[data-read-only]:not([hidden])", "Results cannot be saved right now")
	director.until(off)
	director.ask("(window.fetch = window.online, document.dispatchEvent(new Event('tandem:look')))")
	director.until("document.querySelector('[data-read-only]').hidden && !" + off)
	director.content()
}
