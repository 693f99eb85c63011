package dispute

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Missing says, a line each, what the boards of a card need before a rulebook can
// be applied to them: one king of each colour. A card that is being set up is kept
// without them, for what stands on it so far is evidence already.
func (f Facts) Missing(s tournament.Section) []string {
	book, err := s.Rules()
	if err != nil {
		return nil // the rulebook of a section was checked when it was set up
	}
	placing := book.Value(rulebook.KingPlacement) == "yes"
	var lines []string
	for i, fen := range []string{f.BoardA, f.BoardB}[:s.TeamSize] {
		setup, err := bughouse.ParseFEN(fen)
		if err != nil {
			continue // Check refuses what is no board at all
		}
		for _, color := range []bughouse.Color{bughouse.White, bughouse.Black} {
			if line := kingMissing(setup, color, placing); line != "" {
				lines = append(lines, fmt.Sprintf("%s on board %c.", line, "AB"[i]))
			}
		}
	}
	return lines
}

// kingMissing says what is wrong with the kings of a colour, empty when there is
// one. It lies in stock only where the rules begin with placing it.
func kingMissing(setup bughouse.Setup, color bughouse.Color, placing bool) string {
	onBoard, inStock := 0, int(setup.Stock[color][bughouse.King])
	for _, man := range setup.Board {
		if man != bughouse.NoPiece && man.Kind() == bughouse.King && man.Color() == color {
			onBoard++
		}
	}
	word := [2]string{"white", "black"}[color]
	switch {
	case onBoard+inStock > 1:
		return fmt.Sprintf("%d %s kings", onBoard+inStock, word)
	case onBoard+inStock == 0:
		return fmt.Sprintf("No %s king yet", word)
	case inStock > 0 && !placing:
		return fmt.Sprintf("The %s king lies in stock", word)
	}
	return ""
}

// noAct is what a complaint about conduct lacks while no act on the card tells what
// was done.
const noAct = "What was done? Add the act to the card: a complaint about conduct without an act has no answer."

// boardsAside are the facts with boards that always make a case, so that the claim
// and the acts of a card are checked while its boards are being set up.
func (f Facts) boardsAside() Facts {
	f.BoardA, f.BoardB, f.Dropped = StartFEN, StartFEN, [2][]string{}
	return f
}

// unanswered is the proposal while facts are missing: none, and an official who
// decides all the same decides freely.
func (f Facts) unanswered(missing []string) Proposal {
	p := Proposal{Missing: missing, Incident: ruling.Incident{Clocks: f.Clocks}}
	p.Ruling = ruling.Ruling{
		Verdict: rulebook.Discretion, Basis: rulebook.OfficialsCall, Clocks: f.Clocks,
		Explain: "The rulebook answers when the card is complete.",
	}
	for _, line := range missing {
		p.Ruling.Reasons = append(p.Ruling.Reasons, ruling.Step{Sentence: line, State: ruling.Missing})
	}
	return p
}
