package web

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/print"
)

var printRoutes = []route{
	{get, deskPath + "/print", access.Print, (*Server).printCentre},
	{get, deskPath + "/print/:section/round/:round", access.Print, (*Server).printPaper},
	{post, deskPath + "/print/:section/round/:round", access.Print, (*Server).notePrinted},
}

// paper is one list that can be printed.
type paper struct {
	name, label string
	draft       bool // exists for a draft
	any         bool // needs no published round
	spoken      bool // for players, in the language in which it was asked for
	basis       basis
	sheets      func(*visit, *shelf, *tournament.Round) ([]pages.Sheet, error)
}

// papers are in the order of the print centre.
var papers = []paper{
	{name: "names", label: "Pairings by name", draft: true, basis: ofPairings, sheets: (*visit).namesPaper},
	{name: "tables", label: "Pairings by table", draft: true, basis: ofPairings, sheets: (*visit).tablesPaper},
	{name: "slips", label: "Result slips", basis: ofPairings, sheets: (*visit).slipsPaper},
	{name: "chart", label: "Wall chart", basis: ofPairings, sheets: (*visit).chartPaper},
	{name: "standings", label: "Standings", basis: ofResults, sheets: (*visit).standingsPaper},
	{name: "crosstable", label: "Cross table", basis: ofResults, sheets: (*visit).crossPaper},
	{name: "prizes", label: "Prizes", basis: ofResults, sheets: (*visit).prizesPaper},
	{name: "missing", label: "Missing results", basis: ofResults, sheets: (*visit).missingPaper},
	{name: "cards", label: "Table cards", any: true, basis: ofSection, sheets: (*visit).cardsPaper},
	{name: "teams", label: "Team list", any: true, basis: ofEntries, sheets: (*visit).teamsPaper},
	{name: "badges", label: "Badges", any: true, basis: ofEntries, sheets: (*visit).badgesPaper},
	{name: "rules", label: "Rules", any: true, spoken: true, basis: ofSection, sheets: (*visit).rulesPaper},
	{name: "forms", label: "Incident and appeal forms", any: true, basis: ofSection, sheets: (*visit).formsPaper},
	{name: "blank", label: "Blank fallback set", any: true, basis: ofSection, sheets: (*visit).blankPaper},
}

// roundSet is what goes on the wall and the tables when a round is published.
var roundSet = []string{"names", "tables", "slips", "standings"}

// printCentre lists what can be printed, by section and round.
func (s *Server) printCentre(v *visit) error {
	sections, err := v.sections()
	if err != nil {
		return err
	}
	var shown []pages.SectionPapers
	version := v.event.Version
	printed, err := s.Tournament.Reader().Printed(v.Request().Context(), v.event.EventID)
	if err != nil {
		return err
	}
	for _, section := range sections {
		if !v.canIn(access.Print, section.SectionID) {
			continue
		}
		book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, section.SectionID)
		if err != nil {
			return err
		}
		version = book.Event.Version
		papers, err := v.sectionPapers(newShelf(&s.books, book), printed)
		if err != nil {
			return err
		}
		shown = append(shown, papers)
	}
	return v.page(pages.Centre(v.frame(layout.Desk, "Print centre", version), shown))
}

func (v *visit) sectionPapers(b *shelf, printed printings) (pages.SectionPapers, error) {
	s := pages.SectionPapers{Letter: b.Section.Letter, Name: b.Section.Name}
	links := func(n int, r *tournament.Round, want func(paper) bool) []pages.Paper {
		var found []pages.Paper
		for _, p := range papers {
			if want(p) {
				found = append(found, v.paperLink(b, printed, p, n, r))
			}
		}
		return found
	}
	if v.printsDrafts(b.Section.SectionID) {
		draft, err := v.nextDraft(b)
		if err != nil {
			return s, err
		}
		if draft.Draft != nil {
			s.Rounds = append(s.Rounds, pages.RoundPapers{
				Title: fmt.Sprintf("Round %d", draft.RoundNo), State: "draft, for the pairing desk only", Draft: true,
				Papers: links(draft.RoundNo, nil, func(p paper) bool { return p.draft }),
			})
		}
	}
	newest := nextRound(b) - 1
	for _, r := range slices.Backward(b.Rounds) {
		if !r.Public() {
			continue
		}
		row := pages.RoundPapers{
			Title: fmt.Sprintf("Round %d", r.RoundNo), Newest: r.RoundNo == newest, Earlier: r.RoundNo < newest,
			State:  string(roundStateWords[r.State]) + ", " + v.versionWords(&r),
			Set:    fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=set", v.event.Slug, b.Section.Slug, r.RoundNo),
			Papers: links(r.RoundNo, &r, func(p paper) bool { return !p.any && (p.name != "missing" || !over(&r)) }),
		}
		row.SetSays = setSays(row.Papers, r.RoundNo)
		s.Rounds = append(s.Rounds, row)
	}
	now := 1
	if r := b.Current(); r != nil {
		now = r.RoundNo
	}
	s.Any = links(now, b.Current(), func(p paper) bool { return p.any })
	return s, nil
}

