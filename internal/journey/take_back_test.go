package journey_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// One key asks, the next one does it, and the person is back where the key was struck.
func TestOneKeyTakesTheLastActBack(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("opens a browser")
	}
	v := newShow(t)
	chief := v.official("demo.section", desktop)
	book := v.book(demo.Slug, "open")
	team := book.Teams[0]
	state := func() tournament.TeamState { return v.book(demo.Slug, "open").Team(team.TeamID).State }
	was := state()
	page := fmt.Sprintf("%s/desk/open/teams/%d", event, team.TeamID)
	chief.open(page)
	chief.click("form[action$='/withdraw'] button")
	chief.until(settled)
	expect.MustEqual(t, state(), tournament.TeamWithdrawn, "%s", team.Name)
	chief.open(event + "/desk/journal")
	chief.until(settled)
	chief.types("[name=find]", "z") // in a field the letter is a letter
	chief.ask("document.activeElement.blur()")
	chief.press("z")
	chief.sees("[data-undo-what]", "Undo: withdraw team")
	chief.sees("[data-undo-then]", team.Name+" is in again")
	chief.until(settled)
	chief.shoot("undo-1440")
	chief.press("\r")
	chief.sees(".said", "Undone: withdraw team")
	chief.until("location.pathname.endsWith('/desk/journal')")
	expect.Equal(t, state(), was, "%s", team.Name)
	chief.content()

	phoned := v.official("demo.section", phone)
	phoned.open(event + "/desk/undo")
	phoned.sees("[data-undo-what]", "This stays:")
	phoned.shoot("undo-390")
	phoned.content()
}
