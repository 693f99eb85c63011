package journey_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Readers find themselves by whatever they would say to an official, are told what a link
// is that was mistyped, in the grammar of their language, and are led to a match only
// where there is something to see.
func TestReadersFindWhatThereIs(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	p := v.visitor(phone)
	book := v.book(demo.Slug, "open")
	code := testkit.Stored[string](t, v.pool, "select code from team where slug = 'knight-shift'")
	bare := strings.ReplaceAll(code, "-", "")
	expect.MustTrue(t, bare != code, "the code %q has no dash to leave out", code)
	p.open(event + "/find")
	for _, said := range []string{"ortiz maya", "Ortiz, Maya", "m ortiz", "theo ortiz", bare, strings.ToLower(code)} {
		p.fill("[name=q]", "zzzz") // so that nothing of the words before is left
		p.sees("#hits", "Nobody here is called “zzzz”")
		p.fill("[name=q]", said)
		p.sees(".answer-team", "Knight Shift")
	}
	for _, said := range []string{"table 8", "8"} {
		p.fill("[name=q]", said)
		p.until(`["Knight Shift", "Smothered Mates"].every((name) => [...document.querySelectorAll("#hits a.prow .t")].some((e) => e.textContent === name))`)
	}
	p.fill("[name=q]", "pawn") // everybody it could be, none of them chosen
	p.until(`["Pawn Brokers", "Pawn Stars", "Passed Pawns"].every((name) => [...document.querySelectorAll("#hits a.prow .t")].some((e) => e.textContent === name)) && !document.querySelector(".answer")`)

	p.opensOnlyWhatWasRecorded(book)

	p.open("/l/ABCD-EFGH")
	p.sees("main", "This private link is not known: a letter of it is wrong")
	for language, sections := range map[string]map[string]string{
		"fr": {"cup": "1 match encore sans résultat", "open": "matchs encore sans résultat"},
		"es": {"cup": "1 encuentro aún sin resultado", "open": "encuentros aún sin resultado"},
	} {
		for section, says := range sections {
			p.open(event + "/" + section + "/standings?lang=" + language)
			p.sees("main", says)
		}
	}
	p.content()
}

// opensOnlyWhatWasRecorded follows the ways to a board: as many as matches have a record.
// A match that was decided without one shows no board at all.
func (p *person) opensOnlyWhatWasRecorded(book *tournament.SectionBook) {
	p.t.Helper()
	p.open(event + "/open/pairings?by=table")
	expect.Equal(p.t, p.ask("document.querySelectorAll('[data-rows] a.watch').length"), "1", "ways to a board")
	p.click("[data-rows] a.watch")
	p.until("location.pathname.endsWith('/open/round/3/table/1/match/1') && document.querySelectorAll('.lm-board .board').length === 2 && document.querySelectorAll('.lm-move').length > 20")
	decided := book.Round(3).AtTable(8)
	m := decided.Matches[0]
	expect.MustTrue(p.t, m.Result != nil, "match 1 of table 8 is %s", m.State)
	p.open(event + fmt.Sprintf("/open/round/3/table/%d/match/1", decided.Table()))
	p.sees(".lm", book.Team(decided.TeamID(1)).Name)
	boards := p.ask("document.querySelectorAll('.board').length")
	expect.True(p.t, boards == "0", "a match that is decided, without a record, shows %s boards", boards)
	p.open(event + fmt.Sprintf("/open/table/%d", decided.Table()))
	expect.Equal(p.t, p.ask("document.querySelectorAll('a.watch').length"), "0", "ways to a board that shows nothing")
}
