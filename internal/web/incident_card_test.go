package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestCardSavesAtEveryChange(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	form := filled(director.get(card).value("input[name=revision]", "value"))
	form.Set("then", "keep")
	director.post(card, form).wants(http.StatusOK).has("body", `"revision":1`)
	// The answer was lost: the same save finds itself saved, another is refused.
	director.post(card, form).wants(http.StatusOK).has("body", `"revision":1`)
	form.Set("clock_WA", "239")
	director.post(card, form).wants(http.StatusConflict).has("body", "changed since")
	form.Set("then", "stay")
	director.post(card, form).wants(http.StatusConflict).has(".differences", "2:41").has(".differences", "2:39")
	set(form, "revision", "1", "clock_WA", "soon", "then", "keep")
	director.post(card, form).wants(http.StatusUnprocessableEntity).has("body", "2:41 or 241")
	director.get(card).has(".checks", "c6d4 is illegal").has(".checks", "Claim window").has("input[name=clock_WA]", "")
}

// A card is kept whatever stands on its boards so far; what is missing is said, and
// an official who cannot wait decides without the rulebook.
func TestCardIsKeptWhileItsBoardsAreSetUp(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	form := filled(director.get(card).value("input[name=revision]", "value"))
	form.Set("then", "keep")
	form.Set("a", "8/8/8/8/8/8/8/4K3[] w - - 0 1")
	form.Set("b", "8/8/8/8/8/8/8/8[Nn] w - - 0 1")
	director.post(card, form).wants(http.StatusOK).has("body", `"revision":1`)
	director.get(card).has(".checks", "No black king yet on board A. No white king yet on board B. No black king yet on board B.").hasNot("button[name=answer]", "")
	set(form, "revision", "1", "acts", "BA moves somewhere")
	director.post(card, form).wants(http.StatusUnprocessableEntity)

	page := director.get(card+"/ruling").wants(http.StatusOK).hasNot("main", "Last move: none").has(".label", "cannot answer yet").has("h2.headline", "Facts are missing").has(".chain", "No black king yet on board A")
	director.post(card+"/ruling", decision(page, "follow")).wants(http.StatusUnprocessableEntity).has(".field-error", "Complete the card")
	other := decision(page, "other")
	set(other, "reason", "The pieces were swept off the table.", "outcome", "card")
	director.post(card+"/ruling", other).wants(http.StatusUnprocessableEntity).has(".field-error", "cannot go on from the position of the card: No black king")
	other.Set("outcome", "draw")
	director.post(card+"/ruling", other).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".read-aloud .headline", "Team 0001 and Team 0003 drew")
}

func TestCardAsksTheDecidingQuestionAndCountsPieces(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	form := filled(director.get(card).value("input[name=revision]", "value"))
	set(form, "a", strings.Replace(pinned, "r1bqkbnr", "r1bqkb1r", 1), "then", "stay")
	director.post(card, form).wants(http.StatusSeeOther)
	page := director.get(card).has(".checks", "63 of 64 pieces. One black knight is missing: not yet passed, kept out of sight, or stored elsewhere?")
	answer := page.value("button[name=answer]", "value")
	form = filled(page.value("input[name=revision]", "value"))
	form.Set("answer", answer)
	director.post(card, form).wants(http.StatusSeeOther)
	next := director.get(card)
	expect.True(t, !strings.Contains(next.body, `value="`+answer+`"`), "the question %s is asked twice", answer)
}

