package journey_test

import (
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
)

// tabsTo goes there by the tab key alone.
func (p *person) tabsTo(selector string) {
	p.t.Helper()
	for range 150 {
		p.press("\t")
		if p.ask(fmt.Sprintf("document.activeElement.matches(%s)", quote(selector))) == "true" {
			return
		}
	}
	p.t.Fatalf("the tab key never reaches %s\n%s", selector, p.page())
}

// Everything on the public side is done by keys alone: finding a team, reading
// lists, rules and languages, and reporting from a team's private page.
func TestPublicPagesByKeysAlone(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	event := v.shown
	p := v.visitor(desktop)

	p.open("/e/lakeshore-demo")
	p.tabsTo("#q")
	p.press("knight shift\r")
	p.sees(".answer-team", "Knight Shift")
	p.tabsTo("#hits a.btn-main")
	p.press("\r")
	p.until("location.pathname.endsWith('/team/knight-shift') && document.querySelector('details summary')")
	p.tabsTo("main details summary")
	p.press("\r")
	p.until("document.querySelector('main details').open")

	p.open("/e/lakeshore-demo/open/pairings")
	p.tabsTo("#filter")
	p.press("knight")
	p.until("[...document.querySelectorAll('[data-rows] > .prow')].filter((e) => !e.hidden).length < 10")

	p.open("/e/lakeshore-demo/open/standings")
	p.tabsTo(".ranking thead summary") // opens to its sentence
	p.press("\r")
	p.until("document.querySelector('.ranking thead details').open")
	p.press("\r")
	p.until("!document.querySelector('.ranking thead [open]')")
	p.tabsTo(".ranking td a") // the sums, that of the points first
	p.press("\r")
	p.until("document.querySelector('.ranking .sums details:first-child[open]')")
	p.click(".ranking tbody tr:first-child td:nth-child(5)") // that of one number
	p.until("document.querySelector('.ranking .sums details:nth-child(3)[open]') && document.querySelectorAll('.ranking .sums [open]').length === 1")
	p.click(".ranking tbody tr:first-child td:nth-child(5)")
	p.until("!document.querySelector('.ranking .sums, .ranking [aria-expanded]')")
	p.open("/e/lakeshore-demo/open/crosstable")
	p.tabsTo(".scroll-x")

	p.open("/e/lakeshore-demo/open/rules")
	p.tabsTo("#q")
	p.press("flag\r")
	p.sees("h2", "“flag”")
	p.tabsTo(".rule a")
	p.press("\r")
	p.until("document.querySelector('details .rule:target')")

	p.open("/e/lakeshore-demo")
	p.tabsTo("a[hreflang=de]")
	p.press("\r")
	p.until("document.documentElement.lang === 'de'")

	pairing := v.book(demo.Slug, "open").Round(3).AtTable(10)
	team := v.teamPhone(event.EventID, pairing.TeamID(1))
	team.until("document.querySelector('.choices a')")
	team.tabsTo(".choices a")
	team.press("\r")
	team.sees(".confirm .sentence", "beat")
	team.tabsTo(".confirm button")
	team.press("\r")
	team.sees(".said", "Reported:")
	team.tabsTo("main details[id^=call] summary")
	team.press("\r")
	team.tabsTo("textarea[name=summary]")
	team.press("Is this a legal drop?")
	team.tabsTo("details[open] .btn-main")
	team.press("\r")
	team.sees(".note", "An official is called since")
	p.content()
	team.content()
}
