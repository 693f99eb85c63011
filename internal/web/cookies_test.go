package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// fromForm sends a form as a browser does that says where it comes from.
func (b *browser) fromForm(path string, form url.Values) *answer {
	b.t.Helper()
	req := expect.Must(http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+path, strings.NewReader(form.Encode())))(b.t)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.do(req)
}

// A browser that keeps no cookies is told so, by password, code and link alike, and nothing is done: it
// was signed in and asked to sign in again, without end and without a word.
func TestBrowsersWithoutCookiesAreToldSo(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.person("ana", "Ana Ruiz", "none")
	right := url.Values{"login": {"ana"}, "password": {testPassword}}
	forgets := s.visitor()
	forgets.client.Jar = nil
	for range 2 {
		forgets.get("/sign-in").wants(http.StatusOK)
		forgets.fromForm("/sign-in", right).wants(http.StatusUnprocessableEntity).has("form .note", "Allow cookies for this site")
	}
	forgets.fromForm("/sign-in?lang=de", right).wants(http.StatusUnprocessableEntity).has("form .note", "Cookies für diese Seite erlauben")
	forgets.fromForm("/sign-in/code", url.Values{"code": {"BCDFGH"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "cookie")

	s.secure = true
	node := listen(s.start())
	t.Cleanup(node.Close)
	plain := *forgets
	plain.url = node.URL
	plain.fromForm("/sign-in", right).wants(http.StatusUnprocessableEntity).has("form .note", "https://"+strings.TrimPrefix(node.URL, "http://")+"/sign-in alone")

	link := "/join/" + expect.Must(s.accounts.NewConsoleLink(t.Context()))(t).Token
	person := url.Values{"login": {"bea"}, "name": {"Bea Cole"}, "password": {testPassword}}
	forgets.get(link).wants(http.StatusOK)
	forgets.fromForm(link, person).wants(http.StatusUnprocessableEntity).has(".note", "Allow cookies")
	keeps := s.visitor()
	keeps.get(link).wants(http.StatusOK)
	keeps.fromForm(link, person).wants(http.StatusSeeOther)

	keeps = s.visitor()
	keeps.get("/sign-in").wants(http.StatusOK)
	keeps.fromForm("/sign-in", right).wants(http.StatusSeeOther)
	keeps.get("/account").wants(http.StatusOK)
}
