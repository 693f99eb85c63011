package web_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Where places are shared a cell of the cross table names one opponent all the same: each line
// has a number of its own, and the opponent's cell names it back.
func TestACrossTableNamesOneOpponent(t *testing.T) {
	t.Parallel()
	leading := regexp.MustCompile(`^\d+`)
	for _, settings := range []string{`tie_breaks = 'PTS'`, `system = 'round-robin', group_count = 2, rounds = 3, tie_breaks = 'PTS'`} {
		l := newLeague(t, 8)
		l.exec(`update section set `+settings+` where event_id = $1`, l.event)
		l.pair(1)
		l.play(1)
		page := l.visitor().get("/e/lake/open/crosstable").wants(http.StatusOK).has("thead th", "Line").has("thead th", "Place").has("main p", "line of the opponent")
		l.chief.get("/e/lake/desk/print/open/round/1?paper=crosstable").wants(http.StatusOK).has("th", "Line").has("th", "Place")
		for _, table := range find(page.doc, "table") {
			met := map[string]string{}
			for _, row := range find(table, "tbody tr") {
				cells := find(row, "td")
				line, opponent := textOf(cells[0]), leading.FindString(textOf(cells[1]))
				expect.True(t, met[line] == "" && opponent != "", "%s: line %q stands twice, or %q names nobody", settings, line, textOf(cells[1]))
				met[line] = opponent
			}
			for line, opponent := range met {
				expect.Equal(t, met[opponent], line, "%s: line %s names %s, which names", settings, line, opponent)
			}
		}
	}
	l := newLeague(t, 2)
	l.pair(1)
	l.play(1)
	l.visitor().get("/e/lake/open/crosstable").wants(http.StatusOK).has("thead th", "Place").hasNot("thead th", "Line")
}
