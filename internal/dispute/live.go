package dispute

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/tournament"
)

// FactsAt fills a card with what the live record of a match knows at a step: both
// boards before the last move, that move and what followed it as the acts in
// question, and the clocks as they stand. The card begins earlier where a captured
// piece was in somebody's hand at that move, or with the partner before its time:
// boards and stocks alone would not tell of it.
func FactsAt(live *livegame.Record, step int) *Facts {
	step = min(max(step, 0), len(live.Steps))
	f := &Facts{Certainty: AsFound}
	_, clocks := live.At(step)
	f.Clocks = clocks
	from := step
	var acts []Act
	for n := step; n > 0; {
		s := live.Steps[n-1]
		before, _ := live.At(s.From)
		acts = append(actsOf(&before, s.BoardActs()), acts...)
		n = s.From
		if s.IsMove() {
			from, f.Acts = n, acts
			if before, _ := live.At(n); settled(&before) {
				break
			}
		}
		if s.Act.Kind == livegame.ActPosition || s.Act.Kind == livegame.ActGoBack {
			break // what was set up is where the card begins
		}
	}
	if order := live.FirstEnd(step); order != livegame.OrderUnknown {
		f.Answers = append(f.Answers, recorded(order))
	}
	match, _ := live.At(from)
	f.BoardA, f.BoardB = match.Board(bughouse.A).FEN(), match.Board(bughouse.B).FEN()
	for _, id := range []bughouse.BoardID{bughouse.A, bughouse.B} {
		dropped := match.Board(id).Setup().Dropped
		for sq := bughouse.Square(0); sq < bughouse.NoSquare; sq++ {
			if dropped&bughouse.SetOf(sq) != 0 {
				f.Dropped[id] = append(f.Dropped[id], sq.String())
			}
		}
	}
	return f
}

// settled reports whether every captured piece lies where it may be used.
func settled(m *bughouse.Match) bool {
	for seat := bughouse.WA; seat <= bughouse.BB; seat++ {
		if m.InHand(seat).Len() > 0 || m.Board(seat.Board()).EarlyStock(seat.Color()).Len() > 0 {
			return false
		}
	}
	return true
}

// recorded is what the live record answers to which board ended first.
func recorded(order livegame.Order) Answer {
	fact, number := ruling.Fact{Kind: ruling.FactEndedFirst}, 0
	if order == livegame.BEarlier {
		number = 1
	}
	return Answer{Fact: fact.String(), Number: number, Question: fact.Question(&ruling.Incident{}).String(), Answer: byRecord(fact.Answers()[number]).String()}
}

// byRecord is an answer that nobody was asked for.
func byRecord(answer phrase.Sentence) phrase.Sentence {
	return phrase.Of("%s, by the live record", answer)
}

// actsOf writes acts on the boards in the words of the rulings format, where the
// clock press and handing pieces over are acts of their own.
func actsOf(before *bughouse.Match, list []bughouse.Act) []Act {
	m := *before
	var out []Act
	for _, a := range list {
		by := a.Seat.String()
		if err := m.Apply(a); err != nil {
			return out // the record has carried it out once already
		}
		switch a.Kind {
		case bughouse.ActTurn:
			out = append(out, Act{"act": "move", "by": by, "move": a.Move.UCI()}, Act{"act": "press", "by": by})
			if piece := handedOver(&m, a.Seat); piece != "" {
				out = append(out, Act{"act": "pass", "by": by, "piece": piece})
			}
		case bughouse.ActRelease, bughouse.ActMade:
			out = append(out, Act{"act": "move", "by": by, "move": a.Move.UCI()})
		case bughouse.ActPress:
			out = append(out, Act{"act": "press", "by": by})
		case bughouse.ActPass:
			out = append(out, Act{"act": "pass", "by": by, "piece": string(rune(a.Piece.Letter()))})
		case bughouse.ActDeclare:
			out = append(out, Act{"act": "declare", "by": by, "piece": string(rune(a.Piece.Letter()))})
		case bughouse.ActTakeBack:
			out = append(out, Act{"act": "take-back", "by": by})
		}
	}
	return out
}

// handedOver is the piece that a whole turn of a seat has passed, empty for none.
func handedOver(m *bughouse.Match, seat bughouse.Seat) string {
	last, ok := m.LastMove(seat.Board())
	rules := m.Board(seat.Board()).Rules()
	if !ok || last.Captured == bughouse.NoPiece || rules.CapturesToOpponent || rules.PassFrom == bughouse.PassFromMove {
		return ""
	}
	kind := last.Captured.Kind()
	if last.Captured.Promoted() && !rules.PromotedKeepKind {
		kind = bughouse.Pawn
	}
	return string(rune(kind.Letter()))
}

// ruleLive lets a ruling reach the live record: boards that it ends, moves taken
// back as the proposal says, the position of the card, the clocks, and the start
// for a replay.
func ruleLive(ctx context.Context, f *WholeIncident, tx putTx, r Ruling, d Decision, p Proposal) error {
	in := tournament.LiveRuling{
		MatchID: f.Record.Match.MatchID, Incident: f.Incident.IncidentID, By: journal.Actor{AccountID: r.MadeBy, Name: r.MadeByName},
		Clocks: livegame.Clocks(d.Clocks), Ends: d.Ends, Over: d.Outcome != "",
	}
	if in.Over {
		in.Clocks = livegame.UnknownClocks // they stand as they were stopped
		return tournament.RuleLive(ctx, tx.Match(), in)
	}
	if d.Restore {
		position, err := position(f)
		if err != nil {
			return err
		}
		in.Position = position
	}
	if d.Replay {
		in.BackTo = new(int)
		for seat := range in.Clocks {
			in.Clocks[seat] = f.Section.ClockMS
		}
	}
	if r.Follows {
		facts := FactsOf(f.Incident)
		for _, remedy := range p.Ruling.Remedies {
			if remedy.Kind == rulebook.TakeBack {
				in.TakeBack = append(in.TakeBack, tournament.TakenBack{Seat: remedy.Seat, Move: facts.lastMove(remedy.Seat)})
			}
		}
	}
	return tournament.RuleLive(ctx, tx.Match(), in)
}

// lastMove is the last move of a player among the acts in question, empty for none.
func (f Facts) lastMove(seat bughouse.Seat) string {
	for _, act := range slices.Backward(f.Acts) {
		if act["act"] == "move" && act["by"] == seat.String() {
			move, _ := act["move"].(string) // anything else was refused when the card was saved
			return move
		}
	}
	return ""
}

// position is both boards of the card as a BFEN.
func position(f *WholeIncident) (string, error) {
	facts := FactsOf(f.Incident)
	if facts.BoardB == "" {
		facts.BoardB = StartFEN
	}
	return facts.BoardA + " | " + facts.BoardB, nil
}
