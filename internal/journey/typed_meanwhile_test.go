package journey_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What somebody is filling in stays while others change the page around it, however often, and stays
// with its row; when it is sent, it is told that somebody else was faster.
func TestWhatIsTypedOutlivesWhatOthersDo(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	h.late()
	desk, other := h.official("hall.desk", desktop), h.official("hall.desk2", desktop)
	row := func(table string) string { return ".late[data-table='" + table + "']" }
	typed := func(table string) string {
		return desk.ask("document.querySelector(" + quote(row(table)+" [name=runner]") + ").value")
	}
	sends := func(table, runner string) {
		other.fill(row(table)+" [name=runner]", runner)
		other.tap(row(table) + " .runner button")
		other.sees(row(table), "runner "+runner)
		desk.sees(row(table), "runner "+runner)
	}
	desk.open(lakeRound + "/missing")
	other.open(lakeRound + "/missing")
	desk.fill(row("8")+" [name=runner]", "Robin")
	desk.ask("(document.activeElement.blur(), true)")

	sends("8", "Ann")
	expect.Equal(t, typed("8"), "Robin", "typed, after another runner was sent")
	field := "document.querySelector(" + quote(row("8")+" [name=runner]") + ")"
	desk.ask("(" + field + ".focus(), " + field + ".setSelectionRange(2, 2), true)")
	sends("7", "Ann")
	expect.Equal(t, desk.ask(field+" === document.activeElement && "+field+".selectionStart"), "2", "where the caret stands, after a change")
	desk.ask("(document.activeElement.blur(), true)")
	expect.Equal(t, typed("7"), "Ann", "where nobody typed, after a runner was sent")
	expect.Equal(t, typed("8"), "Robin", "typed, after a second change")
	other.tap(row("8") + " form:not(.runner) button")
	desk.sees(row("8"), "seen playing")
	expect.Equal(t, typed("8"), "Robin", "typed, after a third change")
	sends("7", "Bo")
	expect.Equal(t, typed("7"), "Bo", "where nobody typed, after the next runner")
	other.open(lakeRound + "/bulk")
	other.fill("#f-lines", "7 1 1\n7 2 2")
	other.tap("form[action$='/bulk'] .btn-main")
	desk.until("!document.querySelector(" + quote(row("7")) + ")")
	expect.Equal(t, typed("8"), "Robin", "typed, after the row above went")

	desk.tap(row("8") + " .runner button")
	desk.sees(".late, [role=alert]", "Ann is on the way to table 8 by now.")
	expect.Equal(t, typed("8"), "Robin", "typed, on the page of the refusal")
	desk.tap(row("8") + " .runner button")
	desk.sees(row("8"), "runner Robin")

	// Two who start later: what the second typed is not added to what the first did.
	h.exec(`insert into planned_start (event_id, section_id, round_no, starts_at) values ($1, $2, 2, now() + interval '3 hours')`, h.event, h.section)
	chief, second := h.official("hall.chief", desktop), h.official("hall.chief", desktop)
	const starts, minutes = "/e/lake/desk/open/pace", "[data-later-form] [name=minutes]"
	chief.open(starts)
	second.open(starts)
	second.fill(minutes, "20")
	second.ask("(document.activeElement.blur(), true)")
	chief.fill(minutes, "10")
	chief.tap("[data-later-form] button")
	chief.sees("[data-moved]", "10 min")
	second.sees("[data-moved]", "10 min")
	expect.Equal(t, second.ask("document.querySelector("+quote(minutes)+").value"), "20", "typed, after another moved the times")
	second.tap("[data-later-form] button")
	second.sees("[role=alert]", "moved the times by 10 minutes")
	for _, p := range []*person{desk, other, chief, second} {
		p.content()
	}
}

// What a reader opened stays open, what they closed stays closed, and what a script offers stays
// offered, while others change the page.
func TestWhatIsOpenedOutlivesWhatOthersDo(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	desk, checker, reader := v.official("demo.desk", desktop), v.official("demo.desk2", desktop), v.visitor(phone)
	const print = "[data-print-page]:not([hidden])"
	checker.open("/e/lakeshore-demo/desk/open/round/3/verify/sample?seed=7")
	checker.sees(print, "Print")
	drawn := checker.ask("document.body.dataset.version")
	reader.open("/e/lakeshore-demo/team/knight-shift")
	const second = ".rows-fold details:nth-child(2)"
	reader.tap(second + " summary")
	reader.until("document.querySelector(" + quote(second) + ").open")
	before := reader.ask("document.body.dataset.version")

	enters := func(result string) {
		desk.open("/e/lakeshore-demo/desk/open/round/3/bulk")
		desk.fill("#f-lines", result)
		desk.tap("form[action$='/bulk'] .btn-main")
		desk.sees("[role=status]", "1 line saved")
		reader.until("Number(document.body.dataset.version) > Number(" + quote(before) + ")")
		reader.settles()
		before = reader.ask("document.body.dataset.version")
	}
	open := func() string {
		return reader.ask("[...document.querySelectorAll('.rows-fold details')].map((e) => Number(e.open)).join('').slice(0, 3)")
	}
	enters("7 1 1")
	expect.Equal(t, open(), "010", "what is open after somebody's result")
	checker.until("Number(document.body.dataset.version) > Number(" + quote(drawn) + ")")
	checker.settles()
	checker.sees(print, "Print")
	enters("7 2 1")
	expect.Equal(t, open(), "010", "what is open after the next result")
	reader.tap(second + " summary")
	enters("8 2 1")
	expect.Equal(t, open(), "000", "what is open after it was closed again")
	checker.content()
	reader.content()
}
