package journey_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A chief takes a round back, holds a table number for one pairing and publishes
// again; the last click is seen on a phone that somebody has in hand.
func TestAHeldTableIsPublishedToThePhones(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(4)
	first := h.book("lake", "open").Round(1).AtTable(1)
	team := h.book("lake", "open").Team(first.InSlot(1)[0])
	chief, player := h.official("hall.chief", desktop), h.visitor(phone)
	player.open("/e/lake/find?team=" + team.Slug)
	player.sees(".prow, .answer, main", team.Name)

	chief.open(lakeRound + "/pair")
	chief.fill("form[action$=unpublish] [name=typed]", "1")
	chief.fill("form[action$=unpublish] [name=reason]", "Table 1 is too low for a wheelchair.")
	chief.click("form[action$=unpublish] button")
	chief.sees(".draft .why", "neither has played")

	chief.click(fmt.Sprintf("#t-%d", team.TeamID))
	chief.fill("#table", "9")
	chief.click("button[value=hold]")
	chief.sees("#table-9 .tag", "held")
	chief.sees("#table-9", team.Name)

	chief.click(`a[href$="/pair/publish"]`)
	chief.sees(".rows", team.Name) // the difference to the version before
	chief.fill("[name=typed]", "1")
	chief.click("main form .btn-main")
	chief.until("!location.pathname.endsWith('/pair/publish')")
	player.sees("main", "was table 1 in v1") // by itself
	expect.Equal(t, h.book("lake", "open").Round(1).PairingOf(team.TeamID).Table(), 9, "the pairing stands at table")
	chief.content()
	player.content()
}
