package dispute

import (
	"context"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// CallChief asks the section chief to come to the table.
func (s *IncidentCommands) CallChief(ctx context.Context, eventID int64, cmd journal.Command, incidentID int64) error {
	return changeOpen(ctx, s.cards, eventID, cmd, incidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		if f.Incident.ChiefCalledAt != nil {
			return journal.Change{}, fault.New(fault.Conflict, "The section chief is called already.")
		}
		f.Incident.ChiefCalledAt = ptr(tx.Now())
		return journal.Change{Reach: journal.DeskOnly, Action: "call the section chief"}, tx.UpdateIncident(ctx, f.Incident)
	})
}

// ForChief reports whether a director's ruling waits for the section chief to
// look at it: it departs from the proposal, or takes a game or match away.
func (r Ruling) ForChief() bool {
	return r.Level == ByDirector && (r.Heavy || !r.Follows) && r.NotedAt == nil
}

// rulingFileTx finds the card that a ruling is about.
type rulingFileTx interface {
	fileTx
	IncidentOfRuling(ctx context.Context, rulingID int64) (int64, error)
}

// noteTx writes down that a chief has read a ruling.
type noteTx interface {
	rulingFileTx
	Now() time.Time
	NoteRuling(ctx context.Context, r Ruling) error
}

// NoteRuling says that a chief has looked at a ruling that departs from the
// proposal or carries a heavy penalty. It decides nothing: only an appeal or a
// correction changes a ruling.
func (s *RulingCommands) NoteRuling(ctx context.Context, eventID int64, cmd journal.Command, rulingID int64) error {
	_, err := s.notes(ctx, eventID, cmd, func(tx noteTx) (journal.Change, error) {
		f, err := fileOfRuling(ctx, tx, rulingID)
		if err != nil {
			return journal.Change{}, err
		}
		i := slices.IndexFunc(f.Rulings, func(r Ruling) bool { return r.RulingID == rulingID })
		r := f.Rulings[i]
		if !r.ForChief() {
			return journal.Change{}, fault.New(fault.Conflict, "Nothing about this ruling waits for the chief.")
		}
		if r.MadeBy == cmd.Actor.AccountID {
			return journal.Change{}, fault.New(fault.Forbidden, "You made this ruling. Somebody else looks at it.")
		}
		r.NotedBy, r.NotedByName, r.NotedAt = &cmd.Actor.AccountID, cmd.Actor.Name, ptr(tx.Now())
		return journal.Change{Reach: journal.DeskOnly, Action: "note a ruling", Subject: f.Subject(), After: r.Sentence}, tx.NoteRuling(ctx, r)
	})
	return err
}
