package journey_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Two desks and a director are at one wall: three keys for a result, the next
// match ready at once, what one enters shows at the others, two people at one
// table see each other, two different results are both kept, and what is entered
// without a network is sent once when it is back, although the session has ended.
func TestTwoDesksEnterResultsByKeys(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	kim, lou, ana := v.official("demo.desk", desktop), v.official("demo.desk2", desktop), v.official("demo.director", desktop)
	for _, p := range []*person{kim, lou, ana} {
		p.open("/e/lakeshore-demo/desk/open/round/3/wall")
		p.until("document.activeElement?.name === 'table'")
	}
	kim.press("7\r")
	kim.sees("[data-echo]", "table 7, match 1")
	lou.press("7\r")
	lou.sees("[data-beside]", "Kim Osei has this table open too.")
	kim.press("1\r")
	kim.sees("[data-echo]", "table 7, match 2")
	entered := time.Now()
	kim.press("2\r")
	lou.sees("[data-live=log]", "T7 M2")
	ana.sees("[data-live=log]", "T7 M2")
	t.Logf("from the key at one desk to the other desk and the director: %v", time.Since(entered).Round(time.Millisecond))
	kim.sees("[data-live=log]", "T7 M2")
	lou.sees(".tile[data-table='7']", "reported")

	// Lou still has match 1 of table 7 open and types something else: both values
	// are kept, everybody sees them, and the director decides.
	lou.press("2\r\r") // a second Enter, because another result is stored by now or is not
	lou.sees("[data-live=conflicts]", "Table 7, match 1: two different results.")
	ana.sees("[data-live=conflicts]", "Table 7, match 1: two different results.")
	ana.press("7\r")
	ana.sees("[data-two-values]", "Kim Osei")
	ana.sees("[data-two-values]", "Lou Marchetti")
	m := v.match("open", 7, 1)
	expect.True(t, m.State == tournament.MatchConflict && len(m.Reports) == 2, "two different results are kept as %+v", m)
	ana.says("Decide which result is right")
	ana.click("[name=choice]")
	ana.fill("[name=reason]", "The slip was read again.")
	ana.says("Save this result")
	lou.gone("[data-live=conflicts]", "Table 7, match 1")
	v.result(t, "open", 7, 1, tournament.FirstWins)
	v.result(t, "open", 7, 2, tournament.SecondWins)

	kim.ask("(window.online = window.fetch, window.fetch = () => Promise.reject(new TypeError('no network')), true)")
	kim.press("10\r")
	kim.sees("[data-echo]", "table 10, match 1")
	kim.press("2\r")
	kim.sees("[data-echo]", "table 10, match 2")
	kim.press("1\r")
	kim.sees("[data-queue]:not([hidden])", "2 on this device only.")
	// Her session ends meanwhile: the entries wait for her to sign in again.
	expect.Must(v.pool.Exec(t.Context(), `delete from session where account_id = (select account_id from account where login = 'demo.desk')`))(t)
	kim.ask("(window.fetch = window.online, window.dispatchEvent(new Event('online')))")
	kim.until("document.querySelector('[data-sign-in]').open")
	kim.fill("#again-login", "demo.desk")
	kim.fill("#again-password", "knights drop in pairs")
	kim.press("\r")
	lou.sees("[data-live=log]", "T10 M2")
	kim.until("document.querySelector('[data-queue]').hidden && !Object.keys(localStorage).some((k) => k.startsWith('tandem-queue'))")
	n := lou.ask("[...document.querySelectorAll('.log li')].filter((e) => e.textContent.includes('T10 M1')).length")
	expect.True(t, n == "1", "the entry made without network shows %s times", n)
	t.Logf("slowest answers to entries, ms: %s", kim.ask("performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/entry')).map((e) => Math.round(e.duration)).sort((a, b) => b - a)"))
	for _, p := range []*person{kim, lou, ana} {
		p.content()
	}
}
