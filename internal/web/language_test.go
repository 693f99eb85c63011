package web_test

import (
	"net/http"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestPublicPagesSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	l := seated(t, 5)
	everybody := l.visitor()
	everybody.get("/e/lake/open/pairings").has("h1", "Round 1 pairings")
	german := everybody.get("/e/lake/open/pairings?lang=de").wants(http.StatusOK).has("h1", "Paarungen Runde 1").has(".prow", "spielfrei, 1 Punkt")
	expect.Equal(t, german.value("html", "lang")+german.header.Get("Content-Language"), "dede", "the page says it speaks")
	everybody.get("/e/lake/open/standings").has("h1", "Tabelle nach Runde 1") // the cookie remembers
	everybody.get("/e/lake?lang=qps-ploc").wants(http.StatusOK)
	everybody.get("/e/lake").has("h2", "Gruppen") // a test language is not remembered
	everybody.get("/e/lake?lang=xx").has("h2", "Gruppen")

	reader := l.visitor()
	req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, l.url+"/e/lake/open/status", nil))(t)
	req.Header.Set("Accept-Language", "cs-CZ,cs;q=0.9,en;q=0.5")
	a := reader.do(req).wants(http.StatusOK)
	a.has(".answer", "1. kolo")
	expect.Equal(t, a.header.Get("Content-Language"), "cs", "the answer is in")
}

// The rulebooks are read and searched in the reader's language, accents forgiven,
// and by their English words too.
func TestRulesAreReadAndSearchedInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	const rules = "/e/lake/open/rules?lang="
	l.visitor().get(rules+"de").wants(http.StatusOK).has("h1", "FIDEX: Tandem-Ergänzung").has("summary h2", "Regelwidrige Züge").
		has("#art-19", "Ein regelwidriger Zug ist vollendet").has(".rule", "nicht ausdrücklich im Text")
	for _, search := range []string{"de&q=blattchen", "de&q=flag", "fr&q=repetition", "es&q=captura+peon", "cs&q=ramci", "en&q=flag"} {
		a := l.visitor().get(rules + search).wants(http.StatusOK)
		hits := a.count("li.rule")
		expect.True(t, (hits > 0) != (search == "cs&q=ramci"), "%s finds %d", search, hits)
	}
	l.visitor().get(rules+"cs&q=reklamovat+remizu").has("li.rule a", "FIDEX 18")
	l.visitor().get("/rules?lang=fr").has("h2", "Coups illégaux").has("th", "À partir de quand peut-on réclamer un coup illégal ?").
		hasNot("main", "the clock")
}