// Whether a dropped piece had been handed over in time is asked, not assumed
// against the player; a piece that was never captured is marked on the card.
func TestCardAsksWhetherAPieceWasHandedOver(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	fill := func(acts string) url.Values {
		form := filled(director.get(card).value("input[name=revision]", "value"))
		form.Set("a", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2")
		form.Set("b", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2")
		set(form, "by", "WB", "acts", acts, "then", "stay")
		return form
	}
	director.post(card, fill("WA move e4d5\nWA press\nBB move P@e6\nBB press")).wants(http.StatusSeeOther)
	page := director.get(card).has(".checks", "P@e6 is legal").has(".ask", "handed the piece over before")
	form := fill("WA move e4d5\nWA press\nBB move P@e6\nBB press")
	yes := page.value("button[name=answer]", "value")
	form.Set("answer", strings.TrimSuffix(yes, "|0")+"|1") // no
	director.post(card, form).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has("main", "the piece was not in stock")

	director.post(card, fill("WA move e4d5\nWA press\nWA pass Q")).wants(http.StatusSeeOther)
	director.get(card).has(".checks", "do not add up").has(".checks", "in nobody's stock")
}

// A complaint about conduct is not answered before its act is chosen, and every act
// can be chosen.
func TestConductNeedsAnAct(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	form := filled(director.get(card).value("input[name=revision]", "value"))
	set(form, "kind", "conduct", "acts", "", "then", "stay")
	director.post(card, form).wants(http.StatusSeeOther)
	page := director.get(card).has(".note", "What exactly did the player do?").hasNot("button[name=answer]", "")
	for _, kind := range []string{"telephone", "abuse", "late", "off-board"} {
		page.has("select[data-act-kind] option[value="+kind+"]", "")
	}
	director.get(card+"/ruling").has("h2.headline", "Facts are missing").has(".chain", "What was done?")
	set(form, "revision", "1", "acts", "BA telephone")
	director.post(card, form).wants(http.StatusSeeOther)
	director.get(card).hasNot(".note", "What exactly")
	director.get(card+"/ruling").has("h2.headline", "leaves this to the official")
}

func TestDisputedPositionHasTwoVersions(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	form := filled(director.get(card).value("input[name=revision]", "value"))
	form.Set("then", "other")
	director.post(card, form).wants(http.StatusSeeOther)
	page := director.get(card).has(".setter", "Second version")
	form = filled(page.value("input[name=revision]", "value"))
	form.Set("other_a", "8/8/8/8/8/8/8/4K2k[] w - - 0 1")
	set(form, "other_b", page.value("input[name=other_b]", "value"), "owner", "agreed", "other_owner", "the challengers", "certainty", "disputed")
	director.post(card, form).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".bd", "Board A").has(".tag", "agreed").has(".tag-warn", "claimed by")
}

func TestSecondOfficialReadsAlongAndTakesOver(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	second := l.person("bo", "Bo Lind", "none")
	l.give(second, l.event, l.section, access.Director)
	director.post(card+"/hold", nil).wants(http.StatusOK).has("body", `"mine":true`)
	second.post(card+"/hold", nil).wants(http.StatusOK).has("body", `"mine":false`).has("body", "Ana Ruiz")
	page := second.get(card).has(".card-notes", "Ana Ruiz is writing").has("form", "Add statement")
	expect.Lacks(t, page.text("main"), "Save and rule", "the reader is offered to save")
	second.post(card, filled("0")).wants(http.StatusConflict).has("[role=alert]", "Ana Ruiz is writing")
	said := url.Values{"speaker": {"Kim"}, "role": {"witness"}, "body": {"I saw it."}, "written_at": {"2020-01-01T10:00:00Z"}}
	second.post(card+"/statement", said).wants(http.StatusSeeOther)
	second.post(card+"/take-over", nil).wants(http.StatusSeeOther)
	second.get(card).has(".footbar", "Save and rule")
	director.get(card).has(".card-notes", "Bo Lind is writing")
}

func TestTwoCardsAreOfferedForJoining(t *testing.T) {
	t.Parallel()
	l, director, card := disputed(t)
	late := url.Values{
		"section": {"open"}, "round": {"1"}, "table": {"1"}, "match": {"1"}, "kind": {"flag"}, "summary": {"kept on a phone"}, "written_at": {"2020-01-01T10:00:00Z"}, "key": {l.key()},
	}
	other := director.post("/e/lake/desk/incidents/new", late).wants(http.StatusSeeOther).to()
	expect.MustTrue(t, other != card, "a card kept without contact went into another one by itself")
	number := other[strings.LastIndex(other, "/")+1:]
	director.get(card).has(".card-notes", "Two cards for this match").has(".card-notes", "kept on a phone")
	director.post(card+"/join", url.Values{"from": {number}}).wants(http.StatusSeeOther)
	director.get(card).has(".card-notes", "was joined into this card").hasNot(".card-notes", "Two cards")
	director.get(other).has(".card-notes", "continues in")
	director.post(card+"/chief", nil).wants(http.StatusSeeOther)
	director.get(card).has(".card-notes", "The section chief is called")
	director.post(card+"/chief", nil).wants(http.StatusConflict)
}
