package web

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/intake"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

var importReportRoutes = []route{
	{get, deskSection + "/report/import", access.EditSetup, (*Server).reportImportForm},
	{post, deskSection + "/report/import", access.EditSetup, (*Server).importReport},
}

// maxReport bounds a report file; 1,000 teams with 11 rounds take 500 KB.
const maxReport = 4 << 20

func (s *Server) reportImportForm(v *visit) error {
	return s.reportStart(v, nil)
}

func (s *Server) reportStart(v *visit, err error) error {
	b, bookErr := v.freshBook()
	if bookErr != nil {
		return bookErr
	}
	p := pages.ReportStart{Action: v.deskPath("/report/import"), Back: v.deskPath(""), Section: b.Section.Name, Filled: len(b.Teams)+len(b.Pool())+len(b.Rounds) > 0}
	frame := v.frame(layout.Desk, "Report file", b.Event.Version)
	if err != nil {
		p.Problem = fault.Message(err)
		return v.again(err, pages.ReportStartPage(frame, p))
	}
	return v.page(pages.ReportStartPage(frame, p))
}

// importReport shows what a report would make of the section, and makes it when
// that was asked for. The file itself travels in the form: nothing of it is stored
// before it is saved.
func (s *Server) importReport(v *visit) error {
	raw, source, err := v.reportUploaded()
	if err != nil {
		return s.reportStart(v, err)
	}
	file, warnings, err := trf.Examine(intake.Limit(v.Request().Context(), bytes.NewReader(raw), maxReport))
	if over := v.overdue(); over != nil {
		return s.reportStart(v, over)
	}
	if err != nil {
		return s.reportStart(v, reportFault(err))
	}
	if v.FormValue("do") == "save" {
		made, err := reportfile.Import(v.Request().Context(), s.Tournament, v.event.EventID, v.command(), v.section.SectionID, source, file)
		if err == nil {
			s.saved(v.event.EventID)
			return v.say(v.deskPath(""), fmt.Sprintf("%s, %s and %s are imported from %s.",
				layout.Count(made.Teams, "team"), layout.Count(made.Rounds, "round"), layout.Count(made.Results, "result"), source))
		}
		return s.reportReview(v, file, warnings, raw, source, err)
	}
	return s.reportReview(v, file, warnings, raw, source, nil)
}

// reportFault says in which line and column a file breaks the format.
func reportFault(err error) error {
	var at *trf.Error
	if errors.As(err, &at) {
		return fault.Wrap(fault.Invalid, err, "%s. Nothing was saved; correct the file and choose it again.", upperFirst(at.Error()))
	}
	return fault.Wrap(fault.Invalid, err, "This is not a tournament report file: %v. Nothing was saved.", err)
}

// reportUploaded is the file of the first form, or the one the review carries.
func (v *visit) reportUploaded() ([]byte, string, error) {
	if kept := v.FormValue("report"); kept != "" {
		raw, err := base64.StdEncoding.DecodeString(kept)
		if err != nil || len(raw) > maxReport {
			return nil, "", fault.New(fault.Invalid, "The file did not arrive whole. Choose it again.")
		}
		return raw, v.formText("source"), nil
	}
	raw, source, err := v.upload("file", maxReport)
	switch {
	case err != nil:
		return nil, "", err
	case source == "":
		return nil, "", fault.New(fault.Invalid, "Choose a file. Its name usually ends in .trf or .txt.")
	case len(bytes.TrimSpace(raw)) == 0:
		return nil, "", fault.New(fault.Invalid, "The file is empty.")
	}
	return raw, source, nil
}

// reportReview shows everything the file would make, or why it cannot, and what in the
// file deserves a look.
func (s *Server) reportReview(v *visit, file *trf.File, warnings []trf.Warning, raw []byte, source string, refused error) error {
	if refused != nil && !refusable(refused) {
		return refused
	}
	b, err := v.freshBook()
	if err != nil {
		return err
	}
	plan, err := reportfile.NewPlan(b.Section, file)
	if err != nil {
		if !refusable(err) {
			err = reportFault(err)
		}
		return s.reportStart(v, err)
	}
	for _, w := range warnings {
		plan.Notes = append(plan.Notes, upperFirst(w.String())+".")
	}
	p := pages.ReportReview{
		Action: v.deskPath("/report/import"), Section: b.Section.Name, Source: source, Kept: base64.StdEncoding.EncodeToString(raw),
		Title: strings.TrimSpace(file.Name), Plan: plan, Filled: len(b.Teams)+len(b.Pool())+len(b.Rounds) > 0,
	}
	if len(plan.Problems) == 0 {
		if p.Teams, err = reportTeams(plan); err != nil {
			return err
		}
		p.Settings = reportSettings(plan)
	}
	frame := v.frame(layout.Desk, "Report file", 0)
	if refused != nil {
		p.Problem = fault.Message(refused)
		return v.again(refused, pages.ReportReviewPage(frame, p))
	}
	return v.page(pages.ReportReviewPage(frame, p))
}

// reportTeams are the standings the section will have.
func reportTeams(plan *reportfile.Plan) ([]pages.ReportTeam, error) {
	book := plan.Book()
	table, err := book.Standings(0)
	if err != nil {
		return nil, err
	}
	var rows []pages.ReportTeam
	for _, row := range table.Rows {
		team := book.Team(row.TeamID)
		line := pages.ReportTeam{Place: placeWords(row), Number: *team.Number, Name: team.Name, Points: layout.Half(row.Points)}
		var names []string
		for _, p := range book.Members(row.TeamID) {
			names = append(names, p.Name())
		}
		line.Players = strings.Join(names, ", ")
		rows = append(rows, line)
	}
	return rows, nil
}

// reportSettings are what the section takes from the file, in words.
func reportSettings(plan *reportfile.Plan) []string {
	s := plan.Section
	system := string(s.System)
	for _, c := range pages.Systems {
		if c.Value == system {
			system = c.Label
		}
	}
	tables, byes := 0, 0
	for _, r := range plan.Rounds {
		for _, p := range r.Pairings {
			if p.Bye != nil {
				byes++
			} else {
				tables++
			}
		}
	}
	return []string{
		fmt.Sprintf("%s with %s.", layout.Count(len(plan.Teams), "team"), layout.Count(len(plan.Players), "player")),
		fmt.Sprintf("%s played of %d: %s and %s.", layout.Count(len(plan.Rounds), "round"), s.Rounds, layout.Count(tables, "pairing"), layout.Count(byes, "bye")),
		system + ", " + layout.Count(s.MatchesPerPairing, "match") + " per pairing, " + layout.Half(s.ByePoints) + " for the bye of the pairing system.",
		"Tie-breaks " + layout.Spaced(s.TieBreaks) + ".",
	}
}
