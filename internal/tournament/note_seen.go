package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/journal"
)

// NoteSeen stamps a table as seen playing, by a runner looking for its result.
func (s *ResultCommands) NoteSeen(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, round, table int) error {
	_, err := s.desk(ctx, eventID, cmd, func(tx deskTx) (journal.Change, error) {
		rec, err := tx.RecordAt(ctx, sectionID, round, table, 1)
		if err != nil {
			return journal.Change{}, err
		}
		if err := tx.StampSeen(ctx, rec.Pairing, cmd.Actor.Name); err != nil {
			return journal.Change{}, err
		}
		subject := journal.Subject(rec.Section.Slug, fmt.Sprintf("round %d", round), fmt.Sprintf("table %d", table))
		return journal.Change{Reach: journal.DeskOnly, Action: "see a table playing", Subject: subject}, nil
	})
	return err
}
