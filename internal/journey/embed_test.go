package journey_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A club copies the lines that the page for webmasters makes. On the club's own site the
// frame becomes as high as what it shows, in the language and the colours chosen, and
// the club's scripts read what is public.
func TestClubsShowTheEventOnTheirSite(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	event := "/e/" + v.shown.Slug
	p := v.visitor(desktop)
	p.open(event + "/embed?rows=20&theme=dark&in=de")
	p.until("document.querySelector('iframe.preview')?.style.height.endsWith('px')")
	p.shoot("embed-maker")
	lines := p.ask("document.querySelector('#snippet').value")

	club := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte("<!DOCTYPE html><html lang=\"en\"><title>Club</title><h1>Our club</h1>" + lines))
	}))
	t.Cleanup(func() { ends(club) })
	p.open(club.URL)
	p.until("document.querySelector('iframe').style.height.endsWith('px')")
	p.shoot("embed-club")
	// Twenty rows of a table are higher than the 480 pixels that the lines begin with.
	p.until("parseInt(document.querySelector('iframe').style.height) > 500 && parseInt(document.querySelector('iframe').style.height) < 1500")

	p.ask("void (window.said = '')")
	p.ask(`void fetch("` + v.url + `/api/v1/events", {headers: {"If-None-Match": '"other"'}}).then((r) => { window.said = "got " + r.status + " " + r.headers.get("ETag"); }, (e) => { window.said = "no: " + e; })`)
	p.until("window.said.startsWith('got 200 \"')")
	p.ask(`void new EventSource("` + v.url + event + `/stream").addEventListener("open", () => { window.said = "open"; })`)
	p.until("window.said === 'open'")
	p.content()

	p.size(phone)
	for _, page := range []string{"/embed?what=team", "/embed?what=pairings"} {
		p.open(event + page)
		p.until("document.querySelector('iframe.preview')?.style.height.endsWith('px')")
		p.shoot("embed-maker-390" + page[12:])
	}
	p.content()
}
