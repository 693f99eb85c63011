package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// speaks sets the language of a person's account.
func (b *browser) speaks(name, code string) {
	b.post("/account", url.Values{"name": {name}, "density": {"desk"}, "theme": {"system"}, "text_size": {"normal"}, "language": {code}}).wants(http.StatusSeeOther)
}

var (
	// quoted is what somebody typed, or the engine of the rulebooks said.
	quoted = regexp.MustCompile(`„[^“]*“`)
	// anglicism is a word of the English refusals that German and Czech do not have.
	anglicism = regexp.MustCompile(`(?i)\b(the|is|has|have|been|choose|enter|say|why|nothing|saved|round|table|with|and|from|here|you|nobody|result)\b`)
)

// refused checks a refusal: its status, a part of its sentence, and that the page speaks
// no English where it says what is wrong.
func (a *answer) refused(status int, says string) {
	a.t.Helper()
	said := a.wants(status).text(".field-error") + "\n" + a.text("[role=alert]")
	if status == http.StatusForbidden {
		said += "\n" + a.text("main")
	}
	for _, note := range find(a.doc, ".note") {
		if text := textOf(note); strings.Contains(text, says) {
			said += "\n" + text
		}
	}
	expect.True(a.t, strings.Contains(said, says), "%s: the refusal is\n%s\nwant %q", a.what, said, says)
	english := anglicism.FindAllString(quoted.ReplaceAllString(said, ""), -1)
	expect.True(a.t, len(english) == 0, "%s: %q is English in\n%s", a.what, english, said)
}

// refusalsSaid are a few sentences of refusals in a language: in words, and in parts that
// are words themselves.
type refusalsSaid struct {
	code, reason, typed, stale, moved, touched, entry, player, permission, unheard, choice, rating, illegal string
}

var refusalsIn = []refusalsSaid{
	{
		code: "de", reason: "Sagen, warum die Runde zurückgenommen wird.", typed: "Zum Zurücknehmen die Nummer der Runde, 1, tippen.",
		stale: "Runde 1 hat sich geändert, seit diese Seite gezeigt wurde: Dana Holt hat um", moved: "Version 2 veröffentlicht, mit Team 000",
		touched: "Eine Paarung, zu der etwas festgehalten ist, bleibt: die Tische 2 und 3 haben ein Ergebnis.",
		entry:   "Die Gruppe hat schon ein Team „Team 0001“.", player: "Einen Namen für den Spieler eingeben.",
		permission: "Dafür („die Einrichtung bearbeiten“) braucht man hier die Rolle", unheard: "warum du trotzdem unterschreibst: niemand wurde angehört und die Frage „",
		choice: "Eine Entscheidung wählen.", rating: "„high“ ist keine Wertungszahl. Eine ganze Zahl von 0 bis 4000 eingeben",
		illegal: "Regelwidrig: Weiß hat auf e2 selbst eine Figur: Bauer.",
	},
	{
		code: "cs", reason: "Řekněte, proč se kolo bere zpět.", typed: "Ke vzetí zpět napište číslo kola, 1.",
		stale: "1. kolo se od zobrazení této stránky změnilo: Dana Holt zveřejnil(a) verzi 2", moved: "Team 000",
		touched: "Dvojice, ke které je něco zaznamenáno, zůstává: stoly 2 a 3 mají výsledek.",
		entry:   "Skupina už tým „Team 0001“ má.", player: "Zadejte jméno pro hráče.",
		permission: "K tomu (upravit nastavení) je zde potřeba role:", unheard: "proč přesto podepisujete: nikdo nebyl vyslechnut a otázka „",
		choice: "Zvolte rozhodnutí.", rating: "„high“ není rating. Zadejte celé číslo od 0 do 4000",
		illegal: "Nepřípustné: Bílý má na e2 vlastní kámen: pěšec.",
	},
}

func TestRefusalsOfRoundsAndTeamsAreInTheLanguageOfTheAccount(t *testing.T) {
	t.Parallel()
	for _, said := range refusalsIn {
		t.Run(said.code, func(t *testing.T) {
			t.Parallel()
			l := seated(t, 6)
			l.chief.speaks("Dana Holt", said.code)
			shown := l.chief.get(pairPath).value("input[name=revision]", "value")
			form := func(revision string, values url.Values) url.Values {
				values.Set("revision", revision)
				return values
			}
			l.send(pairPath+"/unpublish", form(shown, url.Values{"typed": {"1"}})).refused(http.StatusUnprocessableEntity, said.reason)
			l.send(pairPath+"/unpublish", form(shown, url.Values{"typed": {"7"}, "reason": {"x"}})).refused(http.StatusUnprocessableEntity, said.typed)

			l.send(pairPath+"/change", form(shown, url.Values{"team": {"2"}, "other": {"3"}, "reason": {"x"}})).wants(http.StatusSeeOther)
			stale := l.send(pairPath+"/change", form(shown, url.Values{"team": {"2"}, "other": {"3"}, "reason": {"x"}}))
			stale.refused(http.StatusConflict, said.stale)
			stale.refused(http.StatusConflict, said.moved)

			played := l.act("turn", url.Values{"board": {"A"}, "move": {"Ke2"}}).wants(http.StatusUnprocessableEntity)
			played.has(".lm-why", said.illegal)

			l.play(1)
			now := l.chief.get(pairPath).value("input[name=revision]", "value")
			l.send(pairPath+"/change", form(now, url.Values{"team": {"2"}, "other": {"3"}, "reason": {"x"}})).refused(http.StatusConflict, said.touched)

			late := url.Values{"name": {"Team 0001"}, "player1": {"Hana Grau"}, "player2": {"Ivo Haas"}}
			l.send("/e/lake/desk/open/teams/new", late).refused(http.StatusUnprocessableEntity, said.entry)
			list := url.Values{"text": {"Team;Player 1;Rating 1;Player 2\nAsh;Ana Ruiz;high;Bo Lee"}, "default": {"Open"}}
			l.send("/e/lake/desk/import", list).wants(http.StatusOK).has(".import-row", said.rating)
			late.Set("player1", "")
			l.send("/e/lake/desk/open/teams/new", late).refused(http.StatusUnprocessableEntity, said.player)
		})
	}
}

func TestRefusalsOfRulingsAndPermissionsAreInTheLanguageOfTheAccount(t *testing.T) {
	t.Parallel()
	for _, said := range refusalsIn {
		t.Run(said.code, func(t *testing.T) {
			t.Parallel()
			l, director, card, open := ready(t)
			director.speaks("Lou Marchetti", said.code)
			unheard := decision(open, "follow")
			unheard.Set("reason", "")
			director.post(card+"/ruling", unheard).refused(http.StatusUnprocessableEntity, said.unheard)
			director.post(card+"/ruling", decision(open, "")).refused(http.StatusUnprocessableEntity, said.choice)

			scorekeeper := l.person("kim", "Kim Roe", "none")
			l.give(scorekeeper, l.event, l.section, access.Scorekeeper)
			scorekeeper.speaks("Kim Roe", said.code)
			scorekeeper.post("/e/lake/desk/setup/open", nil).refused(http.StatusForbidden, said.permission)
		})
	}
}
