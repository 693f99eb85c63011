package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/tournament"
)

// Two undos in a row take back two entries, whatever letters the desk's language has for
// tables and matches.
func TestTwoUndosTakeBackTwoEntriesInEveryLanguage(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(3)
	desk := h.official("hall.desk", desktop)
	for code, places := range map[string][2]string{"es": {"M1 E1", "M2 E1"}, "cs": {"S1 Z1", "S2 Z1"}} {
		desk.chooses(code)
		desk.open(h.wall)
		desk.press("1\r1\r\x1b2\r1\r\x1b")
		desk.sees("[data-live=log]", places[0])
		desk.sees("[data-live=log]", places[1])
		desk.until("document.querySelectorAll('[data-undo]').length === 2 && !document.querySelector('[data-entry-form]')")
		desk.open(h.wall) // a page that has entered nothing itself undoes what its log holds
		desk.ask("(window.online = window.fetch, window.fetch = () => Promise.reject(new TypeError('no network')), true)")
		desk.press("zz")
		desk.ask("(window.fetch = window.online, dispatchEvent(new Event('online')), true)")
		for _, table := range []int{1, 2} {
			desk.sees(".tile[data-table='"+string(rune('0'+table))+"'][data-state=play]", "")
			desk.comes(h, table, 1, tournament.MatchOpen, "")
		}
	}
}
