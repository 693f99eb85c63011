package journey_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	languages "github.com/tandemchess/tandem/internal/text"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What a window, a bookmark and a shared link are called says the page, its event and
// the program, each once: on every page of readers in every language, and on every page
// of the desk.
func TestTitlesSayEverythingOnce(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	for _, words := range languages.Languages() {
		r := v.titled(&http.Cookie{Name: "lang", Value: words.Code()})
		for _, path := range slices.Concat(publicPages, []string{"/api", "/e/lakeshore-demo/u1600/standings", "/e/lakeshore-demo/embed", "/no-such-page", "/e/lakeshore-demo/team/nobody"}) {
			r.calls(words.Code(), path)
		}
	}
	r := v.titled(v.session("demo.chief")...)
	for _, path := range slices.Concat(deskPages, draftPages) {
		r.calls("the chief", path)
	}
	r = v.titled(v.session("demo.organizer")...)
	for _, path := range organizerPages {
		r.calls("the organizer", path)
	}
}

// titled reads what pages are called.
type titled struct{ *reader }

func (v *venue) titled(cookies ...*http.Cookie) titled {
	v.t.Helper()
	jar := expect.Must(cookiejar.New(nil))(v.t)
	site := expect.Must(url.Parse(v.url))(v.t)
	jar.SetCookies(site, cookies)
	return titled{&reader{v: v, http: http.Client{Jar: jar}}}
}

func (r titled) calls(who, path string) {
	r.v.t.Helper()
	names := 0
	walkNodes(r.ask(path, ""), func(n *html.Node) {
		switch {
		case n.Data == "title" && n.Parent.Data == "head":
			names++
			r.once(who, path, strings.Join(strings.Fields(text(n)), " "))
		case n.Data == "meta" && attribute(n, "property") == "og:title":
			r.once(who, path, attribute(n, "content"))
		}
	})
	expect.True(r.v.t, names == 1, "%s for %s has %d titles", path, who, names)
}

// once looks for a part that says what another says, and for a word said twice running.
// One word may be in two names: the section Open of the Lakeshore Bughouse Open.
func (r titled) once(who, path, title string) {
	r.v.t.Helper()
	parts := strings.Split(strings.ToLower(title), " · ")
	for i, part := range parts {
		for k, other := range parts {
			if i != k && (part == other || strings.Contains(other, " ") && strings.Contains(part, other)) {
				r.v.t.Errorf("%s for %s: %q says %q twice", path, who, title, other)
			}
		}
	}
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return r == ' ' || r == ',' || r == ':' || r == '·' })
	for i := 1; i < len(words); i++ {
		expect.True(r.v.t, words[i] != words[i-1], "%s for %s: %q says %q twice", path, who, title, words[i])
	}
	expect.True(r.v.t, title != "", "%s for %s is called nothing", path, who)
}
