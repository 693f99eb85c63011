package dispute

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Missing says, a line each, what the boards of a card need before a rulebook can
// be applied to them: one king of each colour. A card that is being set up is kept
// without them, for what stands on it so far is evidence already.
func (f Facts) Missing(s tournament.Section) []fault.Clause {
	book, err := s.Rules()
	if err != nil {
		return nil // the rulebook of a section was checked when it was set up
	}
	placing := book.Value(rulebook.KingPlacement) == "yes"
	var lines []fault.Clause
	for i, fen := range []string{f.BoardA, f.BoardB}[:s.TeamSize] {
		setup, err := bughouse.ParseFEN(fen)
		if err != nil {
			continue // Check refuses what is no board at all
		}
		for _, color := range []bughouse.Color{bughouse.White, bughouse.Black} {
			if line, ok := kingMissing(setup, color, "AB"[i:i+1], placing); ok {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// kingMissing says what is wrong with the kings of a colour, ok false when there is
// one. It lies in stock only where the rules begin with placing it.
func kingMissing(setup bughouse.Setup, color bughouse.Color, board string, placing bool) (line fault.Clause, ok bool) {
	onBoard, inStock := 0, int(setup.Stock[color][bughouse.King])
	for _, man := range setup.Board {
		if man != bughouse.NoPiece && man.Kind() == bughouse.King && man.Color() == color {
			onBoard++
		}
	}
	white := color == bughouse.White
	switch {
	case onBoard+inStock > 1 && white:
		return fault.Part("%d white kings on board %s.", onBoard+inStock, board), true
	case onBoard+inStock > 1:
		return fault.Part("%d black kings on board %s.", onBoard+inStock, board), true
	case onBoard+inStock == 0 && white:
		return fault.Part("No white king yet on board %s.", board), true
	case onBoard+inStock == 0:
		return fault.Part("No black king yet on board %s.", board), true
	case inStock > 0 && !placing && white:
		return fault.Part("The white king lies in stock on board %s.", board), true
	case inStock > 0 && !placing:
		return fault.Part("The black king lies in stock on board %s.", board), true
	}
	return fault.Clause{}, false
}

// noAct is what a complaint about conduct lacks while no act on the card tells what
// was done.
var noAct = fault.Part("What was done? Add the act to the card: a complaint about conduct without an act has no answer.")

// boardsAside are the facts with boards that always make a case, so that the claim
// and the acts of a card are checked while its boards are being set up.
func (f Facts) boardsAside() Facts {
	f.BoardA, f.BoardB, f.Dropped = StartFEN, StartFEN, [2][]string{}
	return f
}

// unanswered is the proposal while facts are missing: none, and an official who
// decides all the same decides freely.
func (f Facts) unanswered(missing []fault.Clause) Proposal {
	p := Proposal{Missing: missing, Incident: ruling.Incident{Clocks: f.Clocks}}
	p.Ruling = ruling.Ruling{
		Verdict: rulebook.Discretion, Basis: rulebook.OfficialsCall, Clocks: f.Clocks,
		Explain: fault.Part("The rulebook answers when the card is complete."),
	}
	for _, line := range missing {
		p.Ruling.Reasons = append(p.Ruling.Reasons, ruling.Step{Sentence: line, State: ruling.Missing})
	}
	return p
}
