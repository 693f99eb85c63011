package public

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *ownTeamHandlers) ownTeamRoutes() []visit.Route {
	return []visit.Route{
		visit.Post(address.OwnTeam+"/check-in", access.ActForTeam, h.ownCheckIn),
		visit.Post(address.OwnTeam+"/report", access.ActForTeam, h.ownReport),
		visit.Post(address.OwnTeam+"/line-up", access.ActForTeam, h.ownLineUp),
		visit.Post(address.OwnTeam+"/call", access.ActForTeam, h.ownCall),
		visit.Post(address.OwnTeam+"/appeal", access.ActForTeam, h.ownAppeal),
		visit.Post(address.OwnTeam+"/withdraw", access.ActForTeam, h.ownWithdraw),
		visit.Post(address.OwnTeam+"/bye", access.ActForTeam, h.ownBye),
	}
}

// ownTeam is the page of a team as the team itself sees it.
func (h *ownTeamHandlers) ownTeam(v *visit.Visit) error { return h.ownTeamPage(v, nil) }

// ownTeamPage shows the page again after a refused form, or for the first time.
func (h *ownTeamHandlers) ownTeamPage(v *visit.Visit, cause error) error {
	b, team, err := h.linkedTeam(v)
	if err != nil {
		return err
	}
	page, err := aboutTeam(v, publicpages.ForReaders(b), team)
	if err != nil {
		return err
	}
	own, err := h.ownActions(v, b, team)
	if err != nil {
		return err
	}
	f := teamFrame(v, b, team)
	f.Share = nil                  // a private page
	f.FormKey = account.NewToken() // this page is made for one team and not kept
	page.Own = &own
	if cause == nil {
		return v.Page(pages.Team(f, page))
	}
	own.Problem, own.Problems = visit.SaidIn(v.Words, cause), visit.FieldsIn(v.Words, cause)
	own.Summary, own.Grounds, own.Confirm = v.FormText("summary"), v.FormText("grounds"), nil
	if len(own.Problems) == 0 { // the field itself says it otherwise
		own.NotTaken = cmp.Or(own.Grounds, own.Summary)
	}
	return v.Again(cause, pages.Team(f, page))
}

// linkedTeam reads the team of the private link as it is now: a team sees its own
// report at once, however late this node hears of it.
func (h *ownTeamHandlers) linkedTeam(v *visit.Visit) (*publicpages.SectionView, tournament.Team, error) {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, v.Linked.SectionID)
	if err != nil {
		return nil, tournament.Team{}, err
	}
	return publicpages.NewSectionView(&h.Books, tournament.ForTeam(book)), book.Team(v.Linked.TeamID), nil
}

// awaited reports whether a team is still to say that it is here.
func awaited(b *publicpages.SectionView, team tournament.Team) bool {
	return slices.ContainsFunc(tournament.Awaited(b.SectionBook, b.NextRound()), func(t tournament.Team) bool { return t.TeamID == team.TeamID })
}

// ownActions gathers what the team may do now.
func (h *ownTeamHandlers) ownActions(v *visit.Visit, b *publicpages.SectionView, team tournament.Team) (pages.Own, error) {
	own := pages.Own{
		Base: fmt.Sprintf("/e/%s/team/%s/own", v.Event.Slug, team.Slug), CheckIn: awaited(b, team), Done: v.Said(),
	}
	_, own.LeftOut = tournament.LeftOutOf(b.SectionBook, b.NextRound())[team.TeamID]
	own.Byes = ownByes(v, b, team)
	known, err := h.Dispute.Reader().OfTeam(v.Request().Context(), v.Event.EventID, team.TeamID, b.MatchesOf(team.TeamID))
	if err != nil {
		return own, err
	}
	if r := b.Current(); r != nil {
		if p := r.PairingOf(team.TeamID); p != nil {
			own.Matches, own.Confirm = ownMatches(v, b, r, p, team, known.Incidents)
		}
	}
	own.LineUp = ownLineUp(v, b, team)
	own.Rulings = ownRulings(v, b, team, known)
	own.Penalties = ownPenalties(v, b, known.Penalties)
	return own, nil
}

