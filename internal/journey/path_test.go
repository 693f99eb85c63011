package journey_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// An organizer chooses a path in the wizard, four teams play its Swiss, two of them play off for
// the line, and A-final and B-final are played to the end, all at the desk; a phone follows.
func TestFromTheWizardsPathToTheFinal(t *testing.T) {
	inBrowser(t)
	v := newVenue(t)
	noor := expect.Must(v.accounts.Create(t.Context(), account.NewPerson{Login: "noor", Name: "Noor Haddad", Password: "four words in a row"}, "organizer"))(t)
	organizer, everybody := v.visitor(desktop), v.visitor(phone)
	organizer.signIn("noor", "four words in a row")
	organizer.open("/new-event")
	organizer.fill("[name=name]", "Lakeshore")
	organizer.fill("[name=starts_on]", "2026-05-02")
	organizer.fill("[name=time_zone]", "America/Chicago")
	organizer.says("Create the event")
	organizer.until("location.pathname.endsWith('/desk/setup/new')")
	organizer.says("Several sections that lead to each other")
	organizer.sees("[data-preset=swiss-finals] [data-path]", "places 1 to 8 of Main section")
	if row := organizer.ask("getComputedStyle(document.querySelector('[data-preset=swiss-finals] [data-path]')).flexDirection + getComputedStyle(document.querySelector('[data-path]')).display"); row != "rowflex" {
		t.Errorf("the path does not run from left to right: %s", row)
	}
	organizer.shoot("presets")
	organizer.says("Choose: A Swiss, then A-final and B-final")
	organizer.fill("[name=name-1]", "Open")
	organizer.fill("[name=rounds]", "2")
	organizer.fill("[name=through]", "2")
	organizer.fill("[name=breaking]", "play-off")
	organizer.says("Show the picture again")
	organizer.sees("[data-path]", "places 1 to 2 of Open")
	organizer.says("Add these sections")
	organizer.until("location.pathname.endsWith('/desk/setup')")
	organizer.sees(".said", "3 sections are added")

	event := expect.Must(v.tournament.Reader().EventBySlug(t.Context(), "lakeshore"))(t)
	kim := expect.Must(v.accounts.Create(t.Context(), account.NewPerson{Login: "kim", Name: "Kim Osei", Password: "four words in a row"}, "none"))(t)
	day := &aPath{venue: v, organizer: organizer, event: event.EventID, second: journal.Actor{AccountID: kim.AccountID, Name: kim.Name}}
	maker := journal.Actor{AccountID: noor.AccountID, Name: noor.Name}
	open := v.book("lakeshore", "open").Section.SectionID
	for n, name := range []string{"Ants", "Bees", "Crows", "Ducks"} {
		rating := 2000 - 100*n
		players := []tournament.NewPlayer{{FirstName: "Ada", LastName: name, Rating: &rating}, {FirstName: "Bo", LastName: name, Rating: &rating}}
		team := expect.Must(v.tournament.AddTeam(t.Context(), event.EventID, day.command(maker), tournament.NewTeam{SectionID: open, Name: name, Players: players}))(t)
		expect.Must(v.tournament.CheckIn(t.Context(), event.EventID, day.command(maker), team.TeamID, tournament.TeamHere))(t)
	}
	organizer.open(lakeshore + "/desk/setup/check")
	organizer.says("Go live")
	organizer.sees(".said", "is live")

	day.round("open", 1) // the first named wins: Ants and Bees
	day.round("open", 2) // Ants and, of the other two, one
	organizer.open(lakeshore + "/desk/open/phase")
	organizer.sees("[data-play-off]", "Pair a play-off")
	organizer.says("Pair a play-off")
	organizer.until("location.pathname.endsWith('/desk/play-off-open')")
	everybody.open(lakeshore + "/open/standings")
	everybody.sees("#goes-on a", "It is not decided yet.")
	day.round("play-off-open", 1)
	everybody.sees("#goes-on", "A play-off decided the tie across the line.") // by itself
	everybody.sees("tr.cut .tag-ok", "A-final")

	organizer.open(lakeshore + "/desk/print/open/round/2?paper=standings")
	organizer.sees(".pcut", "Bees")
	organizer.shoot("line-paper")
	organizer.open(lakeshore + "/desk/screens")
	organizer.fill("#f-name", "Wall")
	organizer.fill("#f-programme", "standings")
	organizer.says("Add the screen")
	organizer.sees(".said", "Wall")
	wall := v.visitor(desktop)
	wall.open(lakeshore + "/hall/wall")
	wall.sees(".hrow-cut", "Bees")
	wall.shoot("line-hall")
	everybody.shoot("line-phone")
	for _, final := range []string{"a-final", "b-final"} {
		organizer.open(lakeshore + "/desk/" + final + "/phase")
		organizer.says("Let 2 teams in")
		organizer.sees("[data-started]", "2 teams came in")
	}
	day.round("a-final", 1)
	day.round("b-final", 1)
	everybody.open(lakeshore + "/a-final/standings")
	everybody.sees("main", "Ants")
	champion := v.book("lakeshore", "a-final")
	if s := expect.Must(champion.Standings(0))(t); len(s.Rows) != 2 || champion.Team(s.Rows[0].TeamID).Name != "Ants" || s.Rows[0].Shared != 1 {
		t.Errorf("the final ended with %+v", s.Rows)
	}
	organizer.content()
	everybody.content()
}

