package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
)

// engineEnglish are words of the rulings engine that no sentence in German or Czech has.
var engineEnglish = []string{"because", "claim of", "is upheld", "on board", "the match", "the clock", "Had ", "recorded", "explicit in the text", "illegal", "would be", "plays "}

func (a *answer) hasNoEngineEnglish(where string) *answer {
	a.t.Helper()
	for _, words := range engineEnglish {
		a.hasNot(where, words)
	}
	return a
}

// An incident is ruled in German; who reads Czech or English reads the same ruling in that
// language, at the desk and on the page of the team, also where only the English of it was
// kept, as before. What an official wrote stays as it was written.
func TestARulingIsReadInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	director.speaks("Ana Ruiz", "de")
	czech := l.person("petr", "Petr Novak", "none")
	l.give(czech, l.event, l.section, access.SectionChief)
	czech.speaks("Petr Novak", "cs")
	english := l.person("eva", "Eva Stein", "none")
	l.give(english, l.event, l.section, access.Director)

	page := director.get(card).wants(http.StatusOK)
	saved := director.post(card, filled(page.value("input[name=revision]", "value"))).wants(http.StatusSeeOther)
	ruling := director.get(saved.to()).wants(http.StatusOK)
	ruling.has("main", "Der Reklamation von").has("main", "(WA) (regelwidriger Zug) wird stattgegeben, denn der Zug war regelwidrig: der König bleibt im Schach").
		has(".chain", "(BA) hat c6d4 gespielt, das war regelwidrig: der König bleibt im Schach; die Uhr wurde gedrückt").has(".chain", "ausdrücklich im Text").
		hasNoEngineEnglish("main .chain").hasNoEngineEnglish("h2.headline")
	statement := url.Values{"speaker": {"Jonas"}, "role": {"claimant"}, "body": {"Er stand im Schach."}, "key": {l.key()}}
	director.post(card+"/statement", statement).wants(http.StatusSeeOther)
	page = director.get(card + "/ruling").wants(http.StatusOK)
	for page.count("button[name=answer]") > 0 {
		answer := url.Values{
			"revision": {page.value("form[data-decide=] input[name=revision]", "value")}, "fact": {page.value("input[name=fact]", "value")},
			"answer": {page.value("button[name=answer]", "value")}, "key": {l.key()},
		}
		director.post(card+"/answer", answer).wants(http.StatusSeeOther)
		page = director.get(card + "/ruling").wants(http.StatusOK)
	}
	page.has(".chain", "gefragt und beantwortet").hasNoEngineEnglish("main .chain")
	sign := url.Values{"revision": {page.value("form[data-decide=] input[name=revision]", "value")}, "choice": {"follow"}, "key": {l.key()}}
	director.post(card+"/ruling", sign).wants(http.StatusSeeOther)

	reads := func(kept string) {
		t.Helper()
		director.get(card+"/ruling").has(".read-aloud", "wird stattgegeben, denn der Zug war regelwidrig").hasNoEngineEnglish(".read-aloud")
		czech.get(card+"/ruling").has(".read-aloud", "Uznává se, protože tah byl nemožný: král zůstává v šachu").hasNoEngineEnglish(".read-aloud")
		english.get(card+"/ruling").has(".read-aloud", "is upheld, because the move was illegal: the king is left in check")
		if t.Failed() {
			t.Fatalf("with %s", kept)
		}
	}
	reads("its parts")
	l.exec(`update ruling set proposal = (proposal::jsonb - 'said')::json`)
	reads("its English alone")
	l.exec(`update ruling set reason = 'Beide Teams sind sich einig.'`)
	for _, reader := range []*browser{director, czech, english} {
		reader.get(card+"/ruling").has(".read-aloud", "Beide Teams sind sich einig.")
	}
}
