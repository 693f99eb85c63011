package journey_test

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// line is a way to the server that can be cut and joined again.
type line struct {
	address string
	down    atomic.Bool
	mute    atomic.Bool // streams are refused, pages pass
	server  *httptest.Server
}

func (v *venue) line() *line {
	v.t.Helper()
	to := expect.Must(url.Parse(v.url))(v.t)
	l := &line{}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval, proxy.ErrorLog = -1, log.New(io.Discard, "", 0)
	l.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if l.down.Load() || l.mute.Load() && r.URL.Path == "/e/lakeshore-demo/stream" {
			panic(http.ErrAbortHandler) // as a dead line does
		}
		proxy.ServeHTTP(w, r)
	}))
	l.address = l.server.URL
	v.t.Cleanup(func() { ends(l.server) })
	return l
}

// cut ends what is connected and lets nothing new through.
func (l *line) cut() {
	l.down.Store(true)
	l.server.CloseClientConnections()
}

// setsClock opens every page on a device whose clock is that much ahead, and by what advance adds.
func (p *person) setsClock(by time.Duration) {
	p.t.Helper()
	ahead := fmt.Sprintf(`(() => { const now = Date.now.bind(Date); let ahead = %d; Date.now = () => now() + ahead; window.advance = (s) => { ahead += 1000 * s; return true; }; })()`, by.Milliseconds())
	expect.Must(chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: ahead}))(p.t)
}

func (p *person) advance(seconds int) { p.ask(fmt.Sprintf("window.advance(%d)", seconds)) }

// The age of what a page shows is always on it: live, grey after half a minute
// without contact, red after two, and live again once the server answers. Phones
// and hall screens behave alike.
func TestPagesTellTheirAge(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	for _, path := range []string{"/e/lakeshore-demo/find?team=knight-shift", "/e/lakeshore-demo/hall/main"} {
		l := v.line()
		p := v.visitor(desktop)
		p.url = l.address
		p.setsClock(0)
		expect.Must(chromedp.Call(p.ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Kathmandu"}))(t)
		p.open(path)
		p.until("document.querySelector('[data-age-text]').textContent.startsWith('Live')")
		l.cut()
		p.advance(25)
		p.until("/2\\d s ago/.test(document.querySelector('[data-age-text]').textContent)")
		expect.Equal(t, p.ask("document.querySelector('[data-stale]').hidden"), "true", "%s: the bar is out after 25 seconds", path)
		p.advance(6)
		p.sees("[data-stale]:not([hidden]):not(.red)", "Trying again")
		p.until("document.querySelector('[data-age].grey:not(.red)')")
		p.shoot("age-grey" + map[bool]string{true: "-hall"}[strings.Contains(path, "hall")])
		p.advance(90)
		p.sees("[data-stale].red:not([hidden])", "Ask at the desk before you act on this")
		p.until("document.querySelector('[data-age].red')")
		// Times are those of the event, wherever the device believes to be.
		p.until(fmt.Sprintf(`[0, 120].some((ago) => document.querySelector("[data-stale]").textContent.includes(new Date(new Date() - ago * 1000).toLocaleTimeString("en", { timeZone: %q, hour: "numeric", minute: "2-digit" }).replace(/\d \wM/, "")))`, v.shown.Zone()))
		p.shoot("age-red" + map[bool]string{true: "-hall"}[strings.Contains(path, "hall")])
		shown := p.ask("document.querySelectorAll('.answer, .hrow').length")
		expect.True(t, shown != "0", "%s: nothing is left to read", path)
		l.down.Store(false)
		p.advance(16) // the next poll
		p.until("document.querySelector('[data-stale]').hidden && document.querySelector('[data-age-text]').textContent.startsWith('Live')")
		p.content()
	}
}

// Where something on the way swallows streams, pages ask by themselves.
func TestPagesPollWithoutAStream(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	l := v.line()
	l.mute.Store(true)
	p := v.visitor(phone)
	p.url = l.address
	p.setsClock(0)
	p.open("/e/lakeshore-demo/open/pairings?by=table")
	p.until("document.querySelector('[data-age]')")
	version := p.ask("document.body.dataset.version")
	desk := v.official("demo.desk", desktop)
	desk.open(open3 + "/wall")
	desk.openTable("10")
	desk.press("1")
	desk.press("\r")
	desk.sees(".log li", "T10 M1: ")
	p.advance(16)
	p.until("document.body.dataset.version !== " + quote(version))
	p.content()
}