// aPath is Lakeshore from its wizard on.
type aPath struct {
	*venue
	organizer *person
	event     int64
	second    journal.Actor // who verifies
	keys      int
}

func (p *aPath) command(by journal.Actor) journal.Command {
	p.keys++
	return journal.Command{Key: fmt.Sprintf("path-step-%d", p.keys), Actor: by}
}

// round pairs a round of a section, publishes it, and enters that the stronger team wins every
// match, all at the desk; somebody else verifies.
func (p *aPath) round(section string, n int) {
	p.t.Helper()
	round := fmt.Sprintf("%s/desk/%s/round/%d", lakeshore, section, n)
	p.organizer.open(round + "/pair")
	p.organizer.says(fmt.Sprintf("Make the draft of round %d", n))
	p.organizer.says("Go on to publish")
	p.organizer.fill("[name=typed]", fmt.Sprint(n))
	p.organizer.says(fmt.Sprintf("Publish round %d", n))
	p.organizer.until("!location.pathname.endsWith('/publish')")
	b := p.book("lakeshore", section)
	for _, pair := range b.Round(n).Pairings {
		key, outcome := "1", tournament.FirstWins
		if b.Team(pair.TeamID(2)).Strength > b.Team(pair.TeamID(1)).Strength {
			key, outcome = "2", tournament.SecondWins
		}
		for k, m := range pair.Matches {
			p.organizer.open(fmt.Sprintf("%s/wall?table=%d&match=%d", round, pair.Table(), m.MatchNo))
			p.organizer.until("document.activeElement.name === 'outcome'")
			p.organizer.press(key + "\r")
			stored := func() tournament.Match {
				return p.book("lakeshore", section).Round(n).AtTable(pair.Table()).Matches[k]
			}
			for deadline := time.Now().Add(patience()); stored().Result == nil; {
				if time.Now().After(deadline) {
					p.t.Fatalf("%s, table %d: the result is not stored", section, pair.Table())
				}
			}
			now := stored()
			if now.Result.Outcome != outcome {
				p.t.Errorf("%s, table %d: %s, want %s", section, pair.Table(), now.Result.Outcome, outcome)
			}
			expect.OK(p.t, p.tournament.VerifyResult(p.t.Context(), p.event, p.command(p.second), tournament.Verdict{MatchID: m.MatchID, Revision: now.Revision, Confirm: true}))
		}
	}
}

// An organizer chooses groups and a knockout in the wizard, and both are played at the desk.
func TestFromTheWizardsGroupsToTheKnockout(t *testing.T) {
	inBrowser(t)
	v := newVenue(t)
	noor := expect.Must(v.accounts.Create(t.Context(), account.NewPerson{Login: "noor", Name: "Noor Haddad", Password: "four words in a row"}, "organizer"))(t)
	kim := expect.Must(v.accounts.Create(t.Context(), account.NewPerson{Login: "kim", Name: "Kim Osei", Password: "four words in a row"}, "none"))(t)
	maker := journal.Actor{AccountID: noor.AccountID, Name: noor.Name}
	organizer := v.visitor(desktop)
	organizer.signIn("noor", "four words in a row")
	organizer.open("/new-event")
	organizer.fill("[name=name]", "Lakeshore")
	organizer.fill("[name=starts_on]", "2026-05-02")
	organizer.fill("[name=time_zone]", "America/Chicago")
	organizer.says("Create the event")
	organizer.until("location.pathname.endsWith('/desk/setup/new')")
	organizer.says("Several sections that lead to each other")
	organizer.says("Choose: Groups, then a knockout")
	organizer.fill("[name=name-1]", "Open")
	organizer.fill("[name=name-2]", "Final")
	organizer.fill("[name=rounds]", "1")
	organizer.fill("[name=groups]", "2")
	organizer.fill("[name=through]", "1")
	organizer.says("Show the picture again")
	organizer.sees("[data-path]", "of every group")
	organizer.says("Add these sections")
	organizer.sees(".said", "2 sections are added")

	event := expect.Must(v.tournament.Reader().EventBySlug(t.Context(), "lakeshore"))(t)
	day := &aPath{venue: v, organizer: organizer, event: event.EventID, second: journal.Actor{AccountID: kim.AccountID, Name: kim.Name}}
	open := v.book("lakeshore", "open").Section.SectionID
	for n, name := range []string{"Ants", "Bees", "Crows", "Ducks"} {
		rating := 2000 - 100*n
		players := []tournament.NewPlayer{{FirstName: "Ada", LastName: name, Rating: &rating}, {FirstName: "Bo", LastName: name, Rating: &rating}}
		team := expect.Must(v.tournament.AddTeam(t.Context(), event.EventID, day.command(maker), tournament.NewTeam{SectionID: open, Name: name, Players: players}))(t)
		expect.Must(v.tournament.CheckIn(t.Context(), event.EventID, day.command(maker), team.TeamID, tournament.TeamHere))(t)
	}
	organizer.open(lakeshore + "/desk/setup/check")
	organizer.says("Go live")
	organizer.sees(".said", "is live")
	day.round("open", 1)
	organizer.open(lakeshore + "/desk/final/phase")
	organizer.says("Let 2 teams in")
	organizer.sees("[data-started]", "2 teams came in")
	day.round("final", 1)
	if s := expect.Must(v.book("lakeshore", "final").Standings(0))(t); len(s.Rows) != 2 || s.Rows[0].Place != 1 || s.Rows[0].Shared != 1 {
		t.Errorf("the final ended with %+v", s.Rows)
	}
	organizer.content()
}
