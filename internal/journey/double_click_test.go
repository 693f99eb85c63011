package journey_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Who clicks twice sees the answer to the first click: a link that is shown only once stands there.
func TestADoubleClickIsOneClick(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.official("demo.organizer", desktop)
	p.url = v.lateAnswers()
	p.open("/e/lakeshore-demo/desk/people")
	p.fill("[name=invite_name]", "Bo Lind")
	const form = "document.querySelector(\"form[action$='/people/invite']\")"
	p.ask("new Promise((clicked) => { const form = " + form + "; form.requestSubmit(); setTimeout(() => clicked(form.requestSubmit()), 100) })")
	p.sees("main", "Link for Bo Lind")
}

// lateAnswers is a way to the server on which a form arrives at once and its answer a second
// later: a second click is before it.
func (v *venue) lateAnswers() string {
	v.t.Helper()
	proxy := httputil.NewSingleHostReverseProxy(expect.Must(url.Parse(v.url))(v.t))
	proxy.FlushInterval = -1
	proxy.ModifyResponse = func(res *http.Response) error {
		if res.Request.Method == http.MethodPost {
			time.Sleep(time.Second)
		}
		return nil
	}
	server := httptest.NewServer(proxy)
	v.t.Cleanup(func() { ends(server) })
	return server.URL
}
