package web_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestGuidesAreServedToEverybody reads guides as somebody without an account.
func TestGuidesAreServedToEverybody(t *testing.T) {
	t.Parallel()
	v := newSite(t).visitor()

	list := v.get("/guide").wants(http.StatusOK).has("h2", "For directors and scorekeepers").has("li a", "Taking back")
	if policy := list.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") && !strings.Contains(policy, "default-src 'self'") {
		t.Errorf("the guides come with the policy %q", policy)
	}
	if list.header.Get("Cache-Control") != "no-cache" || list.header.Get("Etag") == "" {
		t.Errorf("the guides are not asked about by their tag: %v", list.header)
	}
	page := v.get("/guide/directors").wants(http.StatusOK).has("h1", "For directors and scorekeepers").has("nav a", "Incidents").has("article li", "Type the table number, Enter.")
	if page.count("h2#incidents") != 1 || page.count("article .second") != 0 {
		t.Errorf("the chapter about incidents has no anchor, or English readers are told about a translation:\n%s", page.text("article h2"))
	}
	picture := v.get("/guide/img/ruling.png").wants(http.StatusOK)
	if picture.header.Get("Content-Type") != "image/png" || !strings.HasPrefix(picture.body, "\x89PNG") {
		t.Errorf("the picture is %s", picture.header.Get("Content-Type"))
	}
	v.get("/guide/img/none.png").wants(http.StatusNotFound)
	v.get("/guide/decisions").wants(http.StatusNotFound).has("main", "All guides are listed")

	v.get("/guide?q=deposit+kept").wants(http.StatusOK).has(".guide-hits a", "Appeals").has(".guide-hits mark", "deposit")
	v.get("/guide?q=oldest+missing").wants(http.StatusOK).has(".guide-hits a", "The wall").has(".guide-hits span", "The pages of the desk")
	v.get("/guide?q=zwischenzug").wants(http.StatusOK).has("[role=status]", "No chapter holds all of these words: zwischenzug").has("h2", "For directors")
	v.get("/guide?q=" + strings.Repeat("a", 5000)).wants(http.StatusOK)

	german := v.get("/guide/directors?lang=de").wants(http.StatusOK).has("h1", "Für Schiedsrichter").has("article .second", "noch niemand übersetzt")
	if got := german.count("section[lang=de]"); got != 3 {
		t.Errorf("%d chapters stand in German, want 3", got)
	}
	german.has("section[lang=en] h2", "Clock")
	v.get("/guide?lang=de&q=widerspruche").wants(http.StatusOK).has(".guide-hits a", "Ergebnisse")
}
