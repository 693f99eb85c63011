package journey_test

import (
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// connection is the way from the hall's phones to the server; cut ends it.
func (v *venue) connection() (address string, cut func()) {
	v.t.Helper()
	server, err := url.Parse(v.url)
	if err != nil {
		v.t.Fatal(err)
	}
	front := httptest.NewServer(httputil.NewSingleHostReverseProxy(server))
	v.t.Cleanup(func() {
		front.CloseClientConnections()
		front.Close()
	})
	return front.URL, func() {
		front.Listener.Close()
		front.CloseClientConnections()
	}
}

// keeps is true once the device keeps a page; it asks anew each time.
func keeps(path string) string {
	return fmt.Sprintf(`(caches.open("pages").then((c) => c.keys()).then((all) => (document.documentElement.dataset.keys = all.map((r) => r.url + " ").join(""))),
		(document.documentElement.dataset.keys || "").includes(%s))`, quote(path+" "))
}

// What a reader saw last can be read without contact, says how old it is, and
// never leads to a desk page.
func TestPublicPagesStayReadableWithoutContact(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("drives a browser")
	}
	v := newVenue(t)
	v.demonstration()
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
	if kept := p.ask("document.documentElement.dataset.keys"); strings.Contains(kept, "sign-in") {
		t.Errorf("a page that is nobody else's business is kept: %s", kept)
	}

	cut()
	for _, path := range []string{"/e/lakeshore-demo/open/pairings", "/e/lakeshore-demo/open/standings", "/e/lakeshore-demo/find?q=knight"} {
		p.open(path)
		if p.ask("String(document.querySelectorAll('.prow, .ranking tbody tr').length > 0 || !!document.querySelector('.answer'))") != "true" {
			t.Errorf("%s is not readable without contact", path)
		}
		if p.ask("String(Number(document.body.dataset.kept) > 0)") != "true" {
			t.Errorf("%s does not say since when it has been kept", path)
		}
		p.sees("[data-stale]:not([hidden])", "Not updated since")
	}
}
