package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// A sentence that ends with a shortened name has one full stop, before it is saved and after.
func TestAShortenedNameEndsItsSentence(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	h.exec(`update team set name = 'Team ' || team_id || ' B.' where event_id = $1`, h.event)
	h.exec(`update event set version = version + 1 where event_id = $1`, h.event)
	desk := h.official("hall.desk", desktop)
	desk.open(h.wall)
	desk.press("6\r1")
	desk.sees("[data-echo]", " B. beat ")
	expect.Lacks(t, desk.ask("document.body.innerText.split(/\\n/).filter((line) => line.includes('B..')).join()"), "B..", "while it is typed")
	desk.press("\r")
	desk.settles()
	desk.comes(h, 6, 1, tournament.MatchReported, tournament.FirstWins)
	expect.Lacks(t, desk.ask("document.body.innerText.split(/\\n/).filter((line) => line.includes('B..')).join()"), "B..", "when it is saved")
}
