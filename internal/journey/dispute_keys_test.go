package journey_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// square names a square of a board on the page.
func square(board, name string) string {
	return fmt.Sprintf(`%s [data-square="%s"]`, board, name)
}

// keyed puts the focus there and then only types.
func (p *person) keyed(selector string, keys ...string) {
	p.t.Helper()
	p.focus(selector)
	for _, k := range keys {
		p.press(k)
	}
}

// notes types a move with the key of its board.
func (p *person) notes(board, move string) {
	p.t.Helper()
	p.keyed("[data-live-match]", board)
	p.until("document.activeElement.id === 'move-" + strings.ToUpper(board) + "'")
	p.press(move)
	p.press("\r")
}

const saved = "document.querySelector('[data-saved]')?.textContent === 'Saved'"

// value waits until a field holds a text that begins so.
func (p *person) holds(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.querySelector(%s)?.value.startsWith(%s)", quote(selector), quote(text)))
}

// From the live match to a decided appeal without a mouse: moves, a drop with the
// clock, stepping back, the card, the ruling and the review.
func TestDisputeByKeyboard(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	event := v.shown
	director := v.official("demo.director", desktop)
	table := v.waiting("u1600")
	match := fmt.Sprintf("/e/lakeshore-demo/desk/u1600/round/3/table/%d/match/1", table)
	director.open(match)
	for _, move := range []string{"a e4", "a e5", "a Nf3", "a Nc6", "a Bb5", "a d6", "a d4"} {
		board, text, _ := strings.Cut(move, " ")
		before := director.ask("document.querySelectorAll('.lm-log tbody tr').length")
		director.notes(board, text)
		director.until("document.querySelectorAll('.lm-log tbody tr').length > " + before)
	}
	director.notes("a", "c6d4")
	director.sees(".lm-why", "king")
	director.focus(".lm-why button")
	director.press("\r")
	director.sees(".lm-log .bad", "d4")
	director.keyed("[data-live-match]", kb.ArrowLeft)
	director.until("location.search.includes('ply=7')")
	director.keyed("[data-live-match]", kb.End)
	director.until("!location.search.includes('ply')")
	director.ask("[...document.querySelectorAll('.lm-head a')].find((a) => a.textContent.includes('Open incident')).focus()")
	director.press("\r")
	director.until("location.pathname.endsWith('/incidents/new')")
	director.keyed("[name=kind][value=illegal-move]", " ")
	director.keyed("form[data-kept-form] .btn-main", "\r")
	director.until("location.pathname.match(/incidents\\/\\d+$/)")
	director.setsByKey()

	// The claim, then the ruling: 3 is another outcome, 1 follows.
	director.keyed("[name=by]", "WA")
	director.until(saved)
	director.keyed("#f-speaker", "Yuki Tan")
	director.keyed("[name=role]", "w")
	director.keyed("#f-body", "I heard the claim at once.")
	director.tab("form[action$='/statement'] .btn")
	director.next("\r", ".says li", "Yuki Tan witness")
	director.sees(".says li .quote", "I heard the claim at once.")
	director.keyed("button[name=then][value=rule]", "\r")
	director.until("location.pathname.endsWith('/ruling')")
	director.keyed("[name=choice][value=follow]", "3")
	director.until("document.querySelector('[data-sign-label]').textContent.includes('other')")
	director.keyed("[name=choice][value=other]", "1")
	director.sees("[data-sign-label]", "win match 1")
	director.sees("[data-effect]", "open → 1–0")
	director.keyed("#f-reason", "The pinned knight moved.")
	director.signs()
	director.sees(".read-aloud", "You may appeal to the section chief, Dana Holt")
	m := v.match("u1600", table, 1)
	expect.True(t, m.Result != nil && m.Result.Outcome != tournament.Drawn, "after the ruling the match is %+v", m)
	director.content()

	// The other team appeals from its private page.
	pairing := v.book(demo.Slug, "u1600").Round(3).AtTable(table)
	loser := v.teamPage(event.EventID, pairing.TeamID(pairing.Matches[0].SlotOf("BA")), desktop)
	loser.tabsTo("details[id^=appeal] summary")
	loser.press("\r")
	loser.tabsTo("textarea[name=grounds]")
	loser.press("The clock was still running.")
	loser.tabsTo("details[open][id^=appeal] .btn-main")
	loser.press("\r")
	loser.sees(".said", "appeal")
	loser.content()
	chief := v.official("demo.section", desktop)
	chief.open("/e/lakeshore-demo/desk/appeals/2")
	for key, says := range map[string]string{"m": "modify", "o": "overturn", "s": "send back", "u": "uphold"} {
		chief.keyed("[name=state][value=upheld]", key)
		chief.sees("[data-sign-label]", says)
	}
	chief.keyed("[name=state][value=upheld]", "u")
	for _, who := range []string{"claimant", "opponent", "official"} {
		chief.keyed("[name=heard_"+who+"]", " ")
	}
	chief.keyed("#f-reason", "Both teams were heard.")
	chief.signs()
	chief.sees("main", "Upheld: the ruling stands.")
	chief.content()
}

// setsByKey changes the position on a card with keys alone and puts it back.
func (p *person) setsByKey() {
	p.t.Helper()
	board := `[data-board-field="a"] svg.board`
	p.holds("[name=a]", "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3")
	p.keyed(board, kb.ArrowUp)
	p.sees("[data-announce]", "e3: empty")
	p.keyed(board, "N", "\r")
	p.holds("[name=a]", "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/4nN2")
	p.sees("[data-announce]", "e3: black knight")
	p.keyed(board, kb.Escape, "+")
	p.holds("[name=a]", "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/4n~N2")
	p.sees("[data-announce]", "black knight, promoted")
	p.keyed(board, kb.Delete)
	p.holds("[name=a]", "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2")
	// Take the knight from f3 to e3 and back.
	p.keyed(board, kb.ArrowRight, "\r", kb.ArrowLeft, "\r")
	p.holds("[name=a]", "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/4N3")
	p.keyed(board, "\r", kb.ArrowRight, "\r")
	p.holds("[name=a]", "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2")
	p.keyed(`[data-board-field="a"] [data-stock="P"]`, "\r")
	p.sees("[data-announce]", "pawns: 1 in stock")
	p.until(saved)
	p.sees(".checks", "too many")
	p.keyed(`[data-board-field="a"] [data-stock="P"]`, kb.Delete)
	for seat, clock := range map[string]string{"WA": "241", "BA": "258", "WB": "302", "BB": "236"} {
		p.ask("document.querySelector('[name=clock_" + seat + "]').select()")
		p.keyed("[name=clock_"+seat+"]", clock, "\t")
	}
	p.holds("[name=clock_WA]", "2:41")
	p.until(saved)
	p.sees(".checks", "Clocks agree: A used 4:21, B 4:22.")
}
