package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What a hall screen shows is chosen at the desk and changes there at once, from
// its first page; the screen itself leads nowhere and sends nothing.
func TestTheDeskSwitchesAScreen(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	desk, screen := v.official("demo.chief", desktop), v.visitor(1920)
	steer := func(fields map[string]string, button string) {
		desk.open("/e/lakeshore-demo/desk/screens")
		for field, value := range fields {
			desk.fill(field, value)
		}
		desk.click(button)
		desk.sees(".said", "Big wall")
	}
	const added = "#f-namebig-wall"
	steer(map[string]string{"#f-name": "Big wall", "#f-programme": "names"}, "form.panel:last-of-type .btn-main")
	screen.open("/e/lakeshore-demo/hall/big-wall")
	screen.sees(".hall-sheet:not([hidden]) .hrow", "vs")
	ways := screen.ask("document.querySelectorAll('a[href]:not(.skip), form').length")
	expect.True(t, ways == "0", "a screen has %s links and forms, want none", ways)
	screen.press(" ")
	screen.sees("[data-paused]:not([hidden])", "paused")
	for _, show := range []struct{ programme, selector, text string }{
		{"standings", ".hall-sheet:not([hidden])", "Standings after round"},
		{"status", ".hall-sheet:not([hidden]) .hall-big", "tables finished"},
		{"tables", ".hall-sheet:not([hidden]) .hall-tables .hrow", "vs"},
		{"message", ".hall-sheet:not([hidden]) .hall-big", "Lunch until one"},
	} {
		steer(map[string]string{"#f-programmebig-wall": show.programme, "#f-messagebig-wall": "Lunch until one"}, "form:has("+added+") .btn-main")
		screen.sees(show.selector, show.text)
		screen.until("document.querySelector('[data-paused]').hidden && !document.querySelector('[data-sheet]').hidden")
	}
	screen.content()
	desk.content()
}

// A screen that is switched on while the server is away says so, and shows its sheets when
// the server is back, touched by nobody.
func TestAScreenSwitchedOnWithoutContactComesByItself(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	screen := v.visitor(1920)
	address, cut, mend := v.lostAndFound()
	screen.url = address
	screen.open(event + "/hall/main")
	screen.until("navigator.serviceWorker.controller !== null")
	cut()
	screen.open(event + "/hall/main")
	screen.sees("h1", "No contact")
	mend()
	screen.sees(".hall-sheet:not([hidden]) .hrow", "vs")
}
