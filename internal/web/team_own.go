package web

import (
	"fmt"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
	pages "github.com/tandemchess/tandem/templates/public"
)

const ownPath = eventPath + "/team/:team/own"

var ownTeamRoutes = []route{
	{post, ownPath + "/check-in", access.ActForTeam, (*Server).ownCheckIn},
	{post, ownPath + "/report", access.ActForTeam, (*Server).ownReport},
	{post, ownPath + "/call", access.ActForTeam, (*Server).ownCall},
	{post, ownPath + "/appeal", access.ActForTeam, (*Server).ownAppeal},
}

// ownTeam is the page of a team as the team itself sees it.
func (s *Server) ownTeam(v *visit) error { return s.ownTeamPage(v, nil) }

// ownTeamPage shows the page again after a refused form, or for the first time.
func (s *Server) ownTeamPage(v *visit, cause error) error {
	b, team, err := v.linkedTeam()
	if err != nil {
		return err
	}
	page, err := v.aboutTeam(b, team)
	if err != nil {
		return err
	}
	own, err := s.ownActions(v, b, team)
	if err != nil {
		return err
	}
	f := v.teamFrame(b, team)
	f.FormKey = account.NewToken() // this page is made for one team and not kept
	page.Own = &own
	if cause == nil {
		return v.page(pages.Team(f, page))
	}
	own.Problem, own.Problems = fault.Message(cause), fault.Fields(cause)
	return v.again(cause, pages.Team(f, page))
}

// linkedTeam reads the team of the private link as it is now: a team sees its own
// report at once, however late this node hears of it.
func (v *visit) linkedTeam() (*shelf, tournament.Team, error) {
	book, err := v.server.Tournament.Reader().Book(v.Request().Context(), v.event.EventID, v.linked.SectionID)
	if err != nil {
		return nil, tournament.Team{}, err
	}
	return newShelf(&v.server.books, book), book.Team(v.linked.TeamID), nil
}

// ownActions gathers what the team may do now.
func (s *Server) ownActions(v *visit, b *shelf, team tournament.Team) (pages.Own, error) {
	own := pages.Own{
		Base: fmt.Sprintf("/e/%s/team/%s/own", v.event.Slug, team.Slug), CheckIn: team.State == tournament.TeamEntered, Done: v.QueryParam("said"),
	}
	if r := b.Current(); r != nil {
		if p := r.PairingOf(team.TeamID); p != nil {
			own.Matches = v.ownMatches(b, r, p, team)
		}
	}
	rulings, err := s.ownRulings(v, b, team)
	own.Rulings = rulings
	return own, err
}

func (v *visit) ownMatches(b *shelf, r *tournament.Round, p *tournament.Pairing, team tournament.Team) []pages.OwnMatch {
	names := teamNames(b.Book, *p)
	slot := p.Slot(team.TeamID)
	var list []pages.OwnMatch
	for _, m := range p.Matches {
		own := pages.OwnMatch{
			ID: m.MatchID, MatchNo: m.MatchNo, Revision: m.Revision, Us: names[slot-1], Them: names[2-slot], UsFirst: slot == 1,
			Says: v.words.Say("No result yet."), UnderReview: m.UnderReview, MayReport: b.Section.VerifyTeams && r.State != tournament.RoundLocked,
		}
		switch {
		case m.State == tournament.MatchConflict:
			own.Says, own.MayReport = v.words.Say("There are two different results. A director is on the way; no more entries are needed."), false
		case m.Result != nil:
			own.Says = m.Result.Outcome.Sentence(names, m.Result.Forfeit, m.Result.EndsOf()) + ", reported by " + m.Result.ByName + "."
			mine := m.Result.ByTeam != nil && *m.Result.ByTeam == team.TeamID
			own.MayReport = own.MayReport && m.State == tournament.MatchReported && !mine
		}
		list = append(list, own)
	}
	return list
}

// ownRulings lists the rulings about the team's matches, newest first.
func (s *Server) ownRulings(v *visit, b *shelf, team tournament.Team) ([]pages.OwnRuling, error) {
	ctx := v.Request().Context()
	incidents, err := s.Dispute.Reader().Incidents(ctx, v.event.EventID)
	if err != nil {
		return nil, err
	}
	place := map[int64]string{}
	for _, i := range incidents {
		if i.MatchID == nil {
			continue
		}
		if p, m := b.FindMatch(*i.MatchID); p != nil && p.Slot(team.TeamID) != 0 {
			place[i.IncidentID] = fmt.Sprintf("round %d, match %d", p.RoundNo, m.MatchNo)
		}
	}
	if len(place) == 0 {
		return nil, nil
	}
	all, err := s.Dispute.Reader().Rulings(ctx, v.event.EventID)
	if err != nil {
		return nil, err
	}
	var list []pages.OwnRuling
	for _, r := range all {
		at, ok := place[r.IncidentID]
		if !ok {
			continue
		}
		list = append(list, pages.OwnRuling{
			ID: r.RulingID, Place: at, Sentence: r.Sentence, Reason: r.Reason, Articles: r.Articles, State: string(r.State), At: r.At, AppealUntil: r.AppealUntil,
			MayAppeal: r.State == dispute.Standing && r.Level != dispute.ByChief, Late: r.AppealUntil != nil && v.now.After(*r.AppealUntil),
		})
	}
	return list, nil
}

