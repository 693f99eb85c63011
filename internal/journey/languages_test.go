package journey_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// The first look at a page costs at most 45 KB over the wire: the page, the style
// sheet, the script and the pictures, compressed as they are sent. Asking again
// where a team sits costs at most 2 KB.
func TestPublicPagesAreLight(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	files := map[string]int{}
	for _, name := range []string{"public.css", "hall.css", "public.js", "hall-screen.js", "icons.svg", "pieces.svg", "mark.svg"} {
		address := v.assets.Path(name)
		files[address], _ = v.weight(address)
	}
	for _, path := range []string{
		"/e/lakeshore-demo", "/e/lakeshore-demo/find?team=knight-shift", "/e/lakeshore-demo/open/pairings", "/e/lakeshore-demo/open/standings",
		"/e/lakeshore-demo/team/knight-shift", "/e/lakeshore-demo/open/crosstable", "/e/lakeshore-demo/open/status", "/e/lakeshore-demo/open/rules",
		"/e/lakeshore-demo/open/round/3/table/1/match/1", "/e/lakeshore-demo/player/3", "/e/lakeshore-demo/hall/main",
	} {
		page, text := v.weight(path)
		built, named := 0, 0
		for address, weight := range files {
			if strings.Contains(text, address) {
				built, named = built+weight, named+1
			}
		}
		t.Logf("%s: %d bytes of page, %d of %d files", path, page, built, named)
		expect.True(t, page+built <= 45_000 && named >= 3, "%s: the first load is %d bytes with %d files", path, page+built, named)
	}
	// What an open page fetches when something changed, in the wordiest languages too.
	for _, code := range []string{"en", "de", "fr", "es", "cs"} {
		for _, path := range []string{"/e/lakeshore-demo/find?team=knight-shift&part=main", "/e/lakeshore-demo/team/knight-shift?part=main"} {
			again, _ := v.weight(path + "&lang=" + code)
			t.Logf("%s in %s: %d bytes to ask again", path, code, again)
			expect.True(t, again <= 2_000, "%s in %s: asking again costs %d bytes", path, code, again)
		}
	}
}

// weight is the size of an answer as it is sent to a browser, with its text.
func (v *venue) weight(path string) (bytes int, text string) {
	v.t.Helper()
	req := expect.Must(http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.url+path, nil))(v.t)
	req.Header.Set("Accept-Encoding", "gzip")
	answer := expect.Must(http.DefaultTransport.RoundTrip(req))(v.t)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	expect.MustTrue(v.t, err == nil && answer.StatusCode == http.StatusOK, "%s: %d, %v", path, answer.StatusCode, err)
	packed, err := gzip.NewReader(strings.NewReader(string(body)))
	expect.MustTrue(v.t, err == nil, "%s: %v", path, err)
	plain, err := io.ReadAll(packed)
	expect.MustTrue(v.t, err == nil, "%s: %v", path, err)
	return len(body), string(plain)
}

// Everything a player needs is there without script.
func TestPublicPagesWorkWithoutScript(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	expect.Must(chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))(t)
	for path, shows := range map[string]string{
		"/e/lakeshore-demo/find?q=knight+shift": "Knight Shift", "/e/lakeshore-demo/open/pairings": "Knight Shift",
		"/e/lakeshore-demo/open/standings": "Knight Shift", "/e/lakeshore-demo/open/rules": "To claim and to appeal",
	} {
		p.open(path)
		page := p.page()
		expect.True(t, strings.Contains(page, shows), "%s without script does not show %q:\n%s", path, shows, page)
	}
}