// ownMatches are the matches of the round, and the result that the address asks
// to confirm.
func ownMatches(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, p *tournament.Pairing, team tournament.Team, incidents []dispute.Incident) ([]pages.OwnMatch, *pages.OwnConfirm) {
	names, slot := publicpages.TeamNames(b.SectionBook, *p), p.Slot(team.TeamID)
	may := b.Section.VerifyTeams && r.State != tournament.RoundLocked
	asked, err := tournament.ParseOutcome(v.QueryParam("outcome"))
	wanted := v.QueryParam("match")
	if err != nil {
		wanted = ""
	}
	var confirm *pages.OwnConfirm
	var list []pages.OwnMatch
	for _, m := range p.Matches {
		own := ownMatch(v, m, names, slot, team.TeamID, may)
		own.Calling = calling(v, m.MatchID, incidents)
		if len(own.Choices) > 0 && strconv.FormatInt(m.MatchID, 10) == wanted && asked != tournament.DoubleLoss {
			confirm = ownConfirm(v, b, *p, m, asked)
		}
		list = append(list, own)
	}
	return list, confirm
}

// ownMatch tells a match from the team's side and offers what it may report.
func ownMatch(v *visit.Visit, m tournament.Match, names [2]string, slot int, teamID int64, may bool) pages.OwnMatch {
	w := v.Words
	own := pages.OwnMatch{ID: m.MatchID, MatchNo: m.MatchNo}
	won := []tournament.Outcome{tournament.FirstWins, tournament.SecondWins}
	us, them := pages.OwnChoice{Label: w.Say("%s won", names[slot-1]), Outcome: string(won[slot-1])},
		pages.OwnChoice{Label: w.Say("%s won", names[2-slot]), Outcome: string(won[2-slot])}
	draw := pages.OwnChoice{Label: w.Say("Draw"), Outcome: string(tournament.Drawn)}
	switch r := m.Result; {
	case m.Held:
		own.Says = []string{w.Say(pages.DecisionHeld)}
	case m.State == tournament.MatchConflict:
		own.State = layout.StateConflict
		for _, report := range m.Reports {
			own.Says = append(own.Says, wording.ReportIn(w, names, report, teamNameOf(names, slot, teamID, report)))
		}
		own.Next = w.Say("There are two different results. A director is on the way; no more entries are needed.")
	case r == nil:
		own.Says = []string{w.Say("No result yet.")}
		if may {
			own.Choices = []pages.OwnChoice{us, them, draw}
		}
	default:
		own.State = layout.StateReported
		own.Says = []string{wording.ReportIn(w, names, *r, teamNameOf(names, slot, teamID, *r))}
		mine := r.ByTeam != nil && *r.ByTeam == teamID
		switch {
		case m.State == tournament.MatchVerified:
			own.State = layout.StateVerified
		case mine:
			own.Next = w.Say("%s can confirm it on their phone; so can the desk.", names[2-slot])
		case may:
			own.Choices = differing(w, r.Outcome, us, them, draw)
		}
	}
	if m.UnderReview && m.State != tournament.MatchConflict {
		own.State = layout.StateReview
	}
	return own
}

// differing offers to confirm what is stored, or to say otherwise.
func differing(w text.Words, stored tournament.Outcome, all ...pages.OwnChoice) []pages.OwnChoice {
	list := []pages.OwnChoice{{Label: w.Say("Yes, that is right"), Outcome: string(stored), Main: true}}
	for _, c := range all {
		if c.Outcome != string(stored) {
			c.Label = w.Say("No: %s", c.Label)
			list = append(list, c)
		}
	}
	return list
}

