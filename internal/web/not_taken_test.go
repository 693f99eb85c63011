package web_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Whoever was slower reads what stands now, and what was not taken.
func TestWhoLosesARaceFindsTheWordsAgain(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	other := l.person("vera", "Vera Lund", "none")
	l.give(other, l.event, 0, access.Director)
	slower := decision(open, "deny")
	slower.Set("reason", "I saw the hand on the clock.")
	director.post(card+"/ruling", decision(open, "follow")).wants(http.StatusSeeOther)
	other.post(card+"/ruling", slower).wants(http.StatusConflict).has("[role=alert]", "ruled already").
		has("[data-not-taken]", "Deny the claim, play on").has("[data-not-taken]", "I saw the hand on the clock.").has(".read-aloud h2", "Match 1: ")
	other.post(card+"/statement", url.Values{"speaker": {"A parent"}, "role": {"witness"}, "body": {""}}).wants(http.StatusUnprocessableEntity)
	other.post(card+"/close", url.Values{"reason": {"They shook hands."}}).wants(http.StatusConflict).has("[data-not-taken]", "They shook hands.")

	page := director.get(card + "/ruling")
	team := page.value("select[name=team] option", "value")
	grounds := url.Values{"team": {team}, "grounds": {"The clock was not pressed."}}
	director.post(card+"/appeal", grounds).wants(http.StatusSeeOther)
	grounds.Set("grounds", "Nobody heard us.")
	other.post(card+"/appeal", grounds).wants(http.StatusConflict).has("[role=alert]", "open already").has("[data-not-taken]", "Nobody heard us.")

	late := l.review("overturned", url.Values{"reason": {"The hand was on the clock."}})
	l.chief.post(firstAppeal, l.review("upheld", nil)).wants(http.StatusSeeOther)
	l.chief.post(firstAppeal, late).wants(http.StatusConflict).has("[role=alert]", "decided already").has("[data-not-taken]", "Overturn").
		has("[data-not-taken]", "The hand was on the clock.").has(".decision .headline", "Upheld")
}

// A statement that is refused stays in its fields.
func TestARefusedStatementKeepsItsWords(t *testing.T) {
	t.Parallel()
	_, director, card, _ := ready(t)
	page := director.post(card+"/statement", url.Values{"role": {"witness"}, "body": {"I saw it."}}).wants(http.StatusUnprocessableEntity).has("textarea[name=body]", "I saw it.")
	expect.Equal(t, page.value("select[name=role] option[selected]", "value"), "witness", "the speaker")
}
