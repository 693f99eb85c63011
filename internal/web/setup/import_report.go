package setup

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/intake"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

func (h *entryHandlers) importReportRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/report/import", access.EditSetup, h.reportImportForm),
		visit.Post(address.DeskSection+"/report/import", access.EditSetup, h.importReport),
	}
}

// maxReport bounds a report file; 1,000 teams with 11 rounds take 500 KB.
const maxReport = 4 << 20

func (h *entryHandlers) reportImportForm(v *visit.Visit) error {
	return h.reportStart(v, nil)
}

func (h *entryHandlers) reportStart(v *visit.Visit, err error) error {
	b, bookErr := v.FreshBook()
	if bookErr != nil {
		return bookErr
	}
	p := pages.ReportStart{Action: v.DeskPath("/report/import"), Back: v.DeskPath(""), Section: b.Section.Name, Filled: len(b.Teams)+len(b.Pool())+len(b.Rounds) > 0}
	frame := v.Frame(layout.Desk, v.Words.Say("Report file"), b.Event.Version)
	if err != nil {
		p.Problem = visit.SaidIn(v.Words, err)
		return v.Again(err, pages.ReportStartPage(frame, p))
	}
	return v.Page(pages.ReportStartPage(frame, p))
}

// importReport shows what a report would make of the section, and makes it when
// that was asked for. The file itself travels in the form: nothing of it is stored
// before it is saved.
func (h *entryHandlers) importReport(v *visit.Visit) error {
	raw, source, err := reportUploaded(v)
	if err != nil {
		return h.reportStart(v, err)
	}
	file, warnings, err := trf.Examine(intake.Limit(v.Request().Context(), bytes.NewReader(raw), maxReport))
	if over := visit.Overdue(v); over != nil {
		return h.reportStart(v, over)
	}
	if err != nil {
		return h.reportStart(v, reportFault(err))
	}
	if v.FormValue("do") == "save" {
		made, err := reportfile.Import(v.Request().Context(), h.Entries, v.Event.EventID, v.Command(), v.Section.SectionID, source, file)
		if err == nil {
			h.Saved(v.Event.EventID)
			return v.Onward(v.DeskPath(""), v.Words.Say("%s, %s and %s are imported from %s.",
				v.Words.Say("%d teams", made.Teams), v.Words.Say("%d rounds", made.Rounds), v.Words.Say("%d results", made.Results), source))
		}
		return h.reportReview(v, file, warnings, raw, source, err)
	}
	return h.reportReview(v, file, warnings, raw, source, nil)
}

// reportFault says in which line and column a file breaks the format.
func reportFault(err error) error {
	var at *trf.Error
	if errors.As(err, &at) {
		return fault.Wrap(fault.Invalid, err, "The file breaks the format: %s. Nothing was saved; correct the file and choose it again.", at)
	}
	return fault.Wrap(fault.Invalid, err, "This is not a tournament report file: %s. Nothing was saved.", err)
}

// reportUploaded is the file of the first form, or the one the review carries.
func reportUploaded(v *visit.Visit) ([]byte, string, error) {
	if kept := v.FormValue("report"); kept != "" {
		raw, err := base64.StdEncoding.DecodeString(kept)
		if err != nil || len(raw) > maxReport {
			return nil, "", fault.New(fault.Invalid, "The file did not arrive whole. Choose it again.")
		}
		return raw, v.FormText("source"), nil
	}
	raw, source, err := v.Upload("file", maxReport)
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
func (h *entryHandlers) reportReview(v *visit.Visit, file *trf.File, warnings []trf.Warning, raw []byte, source string, refused error) error {
	if refused != nil && !visit.Refusable(refused) {
		return refused
	}
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	plan, err := reportfile.NewPlan(b.Section, file)
	if err != nil {
		if !visit.Refusable(err) {
			err = reportFault(err)
		}
		return h.reportStart(v, err)
	}
	p := pages.ReportReview{
		Action: v.DeskPath("/report/import"), Section: b.Section.Name, Source: source, Kept: base64.StdEncoding.EncodeToString(raw),
		Title: strings.TrimSpace(file.Name), Plan: plan, Filled: len(b.Teams)+len(b.Pool())+len(b.Rounds) > 0,
	}
	for _, w := range warnings {
		p.Warnings = append(p.Warnings, wording.UpperFirst(w.String())+".")
	}
	if len(plan.Problems) == 0 {
		if p.Teams, err = reportTeams(plan); err != nil {
			return err
		}
		p.Settings = reportSettings(v.Words, plan)
	}
	frame := v.Frame(layout.Desk, v.Words.Say("Report file"), 0)
	if refused != nil {
		p.Problem = visit.SaidIn(v.Words, refused)
		return v.Again(refused, pages.ReportReviewPage(frame, p))
	}
	return v.Page(pages.ReportReviewPage(frame, p))
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
		line := pages.ReportTeam{Place: wording.PlaceWords(row), Number: *team.Number, Name: team.Name, Points: layout.Half(row.Points)}
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
func reportSettings(w text.Words, plan *reportfile.Plan) []string {
	s := plan.Section
	system := string(s.System)
	for _, c := range pages.Systems(w) {
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
		w.Say("%s with %s.", w.Say("%d teams", len(plan.Teams)), w.Say("%d players", len(plan.Players))),
		w.Say("%d of %d rounds played: %s and %s.", len(plan.Rounds), s.Rounds, w.Say("%d pairings", tables), w.Say("%d byes", byes)),
		system + ", " + w.Say("%d matches per pairing", s.MatchesPerPairing) + ", " + w.Say("%s for the bye of the pairing system.", layout.Half(s.ByePoints)),
		w.Say("Tie-breaks %s.", layout.Spaced(s.TieBreaks)),
	}
}
