package dispute

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/ruling"
)

// AnswerQuestion is what the official learned by asking.
type AnswerQuestion struct {
	IncidentID int64
	Revision   int
	Fact       string
	Number     int // which answer, from 0
}

// AnswerQuestion records one answer on the card. Asked again, the new answer
// replaces the old one; both stay in the journal.
func (s *IncidentCommands) AnswerQuestion(ctx context.Context, eventID int64, cmd journal.Command, in AnswerQuestion) error {
	return changeOpen(ctx, s.cards, eventID, cmd.With(in), in.IncidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		if err := checkRevision(f, in.Revision); err != nil {
			return journal.Change{}, err
		}
		facts := FactsOf(f.Incident)
		fact, err := ruling.ParseFact(in.Fact)
		if err != nil || in.Number < 0 || in.Number >= len(fact.Answers()) {
			return journal.Change{}, fault.New(fault.Invalid, "Choose one of the answers.")
		}
		incident, err := facts.Incident(f.Section, Earlier{})
		if err != nil {
			return journal.Change{}, err
		}
		answer := Answer{Fact: in.Fact, Number: in.Number, Question: fact.Question(&incident).String(), Answer: fact.Answers()[in.Number].String()}
		facts.Answers = append(slices.DeleteFunc(slices.Clone(facts.Answers), func(a Answer) bool { return a.Fact == in.Fact }), answer)
		f.Incident.Facts, f.Incident.Pending = facts, nil
		return journal.Change{Reach: journal.DeskOnly, Action: "record an answer", After: answer.Question + " " + answer.Answer}, tx.UpdateIncident(ctx, f.Incident)
	})
}
