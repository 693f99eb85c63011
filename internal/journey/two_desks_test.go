package journey_test

import "testing"

// Two desks enter results by keyboard: three keys for a result, the next match
// ready at once, what one enters shows at the other, and what is entered without
// a network is sent once when it is back.
func TestTwoDesksEnterResultsByKeys(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("opens a browser")
	}
	v := newVenue(t)
	v.demonstration()
	kim, lou := v.official("demo.desk", desktop), v.official("demo.desk2", desktop)
	for _, p := range []*person{kim, lou} {
		p.open("/e/lakeshore-demo/desk/open/round/3/wall")
		p.until("document.activeElement?.name === 'table'")
	}
	kim.press("7\r")
	kim.sees("[data-echo]", "table 7, match 1")
	lou.press("7\r")
	lou.sees("[data-beside]", "Kim Osei has this table open too.")
	kim.press("1\r")
	kim.sees("[data-echo]", "table 7, match 2")
	kim.press("2\r")
	kim.sees("[data-live=log]", "T7 M2")
	lou.sees("[data-live=log]", "T7 M2")
	lou.sees(".tile[data-table='7']", "reported")

	kim.ask("(window.online = window.fetch, window.fetch = () => Promise.reject(new TypeError('no network')), true)")
	kim.press("10\r")
	kim.sees("[data-echo]", "table 10, match 1")
	kim.press("2\r")
	kim.sees("[data-echo]", "table 10, match 2")
	kim.press("1\r")
	kim.sees("[data-queue]:not([hidden])", "2 on this device only.")
	kim.ask("(window.fetch = window.online, window.dispatchEvent(new Event('online')))")
	lou.sees("[data-live=log]", "T10 M2")
	kim.until("document.querySelector('[data-queue]').hidden && !Object.keys(localStorage).some((k) => k.startsWith('tandem-queue'))")
	if n := lou.ask("[...document.querySelectorAll('.log li')].filter((e) => e.textContent.includes('T10 M1')).length"); n != "1" {
		t.Errorf("the entry made without network shows %s times", n)
	}
	t.Logf("slowest answers to entries, ms: %s", kim.ask("performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/entry')).map((e) => Math.round(e.duration)).sort((a, b) => b - a)"))
	kim.content()
}
