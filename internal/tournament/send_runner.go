package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// SendRunner notes who looks for the result of a table; an empty name calls the
// runner back.
func (s *ResultCommands) SendRunner(ctx context.Context, eventID int64, cmd journal.Command, at TableClock, runner string) error {
	if err := limit.Text("runner", runner); err != nil {
		return err
	}
	_, err := s.desk(ctx, eventID, cmd, func(tx deskTx) (journal.Change, error) {
		runner = tidy(runner)
		var form fault.Form
		if runner != "" {
			checkName(&form, "runner", runner, fault.Word("the runner"))
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		rec, err := tx.RecordAt(ctx, at.SectionID, at.RoundNo, at.Table, 1)
		if err != nil {
			return journal.Change{}, err
		}
		if rec.Pairing.Runner == runner {
			return journal.Change{}, nil
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "send a runner", Subject: journal.Subject(rec.Section.Slug, fmt.Sprintf("round %d", at.RoundNo), fmt.Sprintf("table %d", at.Table)),
			Before: rec.Pairing.Runner, After: runner,
		}, tx.SetRunner(ctx, rec.Pairing, runner)
	})
	return err
}

// mostTablesPerRow is more than any hall has in one row.
const mostTablesPerRow = 100

// SetHallRows says how many tables stand in a row of a section's hall, so that
// lists for runners follow the rows; 0 forgets it.
func (s *ResultCommands) SetHallRows(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, tablesPerRow int) error {
	_, err := s.desk(ctx, eventID, cmd, func(tx deskTx) (journal.Change, error) {
		section, err := tx.Section(ctx, sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		if tablesPerRow < 0 || tablesPerRow > mostTablesPerRow {
			var form fault.Form
			form.Add("per_row", "Enter a whole number from 1 to %d, or 0 for no rows.", mostTablesPerRow)
			return journal.Change{}, form.Err()
		}
		if section.TablesPerRow == tablesPerRow {
			return journal.Change{}, nil
		}
		return journal.Change{
			Action: "lay out the hall", Subject: section.Slug, Before: section.TablesPerRow, After: tablesPerRow,
		}, tx.SetHallRows(ctx, sectionID, tablesPerRow)
	})
	return err
}

// HallRow is the row of the hall in which a table of the section stands, from 1;
// 0 when nobody said how many stand in a row.
func (s Section) HallRow(table int) int {
	if s.TablesPerRow == 0 || table < s.FirstTable {
		return 0
	}
	return (table-s.FirstTable)/s.TablesPerRow + 1
}