// ownConfirm reads a result back before it is sent.
func ownConfirm(v *visit.Visit, b *publicpages.SectionView, p tournament.Pairing, m tournament.Match, o tournament.Outcome) *pages.OwnConfirm {
	w, names := v.Words, publicpages.TeamNames(b.SectionBook, p)
	c := &pages.OwnConfirm{
		MatchID: m.MatchID, Revision: m.Revision, Outcome: string(o), Sentence: wording.ResultIn(w, names, o, false) + ".",
		Title:  w.Say("%s, round %d, table %d, match %d", b.Section.Name, p.RoundNo, p.Table(), m.MatchNo),
		Button: w.Say("Report this result"),
	}
	switch {
	case m.Result == nil:
	case m.Result.Outcome == o:
		c.Button = w.Say("Confirm this result")
	default:
		c.Warning = w.Say("The other report says something else. Both are kept, nothing counts, and a director comes to your table.")
	}
	return c
}

// calling tells whether an official is on the way to a match.
func calling(v *visit.Visit, matchID int64, incidents []dispute.Incident) string {
	for _, i := range incidents {
		if i.MatchID == nil || *i.MatchID != matchID {
			continue
		}
		switch i.State {
		case dispute.Called:
			return v.Words.Say("An official is called since %s. Stay at the table.", v.Words.Clock(i.OpenedAt.In(v.Event.Zone())))
		case dispute.Open:
			return v.Words.Say("An official is looking at this match.")
		}
	}
	return ""
}

// teamNameOf is the team that made a report, empty for the desk.
func teamNameOf(names [2]string, slot int, teamID int64, r tournament.ResultReport) string {
	switch {
	case r.ByTeam == nil:
		return ""
	case *r.ByTeam == teamID:
		return names[slot-1]
	}
	return names[2-slot]
}

// ownRulings lists the rulings about the team's matches, newest first.
func ownRulings(v *visit.Visit, b *publicpages.SectionView, team tournament.Team, known dispute.OfTeam) []pages.OwnRuling {
	type at struct {
		p *tournament.Pairing
		m *tournament.Match
	}
	place := map[int64]at{}
	for _, i := range known.Incidents {
		if p, m := b.FindMatch(*i.MatchID); p != nil {
			place[i.IncidentID] = at{p, m}
		}
	}
	var list []pages.OwnRuling
	for _, r := range known.Rulings {
		at, ok := place[r.IncidentID]
		if !ok {
			continue
		}
		if r.Held {
			list = append(list, pages.OwnRuling{ID: r.RulingID, Place: v.Words.Say("Ruling, round %d, match %d", at.p.RoundNo, at.m.MatchNo), Sentence: v.Words.Say(pages.DecisionHeld)})
			continue
		}
		own := pages.OwnRuling{
			ID: r.RulingID, Place: v.Words.Say("Ruling, round %d, match %d", at.p.RoundNo, at.m.MatchNo), Reason: r.Reason, Rests: rests(b, r.Articles), State: v.Words.Say(wording.RulingStateWords[r.State]), AppealUntil: r.AppealUntil,
			MayAppeal: r.State == dispute.Standing && r.Level != dispute.ByChief, Late: r.AppealUntil != nil && v.Now.After(*r.AppealUntil),
		}
		who := func(seat string) string { return nameAt(b, *at.m, seat) }
		own.Sentence = wording.RulingIn(v.Words, r, publicpages.TeamNames(b.SectionBook, *at.p), at.m.MatchNo, who)
		own.Reason = wording.PublicReasonIn(v.Words, r, who)
		for _, a := range slices.Backward(known.Appeals) { // the newest is what is said
			if a.RulingID == r.RulingID {
				if a.State == dispute.AppealOpen && a.TeamID == team.TeamID {
					own.Open = a.AppealID
				}
				own.Appeal = v.Words.Say("Appeal %d: %s", int(a.AppealID), v.Words.Say(wording.AppealWords(a.State).ForTeam))
				final := a.State == dispute.AppealUpheld && a.Level == dispute.ByChief
				own.MayAppeal = own.MayAppeal && a.State != dispute.AppealOpen && !final
			}
		}
		list = append(list, own)
	}
	return list
}

