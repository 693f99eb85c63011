package print

import (
	"fmt"
	"net/url"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/print"
)

func (h *Handlers) printRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskRound+"/pair/paper", access.EditDraft, h.draftPaper),
		visit.Get(address.Desk+"/print", access.Print, h.printCentre),
		visit.Get(address.Desk+"/print/:section/round/:round", access.Print, h.printPaper),
		visit.Post(address.Desk+"/print/:section/round/:round", access.Print, h.notePrinted),
	}
}

// paper is one list that can be printed.
type paper struct {
	name   string
	label  text.Message
	draft  bool // exists for a draft
	any    bool // needs no published round
	basis  basis
	sheets func(*visit.Visit, *publicpages.SectionView, *tournament.Round) ([]pages.Sheet, error)
}

// papers are in the order of the print centre.
var papers = []paper{
	{name: "names", label: text.Message("Pairings by name"), draft: true, basis: ofStart, sheets: namesPaper},
	{name: "tables", label: text.Message("Pairings by table"), draft: true, basis: ofStart, sheets: tablesPaper},
	{name: "slips", label: text.Message("Result slips"), basis: ofPairings, sheets: slipsPaper},
	{name: "chart", label: text.Message("Wall chart"), basis: ofStart, sheets: chartPaper},
	{name: "standings", label: text.Message("Standings"), basis: ofResults, sheets: standingsPaper},
	{name: "crosstable", label: text.Message("Cross table"), basis: ofResults, sheets: crossPaper},
	{name: "prizes", label: text.Message("Prizes"), basis: ofResults, sheets: prizesPaper},
	{name: "missing", label: text.Message("Missing results"), basis: ofResults, sheets: missingPaper},
	{name: "cards", label: text.Message("Table cards"), any: true, basis: ofSection, sheets: cardsPaper},
	{name: "teams", label: text.Message("Team list"), any: true, basis: ofEntries, sheets: teamsPaper},
	{name: "badges", label: text.Message("Badges"), any: true, basis: ofEntries, sheets: badgesPaper},
	{name: "rules", label: text.Message("Rules"), any: true, basis: ofSection, sheets: rulesPaper},
	{name: "forms", label: text.Message("Incident and appeal forms"), any: true, basis: ofSection, sheets: formsPaper},
	{name: "blank", label: text.Message("Blank fallback set"), any: true, basis: ofSection, sheets: blankPaper},
}

// roundSet is what goes on the wall and the tables when a round is published.
var roundSet = []string{"names", "tables", "slips", "standings"}

// printCentre lists what can be printed, by section and round.
func (h *Handlers) printCentre(v *visit.Visit) error {
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	sections = slices.DeleteFunc(sections, func(s tournament.Section) bool { return !v.CanIn(access.Print, s.SectionID) })
	books, version, err := visit.FreshBooks(v, sections)
	if err != nil {
		return err
	}
	var shown []pages.SectionPapers
	printed, err := h.Reader.Printed(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	drafted, err := h.Reader.Drafted(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	for _, section := range sections {
		shown = append(shown, sectionPapers(v, books[section.SectionID], printed, drafted))
	}
	return v.Page(pages.Centre(v.Frame(layout.Desk, v.Words.Say("Print centre"), version), shown))
}

func sectionPapers(v *visit.Visit, b *publicpages.SectionView, printed visit.Printings, drafted []tournament.Drafted) pages.SectionPapers {
	s := pages.SectionPapers{Letter: b.Section.Letter, Name: b.Section.Name}
	links := func(n int, r *tournament.Round, want func(paper) bool) []pages.Paper {
		var found []pages.Paper
		for _, p := range papers {
			if want(p) {
				found = append(found, paperLink(v, b, printed, p, n, r))
			}
		}
		return found
	}
	next := b.NextRound()
	if printsDrafts(v, b.Section.SectionID) && slices.Contains(drafted, tournament.Drafted{SectionID: b.Section.SectionID, RoundNo: next}) {
		s.Rounds = append(s.Rounds, pages.RoundPapers{
			Title: v.Words.Say("Round %d", next), State: v.Words.Say("draft, for the pairing desk only"), Draft: true,
			Papers: links(next, nil, func(p paper) bool { return p.draft }),
		})
	}
	newest := next - 1
	for _, r := range slices.Backward(b.Rounds) {
		if !r.Public() {
			continue
		}
		row := pages.RoundPapers{
			Title: v.Words.Say("Round %d", r.RoundNo), Newest: r.RoundNo == newest, Earlier: r.RoundNo < newest,
			State:  v.Words.Say(wording.RoundStateWords[r.State]) + ", " + visit.VersionWords(v, &r),
			Set:    fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=set", v.Event.Slug, b.Section.Slug, r.RoundNo),
			Papers: links(r.RoundNo, &r, func(p paper) bool { return !p.any && (p.name != "missing" || !publicpages.Over(&r)) }),
		}
		row.SetSays = setSays(v.Words, row.Papers, r.RoundNo)
		s.Rounds = append(s.Rounds, row)
	}
	now := 1
	if r := b.Current(); r != nil {
		now = r.RoundNo
	}
	s.Any = links(now, b.Current(), func(p paper) bool { return p.any })
	return s
}

// printPaper makes the sheets of ?paper=, or of the whole round set.
func (h *Handlers) printPaper(v *visit.Visit) error {
	n := v.RoundNo
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	round, draft, err := h.printedRound(v, b, n)
	if err != nil {
		return err
	}
	paper := visit.OnPaper(v)
	job := visit.Paper(paper, v.Words.Say("%s, round %d", b.Section.Name, n), pages.Foot{}, nil)
	job.Draft = draft
	names, err := asked(v.QueryParam("paper"))
	if err != nil {
		return err
	}
	if v.QueryParam("table") == "" { // one slip again is not the paper
		job.Note = fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=%s", v.Event.Slug, b.Section.Slug, n, url.QueryEscape(v.QueryParam("paper")))
	}
	for _, p := range names {
		if err := mayPrint(v, p, b, n, round, draft); err != nil {
			return err
		}
		sheets, err := p.sheets(paper, b, round)
		if err != nil {
			return err
		}
		job.Sheets = append(job.Sheets, sheets...)
	}
	if job.Foot, err = visit.Foot(paper, b, n, round, draft); err != nil {
		return err
	}
	if names[0].any {
		job.Title, job.Foot.Place, job.Foot.Version = b.Section.Name, b.Section.Name, ""
	}
	frame := v.Frame(layout.Desk, v.Words.Say("Print"), 0) // what lies in the printer does not change
	return v.SendLong(pages.Papers(frame, job))
}

// printedRound is the round to print: published, or for the pairing desk its
// draft; nil when there is neither.
func (h *Handlers) printedRound(v *visit.Visit, b *publicpages.SectionView, n int) (r *tournament.Round, draft bool, err error) {
	if r := b.Round(n); r != nil && r.Public() {
		return r, false, nil
	}
	if !v.Can(access.EditDraft) {
		return nil, false, nil
	}
	found, err := h.Reader.DraftRound(v.Request().Context(), v.Event.EventID, v.Section.SectionID, n)
	if err != nil || found.Draft == nil {
		return nil, false, err
	}
	if _, err := found.Draft.Refresh(b.SectionBook); err != nil {
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
