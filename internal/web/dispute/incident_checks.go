package dispute

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// cardChecks is what a machine can tell about the facts. Checks advise; none of
// them keeps anybody from saving or signing.
func cardChecks(f dispute.File, facts dispute.Facts) []pages.Check {
	checks := legalityChecks(f, facts)
	checks = append(checks, clockCheck(f, facts)...)
	checks = append(checks, windowCheck(f, facts)...)
	return append(checks, conservation(f, facts)...)
}

// legalityChecks tells which of the recorded moves the rules allow.
func legalityChecks(f dispute.File, facts dispute.Facts) []pages.Check {
	if missing := facts.Missing(f.Section); len(missing) > 0 {
		return []pages.Check{{State: "warn", Headline: "The rulebook cannot answer yet:", Detail: strings.Join(missing, " ")}}
	}
	in, err := facts.Incident(f.Section, dispute.Earlier{})
	if err != nil {
		if _, why, ok := fault.First(err); ok {
			return []pages.Check{{State: "warn", Headline: "Not a case yet.", Detail: why}}
		}
		return nil
	}
	answer, err := ruling.Rule(in)
	if err != nil {
		return []pages.Check{{State: "warn", Headline: "Not a case yet.", Detail: err.Error()}}
	}
	var checks []pages.Check
	for _, l := range answer.Legality {
		if l.Act == 0 {
			continue
		}
		move, _ := facts.Acts[l.Act-1]["move"].(string)
		who := wording.NameAt(f, facts.Acts[l.Act-1].Actor())
		if l.Reason == bughouse.Legal {
			checks = append(checks, pages.Check{State: "ok", Headline: move + " is legal.", Detail: "Played by " + who + "."})
			continue
		}
		checks = append(checks, pages.Check{State: "bad", Headline: move + " is illegal:", Detail: ruling.SayIllegal(l.Reason) + ". Played by " + who + "."})
	}
	for _, mark := range answer.Marks {
		checks = append(checks, pages.Check{State: "warn", Headline: "The acts do not add up:", Detail: f.Named(mark) + "."})
	}
	return checks
}

// clocksApart is how far the time used on the two boards may differ before it
// says something: both start together, and each has one running clock.
const clocksApart = 10_000

// clockCheck compares the time used on both boards.
func clockCheck(f dispute.File, facts dispute.Facts) []pages.Check {
	var used [2]int64
	for i, ms := range facts.Clocks[:2*f.Section.TeamSize] {
		if ms < 0 {
			return nil
		}
		if ms > f.Section.ClockMS {
			return []pages.Check{{
				State: "warn", Headline: fmt.Sprintf("Clock %s shows more than %s.", dispute.Seats[i], layout.ClockTime(f.Section.ClockMS)), Detail: "Was time added?",
			}}
		}
		used[i/2] += f.Section.ClockMS - ms
	}
	if f.Section.TeamSize == 1 {
		return nil
	}
	words := fmt.Sprintf("A used %s, B %s.", layout.ClockTime(used[0]), layout.ClockTime(used[1]))
	if apart := used[0] - used[1]; apart > clocksApart || apart < -clocksApart {
		return []pages.Check{{State: "warn", Headline: "Clocks differ:", Detail: words + " Did one board start late, or was a clock stopped?"}}
	}
	return []pages.Check{{State: "ok", Headline: "Clocks agree:", Detail: words}}
}

// windowCheck tells until when an illegal move may be claimed by the section's
// rulebook.
func windowCheck(f dispute.File, facts dispute.Facts) []pages.Check {
	book, err := f.Section.Rules()
	if err != nil || facts.Claim.Kind != string(rulebook.ClaimIllegalMove) {
		return nil
	}
	w := book.IllegalMoveWindow()
	check := pages.Check{
		State: "ok", Headline: "Claim window:",
		Detail: fmt.Sprintf("opens %s, closes with %s (%s).", w.Opens, w.Closes, strings.Join(w.Articles, ", ")),
	}
	if answered(facts) {
		check.State, check.Detail = "warn", check.Detail+" The claimant has moved since: look at the order of the acts."
	}
	return []pages.Check{check}
}

// answered reports whether the claimant acted on the board after the last move
// of the other side.
func answered(facts dispute.Facts) bool {
	moved := false
	for _, a := range facts.Acts {
		kind := a["act"]
		switch by := a.Actor(); {
		case kind == "move" && by != facts.Claim.By:
			moved = false
		case (kind == "move" || kind == "press") && by == facts.Claim.By:
			moved = true
		}
	}
	return moved && facts.Claim.By != ""
}

// conservation tells which pieces are missing or too many on both boards.
func conservation(f dispute.File, facts dispute.Facts) []pages.Check {
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
		return []pages.Check{{State: "ok", Headline: "64 of 64 pieces.", Detail: "Both boards and all stocks add up."}}
	}
	count := 64
	var words []string
	for _, d := range found {
		count -= d.Missing
		words = append(words, missing(d))
	}
	return []pages.Check{{State: "warn", Headline: fmt.Sprintf("%d of 64 pieces.", count), Detail: strings.Join(words, " ")}}
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

// remedyWords is a remedy as people say it.
func remedyWords(kind rulebook.RemedyKind) string {
	switch kind {
	case rulebook.AddTime:
		return "1 minute to the opponent"
	case rulebook.DeductTime:
		return "1 minute off"
	case rulebook.GameLoss:
		return "game lost"
	case rulebook.MatchLoss:
		return "match lost"
	case rulebook.Expel:
		return "expelled from the hall"
	}
	return strings.ReplaceAll(string(kind), "-", " ")
}

// priorsOf lists earlier infractions of the players of the match, each with what
// the next one of its kind brings.
func priorsOf(f dispute.File, book *tournament.Book) []pages.Prior {
	var list []pages.Prior
	if f.Record == nil {
		return nil // they are those of the whole section
	}
	for _, p := range f.Priors {
		prior := pages.Prior{
			Where: fmt.Sprintf("%s, %s", strings.ReplaceAll(p.Offence, "-", " "), placeOf(book, p.MatchID)), Penalty: p.Penalty, Voided: p.State != dispute.Counts,
		}
		for _, team := range f.Teams {
			if team.TeamID == p.TeamID {
				prior.Name = team.Name
			}
		}
		for _, player := range f.Players {
			if p.PlayerID != nil && player.PlayerID == *p.PlayerID {
				prior.Name = player.Name()
			}
		}
		for _, seat := range dispute.Seats {
			if player, ok := f.PlayerAt(seat); ok && p.PlayerID != nil && player.PlayerID == *p.PlayerID {
				prior.Seat = seat
				for _, next := range f.NextStep(seat, p.Offence) {
					prior.Next = strings.TrimPrefix(prior.Next+" and "+remedyWords(next), " and ")
				}
			}
		}
		list = append(list, prior)
	}
	return list
}

// placeOf is a match in short, for desk lists: "R3 T14 M2".
func placeOf(book *tournament.Book, matchID *int64) string {
	if book == nil || matchID == nil {
		return "no match"
	}
	pairing, m := book.FindMatch(*matchID)
	if pairing == nil {
		return "another section"
	}
	return fmt.Sprintf("R%d T%d M%d", pairing.RoundNo, pairing.Table(), m.MatchNo)
}

// clean lists the seats whose players have no entry.
func clean(f dispute.File, priors []pages.Prior) []string {
	var seats []string
	for _, seat := range dispute.Seats[:2*f.Section.TeamSize] {
		found := false
		for _, p := range priors {
			found = found || p.Seat == seat
		}
		if !found {
			seats = append(seats, seat)
		}
	}
	return seats
}
