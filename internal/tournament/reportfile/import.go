package reportfile

import (
	"context"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trf"
)

// Desk writes what a report made into an empty section.
type Desk interface {
	ImportReport(ctx context.Context, eventID int64, cmd journal.Command, in tournament.ReportImport) (tournament.ImportedReport, error)
}

// Import puts a report into an empty section, whole or not at all. A file that the
// section cannot hold is refused with its first problem. source is the name of the
// file, for the journal.
func Import(ctx context.Context, desk Desk, eventID int64, cmd journal.Command, sectionID int64, source string, file *trf.File) (tournament.ImportedReport, error) {
	read := func(section tournament.Section) (*tournament.Content, error) {
		plan, err := NewPlan(section, file)
		if err != nil {
			return nil, err
		}
		if len(plan.Problems) > 0 {
			return nil, fault.New(fault.Invalid, "%s cannot hold this file: %s Nothing was saved.", section.Name, plan.Problems[0].Sentence())
		}
		return &plan.Content, nil
	}
	return desk.ImportReport(ctx, eventID, cmd, tournament.ReportImport{SectionID: sectionID, Source: source, Read: read})
}
