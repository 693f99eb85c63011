package journey_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const lakeRound = "/e/lake/desk/open/round/1"

// matchOf is a match of round 1 of the hall.
func (h *hall) matchOf(table, match int) tournament.Match {
	h.t.Helper()
	return h.book("lake", "open").Round(1).AtTable(table).Matches[match-1]
}

// comes checks the state and the result that are stored for a match, once the page has said so; empty for none.
func (p *person) comes(h *hall, table, match int, state tournament.MatchState, want tournament.Outcome) {
	p.t.Helper()
	got := tournament.Outcome("")
	m := h.matchOf(table, match)
	if m.Result != nil {
		got = m.Result.Outcome
	}
	expect.True(p.t, m.State == state && got == want, "table %d, match %d is %s with %q, want %s with %q", table, match, m.State, got, state, want)
}

// late makes the time of round 1 run out long ago.
func (h *hall) late() {
	h.t.Helper()
	h.exec(`update round set clock_started = now() - interval '2 hours' where event_id = $1`, h.event)
}

// tab moves the focus with the Tab key until it is on the element.
func (p *person) tab(selector string) {
	p.t.Helper()
	for range 60 {
		p.until(settled)
		if p.ask(fmt.Sprintf("document.activeElement.matches(%s)", quote(selector))) == "true" {
			return
		}
		p.press("\t")
	}
	p.t.Fatalf("Tab does not lead to %s\n%s", selector, p.page())
}

// next presses a key and waits for what comes of it.
func (p *person) next(key, selector, text string) {
	p.t.Helper()
	p.press(key)
	p.settles()
	p.sees(selector, text)
}

// The hands-on pages of the desk with nothing but a keyboard.
func TestDeskByKeyboardAlone(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	desk, second, director, chief := h.official("hall.desk", desktop), h.official("hall.desk2", desktop), h.official("hall.director", desktop), h.official("hall.chief", desktop)

	entersByKeys(h, desk, director)
	verifiesByKeys(h, second)

	desk.open("/e/lake/desk/open/teams")
	desk.until("document.activeElement.name === 'q'")
	desk.press("O-3")
	desk.next("\r", ".said", "was here already")

	chief.open(lakeRound + "/clock")
	chief.tab("form[action$='/clock/pause'] button")
	chief.next("\r", ".rclock", "paused")
	chief.tab("form[action$='/clock/pause'] button")
	chief.next("\r", ".said", "goes on")
	chief.tab("[name=table]")
	chief.press("6\t")
	chief.press("\t")
	chief.press("A clock fell down")
	chief.tab("[value=pause]")
	chief.next("\r", ".clocktables", "A clock fell down")

	h.late()
	second.open(lakeRound + "/missing")
	second.sees(".late", "min late")
	second.tab(".late[data-table='8'] [name=runner]")
	second.press("Robin")
	second.next("\r", ".late[data-table='8']", "runner Robin")
	second.tab(".late[data-table='8'] form:not(.runner) button")
	second.next("\r", ".late[data-table='8']", "seen playing by Lou Marchetti")

	// Where the oldest missing come first nothing moves by itself: a note says how
	// much would, and shows it.
	director.open(h.wall + "?order=oldest")
	const order = "[...document.querySelectorAll('.tile')].map((e) => e.dataset.table).join()"
	before := director.ask(order)
	desk.open(lakeRound + "/bulk")
	desk.tab("#f-lines")
	desk.press("7 1 2\r7 2 3\r99 1 1")
	desk.tab("form[action$='/bulk'] .btn-main")
	desk.next("\r", "[role=status]", "2 lines saved, 1 not saved")
	desk.comes(h, 7, 1, tournament.MatchReported, tournament.SecondWins)
	director.sees(".tile[data-table='7']", "reported")
	director.sees("[data-newer]:not([hidden])", "newer: show")
	now := director.ask(order)
	expect.True(t, now == before, "the tiles moved by themselves from %s to %s", before, now)
	director.tab("[data-show-newer]")
	director.press("\r")
	director.until("document.querySelector('[data-newer]').hidden && " + order + " !== " + quote(before))
	for _, p := range []*person{desk, second, director, chief} {
		p.content()
	}
}

