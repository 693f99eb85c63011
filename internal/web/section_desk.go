package web

import (
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	sheets "github.com/tandemchess/tandem/templates/print"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

var roundDeskRoutes = []route{
	{get, deskSection, access.SeeDesk, (*Server).sectionDesk},
	{get, deskSection + "/pair", access.SeeDraft, (*Server).currentWorkbench},
	{get, deskRound + "/pair", access.SeeDraft, (*Server).workbench},
	{post, deskRound + "/pair", access.EditDraft, (*Server).editDraft},
	{get, deskRound + "/pair/progress", access.SeeDraft, (*Server).draftProgress},
	{get, deskRound + "/pair/publish", access.Publish, (*Server).publishForm},
	{post, deskRound + "/pair/publish", access.Publish, (*Server).publishRound},
	{get, deskRound + "/pair/paper", access.EditDraft, (*Server).draftPaper},
	{get, deskRound + "/pair/tables", access.Publish, (*Server).repairForm},
	{post, deskRound + "/pair/tables", access.Publish, (*Server).repairRound},
	{post, deskRound + "/pair/decider", access.EditDraft, (*Server).decideLevel},
	{post, deskRound + "/pair/change", access.Publish, (*Server).changePublished},
	{post, deskRound + "/pair/unpublish", access.Publish, (*Server).unpublish},
}

// freshBook reads the section as it is now. The desk sees its own change at once,
// before this node is told of it.
func (v *visit) freshBook() (*shelf, error) {
	book, err := v.server.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, v.section.SectionID)
	if err != nil {
		return nil, err
	}
	return newShelf(&v.server.books, book), nil
}

// deskPath is an address of the section's desk.
func (v *visit) deskPath(format string, args ...any) string {
	return fmt.Sprintf("/e/%s/desk/%s", v.event.Slug, v.section.Slug) + fmt.Sprintf(format, args...)
}

// sectionDesk is the section at one glance, with the next step of its round.
func (s *Server) sectionDesk(v *visit) error {
	b, err := v.freshBook()
	if err != nil {
		return err
	}
	draft, err := v.nextDraft(b)
	if err != nil {
		return err
	}
	printed, err := s.Tournament.Reader().Printed(v.Request().Context(), v.event.EventID)
	if err != nil {
		return err
	}
	d := pages.Dashboard{Entries: b.entryCount(len(b.Teams)), Next: v.nextStep(b, draft, printed)}
	if r := b.Current(); r != nil {
		v.describeRound(b, r, &d)
	}
	if next := nextRound(b); next <= b.LastRound() {
		d.ReadyFor, d.Ready = next, v.ready(b, next)
	}
	for i := len(b.Rounds) - 1; i >= 0; i-- {
		d.Rounds = append(d.Rounds, v.roundLine(b, &b.Rounds[i]))
	}
	d.Links = v.sectionLinks(b)
	if err := s.watch(v, b, &d); err != nil {
		return err
	}
	return v.page(pages.Section(v.frame(layout.Desk, b.Section.Name, b.Event.Version), d))
}

// nextRound is the round to be paired next.
func nextRound(b *shelf) int {
	if r := b.Current(); r != nil {
		return r.RoundNo + 1
	}
	return 1
}

func (v *visit) nextDraft(b *shelf) (tournament.DraftRound, error) {
	return v.server.Tournament.Reader().DraftRound(v.Request().Context(), v.event.EventID, b.Section.SectionID, nextRound(b))
}

// nextStep is the one main button: what the round needs now.
func (v *visit) nextStep(b *shelf, draft tournament.DraftRound, printed printings) pages.Step {
	r, next := b.Current(), nextRound(b)
	pair := v.deskPath("/round/%d/pair", next)
	switch {
	case len(b.Teams) < 2:
		return pages.Step{Label: "Enter " + b.Section.EntryWord() + "s", To: v.deskPath("/teams"), Why: fmt.Sprintf("%s entered. Two are needed to begin.", b.entryCount(len(b.Teams)))}
	case draft.Draft != nil:
		return pages.Step{Label: fmt.Sprintf("Check and publish round %d", next), To: pair, Why: "A draft is waiting. Nobody outside the pairing desk sees it."}
	case r == nil:
		return pages.Step{Label: "Pair round 1", To: pair, Why: fmt.Sprintf("%s entered. Check-in closes before the draft is made.", b.entryCount(len(b.Teams)))}
	}
	count := b.progress(r)
	wall := v.deskPath("/round/%d/wall", r.RoundNo)
	switch {
	case count.conflicts > 0:
		return pages.Step{Label: "Settle conflicting results", To: wall, Why: fmt.Sprintf("%s with two different results.", layout.Count(count.conflicts, "match"))}
	case count.playing > 0:
		return v.roundStep(b, r, count, printed)
	case b.undecided() != nil:
		return pages.Step{Label: "Settle a level tie", To: v.levelAddress(b.undecided()), Why: b.levelTie(next)}
	case next > b.LastRound():
		return pages.Step{Label: "Final standings", To: fmt.Sprintf("/e/%s/%s/standings", v.event.Slug, v.section.Slug), Why: "All rounds are played."}
	}
	if level := b.levelTie(next); level != "" {
		return pages.Step{Label: "Settle a level tie", To: wall, Why: level}
	}
	return pages.Step{Label: fmt.Sprintf("Pair round %d", next), To: pair, Why: fmt.Sprintf("All results of round %d are in.", r.RoundNo)}
}

