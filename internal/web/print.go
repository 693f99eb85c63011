package web

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/print"
)

var printRoutes = []route{
	{get, deskPath + "/print", access.Print, (*Server).printCentre},
	{get, deskPath + "/print/:section/round/:round", access.Print, (*Server).printPaper},
}

// paper is one list that can be printed.
type paper struct {
	name, label string
	draft       bool // exists for a draft
	any         bool // needs no published round
	sheets      func(*visit, *shelf, *tournament.Round) ([]pages.Sheet, error)
}

// papers are in the order of the print centre.
var papers = []paper{
	{name: "names", label: "By name", draft: true, sheets: (*visit).namesPaper},
	{name: "tables", label: "By table", draft: true, sheets: (*visit).tablesPaper},
	{name: "slips", label: "Result slips", sheets: (*visit).slipsPaper},
	{name: "standings", label: "Standings", sheets: (*visit).standingsPaper},
	{name: "crosstable", label: "Cross table", sheets: (*visit).crossPaper},
	{name: "prizes", label: "Prizes", sheets: (*visit).prizesPaper},
	{name: "missing", label: "Missing results", sheets: (*visit).missingPaper},
	{name: "cards", label: "Table cards", any: true, sheets: (*visit).cardsPaper},
	{name: "blank", label: "Blank fallback set", any: true, sheets: (*visit).blankPaper},
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
	for _, section := range sections {
		if !v.canIn(access.Print, section.SectionID) {
			continue
		}
		book, err := s.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, section.SectionID)
		if err != nil {
			return err
		}
		version = book.Event.Version
		papers, err := v.sectionPapers(newShelf(&s.books, book))
		if err != nil {
			return err
		}
		shown = append(shown, papers)
	}
	return v.page(pages.Centre(v.frame(layout.Desk, "Print centre", version), shown))
}

func (v *visit) sectionPapers(b *shelf) (pages.SectionPapers, error) {
	s := pages.SectionPapers{Letter: b.Section.Letter, Name: b.Section.Name}
	address := func(round int, paper string) string {
		return fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=%s", v.event.Slug, b.Section.Slug, round, paper)
	}
	links := func(round int, want func(paper) bool) []pages.Paper {
		var found []pages.Paper
		for _, p := range papers {
			if want(p) {
				found = append(found, pages.Paper{Label: p.label, To: address(round, p.name)})
			}
		}
		return found
	}
	if v.canIn(access.EditDraft, b.Section.SectionID) {
		draft, err := v.nextDraft(b)
		if err != nil {
			return s, err
		}
		if draft.Draft != nil {
			s.Rounds = append(s.Rounds, pages.RoundPapers{
				Title: fmt.Sprintf("Round %d", draft.RoundNo), State: "draft, for the pairing desk only", Draft: true,
				Papers: links(draft.RoundNo, func(p paper) bool { return p.draft }),
			})
		}
	}
	newest := nextRound(b) - 1
	for _, r := range slices.Backward(b.Rounds) {
		if !r.Public() {
			continue
		}
		s.Rounds = append(s.Rounds, pages.RoundPapers{
			Title: fmt.Sprintf("Round %d", r.RoundNo), Newest: r.RoundNo == newest, State: string(roundStateWords[r.State]) + ", " + v.versionWords(&r), Set: address(r.RoundNo, "set"),
			Papers: links(r.RoundNo, func(p paper) bool { return !p.any && (p.name != "missing" || !over(&r)) }),
		})
	}
	now := 1
	if r := b.Current(); r != nil {
		now = r.RoundNo
	}
	s.Any = links(now, func(p paper) bool { return p.any })
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
	asked := v.QueryParam("paper")
	names := []string{asked}
	if asked == "set" {
		names = roundSet
	}
	for _, name := range names {
		i := slices.IndexFunc(papers, func(p paper) bool { return p.name == name })
		if i < 0 {
			return fault.New(fault.NotFound, "There is no paper %q. The print centre lists them all.", name)
		}
		p := papers[i]
		if draft && !p.draft || round == nil && !p.any {
			return fault.New(fault.NotFound, "Round %d of %s is not published, so there is nothing to print.", n, b.Section.Name)
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
	frame := v.frame(layout.Desk, "Print", 0) // what lies in the printer does not change
	return v.page(pages.Papers(frame, job))
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
