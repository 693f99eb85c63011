package takeback_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// More acts before the first round that leave everything as it was.
func TestLineUpsSectionsAndTimesGoBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	waits, err := h.AddPoolPlayer(ctx, event, as(dana), tournament.NewPoolPlayer{SectionID: section, Player: tournament.NewPlayer{FirstName: "Wanda", LastName: "Waits"}})
	h.must(err)
	empty, err := h.AddSection(ctx, event, as(dana), tournament.NewSection{Name: "U1600", Rulebook: "FIDEX"})
	h.must(err)
	h.must(h.ForbidPair(ctx, event, as(dana), tournament.ForbiddenPair{TeamID: 1, OtherID: 2, LastRound: 2, Hard: true}))
	h.exec(`update team set school = 'Harbor' where team_id in (1, 2)`)
	h.must(h.PlanTimes(ctx, event, as(dana), tournament.PlanTimes{SectionID: section, Starts: []time.Time{h.now.Add(time.Hour), h.now.Add(2 * time.Hour)}}))
	tests := []struct {
		action, then string
		do           func() error
	}{
		{"change partner", "P1 Ahead and P1 Behind again.", func() error {
			_, err := h.ChangePartner(ctx, event, as(ana), tournament.PartnerChange{TeamID: 1, Leaves: 2, Joins: waits.PlayerID, Revision: h.book().Team(1).Revision})
			return err
		}},
		{"hide section", "in sight again", func() error { _, err := h.HideSection(ctx, event, as(ana), empty.SectionID); return err }},
		{"keep a club apart", "as before", func() error {
			return h.ForbidClub(ctx, event, as(ana), tournament.ForbiddenPair{TeamID: 1, FirstRound: 3, LastRound: 5})
		}},
		{"let clubs meet", "kept apart again", func() error { _, err := h.AllowClubs(ctx, event, as(ana), section); return err }},
		{"move planned times", "planned as before", func() error {
			_, err := h.MoveTimes(ctx, event, as(ana), tournament.MoveTimes{SectionID: section, Minutes: 15})
			return err
		}},
		{"move planned times", "planned as before", func() error {
			_, err := h.MoveTimes(ctx, event, as(ana), tournament.MoveTimes{Minutes: 10})
			return err
		}},
	}
	for _, tt := range tests {
		before := h.everything()
		h.must(tt.do())
		expect.True(t, h.everything() != before, "%s changed nothing", tt.action)
		h.undoes(ana, tt.action, tt.then)
		after := h.everything()
		expect.True(t, after == before, "after %s was undone:\n%s\nbefore:\n%s", tt.action, after, before)
	}

	_, err = h.MoveTeam(ctx, event, as(ana), tournament.TeamMove{TeamID: 4, Revision: h.book().Team(4).Revision, SectionID: empty.SectionID})
	h.must(err)
	h.undoes(ana, "move team", "in its first section again")
	if got := h.book().Team(4); got.TeamID != 4 {
		t.Errorf("the team is not in its section: %+v", got)
	}
	h.must(h.ForbidPair(ctx, event, as(dana), tournament.ForbiddenPair{TeamID: 1, OtherID: 2, LastRound: 2, Hard: true}))
	waits, err = h.AddPoolPlayer(ctx, event, as(dana), tournament.NewPoolPlayer{SectionID: section, Player: tournament.NewPlayer{FirstName: "Walt", LastName: "Waits"}})
	h.must(err)
	_, err = h.MoveEntries(ctx, event, as(ana), tournament.EntriesMove{FromID: section, SectionID: empty.SectionID, Teams: []int64{1, 2, 4}, Players: []int64{waits.PlayerID}})
	h.must(err)
	h.undoes(ana, "move entries", "in the section of before again")
	for _, id := range []int64{1, 2, 4} {
		expect.Equal(t, h.book().Team(id).TeamID, id, "in its section again is team")
	}
	expect.True(t, len(h.book().Apart) == 1 && len(h.book().Pool()) > 0, "kept apart are %+v, and %+v wait", h.book().Apart, h.book().Pool())
	late, err := h.AddTeam(ctx, event, as(ana), tournament.NewTeam{SectionID: section, Name: "Late", Players: []tournament.NewPlayer{{FirstName: "Li", LastName: "One"}, {FirstName: "Lo", LastName: "Two"}}})
	h.must(err)
	h.undoes(ana, "enter team", "withdrawn before it plays")
	expect.Equal(t, h.book().Team(late.TeamID).State, tournament.TeamWithdrawn, "the team")
	plan := tournament.PrizePlan{Split: "place", Prizes: []tournament.Prize{{Name: "Cup", Place: 1}}}
	_, err = h.SavePrizes(ctx, event, as(dana), tournament.PrizeSettings{SectionID: section, Plan: plan})
	h.must(err)
	plan.Revision, plan.Prizes = 1, append(plan.Prizes, tournament.Prize{Name: "Book", Place: 2})
	_, err = h.SavePrizes(ctx, event, as(ana), tournament.PrizeSettings{SectionID: section, Plan: plan})
	h.must(err)
	h.undoes(ana, "set prizes", "those of before")
	if got := h.book().Prizes.Prizes; len(got) != 1 {
		t.Errorf("the prizes are %+v", got)
	}
	_, err = h.AddSection(ctx, event, as(ana), tournament.NewSection{Name: "K-8", Rulebook: "FIDEX"})
	h.must(err)
	h.undoes(ana, "add section", "K-8 is hidden")

	ask := tournament.GroupsToKnockout.Usual()
	ask.Names = []string{"Eights", "Fours"}
	path, err := ask.Path()
	h.must(err)
	_, err = h.AddPath(ctx, event, as(ana), path)
	h.must(err)
	h.undoes(ana, "add path", "The sections that were added together are hidden")
	if seen := h.text(`select count(*) from section where name in ('Eights', 'Fours') and not hidden`); seen != "0" {
		t.Errorf("%s of the path are in sight", seen)
	}
}

