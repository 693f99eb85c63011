package rounds

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

func (h *Handlers) roundDeskRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection, access.SeeDesk, visit.WithBook(h.sectionDesk)),
		visit.Get(address.DeskSection+"/pair", access.SeeDraft, visit.WithBook(h.currentWorkbench)),
		visit.Get(address.DeskRound+"/pair", access.SeeDraft, h.workbench),
		visit.Post(address.DeskRound+"/pair", access.EditDraft, h.editDraft),
		visit.Get(address.DeskRound+"/pair/progress", access.SeeDraft, h.draftProgress),
		visit.Get(address.DeskRound+"/pair/publish", access.Publish, visit.WithBoth(h.publishPage, h.publishForm)),
		visit.Post(address.DeskRound+"/pair/publish", access.Publish, h.publishRound),
		visit.Get(address.DeskRound+"/pair/tables", access.Publish, visit.WithBoth(repairPage, h.repairForm)),
		visit.Post(address.DeskRound+"/pair/tables", access.Publish, visit.WithBoth(namedTables, h.repairRound)),
		visit.Post(address.DeskRound+"/pair/decider", access.EditDraft, h.decideLevel),
		visit.Post(address.DeskRound+"/pair/change", access.Publish, h.changePublished),
		visit.Post(address.DeskRound+"/pair/move", access.Publish, h.moveTable),
		visit.Post(address.DeskRound+"/pair/unpublish", access.Publish, h.unpublish),
	}
}

