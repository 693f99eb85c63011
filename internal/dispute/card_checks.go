package dispute

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

// CheckState says whether what was checked is as it should be.
type CheckState string

// The states of a check.
const (
	InOrder         CheckState = "ok"
	Doubt           CheckState = "warn"
	AgainstTheRules CheckState = "bad"
)

// Check is one thing that a machine can tell about the facts of a card.
type Check struct {
	State    CheckState
	Headline string
	Detail   string
}

// Checks are what a machine can tell about the facts. Checks advise; none of
// them keeps anybody from saving or signing.
func (f WholeIncident) Checks(facts Facts) []Check {
	checks := legalityChecks(f, facts)
	checks = append(checks, clockCheck(f, facts)...)
	checks = append(checks, windowCheck(f, facts)...)
	return append(checks, f.CountPieces(facts)...)
}

// legalityChecks tells which of the recorded moves the rules allow.
func legalityChecks(f WholeIncident, facts Facts) []Check {
	if missing := facts.Missing(f.Section); len(missing) > 0 {
		return []Check{{State: Doubt, Headline: "The rulebook cannot answer yet:", Detail: fault.Sentences(missing...).String()}}
	}
	in, err := facts.Incident(f.Section, Earlier{})
	if err != nil {
		if _, why, ok := fault.First(err); ok {
			return []Check{{State: Doubt, Headline: "Not a case yet.", Detail: why}}
		}
		return nil
	}
	answer, err := ruling.Rule(in)
	if err != nil {
		return []Check{{State: Doubt, Headline: "Not a case yet.", Detail: err.Error()}}
	}
	var checks []Check
	for _, l := range answer.Legality {
		if l.Act == 0 {
			continue
		}
		move, _ := facts.Acts[l.Act-1]["move"].(string)
		who := nameAt(f, facts.Acts[l.Act-1].Actor())
		if l.Reason == bughouse.Legal {
			checks = append(checks, Check{State: InOrder, Headline: move + " is legal.", Detail: "Played by " + who + "."})
			continue
		}
		checks = append(checks, Check{State: AgainstTheRules, Headline: move + " is illegal:", Detail: ruling.SayIllegal(l.Reason) + ". Played by " + who + "."})
	}
	for _, mark := range answer.Marks {
		checks = append(checks, Check{State: Doubt, Headline: "The acts do not add up:", Detail: f.Named(mark) + "."})
	}
	return checks
}

// clocksApart is how far the time used on the two boards may differ before it
// says something: both start together, and each has one running clock.
const clocksApart = 10_000

// clockCheck compares the time used on both boards.
func clockCheck(f WholeIncident, facts Facts) []Check {
	var used [2]int64
	for i, ms := range facts.Clocks[:2*f.Section.TeamSize] {
		if ms < 0 {
			return nil
		}
		if ms > f.Section.ClockMS {
			return []Check{{
				State: Doubt, Headline: fmt.Sprintf("Clock %s shows more than %s.", Seats[i], minutes(f.Section.ClockMS)), Detail: "Was time added?",
			}}
		}
		used[i/2] += f.Section.ClockMS - ms
	}
	if f.Section.TeamSize == 1 {
		return nil
	}
	words := fmt.Sprintf("A used %s, B %s.", minutes(used[0]), minutes(used[1]))
	if apart := used[0] - used[1]; apart > clocksApart || apart < -clocksApart {
		return []Check{{State: Doubt, Headline: "Clocks differ:", Detail: words + " Did one board start late, or was a clock stopped?"}}
	}
	return []Check{{State: InOrder, Headline: "Clocks agree:", Detail: words}}
}

// windowCheck tells until when an illegal move may be claimed by the section's
// rulebook.
func windowCheck(f WholeIncident, facts Facts) []Check {
	book, err := f.Section.Rules()
	if err != nil || facts.Claim.Kind != string(rulebook.ClaimIllegalMove) {
		return nil
	}
	w := book.IllegalMoveWindow()
	check := Check{
		State: InOrder, Headline: "Claim window:",
		Detail: fmt.Sprintf("opens %s, closes with %s (%s).", w.Opens, w.Closes, strings.Join(w.Articles, ", ")),
	}
	if facts.ClaimantMovedSince() {
		check.State, check.Detail = Doubt, check.Detail+" The claimant has moved since: look at the order of the acts."
	}
	return []Check{check}
}

// ClaimantMovedSince reports whether the claimant acted on the board after the last move
// of the other side.
func (f Facts) ClaimantMovedSince() bool {
	moved := false
	for _, a := range f.Acts {
		kind := a["act"]
		switch by := a.Actor(); {
		case kind == "move" && by != f.Claim.By:
			moved = false
		case (kind == "move" || kind == "press") && by == f.Claim.By:
			moved = true
		}
	}
	return moved && f.Claim.By != ""
}

// CountPieces tells which pieces are missing or too many on both boards.
func (f WholeIncident) CountPieces(facts Facts) []Check {
	if f.Section.TeamSize != 2 {
		return nil
	}
	a, errA := bughouse.ParseFEN(facts.BoardA)
	b, errB := bughouse.ParseFEN(facts.BoardB)
	if errA != nil || errB != nil {
		return nil
	}
	found := bughouse.Inventory{Boards: [2]bughouse.Setup{a, b}}.Discrepancies(bughouse.TwoSets)
	if len(found) == 0 {
		return []Check{{State: InOrder, Headline: "64 of 64 pieces.", Detail: "Both boards and all stocks add up."}}
	}
	count := 64
	var words []string
	for _, d := range found {
		count -= d.Missing
		words = append(words, missing(d))
	}
	return []Check{{State: Doubt, Headline: fmt.Sprintf("%d of 64 pieces.", count), Detail: strings.Join(words, " ")}}
}

var smallNumbers = []string{"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"}

// missing asks where a piece is: "One black knight is missing: not yet passed,
// hidden, or stored elsewhere?"
func missing(d bughouse.Discrepancy) string {
	n, what := d.Missing, "missing"
	if n < 0 {
		n, what = -n, "too many"
	}
	number, noun, verb := fmt.Sprint(n), fmt.Sprintf("%v %v", d.Color, d.Kind), "is"
	if n < len(smallNumbers) {
		number = smallNumbers[n]
	}
	if n > 1 {
		noun, verb = noun+"s", "are"
	}
	var causes []string
	for _, e := range d.Explanations {
		causes = append(causes, causeWords[e.Cause]...)
	}
	return fmt.Sprintf("%s %s %s %s: %s?", number, strings.ToLower(noun), verb, what, alternatives(causes))
}

// alternatives joins with commas and a last "or".
func alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + ", or " + words[last]
}

var causeWords = map[bughouse.Cause][]string{
	bughouse.CauseNotPassed: {"not yet passed"}, bughouse.CausePromotionMissing: {"a promoted pawn without its mark"},
	bughouse.CauseHidden: {"hidden", "stored elsewhere"}, bughouse.CauseSetUp: {"set up wrongly"},
}

// nameAt is who sits there, the seat itself where nobody is known.
func nameAt(f WholeIncident, seat string) string {
	if p, ok := f.PlayerAt(seat); ok {
		return p.Name()
	}
	return seat
}

// minutes is a time in whole seconds: "4:05".
func minutes(ms int64) string { return fmt.Sprintf("%d:%02d", ms/60_000, ms/1000%60) }
