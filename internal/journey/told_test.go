package journey_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Whoever listens to a public page hears in order what it is: the way past its head
// first, one heading of the page, and every table with its name.
func TestPublicPagesAreToldInOrder(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	r := v.reader()
	for _, path := range publicPages {
		page := r.ask(path, "")
		first := focusable(page)
		expect.True(t, first != nil && attribute(first, "href") == "#main", "%s: the first thing that takes the focus is no way to the page", path)
		headings := 0
		walkNodes(page, func(n *html.Node) {
			switch {
			case n.Data == "h1":
				headings++
			case n.Data == "table":
				c := firstElement(n)
				expect.True(t, c != nil && c.Data == "caption" && text(c) != "", "%s: a table has no caption", path)
			}
		})
		expect.Equal(t, headings, 1, "%s: headings of the first rank", path)
	}
}

// Who does not see the boards reads the position in words one tap away, hears each new
// move by itself, and hears what a result did to the team that is followed, whose card
// turns to the match that comes next.
func TestNewsIsTold(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	reader := v.visitor(phone)
	book := v.book(demo.Slug, "open")
	pairing := book.Round(3).AtTable(10)
	place := tournament.LivePlace{SectionID: book.Section.SectionID, MatchID: pairing.Matches[0].MatchID}
	reader.open(event + "/open/round/3/table/10/match/1")
	reader.click("#lm-words summary")
	reader.sees("#lm-words p", "white king e1, ")
	man := reader.ask("document.querySelector('.lm-squares tbody tr:last-child td:nth-of-type(5)').innerText")
	expect.True(t, man == "white king", "the table says %q on e1", man)
	official := journal.Command{Actor: journal.Actor{Name: "Kim Osei"}, Key: account.NewToken()}
	expect.OK(t, v.pool.QueryRow(t.Context(), "select account_id from account where login = 'demo.desk'").Scan(&official.Actor.AccountID))
	expect.Must(v.tournament.RecordAct(t.Context(), v.shown.EventID, official, tournament.RecordAct{LivePlace: place, Board: "A", Text: "Nf3", Clocks: livegame.UnknownClocks}))(t)
	reader.sees("[data-moves-said][aria-live=polite], [aria-live=polite] [data-moves-said], [data-moves-said][role=status]", "Board A: white knight from g1 to f3.")
	reader.until("document.querySelector('#lm-words').open")

	card := event + "/find?team=" + book.Team(pairing.TeamID(1)).Slug
	reader.open(card)
	reader.until(settled)
	reader.sees(".seat-match", "Match 1 of 2")
	first := reader.ask(loudest)
	reader.open(event + "/open/standings")
	reader.until(settled + " && document.querySelector('tr.mine')")
	official.Key = account.NewToken()
	expect.Must(v.tournament.EnterResult(t.Context(), v.shown.EventID, official, tournament.TypedResult{
		SectionID: book.Section.SectionID, Round: 3, Table: 10, Match: 1, Revision: pairing.Matches[0].Revision, Source: "desk", Outcome: tournament.FirstWins,
	}))(t)
	reader.sees("[data-news]", book.Team(pairing.TeamID(1)).Name+": place")
	reader.sees("[data-news]", "Before: place")
	reader.shoot("told-standings")

	reader.open(card) // the largest words are true for the match that comes next
	reader.sees(".seat-match", "Match 2 of 2")
	swapped := strings.NewReplacer("WHITE", "BLACK", "BLACK", "WHITE").Replace(first)
	next := reader.ask(loudest)
	expect.True(t, next == swapped && next != first, "after match 1 (%s) the card says %s, want %s", first, next, swapped)
	reader.shoot("told-card")
	reader.content()
}

// loudest are the largest words of a card after the table: each board, colour and player.
const loudest = `[...document.querySelectorAll(".seatcard")].map((e) => e.innerText.replace(/\s+/g, " ").trim().toUpperCase()).sort().join("; ")`

// One of something is told as one in every language.
func TestTheLowestIsNotCounted(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	r := v.reader()
	for _, language := range []string{"en", "de", "fr", "es", "cs"} {
		said := text(r.ask(event+"/open/standings?lang="+language, ""))
		expect.Contains(t, said, map[string]string{
			"en": "Without the lowest.", "de": "Ohne die niedrigste.", "fr": "Sans la plus basse.", "es": "Sin el más bajo.",
			"cs": "Bez nejnižšího.",
		}[language], "%s: a tie-break counts one lowest", language)
	}
}

func walkNodes(n *html.Node, see func(*html.Node)) {
	if n.Type == html.ElementNode {
		if hidden(n) {
			return
		}
		see(n)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		walkNodes(c, see)
	}
}

// hidden reports whether nobody sees or hears an element.
func hidden(n *html.Node) bool {
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return true
		}
	}
	return false
}

func focusable(page *html.Node) (first *html.Node) {
	walkNodes(page, func(n *html.Node) {
		if first == nil && (n.Data == "a" && attribute(n, "href") != "" || n.Data == "button" || n.Data == "input" || n.Data == "summary") {
			first = n
		}
	})
	return first
}

func firstElement(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			return c
		}
	}
	return nil
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func text(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	all := ""
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		all += text(c)
	}
	return all
}