// Drafts, published tables, forfeits and what is said to the floor.
func TestDraftsTablesAndTheFloorGoBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	ctx := t.Context()
	h.draft(1)
	_, err := h.EditDraft(ctx, event, as(dana), tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditSwap, TeamID: 1, OtherID: 2})
	h.must(err)
	h.undoes(dana, "edit draft", "before that change")
	h.undoes(dana, "make draft", "thrown away")
	h.publish(1)
	paired := h.text(`select json_agg(to_jsonb(p) order by pairing_no, slot)::text from pairing_team p`)
	r := h.book().Round(1)
	_, err = h.SwapPublished(ctx, event, as(dana), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: r.Pairings[0].TeamID(1), OtherID: r.Pairings[1].TeamID(1)})
	h.must(err)
	h.undoes(dana, "change published tables", "once more")
	got := h.text(`select json_agg(to_jsonb(p) order by pairing_no, slot)::text from pairing_team p`)
	expect.True(t, got == paired, "the tables are\n%s, want\n%s", got, paired)
	_, err = h.MoveTable(ctx, event, as(dana), tournament.MoveTableInput{DraftInput: h.at(1), Table: 1, To: 3})
	h.must(err)
	h.undoes(dana, "move table", "numbers back")
	got = h.text(`select json_agg(to_jsonb(p) order by pairing_no, slot)::text from pairing_team p`)
	expect.True(t, got == paired && h.book().Round(1).AtTable(1).PairingNo == r.Pairings[0].PairingNo, "after a table got its number back the tables are\n%s, want\n%s", got, paired)
	_, err = h.ForfeitTable(ctx, event, as(ana), tournament.NoShow{SectionID: section, Round: 1, Table: 1, Outcome: tournament.SecondWins, Reason: "did not come"})
	h.must(err)
	h.undoes(ana, "forfeit a table", "no longer counts")
	m := h.match()
	expect.Equal(t, m.State, tournament.MatchOpen, "the match")
	h.must(h.SendRunner(ctx, event, as(ana), tournament.TableClock{SectionID: section, RoundNo: 1, Table: 1}, tournament.Runner{Name: "Ola"}))
	h.undoes(ana, "send a runner", "No runner")
	h.must(h.SendMessage(ctx, event, as(ana), 0, "Round 2 starts late"))
	h.undoes(ana, "send message to desks", "taken off every desk")
	h.must(h.SendMessage(ctx, event, as(ana), section, "Round 2 starts late"))
	h.undoes(ana, "send message to desks", "taken off every desk")
	opened, err := h.desk.Dispute.Open(ctx, event, as(ana), dispute.OpenIncident{SectionID: section, MatchID: h.match().MatchID, Place: dispute.AtATable})
	h.must(err)
	h.undoes(ana, "open incident", "closed without a ruling")
	expect.Equal(t, h.text(`select state from incident where incident_id = $1`, opened.IncidentID), "closed", "the incident")
}

// Roles, links, ties and programs.
func TestPeopleAndProgramsGoBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 2)
	ctx := t.Context()
	by := person(ana).By
	grants := func() string {
		return h.text(`select coalesce(string_agg(account_id || ' ' || role, ', ' order by grant_id), '') from role_grant where revoked_at is null`)
	}
	h.must(h.desk.Accounts.GiveRole(ctx, as(dana), by, account.GiveRole{EventID: event, AccountID: dana, Role: access.Organizer}))
	h.must(h.desk.Accounts.GiveRole(ctx, as(ana), by, account.GiveRole{EventID: event, AccountID: dana, SectionID: section, Role: access.Scorekeeper}))
	h.undoes(ana, "give a role", "ends at once")
	expect.Equal(t, grants(), "1 organizer", "roles")
	h.must(h.desk.Accounts.GiveRole(ctx, as(dana), by, account.GiveRole{EventID: event, AccountID: dana, SectionID: section, Role: access.Director}))
	h.must(h.desk.Accounts.TakeRole(ctx, as(ana), by, event, 3))
	h.undoes(ana, "take a role back", "has the role again")
	expect.Equal(t, grants(), "1 organizer, 1 director", "roles")
	_, err := h.desk.Accounts.Invite(ctx, as(ana), account.Invite{EventID: event, Role: access.Director, Name: "Mia", Token: account.NewToken(), By: account.Identity{Account: account.Account{AccountID: ana}, Actor: by}})
	h.must(err)
	h.undoes(ana, "make a link for a role", "opens nothing")
	h.must(h.desk.Accounts.DeclareTie(ctx, as(ana), account.Affiliation{EventID: event, AccountID: dana, Kind: "club", Club: "Harbor"}))
	h.undoes(ana, "declare a tie", "declared no more")
	_, err = h.desk.Accounts.OpenToken(ctx, as(ana), account.NewProgram{EventID: event, Name: "scoreboard", Scopes: []access.Scope{access.ScopeRead}, ExpiresAt: h.now.Add(48 * time.Hour), Token: account.NewToken()})
	h.must(err)
	h.undoes(ana, "let a program in", "kept out")
	_, err = h.OpenWebhook(ctx, event, as(ana), tournament.Webhook{URL: "https://example.org/hook", Kinds: tournament.WebhookKinds[:1], Secret: "0123456789abcdef0123456789abcdef"})
	h.must(err)
	h.undoes(ana, "open webhook", "told nothing more")
}

