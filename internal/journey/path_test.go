package journey_test

import (
	"fmt"
	"slices"
	"strings"
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
	day := v.wizard()
	organizer, everybody := day.organizer, v.visitor(phone)
	organizer.sees("[data-preset=swiss-finals] [data-path]", "places 1 to 8 of Main section")
	if row := organizer.ask("getComputedStyle(document.querySelector('[data-preset=swiss-finals] [data-path]')).flexDirection + getComputedStyle(document.querySelector('[data-path]')).display"); row != "rowflex" {
		t.Errorf("the path does not run from left to right: %s", row)
	}
	organizer.shoot("presets")
	day.adds("A Swiss, then A-final and B-final", "places 1 to 2 of Open", 3, "name-1=Open", "rounds=2", "through=2", "breaking=play-off")
	day.enters("open", "Ants", "Bees", "Crows", "Ducks")
	day.goesLive()

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
	day.letsIn("a-final", 2)
	day.letsIn("b-final", 2)
	day.round("a-final", 1)
	day.round("b-final", 1)
	everybody.open(lakeshore + "/a-final/standings")
	everybody.sees("main", "Ants")
	day.endedWith("a-final", "Ants", "Bees")
	organizer.content()
	everybody.content()
}

// Groups are chosen in the wizard and played, and their first play a knockout.
func TestFromTheWizardsGroupsToTheKnockout(t *testing.T) {
	inBrowser(t)
	day := newVenue(t).wizard()
	day.adds("Groups, then a knockout", "place 1 of every group of Open", 2, "name-1=Open", "name-2=Final", "rounds=1", "groups=2", "through=1")
	day.enters("open", "Ants", "Bees", "Crows", "Ducks")
	day.goesLive()
	day.round("open", 1) // the strongest two stand in different groups
	day.letsIn("final", 2)
	day.round("final", 1)
	day.endedWith("final", "Ants", "Bees")
	day.organizer.content()
}

// Two sections are chosen in the wizard and played, and the first of both play the final.
func TestFromTheWizardsSectionsToTheirFinal(t *testing.T) {
	inBrowser(t)
	day := newVenue(t).wizard()
	day.adds("Two sections, one final", "place 1 of Juniors", 3, "name-1=Open", "name-2=Juniors", "name-3=Final", "rounds=1", "through=1")
	day.enters("open", "Ants", "Bees")
	day.enters("juniors", "Crows", "Ducks")
	day.goesLive()
	day.round("open", 1)
	day.organizer.open(lakeshore + "/desk/final/phase")
	day.organizer.sees("main", "Juniors is not over") // one source alone opens nothing
	day.round("juniors", 1)
	day.letsIn("final", 2)
	day.round("final", 1)
	day.endedWith("final", "Ants", "Crows")
	day.organizer.content()
}

// A knockout is chosen in the wizard, and those who lose its first round play on while it goes on.
func TestFromTheWizardsKnockoutToTheConsolation(t *testing.T) {
	inBrowser(t)
	day := newVenue(t).wizard()
	day.adds("A knockout with a consolation", "losers of round 1", 2, "name-1=Open", "name-2=Second chance", "rounds=2", "through=1")
	day.enters("open", "Ants", "Bees", "Crows", "Ducks")
	day.goesLive()
	day.organizer.open(lakeshore + "/desk/second-chance/phase")
	day.organizer.sees("main", "The rounds of Open whose losers come in are not over") // not: the whole knockout
	day.round("open", 1)
	day.letsIn("second-chance", 2)
	day.round("second-chance", 1)
	day.round("open", 2)
	day.endedWith("second-chance", "Crows", "Ducks")
	if r := day.book("lakeshore", "open").Round(2); len(r.Pairings) != 1 {
		t.Errorf("%d pairings in the last round: those who play on also play for third place", len(r.Pairings))
	}
	day.organizer.content()
}

// aPath is Lakeshore from its wizard on.
type aPath struct {
	*venue
	organizer     *person
	event         int64
	maker, second journal.Actor // who enters teams, and who verifies
	keys, teams   int
}