// sectionDesk is the section at one glance, with the next step of its round.
func (h *Handlers) sectionDesk(v *visit.Visit, b *publicpages.SectionView) error {
	draft, err := visit.NextDraft(v, b)
	if err != nil {
		return err
	}
	printed, err := h.Reader.Printed(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	d := pages.Dashboard{Entries: b.EntryCount(v.Words, publicpages.Entered(b)), Next: h.nextStep(v, b, draft, printed)}
	if r := b.Current(); r != nil {
		describeRound(v, b, r, &d)
	}
	if next := b.NextRound(); next <= b.LastRound() {
		d.ReadyFor, d.Ready = next, visit.Ready(v, b, next)
	}
	for i := len(b.Rounds) - 1; i >= 0; i-- {
		d.Rounds = append(d.Rounds, visit.RoundLine(v, b, &b.Rounds[i]))
	}
	d.Links = sectionLinks(v, b)
	d.Pace = wording.PaceLine(v.Words, pace.Look(tournament.PaceOf(b.SectionBook, v.Now)), b.LastRound(), clockOf(v))
	d.PaceTo, d.Later = v.DeskPath("/pace"), laterOf(v, b.SectionBook, v.DeskPath("/pace"))
	d.Later.From = fromSection
	people, err := h.Dispute.Reader().Conducts(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	d.Out, d.OutTo = visit.OutOfTheHall(v, people), "/e/"+v.Event.Slug+"/desk/conduct"
	if err := h.watch(v, b, &d); err != nil {
		return err
	}
	return v.Page(pages.Section(v.Frame(layout.Desk, b.Section.Name, b.Event.Version), d))
}

// nextStep is the one main button: what the round needs now.
func (h *Handlers) nextStep(v *visit.Visit, b *publicpages.SectionView, draft tournament.DraftRound, printed visit.Printings) pages.Step {
	r, next := b.Current(), b.NextRound()
	pair := v.DeskPath("/round/%d/pair", next)
	switch {
	case publicpages.Entered(b) < tournament.FewestTeams:
		to, label := visit.WayToEntries(v, b)
		why := publicpages.Awaiting(b, v.Words)
		if why == "" {
			why = v.Words.Say("%s entered. Two are needed to begin.", b.EntryCount(v.Words, publicpages.Entered(b)))
		}
		return pages.Step{Label: label, To: to, Why: why}
	case b.Undecided() != nil && b.Undecided().RoundNo < r.RoundNo:
		return levelStep(v, b)
	case r != nil && r.RoundNo >= b.FirstKnockout() && b.Section.InGroups() && b.LevelTie(b.FirstKnockout()) != nil: // a result of a group changed since
		at := b.FirstKnockout() // where the level teams are put in order
		return pages.Step{Label: v.Words.Say("Look at round %d", at), To: v.DeskPath("/round/%d/pair", at), Why: visit.SaidIn(v.Words, b.LevelTie(at))}
	case len(tournament.OffBracket(b.SectionBook)) > 0:
		return bracketStep(v, b, tournament.OffBracket(b.SectionBook))
	case draft.Draft != nil:
		return pages.Step{Label: v.Words.Say("Check and publish round %d", next), To: pair, Why: v.Words.Say("A draft is waiting. Nobody outside the pairing desk sees it.")}
	case r == nil:
		return pages.Step{Label: v.Words.Say("Pair round 1"), To: pair, Why: v.Words.Say("%s entered. Check-in closes before the draft is made.", b.EntryCount(v.Words, publicpages.Entered(b)))}
	}
	count := r.Progress()
	wall := v.DeskPath("/round/%d/wall", r.RoundNo)
	switch {
	case count.Conflicts > 0:
		return pages.Step{Label: v.Words.Say("Settle conflicting results"), To: wall, Why: v.Words.Say("%s with two different results.", v.Words.Say("%d matches", count.Conflicts))}
	case count.Playing > 0:
		return h.roundStep(v, b, r, count, printed)
	case b.Undecided() != nil:
		return levelStep(v, b)
	case tournament.FinalHeld(b.SectionBook):
		return pages.Step{Label: v.Words.Say("Announce the final standings"), To: v.DeskPath("/announcements"), Why: v.Words.Say("All rounds are played. Nobody but officials knows the results of the last one.")}
	case next > b.LastRound() && slices.ContainsFunc(tournament.LaterPhases(b.SectionBook), func(p tournament.Phase) bool { return p.StartedAt == nil }):
		return pages.Step{Label: v.Words.Say("Who goes on"), To: v.DeskPath("/phase"), Why: v.Words.Say("All rounds are played.")}
	case next > b.LastRound():
		return pages.Step{Label: v.Words.Say("Final standings"), To: fmt.Sprintf("/e/%s/%s/standings", v.Event.Slug, v.Section.Slug), Why: v.Words.Say("All rounds are played.")}
	}
	if level := b.LevelTie(next); level != nil {
		to := wall
		if b.Undecided() == nil && b.Section.System == tournament.GroupsKnockout {
			to = pair // where level teams of groups are put in order
		}
		return pages.Step{Label: v.Words.Say("Settle a level tie"), To: to, Why: visit.SaidIn(v.Words, level)}
	}
	return pages.Step{Label: v.Words.Say("Pair round %d", next), To: pair, Why: v.Words.Say("All results of round %d are in.", r.RoundNo)}
}

// levelStep leads to a level tie that nobody decided.
func levelStep(v *visit.Visit, b *publicpages.SectionView) pages.Step {
	return pages.Step{Label: v.Words.Say("Settle a level tie"), To: visit.LevelAddress(v, b.Undecided()), Why: visit.SaidIn(v.Words, b.LevelTie(b.NextRound()))}
}

// bracketStep leads to the tables that the bracket does not have any more: to be paired again, or
// where one was played to the round whose result it hangs on.
func bracketStep(v *visit.Visit, b *publicpages.SectionView, off []tournament.Pairing) pages.Step {
	round := off[0].RoundNo
	_, err := b.Bracket(round + 1)
	why := visit.SaidIn(v.Words, err)
	var tables []int
	for _, p := range off {
		if p.Begun() || round < b.Current().RoundNo {
			return pages.Step{Label: v.Words.Say("Look at round %d", round-1), To: v.DeskPath("/round/%d/wall", round-1), Why: why}
		}
		tables = append(tables, p.Table())
	}
	return pages.Step{Label: v.Words.Say("Pair tables of round %d again", round), To: visit.RepairAddress(v, round, tables, false), Why: why}
}

// roundStep is what a published round needs: its papers, its clock, then its results.
// What comes later is within reach already.
func (h *Handlers) roundStep(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, count tournament.RoundProgress, printed visit.Printings) pages.Step {
	enter := pages.Step{
		Label: v.Words.Say("Enter results of round %d", r.RoundNo), To: v.DeskPath("/round/%d/wall", r.RoundNo), Why: v.Words.Say("%d tables still without a result.", count.Playing),
	}
	if r.ClockStarted != nil {
		return enter
	}
	var steps []pages.Step
	if says, open := h.PapersLeft(v, b, r, printed); count.Results == 0 && open && v.Can(access.Print) {
		steps = append(steps, pages.Step{
			Label: v.Words.Say("Print round %d", r.RoundNo), To: fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=set", v.Event.Slug, b.Section.Slug, r.RoundNo),
			Why: v.Words.Say("Published as version %d. %s", r.Publication, says),
		})
	}
	if v.Can(access.StartClock) {
		start := pages.Step{Label: v.Words.Say("Start the round clock: %d minutes", b.Section.RoundMinutes), Form: v.DeskPath("/round/%d/clock", r.RoundNo), Why: v.Words.Say("When everybody sits.")}
		if count.Results > 0 { // play goes on without it
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

// describeRound fills in how far the current round has come.
func describeRound(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, d *pages.Dashboard) {
	count := r.Progress()
	d.Round, d.State = r.RoundNo, v.Words.Say(wording.RoundStateWords[r.State])
	d.Results, d.Matches, d.Playing, d.Tables = count.Results, count.Matches, count.Playing, count.Tables
	d.Conflicts, d.Review, d.ToVerify = count.Conflicts, count.Review, count.Results-count.Verified
	if v.Can(access.VerifyResult) {
		d.VerifyTo = v.DeskPath("/round/%d/verify", r.RoundNo)
	}
	if r.State == tournament.RoundPublished {
		d.StartsAt = r.StartsAt
	}
	d.ClockTo = v.DeskPath("/round/%d/clock", r.RoundNo)
	if count.Playing > 0 {
		d.Clock = visit.RoundClock(r, v.Now)
	}
	if p := count.Oldest; p != nil && r.State != tournament.RoundPublished {
		d.Oldest = v.Words.Say("table %d, %s – %s", p.Table(), b.SlotName(*p, 1), b.SlotName(*p, 2))
		d.OldestTo = v.DeskPath("/round/%d/wall?table=%d", r.RoundNo, p.Table())
	}
}

func sectionLinks(v *visit.Visit, b *publicpages.SectionView) []pages.Link {
	links := []pages.Link{
		{Label: v.Words.Say("Public pairings"), To: fmt.Sprintf("/e/%s/%s/pairings", v.Event.Slug, v.Section.Slug)},
		{Label: v.Words.Say("Standings"), To: fmt.Sprintf("/e/%s/%s/standings", v.Event.Slug, v.Section.Slug)},
		{Label: v.Words.Say("Prizes"), To: v.DeskPath("/prizes")},
		{Label: v.Words.Say("Who can still win"), To: v.DeskPath("/prospects")},
		{Label: v.Words.Say("Report file (TRF)"), To: fmt.Sprintf("/e/%s/desk/%s/report.trf", v.Event.Slug, v.Section.Slug)},
	}
	if v.Can(access.EditSetup) && len(b.Teams) == 0 && len(b.Rounds) == 0 {
		links = append(links, pages.Link{Label: v.Words.Say("Import a report file (TRF)"), To: v.DeskPath("/report/import")})
	}
	if v.Can(access.SeeTeams) && b.Section.System.Robin() {
		links = append(links, pages.Link{Label: v.Words.Say("Groups"), To: v.DeskPath("/groups")})
	}
	if v.Can(access.SeeTeams) {
		links = append(links, pages.Link{Label: v.Words.Say(publicpages.ByEntry(b.Section, text.Message("Teams and check-in"), text.Message("Players and check-in"))), To: v.DeskPath("/teams")})
	}
	return links
}