func entersByKeys(h *hall, desk, director *person) {
	h.t.Helper()
	desk.open(h.wall)
	desk.until("document.activeElement?.name === 'table'")
	desk.press("1\r1bf\r3\r")
	desk.sees("[data-live=log]", "T1 M2")
	desk.sees(".tile[data-table='1']", "½")
	desk.comes(h, 1, 1, tournament.MatchReported, tournament.FirstWins)
	desk.comes(h, 1, 2, tournament.MatchReported, tournament.Drawn)

	// The sentence has both names and the score; a wrong entry is taken back with
	// one key and made anew.
	desk.press("2\r2")
	desk.sees("[data-echo]", "beat")
	desk.sees("[data-echo]", "Table score 0–1.")
	desk.press("\r")
	desk.until("document.querySelector('[data-undo=\"2 1\"]')")
	desk.press("z")
	desk.sees(".tile[data-table='2'][data-state=play]", "")
	desk.press("\x1b")
	desk.until("document.activeElement?.name === 'table'")
	desk.press("2\r1\r1\r")
	desk.sees("[data-live=log]", "T2 M2")
	desk.comes(h, 2, 1, tournament.MatchReported, tournament.FirstWins)

	// The wall: arrows, digits, the key list, one table found by a name.
	desk.focus(".tile[data-table='3']")
	desk.press(arrowRight)
	desk.until("document.activeElement.dataset.table === '4'")
	desk.press("?")
	desk.until("document.querySelector('[data-help]').open")
	desk.press("\x1b")
	desk.until("!document.querySelector('[data-help]').open")
	desk.press("f")
	desk.until("document.activeElement.name === 'find'")
	desk.press("Zoé5 \r")
	desk.until("document.activeElement.name === 'outcome'")
	desk.press("\x1b")

	// A forfeit: who, and why, behind x.
	director.open(h.wall)
	director.until("document.activeElement?.name === 'table'")
	director.press("4\rx")
	director.until("document.querySelector('.rare:popover-open') && document.activeElement.name === 'forfeit'")
	director.press(arrowDown)
	director.sees("[data-echo]", "by forfeit")
	director.tab("[name=reason]")
	director.press("Nobody came")
	director.press("\r")
	director.sees("[data-live=log]", "by forfeit")
	m := h.matchOf(4, 1)
	expect.True(h.t, m.Result != nil && m.Result.Forfeit && m.Result.Reason == "Nobody came", "the forfeit is %+v", m.Result)
}

func verifiesByKeys(h *hall, second *person) {
	h.t.Helper()
	second.open(h.wall)
	// The keys that stand below the wall work where they stand, from the box too, and
	// others stand there once a table is open.
	hints := func() string {
		return second.ask("[...document.querySelectorAll('[data-hint]')].filter((e) => e.checkVisibility()).map((e) => e.lastChild.textContent.trim().split(' ').pop()).join()")
	}
	second.until("document.activeElement?.name === 'table'")
	expect.Equal(h.t, hints(), "move,result,find,verify,dispute,missing", "keys of the wall")
	second.press(arrowDown)
	second.until("document.activeElement.dataset.table === '1'")
	second.press("6\r")
	second.until("document.activeElement.name === 'outcome'")
	expect.Equal(h.t, hints(), "slip,draw,once,decided,move,results,number", "keys of a table")
	second.press("\x1b")
	second.sees("a.to-verify", "to verify")
	second.press("v")
	second.until("location.pathname.endsWith('/verify')")
	second.open("/e/lake/desk/open")
	second.sees(".facts a", "results to verify")
	second.sees(".rounds-table a", "Verify")
	second.click(".facts a[href$=verify]")
	second.until("location.pathname.endsWith('/verify')")
	second.open(h.wall)
	second.focus(".tile[data-table='2']")
	second.press("v") // to the queue, with this table first
	second.until("location.pathname.endsWith('/verify') && document.activeElement?.matches('[data-waiting]')")
	second.sees("[data-waiting]:focus", "Table 2, match 1")
	second.open(lakeRound + "/verify")
	second.until("document.activeElement.matches('[data-waiting]')")
	second.sees("[data-waiting]:focus", "Table 1, match 1")
	second.next("y", "[data-waiting]:focus", "Table 1, match 2")
	second.comes(h, 1, 1, tournament.MatchVerified, tournament.FirstWins)
	second.press("n")
	second.until("document.activeElement.name === 'reason'")
	second.press("The slip says otherwise")
	second.next("\r", "[data-waiting]:focus", "Table 2, match 1") // Enter rejects and does not confirm
	second.comes(h, 1, 2, tournament.MatchConflict, "")

	second.open(lakeRound + "/verify?mode=rekey")
	second.until("document.activeElement.matches('[data-waiting]')")
	second.gone("[data-waiting]", "beat")
	second.next("1", "[data-waiting]:focus", "Table 2, match 2")
	second.comes(h, 2, 1, tournament.MatchVerified, tournament.FirstWins)
	second.next("2", "[role=alert]", "two different results")
	second.sees("[role=alert]", "Kim Osei: ")
	second.sees("[role=alert]", "Lou Marchetti: ")
	second.until("document.querySelector('[data-verify]').dataset.beeped !== undefined && !document.querySelector('[data-waiting]')")
	second.comes(h, 2, 2, tournament.MatchConflict, "")
}

