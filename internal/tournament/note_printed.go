package tournament

import (
	"context"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Printing is the last time a paper came out of the printer. RoundNo is 0 for
// papers of no round.
type Printing struct {
	SectionID int64
	RoundNo   int
	Paper     string `limit:"-"` // this and what follows is written by the program
	Content   string `limit:"-"` // names what it showed: equal means that the paper is still true
	Label     string `limit:"-"` // the same for people: "version 2"
	PrintedAt time.Time
	PrintedBy string `limit:"-"`
}

// deskTx writes what the desk keeps beside results.
type deskTx interface {
	Now() time.Time
	Section(ctx context.Context, sectionID int64) (Section, error)
	SetHallRows(ctx context.Context, sectionID int64, tablesPerRow int) error
	RecordAt(ctx context.Context, sectionID int64, round, table, match int) (Record, error)
	SetRunner(ctx context.Context, p Pairing, runner string) error
	StampSeen(ctx context.Context, p Pairing, by string) error
	SavePrinting(ctx context.Context, p Printing) error
}

// NotePrinted records that papers were printed, so that the desk sees which of
// them are outdated. They belong to one section and one round, or to none.
func (s *ResultCommands) NotePrinted(ctx context.Context, eventID int64, cmd journal.Command, papers []Printing) error {
	_, err := s.desk(ctx, eventID, cmd, func(tx deskTx) (journal.Change, error) {
		if len(papers) == 0 {
			return journal.Change{}, fault.New(fault.Invalid, "Name the papers that were printed.")
		}
		section, err := tx.Section(ctx, papers[0].SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		var labels []string
		for _, p := range papers {
			if p.SectionID != section.SectionID {
				return journal.Change{}, fault.New(fault.Invalid, "Papers of one section are printed at a time.")
			}
			p.PrintedAt, p.PrintedBy = tx.Now(), cmd.Actor.Name
			if err := tx.SavePrinting(ctx, p); err != nil {
				return journal.Change{}, err
			}
			labels = append(labels, p.Paper+", "+p.Label)
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "print", Subject: journal.Subject(section.Slug, fmt.Sprintf("round %d", papers[0].RoundNo)), After: labels,
		}, nil
	})
	return err
}