// rests are the articles a ruling rests on, as it names them: "FIDEX 19, FIDEX 14".
func rests(s *publicpages.SectionView, articles []string) []rulebook.Article {
	book, err := s.Section.Rules()
	if err != nil {
		return nil // the section's book cannot be read: its rules page says why
	}
	var list []rulebook.Article
	for _, cite := range articles {
		if a, ok := book.Article(strings.TrimPrefix(cite, book.Cite(""))); ok {
			list = append(list, a)
		}
	}
	return list
}

// nameAt is the player at a seat of a match as everybody may read it, the seat
// itself where nobody sits.
func nameAt(s *publicpages.SectionView, m tournament.Match, seat string) string {
	if p, ok := tournament.PlayerAt(s.SectionBook, m, seat); ok {
		return s.PublicName(p)
	}
	return seat
}

// ownPenalties are the penalties of the team that count.
func ownPenalties(v *visit.Visit, b *publicpages.SectionView, all []dispute.Penalty) []string {
	var list []string
	for _, p := range all {
		if p.State != dispute.Counts {
			continue
		}
		line := v.Words.Say("%s (%s)", wording.PenaltyIn(v.Words, p.Penalty), wording.OffenceIn(v.Words, p.Offence))
		if p.PlayerID != nil {
			if player, ok := b.Player(*p.PlayerID); ok {
				line = b.PublicName(player) + ": " + line
			}
		}
		list = append(list, line)
	}
	return list
}

// teamCommand carries the team into a change.
func teamCommand(v *visit.Visit) journal.Command {
	return journal.Command{Actor: journal.Actor{TeamID: v.Linked.TeamID, Name: v.Words.Say("%s (private link)", v.Linked.Name)}, Key: v.FormValue("key"), Content: visit.Content(v)}
}

// ownMatchID reads a match of the form and checks that the team plays in it.
func (h *ownTeamHandlers) ownMatchID(v *visit.Visit) (b *publicpages.SectionView, p *tournament.Pairing, m *tournament.Match, err error) {
	b, team, err := h.linkedTeam(v)
	if err != nil {
		return nil, nil, nil, err
	}
	id, err := strconv.ParseInt(v.FormValue("match"), 10, 64)
	if err != nil {
		return nil, nil, nil, visit.Refused(fault.Invalid, text.Message("Choose a match of your team."))
	}
	if p, m = b.FindMatch(id); p == nil || p.Slot(team.TeamID) == 0 {
		return nil, nil, nil, visit.Refused(fault.NotFound, text.Message("This is no match of %s."), team.Name)
	}
	return b, p, m, nil
}

// ownDone leads back to the team's page with a sentence.
func (h *ownTeamHandlers) ownDone(v *visit.Visit, err error, sentence string) error {
	return visit.Answer(v, err, func() error { return h.ownTeamPage(v, err) }, fmt.Sprintf("/e/%s/team/%s/own", v.Event.Slug, v.Param("team")), sentence)
}

// ownCheckIn says that the team is in the hall.
func (h *ownTeamHandlers) ownCheckIn(v *visit.Visit) error {
	_, err := h.Entries.CheckIn(v.Request().Context(), v.Event.EventID, teamCommand(v), v.Linked.TeamID, tournament.TeamHere)
	return h.ownDone(v, err, v.Words.Say("You are checked in."))
}

