package dispute

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phrase"
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
	Headline phrase.Sentence
	Detail   phrase.Sayable
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
		return []Check{{State: Doubt, Headline: phrase.Of("The rulebook cannot answer yet:"), Detail: fault.Sentences(missing...)}}
	}
	in, err := facts.Incident(f.Section, Earlier{})
	if err != nil {
		if field, _, ok := fault.First(err); ok {
			return []Check{{State: Doubt, Headline: phrase.Of("Not a case yet."), Detail: fault.At(err, field)}}
		}
		return nil
	}
	answer, err := ruling.Rule(in)
	if err != nil {
		return []Check{{State: Doubt, Headline: phrase.Of("Not a case yet."), Detail: phrase.Of("%s", err)}}
	}
	var checks []Check
	for _, l := range answer.Legality {
		if l.Act == 0 {
			continue
		}
		move, _ := facts.Acts[l.Act-1]["move"].(string)
		who := nameAt(f, facts.Acts[l.Act-1].Actor())
		if l.Reason == bughouse.Legal {
			checks = append(checks, Check{State: InOrder, Headline: phrase.Of("%s is legal.", move), Detail: phrase.Of("Played by %s.", who)})
			continue
		}
		checks = append(checks, Check{State: AgainstTheRules, Headline: phrase.Of("%s is illegal:", move), Detail: phrase.Of("%s. Played by %s.", ruling.SayIllegal(l.Reason), who)})
	}
	for _, mark := range answer.Marks {
		checks = append(checks, Check{State: Doubt, Headline: phrase.Of("The acts do not add up:"), Detail: phrase.Of("%s.", f.Named(mark))})
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
				State: Doubt, Headline: phrase.Of("Clock %s shows more than %s.", Seats[i], minutes(f.Section.ClockMS)), Detail: phrase.Of("Was time added?"),
			}}
		}
		used[i/2] += f.Section.ClockMS - ms
	}
	if f.Section.TeamSize == 1 {
		return nil
	}
	words := phrase.Of("A used %s, B %s.", minutes(used[0]), minutes(used[1]))
	if apart := used[0] - used[1]; apart > clocksApart || apart < -clocksApart {
		return []Check{{State: Doubt, Headline: phrase.Of("Clocks differ:"), Detail: fault.Sentences(words, phrase.Of("Did one board start late, or was a clock stopped?"))}}
	}
	return []Check{{State: InOrder, Headline: phrase.Of("Clocks agree:"), Detail: words}}
}

// windowCheck tells until when an illegal move may be claimed by the section's
// rulebook.
func windowCheck(f WholeIncident, facts Facts) []Check {
	book, err := f.Section.Rules()
	if err != nil || facts.Claim.Kind != string(rulebook.ClaimIllegalMove) {
		return nil
	}
	opens := phrase.Of("opens %s, closes with %s (%s).", book.Answer(rulebook.IllegalFrom), book.Answer(rulebook.IllegalUntil), strings.Join(book.IllegalMoveWindow().Articles, ", "))
	check := Check{State: InOrder, Headline: phrase.Of("Claim window:"), Detail: opens}
	if facts.ClaimantMovedSince() {
		check.State, check.Detail = Doubt, fault.Sentences(opens, phrase.Of("The claimant has moved since: look at the order of the acts."))
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
		return []Check{{State: InOrder, Headline: phrase.Of("%d of 64 pieces.", 64), Detail: phrase.Of("Both boards and all stocks add up.")}}
	}
	count := 64
	var words []phrase.Sentence
	for _, d := range found {
		count -= d.Missing
		words = append(words, missing(d))
	}
	return []Check{{State: Doubt, Headline: phrase.Of("%d of 64 pieces.", count), Detail: fault.Sentences(words...)}}
}

// missing asks where a piece is: "One black knight is missing: not yet passed,
// kept out of sight, or stored elsewhere?"
func missing(d bughouse.Discrepancy) phrase.Sentence {
	var causes []phrase.Word
	for _, e := range d.Explanations {
		causes = append(causes, causeWords[e.Cause]...)
	}
	one, more := men[d.Color][d.Kind].one, men[d.Color][d.Kind].more
	switch why := alternatives(causes); {
	case d.Missing == 1:
		return phrase.Of("One %s is missing: %s?", one, why)
	case d.Missing > 1:
		return phrase.Of("%d %s are missing: %s?", d.Missing, more, why)
	case d.Missing == -1:
		return phrase.Of("One %s is too many: %s?", one, why)
	default:
		return phrase.Of("%d %s are too many: %s?", -d.Missing, more, why)
	}
}

// men names the men of each colour, one and more of them.
var men = [2]map[bughouse.Kind]struct{ one, more phrase.Word }{
	bughouse.White: {
		bughouse.Pawn: {phrase.Word("white pawn"), phrase.Word("white pawns")}, bughouse.Knight: {phrase.Word("white knight"), phrase.Word("white knights")},
		bughouse.Bishop: {phrase.Word("white bishop"), phrase.Word("white bishops")}, bughouse.Rook: {phrase.Word("white rook"), phrase.Word("white rooks")},
		bughouse.Queen: {phrase.Word("white queen"), phrase.Word("white queens")}, bughouse.King: {phrase.Word("white king"), phrase.Word("white kings")},
	},
	bughouse.Black: {
		bughouse.Pawn: {phrase.Word("black pawn"), phrase.Word("black pawns")}, bughouse.Knight: {phrase.Word("black knight"), phrase.Word("black knights")},
		bughouse.Bishop: {phrase.Word("black bishop"), phrase.Word("black bishops")}, bughouse.Rook: {phrase.Word("black rook"), phrase.Word("black rooks")},
		bughouse.Queen: {phrase.Word("black queen"), phrase.Word("black queens")}, bughouse.King: {phrase.Word("black king"), phrase.Word("black kings")},
	},
}

// alternatives joins with commas and a last "or".
func alternatives(words []phrase.Word) phrase.Sentence {
	last := len(words) - 1
	switch {
	case last < 0:
		return phrase.Sentence{}
	case last == 0:
		return phrase.Of("%s", words[0])
	}
	return phrase.Of("%s, or %s", fault.List(words[:last]...), words[last])
}

var causeWords = map[bughouse.Cause][]phrase.Word{
	bughouse.CauseNotPassed: {phrase.Word("not yet passed")}, bughouse.CausePromotionMissing: {phrase.Word("a promoted pawn without its mark")},
	bughouse.CauseHidden: {phrase.Word("kept out of sight"), phrase.Word("stored elsewhere")}, bughouse.CauseSetUp: {phrase.Word("set up wrongly")},
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
