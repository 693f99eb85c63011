package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What another kind of claim needed never blocks a card: it stays and says nothing.
func TestAFieldOfAnotherClaimNeverBlocks(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	form := filled(director.get(card).value("input[name=revision]", "value"))
	form.Set("piece", "N")
	director.post(card, form).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".headline", "Match 1: ")
}

// What belongs to an act is chosen in words.
func TestDetailsOfActsAreChosen(t *testing.T) {
	t.Parallel()
	_, director, card := disputed(t)
	page := director.get(card)
	for kind, says := range map[string]string{
		"stop-clocks": "both boards", "pass": "a knight", "declare": "a queen", "partner-board": "moves a man", "hover": "the clock", "speak": "an illegal move", "end": "White wins by checkmate", "claim": "flag",
	} {
		page.has("[data-act-choice="+kind+"] option", says)
	}
	for _, line := range []string{"WA stop-clocks A,B WA,BB", "WA pass N", "BA hover clock", "A end W checkmate", "B end none stalemate", "WA claim flag", "BA touch-clock repunch", "director speak flag"} {
		form := filled(director.get(card).value("input[name=revision]", "value"))
		form.Set("acts", line)
		director.post(card, form).wants(http.StatusSeeOther)
	}
}

// Something may happen where there is no table: a bye, the corridor, between rounds.
func TestAnIncidentWithoutATable(t *testing.T) {
	t.Parallel()
	l, director, _ := disputed(t)
	form := url.Values{"section": {"open"}, "kind": {"conduct"}, "summary": {"Two players quarrel"}, "place": {"corridor"}, "table": {""}, "match": {"1"}, "key": {l.key()}}
	card := director.post("/e/lake/desk/incidents/new", form).wants(http.StatusSeeOther).to()
	director.get("/e/lake/desk/incidents").has("main", "Open, in the corridor")
	director.get(card).has(".claims", "Conduct").has(".claims", "Substitution").hasNot(".claims", "Checkmate").hasNot(".claims", "Flag")
	page := director.get(card).has(".card-head", "Open, in the corridor").hasNot("body", "Board A").hasNot("body", "Who claims").has(".footbar", "Settled, no ruling")
	expect.Equal(t, page.count("[data-setter], [name=a], [name=acts], .board"), 0, "parts of boards on the card of a corridor")
	director.get("/e/lake/desk/open").has(".rows li", ", in the corridor")
	kept := url.Values{"revision": {page.value("input[name=revision]", "value")}, "key": {l.key()}, "kind": {"conduct"}, "summary": {"Two players quarrel aloud"}}
	director.post(card, kept).wants(http.StatusSeeOther)
	expect.Equal(t, director.get(card).has(".card-head", "in the corridor").value("input[name=summary]", "value"), "Two players quarrel aloud", "the card keeps")
	open := director.get(card+"/ruling").has(".opts", "Decide as your reason says")
	signed := decision(open, "other")
	signed.Set("reason", "Both were asked to leave each other alone.")
	director.post(card+"/ruling", signed).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".read-aloud h2", "Decided as the reason says.").has(".read-aloud", "in the corridor").has(".read-aloud", "final").hasNot("main", "You may appeal")
	set(form, "place", "moon", "key", l.key())
	director.post("/e/lake/desk/incidents/new", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose where it was")
	set(form, "place", "corridor", "kind", "checkmate", "key", l.key())
	director.post("/e/lake/desk/incidents/new", form).wants(http.StatusUnprocessableEntity).has(".field-error", "claimed at a board")
}