// Groups go back to what they were, dealt or set by hand; a late team gives its free place back.
func TestGroupsGoBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 7)
	ctx := t.Context()
	h.exec(`update section set system = 'round-robin', group_count = 2, rounds = 3`)
	h.exec(`update team set group_no = 2 where team_id = 3`)
	h.exec(`update team set arrives_round = 2 where team_id = 7`)
	groups := func() string {
		var said []string
		for _, g := range h.book().Groups() {
			said = append(said, fmt.Sprint(g.Letter, g.Teams))
		}
		return strings.Join(said, " ")
	}
	move := func(in tournament.GroupMove) {
		t.Helper()
		before, sat := h.everything(), groups()
		_, err := h.SetGroup(ctx, event, as(ana), in)
		h.must(err)
		expect.MustTrue(t, groups() != sat, "%+v moves nobody", in)
		h.undoes(ana, "set group", "groups of before")
		after := h.everything()
		expect.True(t, after == before && groups() == sat, "after %+v was undone the groups are %s, before %s\n%s\n%s", in, groups(), sat, after, before)
	}
	in := func(letter string) []int64 {
		for _, g := range h.book().Groups() {
			if g.Letter == letter {
				return g.Teams
			}
		}
		return nil
	}
	move(tournament.GroupMove{TeamID: in("A")[0], Group: 2, ExchangeID: in("B")[1]})
	move(tournament.GroupMove{TeamID: in("A")[0], Group: 2})
	move(tournament.GroupMove{TeamID: 3, Group: 1, ExchangeID: in("A")[1]})
	_, err := h.SetGroup(ctx, event, as(ana), tournament.GroupMove{TeamID: in("A")[0], Group: 2, ExchangeID: in("B")[1]})
	h.must(err)
	h.publish(1)
	h.stays(ana, "set group", "Dana Holt, publish round, Open, round 1.")
	odd := 1
	if len(in("A"))%2 == 0 {
		odd = 2
	}
	move(tournament.GroupMove{TeamID: 7, Group: odd})
}

// That a team was let in goes back to the very number of defaults that were forgiven before.
func TestLettingInGoesBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	h.exec(`update section set leave_out_after = 1`)
	var gone int64
	away := func(round int) {
		t.Helper()
		h.publish(round)
		if gone == 0 {
			gone = h.book().Round(1).AtTable(1).TeamID(1)
		}
		for _, p := range h.book().Round(round).Pairings {
			if slot := p.Slot(gone); slot != 0 {
				outcome := map[int]tournament.Outcome{1: tournament.SecondWins, 2: tournament.FirstWins}[slot]
				_, err := h.ForfeitTable(ctx, event, as(dana), tournament.NoShow{SectionID: section, Round: round, Table: p.Table(), Outcome: outcome, Reason: "did not come"})
				h.must(err)
				continue
			}
			for _, m := range p.Matches {
				_, err := h.EnterResult(ctx, event, as(dana), tournament.TypedResult{SectionID: section, Round: round, Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: tournament.Drawn})
				h.must(err)
			}
		}
	}
	letIn := func() { t.Helper(); _, err := h.LetIn(ctx, event, as(ana), gone); h.must(err) }
	forgiven := func(want int) {
		t.Helper()
		expect.MustEqual(t, h.book().Team(gone).DefaultsForgiven, want, "defaults are forgiven")
	}
	away(1)
	letIn()
	h.undoes(ana, "let team in again", "left out of the pairings again")
	forgiven(0)
	letIn()
	away(2)
	letIn()
	forgiven(2)
	h.undoes(ana, "let team in again", "left out of the pairings again")
	forgiven(1)
	letIn()
	_, err := h.LeaveOutAgain(ctx, event, as(ana), gone)
	h.must(err)
	forgiven(0)
	h.undoes(ana, "leave team out again", "paired again from the next round on")
	forgiven(2)
}
