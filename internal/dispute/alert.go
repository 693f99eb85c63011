package dispute

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// AlertKind is why somebody is told at once.
type AlertKind string

const (
	AlertHeavy  AlertKind = "heavy"  // a game or match was taken away as a penalty; the chief looks at it
	AlertCalled AlertKind = "called" // the section chief is called to a table
	AlertSecond AlertKind = "second" // a heavy penalty waits for a second official
)

// MostAlerts is how many of an event are read at once, oldest first; more come as
// they are answered.
const MostAlerts = 500

// Alert is what an official is told on whatever desk page is open, until somebody
// has answered it.
type Alert struct {
	Kind       AlertKind
	SectionID  int64
	IncidentID int64
	RulingID   int64 // of AlertHeavy, else 0
	RoundNo    int   // 0 for an incident without a match
	TableNo    int
	MatchNo    int
	Words      string // the ruling, or what the incident is about
	ByName     string
	ByAccount  int64 // who need not be told
	At         time.Time
}

// AnswerChiefCall says that a chief has heard the call and comes to the table.
func (s *IncidentCommands) AnswerChiefCall(ctx context.Context, eventID int64, cmd journal.Command, incidentID int64) error {
	return changeOpen(ctx, s.cards, eventID, cmd, incidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		if f.Incident.ChiefCalledAt == nil || f.Incident.ChiefComesAt != nil {
			return journal.Change{}, fault.New(fault.Conflict, "No call for the chief waits here.")
		}
		f.Incident.ChiefComes, f.Incident.ChiefComesAt = cmd.Actor.Name, ptr(tx.Now())
		return journal.Change{Reach: journal.DeskOnly, Action: "answer the call for the chief", After: cmd.Actor.Name + " comes."}, tx.UpdateIncident(ctx, f.Incident)
	})
}
