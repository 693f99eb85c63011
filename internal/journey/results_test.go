package journey_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	event = "/e/" + demo.Slug
	open3 = event + "/desk/open/round/3"
	u3    = event + "/desk/u1600/round/3"
)

// Results come in by keyboard, also those that ended in an unusual way, and are
// undone.
func TestResultsByKeyboard(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	desk, director := v.official("demo.desk", desktop), v.official("demo.director", desktop)

	desk.open(open3 + "/wall")
	desk.openTable("10")
	desk.press("1")
	desk.sees("[data-echo]", "table 10, match 1:")
	desk.press("\r")
	desk.sees(".log li", "T10 M1: ")
	v.result(t, "open", 10, 1, tournament.FirstWins)

	desk.sees("[data-entry]", "Match 2 of 2")
	desk.press("2")
	desk.press("b")
	desk.press("f")
	desk.sees("[data-echo]", "on board B, flag")
	desk.press("\r")
	desk.sees(".log li", "T10 M2: ")
	v.result(t, "open", 10, 2, tournament.SecondWins)

	// One key takes the last entry back.
	desk.until("document.activeElement.name === 'table'")
	desk.openTable("11")
	desk.press("1")
	desk.press("\r")
	desk.sees("[data-entry]", "Match 2 of 2")
	state := func(want string) { // the panel goes on before the server has answered
		desk.until("document.readyState === 'complete' && document.querySelector(\".tile[data-table='11']\")?.dataset.state === " + quote(want))
	}
	state("reported")
	v.result(t, "open", 11, 1, tournament.FirstWins)
	desk.until("document.querySelector('[data-undo=\"11 1\"]')")
	desk.press("z")
	state("play")
	v.result(t, "open", 11, 1, "")

	unusualEnds(v, director)
	desk.content()
	director.content()
}

// unusualEnds enters boards that ended at once, a drawn board and a match that
// both teams lose.
func unusualEnds(v *venue, director *person) {
	t := v.t
	t.Helper()
	enter := func(wall, table string, values map[string]string) {
		director.open(wall + "/wall")
		director.openTable(table)
		director.press("x")
		director.until("document.querySelector('.rare:popover-open')")
		for name, value := range values {
			if name == "order" {
				director.click("[name=order][value=" + value + "]")
				continue
			}
			director.fill("[name="+name+"]", value)
		}
	}
	save := func(entry string) {
		director.click("[data-entry-form] .btn-main")
		director.sees(".log li", entry)
	}
	enter(open3, "7", map[string]string{"winner_a": "1", "reason_a": "checkmate", "winner_b": "2", "reason_b": "flag", "order": "same-time"})
	save("T7 M1")
	if m := v.match("open", 7, 1); m.Result == nil || m.Result.Articles == "" {
		t.Errorf("boards that ended at once: %+v", m.Result)
	}

	// Which board ended first is asked where it matters, and one key answers.
	asked := v.waiting("open")
	enter(open3, itoa(asked), map[string]string{"winner_a": "1", "reason_a": "checkmate", "winner_b": "2", "reason_b": "checkmate"})
	director.click("[data-entry-form] .rare .btn-main")
	director.until("!document.querySelector('[data-ask-order]').hidden && document.activeElement.name === 'order'")
	director.press("b")
	director.until("document.querySelector('[name=order]:checked')?.value === 'B'")
	director.press("\r")
	director.sees(".log li", fmt.Sprintf("T%d M1", asked))
	v.result(t, "open", asked, 1, tournament.SecondWins)

	table := v.waiting("u1600")
	enter(u3, itoa(table), map[string]string{"winner_a": "0", "reason_a": "stalemate", "winner_b": "1", "reason_b": "checkmate", "order": "A"})
	save(fmt.Sprintf("T%d M1", table))
	if m := v.match("u1600", table, 1); m.Result == nil || m.Result.Articles == "" {
		t.Errorf("a drawn board: %+v", m.Result)
	}

	enter(u3, itoa(table), map[string]string{"reason": "Neither team brought a clock."})
	director.click("[name=forfeit][value=double-loss]")
	save(fmt.Sprintf("T%d M2", table))
	v.result(t, "u1600", table, 2, tournament.DoubleLoss)
}

// openTable types a table number into the entry panel and waits for its form.
func (p *person) openTable(table string) {
	p.t.Helper()
	p.fill("[data-find] [name=table]", "")
	p.types("[data-find] [name=table]", table+"\r")
	p.until(fmt.Sprintf("document.querySelector('[data-entry-form] [name=table]')?.value === %q && document.activeElement.name === 'outcome'", table))
}

func (v *venue) match(section string, table, match int) tournament.Match {
	v.t.Helper()
	return v.book(demo.Slug, section).Round(3).AtTable(table).Matches[match-1]
}

// result fails the test unless the match of round 3 has that result; empty for
// none.
func (v *venue) result(t testing.TB, section string, table, match int, want tournament.Outcome) {
	t.Helper()
	m, got := v.match(section, table, match), tournament.Outcome("")
	if m.Result != nil {
		got = m.Result.Outcome
	}
	expect.Equal(t, got, want, "%s, table %d, match %d: result", section, table, match)
}

// waiting is a table of round 3 without any result, not under review.
func (v *venue) waiting(section string) int {
	v.t.Helper()
	for _, p := range v.book(demo.Slug, section).Round(3).Pairings {
		if p.Bye == nil && p.Matches[0].State == tournament.MatchOpen && !p.Matches[0].UnderReview {
			return p.Table()
		}
	}
	v.t.Fatalf("every table of %s has a result", section)
	return 0
}

func itoa(n int) string { return strconv.Itoa(n) }