// ownReport takes the team's own result. With the other team's equal report it
// is verified; a different one brings a director.
func (h *ownTeamHandlers) ownReport(v *visit.Visit) error {
	b, p, m, err := h.ownMatchID(v)
	if err != nil {
		return err
	}
	var form fault.Form
	in := tournament.TypedResult{
		SectionID: b.Section.SectionID, Round: p.RoundNo, Table: p.Table(), Match: m.MatchNo, Revision: v.FormNumber(&form, "revision", 0, 1<<30), Source: "team",
		Outcome: visit.Outcome(v, &form, "outcome"),
	}
	if !b.Section.VerifyTeams {
		return visit.Refused(fault.Forbidden, text.Message("In %s results are reported at the desk."), b.Section.Name)
	}
	var done tournament.Entered
	if err = form.Err(); err == nil {
		done, err = h.Results.EnterResult(v.Request().Context(), v.Event.EventID, teamCommand(v), in)
	}
	sentence := v.Words.Say("Reported: %s.", wording.ResultIn(v.Words, publicpages.TeamNames(b.SectionBook, *p), in.Outcome, false))
	switch {
	case done.Kind == tournament.ReportConflict:
		sentence = v.Words.Say("The other report differs. A director is on the way; stay at the table.")
	case done.State == tournament.MatchVerified:
		sentence = v.Words.Say("Confirmed: %s.", wording.ResultIn(v.Words, publicpages.TeamNames(b.SectionBook, *p), in.Outcome, false))
	}
	return h.ownDone(v, notNow(err), sentence)
}

// notNow says in the team's words why a report was not taken; the page shows
// what is stored.
func notNow(err error) error {
	switch fault.Of(err) {
	case fault.Stale:
		return visit.Refused(fault.Stale, text.Message("This match changed since the page was shown. Nothing was saved; read what is stored and report again."))
	case fault.Conflict, fault.Forbidden:
		return visit.Refused(fault.Conflict, text.Message("This result can no longer be reported here. Nothing was saved; ask at the desk to correct what is stored."))
	}
	return err
}

// ownCall calls an official to the table.
func (h *ownTeamHandlers) ownCall(v *visit.Visit) error {
	b, _, m, err := h.ownMatchID(v)
	if err != nil {
		return err
	}
	_, err = h.Dispute.Open(v.Request().Context(), v.Event.EventID, teamCommand(v), dispute.OpenIncident{
		SectionID: b.Section.SectionID, MatchID: m.MatchID, Summary: v.FormText("summary"),
	})
	return h.ownDone(v, err, v.Words.Say("An official is called. Stop both clocks only as your rulebook allows, and stay at the table."))
}

// ownAppeal files the team's appeal.
func (h *ownTeamHandlers) ownAppeal(v *visit.Visit) error {
	id, err := strconv.ParseInt(v.FormValue("ruling"), 10, 64)
	if err != nil {
		return visit.Refused(fault.Invalid, text.Message("Choose a ruling from the list."))
	}
	filed, err := h.Dispute.FileAppeal(v.Request().Context(), v.Event.EventID, teamCommand(v), dispute.FileAppeal{
		RulingID: id, TeamID: v.Linked.TeamID, Grounds: v.FormText("grounds"),
	})
	return h.ownDone(v, err, v.Words.Say(filedWords[filed.Level], int(filed.AppealID)))
}

var filedWords = map[dispute.Level]text.Message{
	dispute.BySectionChief: text.Message("Appeal %d is filed. The section chief will hear you."),
	dispute.ByChief:        text.Message("Appeal %d is filed. The chief floor director will hear you."),
}

// ownWithdraw takes the team's appeal back.
func (h *ownTeamHandlers) ownWithdraw(v *visit.Visit) error {
	id, err := strconv.ParseInt(v.FormValue("appeal"), 10, 64)
	if err != nil {
		return visit.Refused(fault.Invalid, text.Message("Choose an appeal of your team."))
	}
	err = h.Dispute.Withdraw(v.Request().Context(), v.Event.EventID, teamCommand(v), id)
	switch fault.Of(err) {
	case fault.Conflict:
		err = visit.Refused(fault.Conflict, text.Message("This appeal is decided already."))
	case fault.Forbidden:
		err = visit.Refused(fault.Forbidden, text.Message("Choose an appeal of your team."))
	}
	return h.ownDone(v, err, v.Words.Say("The appeal is withdrawn; the ruling stands."))
}
