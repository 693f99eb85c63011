package postgres

import (
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/tournament"
)

const publicReportColumns = `r.report_id, r.match_id, r.outcome, r.slot1_points, r.slot2_points, r.forfeit, r.ends, r.state, r.counts, r.counts_from, r.replaces`

// publicReport is what public pages are made of: what a match came to and what it
// counts for. Who entered it, on which slip and why stays in the database, and half
// of the bytes with it.
type publicReport struct {
	ReportID    int64
	MatchID     int64
	Outcome     tournament.Outcome
	Slot1Points int
	Slot2Points int
	Forfeit     bool
	Ends        json.RawMessage
	State       tournament.ReportState
	Counts      tournament.CountsFor
	CountsFrom  *int
	Replaces    *int64
}

// public reads the same play without what nobody outside may know of its reports.
func (s playStatements) public(reports string) playStatements {
	s.reports = `select ` + publicReportColumns + ` from result_report r` + reports
	s.readReports = publicReports
	return s
}

func publicReports(into *[]tournament.Report, rows func() int) func(pgx.Rows) error {
	return func(r pgx.Rows) error {
		found, err := collect[publicReport](r, rows())
		*into = make([]tournament.Report, len(found))
		for i, f := range found {
			(*into)[i] = tournament.Report{
				ReportID: f.ReportID, MatchID: f.MatchID, Outcome: f.Outcome, Slot1Points: f.Slot1Points, Slot2Points: f.Slot2Points, Forfeit: f.Forfeit,
				Ends: f.Ends, State: f.State, Counts: f.Counts, CountsFrom: f.CountsFrom, Replaces: f.Replaces,
			}
		}
		return err
	}
}
