package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// signInFrom is the form of the sign-in, sent by a browser on plain HTTP, which tells where
// its page is and no more.
func (b *browser) signInFrom(page, login string, header ...string) *answer {
	b.t.Helper()
	form := url.Values{"login": {login}, "password": {testPassword}}
	req := expect.Must(http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+"/sign-in", strings.NewReader(form.Encode())))(b.t)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	origin := expect.Must(url.Parse(page))(b.t)
	req.Header.Set("Origin", origin.Scheme+"://"+origin.Host)
	req.Header.Set("Referer", page)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return b.do(req)
}

// A form of another site's page is refused as everything is: in words, in the reader's
// language, with the number of the request, and as what a page in the background expects.
func TestAPageOfAnotherSiteIsRefusedInWords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	const elsewhere = "http://elsewhere.example/sign-in"
	page := s.visitor().signInFrom(elsewhere, "ana").wants(http.StatusForbidden)
	page.has("main", "Nothing was saved").has("main", "TANDEM_URL").has("main", page.header.Get("X-Request-Id"))
	expect.True(t, !strings.Contains(page.body, "elsewhere.example"), "the page leads elsewhere")
	s.visitor().signInFrom(elsewhere, "ana", "Accept-Language", "de").wants(http.StatusForbidden).has("main", "Nichts wurde gespeichert")
	inBackground := s.visitor().signInFrom(elsewhere, "ana", "X-Refetch", "yes").wants(http.StatusForbidden)
	expect.True(t, strings.HasPrefix(inBackground.header.Get("Content-Type"), "application/json") && strings.Contains(inBackground.body, "Nothing was saved"), "in the background: %s", inBackground.body)
	s.visitor().signInFrom(s.url+"/sign-in", "ana").wants(http.StatusSeeOther)
}

// A proxy that does not hand the host on has Tandem asked under another name than the one
// that people reach it by. With that one configured their pages are its own.
func TestBehindAProxyThatNamesAnotherHost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	s.address = "http://hall.example"
	proxied := listen(s.start())
	t.Cleanup(proxied.Close)
	ana := s.visitor()
	ana.url = proxied.URL
	ana.signInFrom(s.address+"/sign-in", "ana").wants(http.StatusSeeOther)
	req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, proxied.URL+"/account?said=Saved.", nil))(t)
	req.Header.Set("Referer", s.address+"/account")
	ana.do(req).wants(http.StatusOK).has(".said", "Saved.")
	ana.signInFrom("http://elsewhere.example/sign-in", "ana").wants(http.StatusForbidden)
	lost := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, proxied.URL+"/nowhere", nil))(t)
	lost.Header.Set("Referer", s.address+"/desk")
	expect.True(t, ana.do(lost).wants(http.StatusNotFound).count(`a[href="/desk"]`) > 0, "there is no way back")
}
