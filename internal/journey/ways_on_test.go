package journey_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// What is done too much can be undone on the spot, and one act is enough for one thing
// that happened: an empty section is hidden and shown again, a team goes where it belongs
// before its first pairing, and a team that did not come forfeits its table at once. A
// player's phone follows: its largest words are those of the match that comes next.
func TestTheDeskLeadsOn(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(3)
	chief, director, player := h.official("hall.chief", desktop), h.official("hall.director", desktop), h.visitor(phone)
	expect.Must(h.tournament.AddSection(t.Context(), h.event, h.command(), tournament.NewSection{Name: "Juniors", Rulebook: "FIDEX"}))(t)
	late := expect.Must(h.tournament.AddTeam(t.Context(), h.event, h.command(), tournament.NewTeam{
		SectionID: h.section, Name: "Late Entry", Players: []tournament.NewPlayer{{FirstName: "Ada", LastName: "Lund"}, {FirstName: "Bo", LastName: "Lund"}},
	}))(t)

	chief.open("/e/lake/desk/setup")
	chief.says("Hide: Juniors")
	chief.sees("#hidden", "Juniors")
	chief.says("Show it again: Juniors")
	chief.sees("#sections", "Juniors")
	chief.gone("#hidden", "Juniors")

	chief.open(fmt.Sprintf("/e/lake/desk/open/teams/%d", late.TeamID))
	chief.fill("#move [name=section]", chief.ask("[...document.querySelectorAll('#move option')].find((o) => o.textContent === 'Juniors').value"))
	chief.says("Move Late Entry")
	chief.sees(".said", "Juniors")
	name := h.book("lake", "juniors").Team(late.TeamID).Name
	expect.True(t, name == "Late Entry", "the juniors have %q for the team that moved", name)

	// Table 2: nobody came on one side. Table 1 plays its first match to the end.
	director.open(h.wall + "?table=2")
	director.says("No-show")
	director.until("location.pathname.endsWith('/no-show')")
	director.click("[name=forfeit][value=slot1]")
	director.fill("[name=reason]", "Did not come.")
	director.says("Forfeit both matches")
	director.sees(".said", "Table 2, matches 1 and 2:")
	for match := 1; match <= 2; match++ {
		m := h.matchOf(2, match)
		expect.True(t, m.Result != nil && m.Result.Forfeit, "match %d of table 2 has %+v", match, m.Result)
	}

	first := h.book("lake", "open").Round(1).AtTable(1)
	player.open("/e/lake/find?team=" + h.book("lake", "open").Team(first.InSlot(1)[0]).Slug)
	player.sees(".seat-match", "Match 1 of 2")
	white := player.ask("document.querySelector('.seatcard.w').textContent")
	director.openTable("1") // with the other slip still open: the number names a table
	director.press("1\r")
	player.sees(".seat-match", "Match 2 of 2") // by itself
	now := player.ask("document.querySelector('.seatcard.w').textContent")
	expect.True(t, now != white, "match 2 is shown with the colours of match 1: %s", now)
	chief.content()
	director.content()
	player.content()
}

// Who rules reads what was ruled on the same matter before, on the desk and on a phone.
func TestEarlierRulingsStandBesideTheNewOne(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	director := v.official("demo.director", desktop)
	table := v.waiting("u1600")
	director.opensCard(table)
	director.open(director.ask("location.pathname") + "/ruling")
	director.sees(".precedents", "Illegal move (USCF-R)")
	director.sees(".precedents .rows li", "T43 M1")
	director.click(".precedents h2")
	director.shoot("precedents-desk")
	director.size(phone)
	director.noWider(director.ask("location.pathname"), phone)
	director.ask("document.querySelector('.precedents').scrollIntoView()")
	director.shoot("precedents-phone")
	director.content()
}