// The same with nothing but fingers on a phone.
func TestDeskByTouchAlone(t *testing.T) {
	inBrowser(t)
	h := newVenue(t).newHall(8)
	desk, second, chief := h.official("hall.desk", phone), h.official("hall.desk2", phone), h.official("hall.chief", phone)
	desk.open(h.wall)
	desk.until("getComputedStyle(document.querySelector('.wall')).gridTemplateColumns.split(' ').length === 2")
	desk.tap(".tile[data-table='3']")
	desk.sees("[data-entry-form] .res", "win")
	desk.shoot("phone-sheet")
	desk.tap(".res:has([value=slot1])")
	desk.sees("[data-echo]", "table 3, match 1:")
	desk.tap("[data-entry-form] > .row .btn-main")
	desk.sees("[data-echo]", "table 3, match 2: choose")
	desk.tap(".res:has([value=draw])")
	desk.tap(".how:has([value=b])")
	desk.tap("[data-entry-form] > .row .btn-main")
	desk.sees("[data-half-end]:not([hidden])", "Choose both")
	desk.tap(".how:has([value=b])") // a second tap takes a choice back
	desk.tap("[data-entry-form] > .row .btn-main")
	desk.sees(".tile[data-table='3'][data-state=reported]", "½")
	desk.until("!document.querySelector('[data-entry-form]')")
	desk.tap("[data-undo='3 2']")
	desk.sees(".tile[data-table='3']", "·")
	desk.comes(h, 3, 1, tournament.MatchReported, tournament.FirstWins)
	desk.comes(h, 3, 2, tournament.MatchOpen, "")

	// Without network: kept on the phone, shown, sent once.
	desk.ask("(window.online = window.fetch, window.fetch = () => Promise.reject(new TypeError('no network')), true)")
	desk.tap(".tile[data-table='5']")
	desk.tap(".res:has([value=slot2])")
	desk.tap("[data-entry-form] > .row .btn-main")
	desk.sees("[data-queue]:not([hidden])", "table 5, match 1")
	desk.ask("(window.fetch = window.online, window.dispatchEvent(new Event('online')))")
	desk.until("document.querySelector('[data-queue]').hidden && document.querySelector(\".tile[data-table='5'][data-state=reported]\")")
	desk.comes(h, 5, 1, tournament.MatchReported, tournament.SecondWins)

	chief.open(h.wall)
	chief.tap(".tile[data-table='6']")
	chief.tap("[data-rare-button]")
	chief.until("document.querySelector('.rare:popover-open')")
	chief.tap("[name=forfeit][value=slot1]")
	chief.fill("[name=reason]", "Left early")
	chief.tap(".rare .btn-main")
	chief.sees("[data-live=log]", "by forfeit")

	second.open(lakeRound + "/verify")
	second.tap("[data-waiting] [value=confirm]")
	second.settles()
	second.comes(h, 3, 1, tournament.MatchVerified, tournament.FirstWins)
	second.open(lakeRound + "/verify?mode=rekey")
	second.tap("[name=outcome][value='1']")
	second.sees("[role=alert]", "two different results")
	second.comes(h, 5, 1, tournament.MatchConflict, "")

	h.late()
	second.open(lakeRound + "/missing")
	second.tap(".late[data-table='8'] form:not(.runner) button")
	second.sees(".late[data-table='8']", "seen playing")

	desk.open("/e/lake/desk/open/teams")
	desk.tap("[data-team-row] button")
	desk.sees("[data-live=counts]", "15 here")

	chief.open(lakeRound + "/clock")
	chief.fill("[name=table]", "7")
	chief.fill("#f-table-reason", "A ruling")
	chief.tap("[value=pause]")
	chief.sees(".clocktables", "A ruling")

	desk.open(lakeRound + "/bulk")
	desk.fill("#f-lines", strings.Join([]string{"7 1 1", "7 2 2"}, "\n"))
	desk.tap("form[action$='/bulk'] .btn-main")
	desk.sees("[role=status]", "2 lines saved, 0 not saved")
	for _, p := range []*person{desk, second, chief} {
		p.content()
	}
}
