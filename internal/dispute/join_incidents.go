package dispute

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Join continues one card of a match in another. What the joined card says is
// kept: its statements stand on the other card with their times, its position
// becomes the other version where the two differ, and the card itself stays
// readable.
func (s *IncidentCommands) Join(ctx context.Context, eventID int64, cmd journal.Command, into, from int64) error {
	return changeIncident(ctx, s.cards, eventID, cmd, into, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		other, err := tx.WholeIncident(ctx, from)
		if err != nil {
			return journal.Change{}, err
		}
		if err := joinable(f, &other); err != nil {
			return journal.Change{}, err
		}
		was := f.Incident
		adopt(f, &other)
		for i, said := range other.Statements {
			said.IncidentID, said.StatementNo = into, len(f.Statements)+1+i
			if err := tx.InsertStatement(ctx, said); err != nil {
				return journal.Change{}, err
			}
		}
		other.Incident.State, other.Incident.JoinedTo = Joined, &into
		f.Incident.Pending, other.Incident.Pending = nil, nil // a penalty asked for rests on one card as it was
		if err := tx.UpdateIncident(ctx, other.Incident); err != nil {
			return journal.Change{}, err
		}
		sentence := fmt.Sprintf("Incident %d continues in incident %d, with %d statements.", from, into, len(other.Statements))
		change := journal.Change{Action: "join incidents", Before: was.card("", FactsOf(was)), After: f.Incident.card(sentence, FactsOf(f.Incident))}
		return change, tx.UpdateIncident(ctx, f.Incident)
	})
}

func joinable(f, other *WholeIncident) error {
	if f.Incident.IncidentID == other.Incident.IncidentID || f.Incident.MatchID == nil || other.Incident.MatchID == nil || *f.Incident.MatchID != *other.Incident.MatchID {
		return fault.New(fault.Conflict, "Only two cards about the same match are joined.")
	}
	if err := checkOpen(f); err != nil {
		return err
	}
	if len(other.Rulings) > 0 {
		return fault.New(fault.Conflict, "Incident %d has a ruling that was sent back. Open that card, and join this one into it.", other.Incident.IncidentID)
	}
	return checkOpen(other)
}

// adopt takes over what the other card knows and this one does not.
func adopt(f *WholeIncident, other *WholeIncident) {
	mine, theirs := FactsOf(f.Incident), FactsOf(other.Incident)
	apart := mine.BoardA != theirs.BoardA || mine.BoardB != theirs.BoardB || mine.Clocks != theirs.Clocks
	untouched := func(f Facts) bool {
		return f.BoardA == StartFEN && (f.BoardB == StartFEN || f.BoardB == "") && !slices.ContainsFunc(f.Clocks[:], func(ms int64) bool { return ms >= 0 })
	}
	switch {
	case apart && untouched(mine):
		mine.BoardA, mine.BoardB, mine.Clocks, mine.Dropped, mine.Certainty = theirs.BoardA, theirs.BoardB, theirs.Clocks, theirs.Dropped, theirs.Certainty
	case apart && !untouched(theirs) && mine.Other == nil:
		mine.Other = &Version{Owner: owner(other), BoardA: theirs.BoardA, BoardB: theirs.BoardB, Clocks: theirs.Clocks}
		mine.Certainty = Disputed
	}
	if len(mine.Acts) == 0 {
		mine.Acts = theirs.Acts
	}
	if mine.Claim.Kind == "" {
		mine.Claim = theirs.Claim
	}
	if f.Incident.State == Called && other.Incident.State == Open {
		f.Incident.State, f.Incident.OpenedBy, f.Incident.TakenAt = Open, other.Incident.OpenedBy, other.Incident.TakenAt
	}
	if other.Incident.Summary != "" && other.Incident.Summary != f.Incident.Summary {
		f.Incident.Summary = joinWords(f.Incident.Summary, other.Incident.Summary)
	}
	f.Incident.Kind = mine.Claim.Kind
	f.Incident.Facts = mine
}

func joinWords(a, b string) string {
	if a == "" {
		return b
	}
	return a + " / " + b
}

// owner names whose version a card holds: the team that called, else the card.
func owner(f *WholeIncident) string {
	for _, t := range f.Teams {
		if f.Incident.CalledBy != nil && t.TeamID == *f.Incident.CalledBy {
			return t.Name
		}
	}
	return fmt.Sprintf("incident %d", f.Incident.IncidentID)
}