// wizard founds Lakeshore and stops where a path is chosen.
func (v *venue) wizard() *aPath {
	v.t.Helper()
	named := func(login, name, role string) journal.Actor {
		made := expect.Must(v.accounts.Create(v.t.Context(), account.NewPerson{Login: login, Name: name, Password: "four words in a row"}, role))(v.t)
		return journal.Actor{AccountID: made.AccountID, Name: made.Name}
	}
	p := &aPath{venue: v, organizer: v.visitor(desktop), maker: named("noor", "Noor Haddad", "organizer"), second: named("kim", "Kim Osei", "none")}
	p.organizer.signIn("noor", "four words in a row")
	p.organizer.open("/new-event")
	p.organizer.fill("[name=name]", "Lakeshore")
	p.organizer.fill("[name=starts_on]", "2026-05-02")
	p.organizer.fill("[name=time_zone]", "America/Chicago")
	p.organizer.says("Create the event")
	p.organizer.until("location.pathname.endsWith('/desk/setup/new')")
	p.organizer.says("Several sections that lead to each other")
	p.organizer.sees("main", "Choose the picture that is nearest")
	p.event = expect.Must(v.tournament.Reader().EventBySlug(v.t.Context(), "lakeshore"))(v.t).EventID
	return p
}

// adds chooses the path of a title, fills in fields ("name=value"), looks at its picture and adds
// its sections.
func (p *aPath) adds(title, picture string, sections int, fields ...string) {
	p.t.Helper()
	p.organizer.says("Choose: " + title)
	for _, field := range fields {
		name, value, _ := strings.Cut(field, "=")
		p.organizer.fill("[name="+name+"]", value)
	}
	p.organizer.says("Show the picture again")
	p.organizer.sees("[data-path]", picture)
	p.organizer.says("Add these sections")
	p.organizer.until("location.pathname.endsWith('/desk/setup')")
	p.organizer.sees(".said", fmt.Sprintf("%d sections are added", sections))
}

// enters adds teams to a section and checks them in, the strongest first.
func (p *aPath) enters(section string, names ...string) {
	p.t.Helper()
	id := p.book("lakeshore", section).Section.SectionID
	for _, name := range names {
		p.teams++
		rating := 2100 - 100*p.teams
		players := []tournament.NewPlayer{{FirstName: "Ada", LastName: name, Rating: &rating}, {FirstName: "Bo", LastName: name, Rating: &rating}}
		team := expect.Must(p.tournament.AddTeam(p.t.Context(), p.event, p.command(p.maker), tournament.NewTeam{SectionID: id, Name: name, Players: players}))(p.t)
		expect.Must(p.tournament.CheckIn(p.t.Context(), p.event, p.command(p.maker), team.TeamID, tournament.TeamHere))(p.t)
	}
}

func (p *aPath) goesLive() {
	p.organizer.open(lakeshore + "/desk/setup/check")
	p.organizer.says("Go live")
	p.organizer.sees(".said", "is live")
}

// letsIn starts a later section.
func (p *aPath) letsIn(section string, teams int) {
	p.organizer.open(lakeshore + "/desk/" + section + "/phase")
	p.organizer.says(fmt.Sprintf("Let %d teams in", teams))
	p.organizer.sees("[data-started]", fmt.Sprintf("%d teams came in", teams))
}

// endedWith compares the teams of a section, first to last, with no place shared.
func (p *aPath) endedWith(section string, want ...string) {
	p.t.Helper()
	book := p.book("lakeshore", section)
	var got []string
	for _, row := range expect.Must(book.Standings(0))(p.t).Rows {
		expect.Equal(p.t, row.Shared, 1, "teams at place %d of %s", row.Place, section)
		got = append(got, book.Team(row.TeamID).Name)
	}
	expect.True(p.t, slices.Equal(got, want), "%s ended with %v, want %v", section, got, want)
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
