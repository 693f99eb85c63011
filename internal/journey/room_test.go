package journey_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
)

// A long text says how much it takes and counts along, in the language of the page; a
// short field says it when it is nearly full, and nothing more can be typed into it.
func TestTextsSayHowMuchRoomIsLeft(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.book(demo.Slug, "open").Round(3).AtTable(10)
	team := v.teamPhone(v.shown.EventID, p.TeamID(1))
	team.open(team.ask("location.pathname") + "?lang=de")
	team.taps("Offiziellen an den Tisch rufen")
	team.sees("[data-room^=f-summary]", "Bis zu 500 Zeichen.")
	team.types("textarea[name=summary]", "Ist das legal? 👪")
	team.sees("[data-room^=f-summary]", "16 von 500 Zeichen.")

	desk := v.official("demo.director", desktop)
	desk.open("/e/lakeshore-demo/desk/incidents/2")
	desk.fill("#f-summary", strings.Repeat("x", 399))
	desk.until(`document.querySelector("[data-room=f-summary]").hidden`)
	desk.fill("#f-summary", strings.Repeat("x", 499))
	desk.sees("[data-room=f-summary]:not([hidden])", "499 of 500 characters.")
	desk.types("#f-summary", "yz")
	desk.sees("[data-room=f-summary]", "500 of 500 characters.")
}
