package journey_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// slow is the delay of a line on which somebody is far ahead of the server.
const slow = 400 * time.Millisecond

// enters puts a result on record, as the chief of the hall.
func (h *hall) enters(table, match int, outcome tournament.Outcome) {
	h.t.Helper()
	expect.Must(h.tournament.EnterResult(h.t.Context(), h.event, h.command(), tournament.TypedResult{
		SectionID: h.section, Round: 1, Table: table, Match: match, Source: "desk", Outcome: outcome,
	}))(h.t)
}

// Results are confirmed as fast as y is struck, each the one that has the frame; one
// that was decided elsewhere meanwhile is not taken for another.
func TestVerifyingDoesNotWait(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(6)
	for table := 1; table <= 6; table++ {
		h.enters(table, 1, tournament.FirstWins)
	}
	second := h.official("hall.desk2", desktop)
	second.url = h.slowLine(slow)
	second.open(lakeRound + "/verify")
	second.until(settled + " && document.activeElement.matches('[data-waiting]')")
	second.strikes("yysy")
	second.until(settled + " && document.querySelectorAll('[data-waiting]').length === 3")
	for table, want := range map[int]tournament.MatchState{1: tournament.MatchVerified, 2: tournament.MatchVerified, 3: tournament.MatchReported, 4: tournament.MatchVerified} {
		second.comes(h, table, 1, want, tournament.FirstWins)
	}
	second.strikes("nThe slip says otherwise\ry")
	second.until(settled + " && document.querySelectorAll('[data-waiting]').length === 1")
	second.comes(h, 5, 1, tournament.MatchConflict, "")
	second.comes(h, 6, 1, tournament.MatchVerified, tournament.FirstWins)

	// Unseen the next result comes from the server: the key is meant for it.
	h.enters(1, 2, tournament.SecondWins)
	h.enters(2, 2, tournament.Drawn)
	second.open(lakeRound + "/verify?mode=rekey")
	second.until(settled + " && document.activeElement.matches('[data-waiting]')")
	second.strikes("123")
	second.until(settled + " && !document.querySelector('[data-waiting]')")
	second.comes(h, 3, 1, tournament.MatchVerified, tournament.FirstWins)
	second.comes(h, 1, 2, tournament.MatchVerified, tournament.SecondWins)
	second.comes(h, 2, 2, tournament.MatchVerified, tournament.Drawn)
	second.content()
}

// Codes are scanned one after the other, without a look; one that finds nobody is said
// and spoils none after it.
func TestCheckInDoesNotWait(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(12)
	h.exec(`update team set state = 'entered' where event_id = $1`, h.event)
	desk := h.official("hall.desk", desktop)
	desk.url = h.slowLine(slow)
	desk.open("/e/lake/desk/open/teams")
	desk.until(settled + " && document.activeElement.name === 'q'")
	var codes strings.Builder
	for team := 1; team <= 20; team++ {
		fmt.Fprintf(&codes, "O-%d\r", team)
		if team == 10 {
			codes.WriteString("O-99\rKnight\r")
		}
	}
	desk.strikes(codes.String())
	desk.sees("[data-live=counts]", "20 here")
	desk.until(settled + " && document.querySelector('[data-check-in-tally]').hidden")
	desk.sees("[data-check-in-missed]", "No team, player or code matches “O-99”.")
	desk.sees("[data-check-in-missed]", "“Knight” could be Knight Riders (O-1), Knight Stars (O-2)")
	here := testkit.Stored[[]string](t, h.pool, `select array_agg(code order by team_id) from team where state = 'here'`)
	for i, code := range here {
		expect.MustEqual(t, code, fmt.Sprintf("O-%d", i+1), "here are %v", here)
	}
	desk.says("Put aside")
	desk.says("Put aside")
	desk.until("document.querySelector('[data-check-in-missed]').hidden")

	// A second scan says the same once more, without the dash too, and wherever the hand
	// was last: on the button of a row, with another row typed for.
	desk.types("#f-q", "O-21")
	desk.click("[data-team-row]:not([hidden]) [name=here]")
	desk.until(settled + " && document.querySelector('#f-q').value === ''")
	desk.focus("[name=not-here][value='21']")
	desk.strikes("O-21\rO-3\ro4\r")
	desk.sees("[data-check-in-said]", "was here already")
	desk.until(settled + " && document.querySelector('[data-check-in-tally]').hidden")
	desk.sees("[data-live=counts]", "21 here")
	desk.until("document.querySelector('[data-check-in-missed]').hidden")
	desk.ask("document.activeElement.blur()")
	desk.strikes("n")
	desk.until("location.pathname.endsWith('/teams/new')")
	desk.content()
}

// Keys at the workbench follow the acts before them, also while those are saved.
func TestTheWorkbenchDoesNotWait(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	chief := v.official("demo.chief", desktop)
	chief.drafts()
	cell := func(n int) string { return fmt.Sprintf("document.querySelectorAll('[data-cell]')[%d]", n) }
	first, third := chief.ask(cell(0)+".value"), chief.ask(cell(2)+".value")
	chief.url = v.slowLine(slow)
	chief.open(chiefRound + "/pair")
	chief.focus("[data-cell]")
	chief.strikes(" " + arrowDown + " \r") // they change places
	chief.strikes("z")                     // and back
	chief.strikes(" " + kb.ArrowUp + " \r")
	chief.until(fmt.Sprintf("%s && %s.value === %q && %s.value === %q", settled, cell(0), third, cell(2), first))
	chief.content()
}

// Moves are typed one after the other, and steps taken, without a look at the record.
func TestLiveMovesDoNotWait(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	director := v.official("demo.director", desktop)
	director.url = v.slowLine(slow)
	director.open(fmt.Sprintf("%s/table/%d/match/1", u3, v.waiting("u1600")))
	director.focus("[data-live-match]")
	director.strikes("ae4\re5\rNf3\rNc6\r")
	director.until(settled + " && document.querySelectorAll('.lm-log tbody tr').length === 4")
	for i, move := range []string{"e4", "e5", "Nf3", "Nc6"} {
		director.sees(fmt.Sprintf(".lm-log tbody tr:nth-child(%d)", i+1), move)
	}
	director.focus("[data-live-match]")
	director.strikes(kb.ArrowLeft + kb.ArrowLeft + kb.ArrowLeft + kb.ArrowRight)
	director.until(settled + " && location.search.includes('ply=2')")
	director.strikes(kb.End)
	director.until(settled + " && !location.search.includes('ply')")

	// A move that is not legal is given back, and the next one is not lost.
	director.strikes("aKe3\r")
	director.strikes("\x1bb")
	director.strikes("d4\r")
	director.sees(".lm-log", "d4")
	director.until(settled + " && document.querySelector('#move-A').value === 'Ke3'")
	director.content()
}
