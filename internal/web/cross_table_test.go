package web_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
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
			if strings.Contains(attr(table, "class"), "robin") {
				continue // by line already
			}
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

// Where everybody meets everybody the cross table has a column for each: what one scored
// against the other in every meeting, which adds up to the points, on paper too. The
// knockout behind groups does not count in it.
func TestEverybodyAgainstEverybody(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings       string
		teams, meeting int
	}{
		{`system = 'double-round-robin', rounds = 6, tie_breaks = 'PTS'`, 4, 2},
		{`system = 'groups-knockout', group_count = 2, advance = 2, rounds = 5, tie_breaks = 'PTS'`, 8, 1},
	} {
		l := newLeague(t, c.teams)
		l.exec(`update section set `+c.settings+` where event_id = $1`, l.event)
		for n := 1; n <= 3*c.meeting+c.teams/8; n++ {
			l.pair(n)
			l.play(n)
		}
		tables := find(l.visitor().get("/e/lake/open/crosstable").wants(http.StatusOK).has("h2", "Round by round").doc, "table.robin")
		expect.Equal(t, len(tables), c.teams/4, "%s: tables", c.settings)
		for _, table := range tables {
			rows := find(table, "tbody tr")
			expect.Equal(t, len(rows), 4, "%s: teams in a table", c.settings)
			for i, row := range rows {
				own := 0
				for j, cell := range find(row, "td")[1:5] {
					met := strings.Fields(textOf(find(cell, "[aria-hidden]")[0]))
					if i == j {
						expect.Equal(t, strings.Join(met, " "), "×", "%s: line %d against itself", c.settings, i+1)
						continue
					}
					expect.Equal(t, len(met), c.meeting, "%s: meetings of lines %d and %d", c.settings, i+1, j+1)
					for _, score := range met {
						own += halves(score)
					}
				}
				if c.teams == 4 {
					expect.Equal(t, own, halves(textOf(find(row, "td.pts")[0])), "%s: points of line %d", c.settings, i+1)
				}
			}
		}
		paper := l.chief.get("/e/lake/desk/print/open/round/1?paper=crosstable").wants(http.StatusOK).has("th", "4").has(".paper", "own points against the").hasNot("th", "R1")
		expect.True(t, strings.Contains(textOf(paper.doc), "×"), "%s: no team is crossed out on paper", c.settings)
	}
}

// halves reads points, "1½", in half points.
func halves(points string) int {
	whole, half := strings.CutSuffix(strings.TrimSpace(points), "½")
	n, _ := strconv.Atoi(whole)
	if half {
		return 2*n + 1
	}
	return 2 * n
}