// roundStep is what a published round needs: its papers, its clock, then its results.
// What comes later is within reach already.
func (v *visit) roundStep(b *shelf, r *tournament.Round, count progress, printed printings) pages.Step {
	enter := pages.Step{
		Label: fmt.Sprintf("Enter results of round %d", r.RoundNo), To: v.deskPath("/round/%d/wall", r.RoundNo), Why: layout.Count(count.playing, "table") + " still without a result.",
	}
	if r.ClockStarted != nil {
		return enter
	}
	var steps []pages.Step
	if says, open := v.papersLeft(b, r, printed); count.results == 0 && open && v.can(access.Print) {
		steps = append(steps, pages.Step{
			Label: fmt.Sprintf("Print round %d", r.RoundNo), To: fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=set", v.event.Slug, b.Section.Slug, r.RoundNo),
			Why: fmt.Sprintf("Published as version %d. %s", r.Publication, says),
		})
	}
	if v.can(access.StartClock) {
		start := pages.Step{Label: fmt.Sprintf("Start the round clock: %d minutes", b.Section.RoundMinutes), Form: v.deskPath("/round/%d/clock", r.RoundNo), Why: "When everybody sits."}
		if count.results > 0 { // play goes on without it
			enter.Then = []pages.Step{start}
			return enter
		}
		steps = append(steps, start)
	}
	if len(steps) == 0 {
		return enter
	}
	first := steps[0]
	first.Then = append(steps[1:], enter)
	return first
}

// papersLeft says what of a round's set is still to be printed in its present version.
func (v *visit) papersLeft(b *shelf, r *tournament.Round, printed printings) (says string, open bool) {
	var links []sheets.Paper
	for _, p := range papers {
		if slices.Contains(roundSet, p.name) {
			links = append(links, v.paperLink(b, printed, p, r.RoundNo, r))
		}
	}
	done := !slices.ContainsFunc(links, func(l sheets.Paper) bool { return l.State != sheets.Printed })
	return setSays(links, r.RoundNo), !done
}

// describeRound fills in how far the current round has come.
func (v *visit) describeRound(b *shelf, r *tournament.Round, d *pages.Dashboard) {
	count := b.progress(r)
	d.Round, d.State = r.RoundNo, string(roundStateWords[r.State])
	d.Results, d.Matches, d.Playing, d.Tables = count.results, count.matches, count.playing, count.tables
	d.Conflicts, d.Review, d.ToVerify = count.conflicts, count.review, count.results-count.verified
	if v.can(access.VerifyResult) {
		d.VerifyTo = v.deskPath("/round/%d/verify", r.RoundNo)
	}
	if r.State == tournament.RoundPublished {
		d.StartsAt = r.StartsAt
	}
	d.ClockTo = v.deskPath("/round/%d/clock", r.RoundNo)
	if count.playing > 0 {
		d.Clock = roundClock(r, v.now)
	}
	if p := count.oldest; p != nil && r.State != tournament.RoundPublished {
		d.Oldest = fmt.Sprintf("table %d, %s – %s", p.Table(), b.SideName(*p, 1), b.SideName(*p, 2))
		d.OldestTo = v.deskPath("/round/%d/wall?table=%d", r.RoundNo, p.Table())
	}
}

