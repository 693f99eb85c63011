package journey_test

import (
	"fmt"
	"net"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// connection is the way from the hall's phones to the server; cut ends it.
func (v *venue) connection() (address string, cut func()) {
	v.t.Helper()
	server := expect.Must(url.Parse(v.url))(v.t)
	front := httptest.NewServer(httputil.NewSingleHostReverseProxy(server))
	v.t.Cleanup(func() { ends(front) })
	return front.URL, func() {
		front.Listener.Close()
		front.CloseClientConnections()
	}
}

// lostAndFound is a connection that can be cut and come back.
func (v *venue) lostAndFound() (address string, cut, mend func()) {
	v.t.Helper()
	address, cut = v.connection()
	return address, cut, func() {
		v.t.Helper()
		server := expect.Must(url.Parse(v.url))(v.t)
		front := httptest.NewUnstartedServer(httputil.NewSingleHostReverseProxy(server))
		front.Listener.Close()
		front.Listener = expect.Must(net.Listen("tcp", strings.TrimPrefix(address, "http://")))(v.t)
		front.Start()
		v.t.Cleanup(func() { ends(front) })
	}
}

// A director in a dead corner of the hall opens a card: the form is on the device,
// knows its table, holds nothing of other incidents, and is opened once with its
// own time when contact is back. Signing out takes the form off the device.
func TestANewIncidentIsOpenedWithoutContact(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	address, cut, mend := v.lostAndFound()
	p := v.official("demo.director", phone)
	p.url = address
	table := v.waiting("u1600")
	const form = "/e/lakeshore-demo/desk/incidents/new"
	const held = `(caches.open("desk").then((c) => c.match(location.origin + "/e/lakeshore-demo/desk/incidents/new")).then(async (r) => (document.documentElement.dataset.form = r ? await r.text() : "")), document.documentElement.dataset.form || "")`
	p.open("/e/lakeshore-demo/desk/u1600/round/3/wall")
	p.until("navigator.serviceWorker.controller !== null")
	p.until(held + ".includes('data-new-incident')")
	kept := p.ask(held)
	expect.True(t, !strings.Contains(kept, "desk-alert\"") && !strings.Contains(kept, "Calls waiting"), "the kept form tells of other incidents: %s", kept)
	before := v.incidents()

	cut()
	p.open(fmt.Sprintf("%s?section=u1600&round=3&table=%d&match=1", form, table))
	p.until(fmt.Sprintf("document.body.dataset.kept && document.querySelector('[name=table]').value === '%d' && document.querySelector('[name=section]').value === 'u1600'", table))
	p.click("[name=kind][value=illegal-move]")
	p.fill("[name=summary]", "Written in the corner.")
	p.says("Open the card")
	p.sees("[data-no-contact]:not([hidden])", "kept on this device")
	expect.MustEqual(t, v.incidents(), before, "the card came without contact")
	mend()
	p.until("location.pathname.match(/incidents\\/\\d+$/)")
	p.until("document.querySelector('[name=summary]')?.value === 'Written in the corner.'")
	n := v.incidents()
	expect.True(t, n == before+1, "%d cards came of one", n-before)
	m := v.match("u1600", table, 1)
	expect.True(t, m.UnderReview, "the match is not under review")
	p.content()

	p.leaves("sign out", "(() => { const f = document.createElement('form'); f.method = 'post'; f.action = '/sign-out'; document.body.append(f); f.submit(); })()")
	p.until("location.pathname === '/sign-in'")
	p.until("(caches.has('desk').then((has) => (document.documentElement.dataset.desk = has)), document.documentElement.dataset.desk === 'false')")
}

// incidents counts the incidents of the demonstration.
func (v *venue) incidents() (n int) {
	v.t.Helper()
	return testkit.Stored[int](v.t, v.pool, `select count(*) from incident`)
}

// keeps is true once the device keeps a page; it asks anew each time.
func keeps(path string) string {
	return fmt.Sprintf(`(caches.open("pages").then((c) => c.keys()).then((all) => (document.documentElement.dataset.keys = all.map((r) => r.url + " ").join(""))),
		(document.documentElement.dataset.keys || "").includes(%s))`, quote(path+" "))
}

// What a reader saw last can be read without contact, says how old it is, and
// never leads to a desk page.
func TestPublicPagesStayReadableWithoutContact(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	address, cut := v.connection()
	p.url = address
	p.open("/e/lakeshore-demo/open/pairings")
	p.until("navigator.serviceWorker.controller !== null")
	p.open("/e/lakeshore-demo/find?q=knight")
	p.open("/e/lakeshore-demo/open/pairings")
	p.until(keeps("/open/pairings") + " && " + keeps("/open/standings") + " && " + keeps("/find?q=knight"))
	p.open("/sign-in")
	p.open("/e/lakeshore-demo")
	p.until(keeps("/e/lakeshore-demo"))
	expect.Lacks(t, p.ask("document.documentElement.dataset.keys"), "sign-in", "a page that is nobody else's business is kept")

	p.open("/e/lakeshore-demo/find?team=knight-shift")
	p.until(keeps("/e/lakeshore-demo/team/knight-shift") + " && " + keeps("/e/lakeshore-demo/find/names") + " && " + keeps("/e/lakeshore-demo/find"))

	cut()
	p.lost()
	for _, path := range []string{"/e/lakeshore-demo/open/pairings", "/e/lakeshore-demo/open/standings", "/e/lakeshore-demo/find?q=knight", "/e/lakeshore-demo/team/knight-shift"} {
		p.open(path)
		expect.Equal(t, p.ask("String(document.querySelectorAll('.prow, .ranking tbody tr, .tm, h1').length > 0 || !!document.querySelector('.answer'))"),
			"true", "%s is not readable without contact", path)
		expect.Equal(t, p.ask("String(Number(document.body.dataset.kept) > 0)"), "true", "%s does not say since when it has been kept", path)
		p.sees("[data-stale]:not([hidden])", "Not updated since")
	}
}

// The way back from a page that is not there leads to where the reader was, and to nothing of ours
// from another site, also where the device's copies are asked beside the server.
func TestTheWayBackIsWhereTheReaderWas(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	const list, missing = "/e/lakeshore-demo/open/pairings", "/e/lakeshore-demo/team/nobody"
	p.open(list)
	p.until("navigator.serviceWorker.controller !== null")
	p.leaves("follow a link", fmt.Sprintf("location.assign(%q)", missing))
	p.until(fmt.Sprintf("document.querySelector('.problem a')?.getAttribute('href') === %q", list))

	p.open(strings.Replace(v.url, "127.0.0.1", "localhost", 1) + list)
	p.leaves("follow a link", fmt.Sprintf("location.assign(%q)", v.url+missing))
	p.until(fmt.Sprintf("document.querySelector('.problem a')?.getAttribute('href') === '/e/lakeshore-demo/find' && location.origin === %q", v.url))
}

// lost searches and opens pages that were never seen, on a phone without contact.
func (p *person) lost() {
	p.t.Helper()
	p.open("/e/lakeshore-demo/find?team=knight-shift")
	p.sees(".answer-team", "Knight Shift")
	p.fill("[name=q]", "fork")
	p.sees("#hits a.prow", "Fork")
	expect.Equal(p.t, p.ask("String(document.querySelectorAll('.answer').length)"), "0", "the card of another team stands under new words")
	p.sees("#hits .second", "No contact. This is what this device kept at")
	p.fill("[name=q]", "zzzz")
	p.sees("#hits", "nothing that this device keeps is called that")
	p.open("/e/lakeshore-demo/find?q=Pawn")
	p.until("document.querySelector('[name=q]').value === 'Pawn'")
	p.sees("#hits a.prow", "Pawn")
	p.open("/e/lakeshore-demo/open/crosstable?never=seen")
	p.sees("h1", "No contact")
	p.sees("[data-kept-pages]:not([hidden]) a", "Knight Shift")
}
