package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

const (
	undoPath    = "/e/lake/desk/undo"
	checkInPath = "/e/lake/desk/open/teams/check-in"
)

// The page says in a sentence what will be undone, one button does it, and the way goes back to
// where the key was struck.
func TestUndoFromAnyDeskPage(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	to := l.chief.get("/e/lake/desk/open/teams?q=Team&said=Hello").wants(http.StatusOK).value("[data-take-back]", "href")
	expect.Equal(t, to, undoPath+"?from="+url.QueryEscape("/e/lake/desk/open/teams?q=Team"), "the key leads to")
	l.chief.get(to).wants(http.StatusOK).has("[data-undo-what]", "This stays: give a role").has("[data-undo-why]", "This is how you came in yourself")
	expect.Equal(t, l.chief.get(to).count("[data-take-back]"), 0, "the page leads to itself")

	l.send(checkInPath, url.Values{"not-here": {"2"}}).wants(http.StatusSeeOther)
	page := l.chief.get(to).wants(http.StatusOK).has("[data-undo-what]", "Undo: check in, Open, team Team 0002, just now.").has("[data-undo-then]", "Team 0002 is here again.")
	form := url.Values{"key": {l.key()}, "seq": {page.value("[name=seq]", "value")}, "from": {page.value("[name=from]", "value")}}
	done := l.chief.post(undoPath, form).wants(http.StatusSeeOther).to()
	expect.True(t, strings.HasPrefix(done, "/e/lake/desk/open/teams?q=Team&said=Undone"), "it goes on to %s", done)
	got := l.chief.get("/e/lake/desk/journal").wants(http.StatusOK).text("main")
	expect.True(t, strings.Contains(got, "Taken back by who did it: check in."), "the journal does not say that it was taken back: %s", got)
	l.chief.post(undoPath, form).wants(http.StatusSeeOther) // twice is once
	l.chief.get(undoPath).has("[data-undo-what]", "give a role")

	stranger := l.person("eve", "Eve Lund", "none")
	stranger.get(undoPath).wants(http.StatusForbidden)
	stranger.post(undoPath, form).wants(http.StatusForbidden)
}

// Where something stands on the act, the page says what; a page from before that undoes nothing.
func TestUndoSaysWhatStandsOnIt(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.send(checkInPath, url.Values{"not-here": {"2"}}).wants(http.StatusSeeOther)
	shown := l.chief.get(undoPath).wants(http.StatusOK)
	ana := journal.Command{Actor: journal.Actor{AccountID: 99, Name: "Ana Ruiz"}}
	expect.OK(t, expect.Err(l.tournament.CheckIn(t.Context(), l.event, ana, 2, tournament.TeamAbsent)))
	l.chief.get(undoPath).has("[data-undo-what]", "This stays: check in, Open, team Team 0002").has("[data-undo-why]", "What stands on it: check in, Open, team Team 0002, by Ana Ruiz, just now.")
	l.chief.post(undoPath, url.Values{"key": {l.key()}, "seq": {shown.value("[name=seq]", "value")}}).wants(http.StatusConflict).has("[role=alert]", "Ana Ruiz, check in")
	expect.Equal(t, l.chief.get(undoPath+"?from=https://elsewhere.example/e/lake/desk").value("main a.btn-main", "href"), "/e/lake/desk", "it goes on to")
}

// One act after the other goes back, the newest first, and never the undo itself.
func TestUndoGoesOnToTheActBefore(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 8)
	for _, team := range []string{"1", "2", "3"} {
		l.send(checkInPath, url.Values{"not-here": {team}}).wants(http.StatusSeeOther)
	}
	page := l.chief.get(undoPath).wants(http.StatusOK)
	for _, team := range []string{"3", "2", "1"} {
		page.has("[data-undo-what]", "Team 000"+team)
		form := url.Values{"key": {l.key()}, "seq": {page.value("[name=seq]", "value")}, "from": {undoPath}}
		to := l.chief.post(undoPath, form).wants(http.StatusSeeOther).to()
		expect.True(t, strings.HasPrefix(to, "/e/lake/desk?"), "it goes on to %s", to)
		page = l.chief.get(undoPath).wants(http.StatusOK)
	}
}

// Officials read what they undo, how the time stands, points and the register in their language.
func TestTheDeskSpeaksTheOfficialsLanguage(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	l.exec(`update section set system = 'round-robin', rounds = 3, matches_per_pairing = 1`)
	for r := range 2 {
		l.pair(r + 1)
		l.play(r + 1)
	}
	l.send(checkInPath, url.Values{"not-here": {"2"}}).wants(http.StatusSeeOther)
	for language, words := range map[string][7]string{
		"de": {"Anwesenheit, Open, Team Team 0002, gerade eben", "Team 0002 ist wieder da.", "beginnen:", "Erwartet", "Wählen", "Elternteil", "unerreichbar"},
		"fr": {"pointage, Open, équipe Team 0002, à l’instant", "Team 0002 est de nouveau", "peut commencer :", "Attendu", "Choisir", "parent", "hors de portée"},
		"es": {"registro de presencia, Open, equipo Team 0002, ahora mismo", "Team 0002 vuelve a estar", "puede empezar:", "Previsto", "Elegir", "padre o madre", "fuera de alcance"},
		"cs": {"prezence, Open, tým Team 0002, právě teď", "Team 0002 je opět", "může začít:", "Očekáváno", "Vybrat", "rodič", "nedosažitelné"},
	} {
		l.exec(`update account set language = $1`, language)
		l.chief.get(undoPath).wants(http.StatusOK).has("[data-undo-what]", words[0]).has("[data-undo-then]", words[1])
		l.chief.get("/e/lake/desk/open/pace").wants(http.StatusOK).has("[data-pace]", words[2]).has("tfoot th", words[3])
		l.chief.get("/e/lake/desk/open/points").wants(http.StatusOK).has("select[name=team]", words[4])
		l.chief.get("/e/lake/desk/conduct").wants(http.StatusOK).has("select[name=role]", words[5])
		l.chief.get("/e/lake/desk/open/prospects").wants(http.StatusOK).has("main td", words[6])
	}
}
