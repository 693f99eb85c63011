package dispute

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// WritingLasts is how long an official counts as writing on a card after the
// last sign of life from the page.
const WritingLasts = 90 * time.Second

// Writing is who writes on the card at a time, empty for nobody.
func (i Incident) Writing(at time.Time) (accountID int64, name string) {
	if i.Writer == nil || i.WritingAt == nil || at.Sub(*i.WritingAt) > WritingLasts {
		return 0, ""
	}
	return *i.Writer, i.WriterName
}

// holder notes who writes on a card; see [Store.Hold].
type holder interface {
	Hold(ctx context.Context, eventID, incidentID int64, who journal.Actor) (Incident, error)
}

// Hold says that an official has the card open for writing, and answers who
// writes: the first to come keeps the card until the signs of life stop. It is
// no change of the event and leaves no journal entry: nothing that was decided
// depends on it, a save is guarded by the card's revision.
func (s *IncidentCommands) Hold(ctx context.Context, eventID, incidentID int64, who journal.Actor) (Incident, error) {
	return s.holder.Hold(ctx, eventID, incidentID, who)
}

// TakeOver lets an official write on a card that somebody else has open; the
// other's page becomes read-only and says who writes.
func (s *IncidentCommands) TakeOver(ctx context.Context, eventID int64, cmd journal.Command, incidentID int64) error {
	return changeOpen(ctx, s.cards, eventID, cmd, incidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		_, before := f.Incident.Writing(tx.Now())
		f.Incident.Writer, f.Incident.WriterName, f.Incident.WritingAt = &cmd.Actor.AccountID, cmd.Actor.Name, ptr(tx.Now())
		return journal.Change{Reach: journal.DeskOnly, Action: "take over a card", Before: before, After: cmd.Actor.Name}, tx.UpdateIncident(ctx, f.Incident)
	})
}

// checkWriter refuses a save by somebody other than the one who writes, and
// makes a card that nobody holds the saver's.
func checkWriter(f *WholeIncident, who journal.Actor, at time.Time) error {
	id, name := f.Incident.Writing(at)
	if id != 0 && id != who.AccountID {
		return fault.New(fault.Conflict, "%s is writing on this card. Add a statement, or take the card over first.", name)
	}
	f.Incident.Writer, f.Incident.WriterName, f.Incident.WritingAt = &who.AccountID, who.Name, &at
	return nil
}