// versionWords says which version of the pairings a paper shows.
func (v *visit) versionWords(r *tournament.Round) string {
	words := fmt.Sprintf("version %d", r.Publication)
	if r.PublishedAt != nil {
		words += ", " + r.PublishedAt.In(v.event.Zone()).Format("3:04 pm")
	}
	return words
}

// printPaper makes the sheets of ?paper=, or of the whole round set.
func (s *Server) printPaper(v *visit) error {
	n, err := v.number("round")
	if err != nil {
		return err
	}
	b, err := v.freshBook()
	if err != nil {
		return err
	}
	round, draft, err := v.printedRound(b, n)
	if err != nil {
		return err
	}
	job := pages.Job{Draft: draft, Title: fmt.Sprintf("%s, round %d", b.Section.Name, n)}
	names, err := asked(v.QueryParam("paper"))
	if err != nil {
		return err
	}
	if v.QueryParam("table") == "" { // one slip again is not the paper
		job.Note = fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=%s", v.event.Slug, b.Section.Slug, n, url.QueryEscape(v.QueryParam("paper")))
	}
	for _, p := range names {
		if err := v.mayPrint(p, b, n, round, draft); err != nil {
			return err
		}
		sheets, err := p.sheets(v, b, round)
		if err != nil {
			return err
		}
		job.Sheets = append(job.Sheets, sheets...)
	}
	if job.Foot, err = v.foot(b, n, round, draft); err != nil {
		return err
	}
	if names[0].any {
		job.Title, job.Foot.Place, job.Foot.Version = b.Section.Name, b.Section.Name, ""
	}
	if len(names) == 1 && names[0].spoken && !v.words.English() {
		now := v.now.In(v.event.Zone())
		job.Foot.Words, job.Foot.Printed = v.words, v.words.Date(now)+" "+v.words.Clock(now)
	}
	frame := v.frame(layout.Desk, "Print", 0) // what lies in the printer does not change
	return v.stream(pages.Papers(frame, job))
}

// printedRound is the round to print: published, or for the pairing desk its
// draft; nil when there is neither.
func (v *visit) printedRound(b *shelf, n int) (r *tournament.Round, draft bool, err error) {
	if r := b.Round(n); r != nil && r.Public() {
		return r, false, nil
	}
	if !v.can(access.EditDraft) {
		return nil, false, nil
	}
	found, err := v.server.Tournament.Reader().DraftRound(v.Request().Context(), v.event.EventID, v.section.SectionID, n)
	if err != nil || found.Draft == nil {
		return nil, false, err
	}
	return draftAsRound(found.Draft), true, nil
}

// draftAsRound seats a draft as its publication would.
func draftAsRound(d *tournament.Draft) *tournament.Round {
	r := &tournament.Round{RoundNo: d.RoundNo, State: tournament.RoundDraft}
	for _, t := range d.Tables {
		if t.Full() {
			r.Pairings = append(r.Pairings, t.AsPairing(d.RoundNo))
		}
	}
	for _, bye := range d.Byes {
		r.Pairings = append(r.Pairings, tournament.Pairing{RoundNo: d.RoundNo, Team1: &bye.TeamID, Bye: &bye.Kind, ByePoints: &bye.Award})
	}
	return r
}

// foot closes every sheet. The seal is that of the journal's last entry: it
// anchors the record on paper.
func (v *visit) foot(b *shelf, n int, r *tournament.Round, draft bool) (pages.Foot, error) {
	seal, err := v.server.Journal.Head(v.Request().Context(), v.event.EventID)
	if err != nil {
		return pages.Foot{}, err
	}
	f := pages.Foot{
		Event: v.event.Name, Place: fmt.Sprintf("%s, round %d", b.Section.Name, n), Printed: v.now.In(v.event.Zone()).Format("Mon 2 Jan, 3:04 pm"), Seal: seal.Groups(),
	}
	switch {
	case draft:
		f.Version = "draft"
	case r != nil:
		f.Version = v.versionWords(r)
	}
	return f, nil
}
