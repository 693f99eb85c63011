package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Runner is who looks for the result of a table; without a name, nobody. Was is the name that the
// form showed, nil where none did.
type Runner struct {
	Name string  `limit:"runner"`
	Was  *string `limit:"-"`
}

// SendRunner notes who looks for the result of a table. It is refused where somebody else was sent
// since the form was shown: two would walk to one table, and the desk would look for the wrong one.
func (s *ResultCommands) SendRunner(ctx context.Context, eventID int64, cmd journal.Command, at TableClock, to Runner) error {
	if err := limit.Check(to); err != nil {
		return err
	}
	_, err := s.desk(ctx, eventID, cmd, func(tx deskTx) (journal.Change, error) {
		runner := tidy(to.Name)
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
		now := rec.Pairing.Runner
		if now == runner {
			return journal.Change{}, nil
		}
		if to.Was != nil && *to.Was != now {
			if now == "" {
				return journal.Change{}, fault.New(fault.Stale, "Nobody looks after table %[2]d any more: somebody called %[1]s back meanwhile. Nothing was saved. Send again if a runner is wanted.", *to.Was, at.Table)
			}
			return journal.Change{}, fault.New(fault.Stale, "%s is on the way to table %d by now. Nothing was saved. Send again to send somebody else instead.", now, at.Table)
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "send a runner", Subject: journal.Subject(rec.Section.Slug, fmt.Sprintf("round %d", at.RoundNo), fmt.Sprintf("table %d", at.Table)),
			Before: now, After: runner,
		}, tx.SetRunner(ctx, rec.Pairing, runner)
	})
	return err
}

// mostTablesPerRow is more than any hall has in one row.
const mostTablesPerRow = 100

// HallRows is how many tables stand in a row of a section's hall; 0 for nobody knows. Was is the
// number that the form showed, nil where none did.
type HallRows struct {
	TablesPerRow int
	Was          *int
}

// SetHallRows lays out a section's hall, so that lists for runners follow its rows. It is refused
// where somebody else laid it out since the form was shown.
func (s *ResultCommands) SetHallRows(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, to HallRows) error {
	tablesPerRow := to.TablesPerRow
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
		if to.Was != nil && *to.Was != section.TablesPerRow {
			return journal.Change{}, fault.New(fault.Stale, "The number of tables in a row was set to %d meanwhile; this form wants %d. Nothing was saved. Look at both, then save again.",
				section.TablesPerRow, tablesPerRow)
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
