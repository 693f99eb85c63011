package dispute

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// announceTx announces a ruling that was held.
type announceTx interface {
	rulingFileTx
	Now() time.Time
	AnnounceRuling(ctx context.Context, rulingID int64, appealUntil *time.Time) error
}

// Announce lets everybody know a ruling that was held. The time to appeal begins now, since
// nobody could appeal what nobody knew. It cannot be taken back.
func (s *RulingCommands) Announce(ctx context.Context, eventID int64, cmd journal.Command, sectionID, rulingID int64) error {
	_, err := s.held(ctx, eventID, cmd, func(tx announceTx) (journal.Change, error) {
		f, err := fileOfRuling(ctx, tx, rulingID)
		if err != nil {
			return journal.Change{}, err
		}
		if f.Section.SectionID != sectionID {
			return journal.Change{}, fault.New(fault.NotFound, "%s has no such ruling.", f.Section.Name)
		}
		r := f.Standing()
		if r == nil || r.RulingID != rulingID || !r.Held {
			return journal.Change{}, fault.New(fault.Conflict, "This ruling is announced already.")
		}
		return journal.Change{
			Reach: journal.InSection(sectionID), Action: "announce ruling", Subject: f.Subject(), After: r.Sentence, Reason: cmd.Reason,
		}, tx.AnnounceRuling(ctx, rulingID, windowAfter(&f, r.Level, tx.Now()))
	})
	return err
}

// goesOn reports whether the boards play after a decision, so that it can be no secret.
func (f *WholeIncident) goesOn(d Decision) bool {
	outcome := d.OnRecord()
	return f.Record != nil && (outcome == "" || outcome == tournament.NoResult)
}
