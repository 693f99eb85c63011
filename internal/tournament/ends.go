package tournament

import (
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// checkEnds refuses words nobody knows and reports without a winner where one is
// due. A reason is asked for once a board's winner is named.
func checkEnds(form *fault.Form, e livegame.Ends) {
	for _, b := range []struct {
		name string
		end  livegame.BoardEnd
	}{{"a", e.A}, {"b", e.B}} {
		if b.end.Reason == "" {
			if b.end.Winner != 0 {
				form.Add("reason_"+b.name, "Choose how board %s ended.", strings.ToUpper(b.name))
			}
			continue
		}
		if _, err := rulebook.ParseReason(string(b.end.Reason)); err != nil && b.end.Reason != rulebook.ReasonRuled {
			form.Add("reason_"+b.name, "Choose how board %s ended from the list.", strings.ToUpper(b.name))
		}
		if b.end.Winner < 0 || b.end.Winner > 2 {
			form.Add("winner_"+b.name, "Choose which team won board %s, or nobody.", strings.ToUpper(b.name))
		}
		if needsWinner(b.end.Reason) && b.end.Winner == 0 {
			form.Add("winner_"+b.name, "Board %s ended by %s: choose the team that won it.", strings.ToUpper(b.name), fault.Word(b.end.Reason.Label()))
		}
		if drawsOnly(b.end.Reason) && b.end.Winner != 0 {
			form.Add("winner_"+b.name, "Board %s ended by %s, so nobody won it.", strings.ToUpper(b.name), fault.Word(b.end.Reason.Label()))
		}
	}
	if !e.Order.Known() {
		form.Add("order", "Choose which board ended first from the list.")
	}
}

func needsWinner(r rulebook.Reason) bool {
	switch r {
	case rulebook.ReasonCheckmate, rulebook.ReasonFlag, rulebook.ReasonResignation, rulebook.ReasonIllegalMove, rulebook.ReasonForfeit:
		return true
	}
	return false
}

func drawsOnly(r rulebook.Reason) bool {
	switch r {
	case rulebook.ReasonStalemate, rulebook.ReasonBothFlags, rulebook.ReasonAgreement, rulebook.ReasonRepetition, rulebook.ReasonNoClock, rulebook.ReasonRuled:
		return true
	}
	return false
}

// Derived is a match result with what it rests on.
type Derived struct {
	Outcome  Outcome
	Articles []string // "FIDEX 17"
	Basis    rulebook.Basis
	Open     []int // open points of the texts that would change it
}

// Derive asks the section's rulebook what the ends of the boards make of the
// match (matrix §5). It refuses ends that leave the match undecided.
func Derive(s Section, m Match, e livegame.Ends) (Derived, error) {
	book, err := s.Rules()
	if err != nil {
		return Derived{}, err
	}
	d := book.Decide(e.Facts(m.Side1Slot, s.TeamSize == 1))
	if d.Lacks != 0 {
		return Derived{}, s.askOrder(d)
	}
	if d.Discretion {
		return Derived{}, fault.New(fault.Invalid, "%s has no article for boards that ended like this. Open an incident, so that a director rules on it.", s.Rulebook)
	}
	out := Derived{Basis: d.Basis, Open: d.Open, Articles: s.cites(d.Articles)}
	switch d.Match {
	case rulebook.WonByT1:
		out.Outcome = wonBy(m.Side1Slot)
	case rulebook.WonByT2:
		out.Outcome = wonBy(3 - m.Side1Slot)
	case rulebook.Drawn:
		out.Outcome = Drawn
	case rulebook.DoubleLoss:
		out.Outcome = DoubleLoss
	default:
		return Derived{}, fault.New(fault.Invalid, "Under %s these ends leave the match undecided (%s): the other board decides. Enter how it ended.",
			s.Rulebook, strings.Join(out.Articles, ", "))
	}
	return out, nil
}

func wonBy(slot int) Outcome {
	if slot == 1 {
		return FirstWins
	}
	return SecondWins
}

// Points are the half points of both teams for an outcome.
func (o Outcome) Points() (slot1, slot2 int) {
	switch o {
	case FirstWins:
		return 2, 0
	case SecondWins:
		return 0, 2
	case Drawn:
		return 1, 1
	}
	return 0, 0
}

// Winner is the slot that won, 0 for nobody.
func (o Outcome) Winner() int {
	switch o {
	case FirstWins:
		return 1
	case SecondWins:
		return 2
	}
	return 0
}

// Sentence reads a result back with both team names: "Knight Riders beat Pawn
// Stars on board B, time".
func (o Outcome) Sentence(teams [2]string, forfeit bool, e livegame.Ends) string {
	return o.Said(teams, forfeit, e).String()
}

// Said is [Outcome.Sentence] as part of what is said in the reader's language.
func (o Outcome) Said(teams [2]string, forfeit bool, e livegame.Ends) fault.Clause {
	switch o {
	case FirstWins, SecondWins:
		winner, loser := teams[0], teams[1]
		if o == SecondWins {
			winner, loser = loser, winner
		}
		if forfeit {
			return fault.Part("%s win against %s by forfeit", winner, loser)
		}
		return withEnds(fault.Part("%s beat %s", winner, loser), e, o)
	case Drawn:
		return withEnds(fault.Part("%s and %s drew", teams[0], teams[1]), e, o)
	case NoResult:
		return fault.Part("%s and %s have no result yet", teams[0], teams[1])
	}
	return withEnds(fault.Part("%s and %s both lose", teams[0], teams[1]), e, o)
}

// withEnds tells the ends behind an outcome: "… on board B, time".
func withEnds(said fault.Clause, e livegame.Ends, o Outcome) fault.Clause {
	how := func(b livegame.BoardEnd) fault.Word { return fault.Word(b.Reason.Label()) }
	switch {
	case o == Drawn && (e.A.Reason == rulebook.ReasonAgreement || e.B.Reason == rulebook.ReasonAgreement):
		return fault.Part("%s by agreement", said)
	case e.A.Reason != "" && e.B.Reason != "":
		return fault.Part("%s: board A, %s; board B, %s", said, how(e.A), how(e.B))
	case e.A.Reason != "":
		return fault.Part("%s on board A, %s", said, how(e.A))
	case e.B.Reason != "":
		return fault.Part("%s on board B, %s", said, how(e.B))
	}
	return said
}