// What happens away from the tables is penalized by name: the player is chosen among those
// of the section, the team is told, the register has it, and the ladder counts it.
func TestAPlayerIsPenalizedAwayFromTheTables(t *testing.T) {
	t.Parallel()
	l, director, _ := disputed(t)
	l.exec(`update section set rulebook = 'USCF-R', house_rules = '{"rules": [{"setting": "count-over", "value": "event"}]}'`)
	opened := func() (ruling string) {
		form := url.Values{"section": {"open"}, "kind": {"conduct"}, "summary": {"Shouting"}, "place": {"corridor"}, "table": {""}, "match": {"1"}, "key": {l.key()}}
		return director.post("/e/lake/desk/incidents/new", form).wants(http.StatusSeeOther).to() + "/ruling"
	}
	first := opened()
	page := director.get(first)
	steps := func(page *answer) map[string]string {
		found := map[string]string{}
		for _, n := range find(page.doc, "span[data-next-step]") {
			found[attr(n, "data-next-step")] = attr(n, "data-kind")
		}
		return found
	}
	const offence = "hide-stock"
	penalize := func(ruling, player, kind string, more url.Values) *answer {
		form := decision(director.get(ruling), "other")
		for name, value := range map[string]string{"reason": "Everybody heard it.", "penalty_seat": player, "penalty_offence": offence, "penalty": kind} {
			form.Set(name, value)
		}
		for name, value := range more {
			form[name] = value
		}
		return director.post(ruling, form)
	}
	players := find(page.doc, "select[name=penalty_seat] option")
	player, label := attr(players[1], "value"), textOf(players[1])
	name, team, _ := strings.Cut(label, " · ")
	last, given, _ := strings.Cut(name, ", ")
	expect.MustTrue(t, player != "" && last != "" && given != "" && team != "", "the first player is offered as %q, %q", player, label)
	page.hasNot("select[name=penalty] option", "minute").has("select[name=penalty] option", "warning")
	start, own := steps(page)["any "+offence], steps(page)[player+" "+offence]
	expect.True(t, start == "warning" && own == "", "the first step is %q, and %q for a player of whom nothing is known", start, own)
	penalize(first, "player 99999", start, nil).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose the player")
	penalize(first, player, "add-time", nil).wants(http.StatusUnprocessableEntity).has(".field-error", "Choose a penalty")
	penalize(first, player, start, url.Values{"reason": {""}}).wants(http.StatusUnprocessableEntity).has(".field-error", "Say why")
	penalize(first, player, start, nil).wants(http.StatusSeeOther)
	director.get(first).has(".read-aloud h2", given+" "+last+" ("+team+"): ").has(".read-aloud h2", "for hiding stock pieces")
	director.get("/e/lake/desk/penalties").has(".register td", given+" "+last).has(".register td", team).has(".register td", "no match")

	director.get("/e/lake/desk/appeals").hasNot("main", "for hiding stock") // nobody could appeal it
	second := opened()
	expect.Equal(t, steps(director.get(second))[player+" "+offence], "game-loss", "the next step of the player")
	penalize(second, player, "warning", nil).wants(http.StatusSeeOther)
	var register string
	err := l.pool.QueryRow(t.Context(), `select string_agg(step::text, ' ' order by penalty_id) from penalty`).Scan(&register)
	expect.True(t, err == nil && register == "1 2", "the steps are %q, %v", register, err)
	expect.Equal(t, strings.Count(director.get("/e/lake/desk/penalties").body, "Next step:"), 1, "next steps said beside two penalties of one player, of whom one has a next")
	l.exec(`insert into affiliation (event_id, account_id, kind, team_id, created_at) select $1, $2, 'team', team_id, now() from penalty limit 1`, l.event, director.accountID)
	third := opened()
	penalize(third, player, "warning", nil).wants(http.StatusForbidden)
}

// Following the proposal needs the official's own word while nobody was heard or the
// question that decides is open; an answer reads as answered, and each fact stands once.
func TestSigningUnheardAsksForAWordOfWhy(t *testing.T) {
	t.Parallel()
	_, director, card, open := ready(t)
	form := decision(open, "follow")
	form.Set("reason", "")
	open.has(".field", "Needed, in a word: nobody was heard and the question “Did ")
	director.post(card+"/ruling", form).wants(http.StatusUnprocessableEntity).has(".field-error", "Say in a word why you sign all the same: nobody was heard and the question")
	open.has(".ask h3", "stop the clock?").has(".chain", "taken for granted, nobody was asked").hasNot(".chain", "stop the clock?")
	fact, revision := open.value(".ask input[name=fact]", "value"), open.value(".ask input[name=revision]", "value")
	director.post(card+"/answer", url.Values{"fact": {fact}, "answer": {"0"}, "revision": {revision}}).wants(http.StatusSeeOther)
	page := director.get(card+"/ruling").has(".chain li", "The clock was stopped").has(".chain", "asked and answered").hasNot(".ask h3", "stop the clock?")
	director.get(card).has(".answered", "stop the clock? yes")
	for page.count(".ask") > 0 { // the other questions
		director.post(card+"/answer", url.Values{
			"fact": {page.value(".ask input[name=fact]", "value")}, "answer": {"0"}, "revision": {page.value(".ask input[name=revision]", "value")},
		}).wants(http.StatusSeeOther)
		page = director.get(card + "/ruling")
	}
	director.post(card+"/statement", url.Values{"speaker": {"Kim"}, "role": {"witness"}, "body": {"It was stopped."}}).wants(http.StatusSeeOther)
	again := decision(director.get(card+"/ruling").hasNot(".field", "Needed, in a word"), "follow")
	again.Set("reason", "")
	director.post(card+"/ruling", again).wants(http.StatusSeeOther)
}