// ready lists the conditions for pairing a round, each with its reason.
func (v *visit) ready(b *shelf, next int) []pages.Check {
	if len(b.Teams) < fewestTeams {
		return []pages.Check{{Sentence: b.needs(), To: v.deskPath("/teams")}}
	}
	unseen := 0
	for _, t := range b.Teams {
		if t.State == tournament.TeamEntered && t.ArrivesRound <= next {
			unseen++
		}
	}
	checks := []pages.Check{{OK: unseen == 0, Sentence: "Every " + b.Section.EntryWord() + " was seen.", To: ""}}
	if unseen > 0 {
		checks[0] = pages.Check{Sentence: b.entryCount(unseen) + " not checked in.", To: v.deskPath("/teams")}
	}
	r := b.Current()
	if r == nil {
		return checks
	}
	count := b.progress(r)
	wall := v.deskPath("/round/%d/wall", r.RoundNo)
	settle := wall
	if level := b.undecided(); level != nil {
		settle = v.levelAddress(level)
	}
	addAt := func(to string, ok bool, good, bad string) {
		if ok {
			checks = append(checks, pages.Check{OK: true, Sentence: good})
			return
		}
		checks = append(checks, pages.Check{Sentence: bad, To: to})
	}
	add := func(ok bool, good, bad string) { addAt(wall, ok, good, bad) }
	missing := count.matches - count.results - count.conflicts
	add(missing == 0, "Every match has a result.", layout.Count(missing, "match")+" without a result.")
	add(count.conflicts == 0, "No results disagree.", layout.Count(count.conflicts, "match")+" with two different results.")
	add(count.review == 0, "Nothing is under review.", layout.Count(count.review, "match")+" under review.")
	if b.Section.System.Bracket() && r.RoundNo >= b.FirstKnockout() && missing == 0 && count.conflicts == 0 {
		level := b.levelTie(next)
		addAt(settle, level == "", "Every tie of the knockout has a winner.", level)
	}
	return checks
}

// levelTie says which tie of the knockout keeps the next round from being paired, ""
// when none does.
func (s *shelf) levelTie(next int) string {
	if !s.Section.System.Bracket() || next <= s.FirstKnockout() {
		return ""
	}
	if _, err := s.Bracket(next); err != nil {
		return fault.Message(err)
	}
	return ""
}

// entryCount is so many teams, or players where everybody enters alone.
func (s *shelf) entryCount(n int) string { return layout.Count(n, s.Section.EntryWord()) }

func (v *visit) roundLine(b *shelf, r *tournament.Round) pages.RoundLine {
	line := pages.RoundLine{Round: r.RoundNo, State: string(roundStateWords[r.State]), To: v.deskPath("/round/%d/pair", r.RoundNo)}
	if !r.Public() {
		return line
	}
	line.Wall = v.deskPath("/round/%d/wall", r.RoundNo)
	if count := b.progress(r); count.results > count.verified && v.can(access.VerifyResult) {
		line.Verify = v.deskPath("/round/%d/verify", r.RoundNo)
	}
	line.Published = fmt.Sprintf("v%d", r.Publication)
	if r.PublishedAt != nil {
		line.Published += ", " + r.PublishedAt.In(v.event.Zone()).Format("3:04 pm")
	}
	next := b.Round(r.RoundNo + 1)
	if r.CompletedAt != nil && next != nil && next.Public() && next.PublishedAt != nil && next.PublishedAt.After(*r.CompletedAt) {
		line.Turnaround = fmt.Sprintf("%d min", int(next.PublishedAt.Sub(*r.CompletedAt).Round(time.Minute).Minutes()))
	}
	return line
}

func (v *visit) sectionLinks(b *shelf) []pages.Link {
	links := []pages.Link{
		{Label: "Public pairings", To: fmt.Sprintf("/e/%s/%s/pairings", v.event.Slug, v.section.Slug)},
		{Label: "Standings", To: fmt.Sprintf("/e/%s/%s/standings", v.event.Slug, v.section.Slug)},
		{Label: "Prizes", To: v.deskPath("/prizes")},
		{Label: "Report file (TRF)", To: fmt.Sprintf("/e/%s/desk/%s/report.trf", v.event.Slug, v.section.Slug)},
	}
	if v.can(access.EditSetup) && len(b.Teams) == 0 && len(b.Rounds) == 0 {
		links = append(links, pages.Link{Label: "Import a report file (TRF)", To: v.deskPath("/report/import")})
	}
	if v.can(access.SeeTeams) && b.Section.System.Robin() {
		links = append(links, pages.Link{Label: "Groups", To: v.deskPath("/groups")})
	}
	if v.can(access.SeeTeams) {
		links = append(links, pages.Link{Label: upperFirst(b.Section.EntryWord()) + "s and check-in", To: v.deskPath("/teams")})
	}
	return links
}