// teamCommand carries the team into a change.
func (v *visit) teamCommand() journal.Command {
	return journal.Command{Actor: journal.Actor{TeamID: v.linked.TeamID, Name: v.linked.Name + " (private link)"}, Key: v.FormValue("key")}
}

// ownMatchID reads a match of the form and checks that the team plays in it.
func (s *Server) ownMatchID(v *visit) (b *shelf, p *tournament.Pairing, m *tournament.Match, err error) {
	b, team, err := v.linkedTeam()
	if err != nil {
		return nil, nil, nil, err
	}
	id, err := strconv.ParseInt(v.FormValue("match"), 10, 64)
	if err != nil {
		return nil, nil, nil, fault.New(fault.Invalid, "Choose a match of your team.")
	}
	if p, m = b.FindMatch(id); p == nil || p.Slot(team.TeamID) == 0 {
		return nil, nil, nil, fault.New(fault.NotFound, "This is no match of %s.", team.Name)
	}
	return b, p, m, nil
}

// ownDone leads back to the team's page with a sentence.
func (s *Server) ownDone(v *visit, err error, sentence string) error {
	if refusable(err) {
		return s.ownTeamPage(v, err)
	}
	if err != nil {
		return err
	}
	return v.say(fmt.Sprintf("/e/%s/team/%s/own", v.event.Slug, v.Param("team")), sentence)
}

// ownCheckIn says that the team is in the hall.
func (s *Server) ownCheckIn(v *visit) error {
	_, err := s.Tournament.CheckIn(v.Request().Context(), v.event.EventID, v.teamCommand(), v.linked.TeamID, tournament.TeamHere)
	return s.ownDone(v, err, "You are checked in.")
}

// ownReport takes the team's own result. With the other team's equal report it
// is verified; a different one brings a director.
func (s *Server) ownReport(v *visit) error {
	b, p, m, err := s.ownMatchID(v)
	if err != nil {
		return err
	}
	var form fault.Form
	in := tournament.ResultEntry{
		SectionID: b.Section.SectionID, Round: p.RoundNo, Table: p.Table(), Match: m.MatchNo, Revision: v.formNumber(&form, "revision", 0, 1<<30), Source: "team",
		Outcome: v.outcome(&form, "outcome"),
	}
	if !b.Section.VerifyTeams {
		return fault.New(fault.Forbidden, "In %s results are reported at the desk.", b.Section.Name)
	}
	var done tournament.Entered
	if err = form.Err(); err == nil {
		done, err = s.Tournament.EnterResult(v.Request().Context(), v.event.EventID, v.teamCommand(), in)
	}
	sentence := "Reported. " + done.Sentence
	if done.Kind == tournament.EntryConflict {
		sentence = "The other report differs. A director is on the way; stay at the table."
	}
	return s.ownDone(v, err, sentence)
}

// ownCall calls an official to the table.
func (s *Server) ownCall(v *visit) error {
	b, _, m, err := s.ownMatchID(v)
	if err != nil {
		return err
	}
	_, err = s.Dispute.Open(v.Request().Context(), v.event.EventID, v.teamCommand(), dispute.OpenIncident{
		SectionID: b.Section.SectionID, MatchID: m.MatchID, Summary: v.formText("summary"),
	})
	return s.ownDone(v, err, "An official is called. Stop both clocks only as your rulebook allows, and stay at the table.")
}

// ownAppeal files the team's appeal.
func (s *Server) ownAppeal(v *visit) error {
	id, err := strconv.ParseInt(v.FormValue("ruling"), 10, 64)
	if err != nil {
		return fault.New(fault.Invalid, "Choose a ruling from the list.")
	}
	filed, err := s.Dispute.FileAppeal(v.Request().Context(), v.event.EventID, v.teamCommand(), dispute.FileAppeal{
		RulingID: id, TeamID: v.linked.TeamID, Grounds: v.formText("grounds"),
	})
	return s.ownDone(v, err, fmt.Sprintf("Appeal %d is filed. The %s will hear you.", filed.AppealID, levelName(filed.Level)))
}
