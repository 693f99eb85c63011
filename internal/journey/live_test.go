package journey_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Moves are typed as people write them, an illegal one is explained, and a whole
// game is loaded and stepped through.
func TestLiveMatch(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	director := v.official("demo.director", desktop)
	match := open3 + "/table/1/match/1"
	director.open(match)
	// What is waited for must not be on the page before: the boards in words name
	// every man.
	move := func(board, text, where, shown string) {
		director.fill("[data-entry-of="+board+"] [name=move]", text)
		director.click("[data-entry-of=" + board + "] [value=turn]")
		director.sees(where, shown)
	}
	move("A", "Ke4", ".lm-why", "king")
	move("A", "Bd6", ".lm-log", "Bd6")
	move("B", "f7g6", ".lm-log", "fxg6")

	director.open(open3 + "/table/10/match/1")
	director.ask("[...document.querySelectorAll('details')].forEach((d) => { d.open = true; }) || true")
	director.fill("[name=text]", "[Result \"*\"]\n\n1A. e4 1a. e5 1B. d4 1b. d5 2A. Nf3 2B. c4 2a. Nc6 2b. dxc4 *\n")
	director.says("Load the game")
	director.sees("main", "dxc4")
	director.focus("[data-live-match]")
	before := director.ask("location.search")
	director.press(home)
	director.until("location.search !== " + quote(before))
	director.press(arrowRight)
	director.sees("main", "dxc4")
	director.content()
}

// A hundred moves are recorded one after the other, and each comes to the phone of a
// spectator by itself: the page of a match is never a move behind.
func TestAWatchedMatchIsNeverAMoveBehind(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	reader := v.visitor(phone)
	reader.open(event + "/open/round/3/table/10/match/1")
	reader.until(settled)
	reader.ask("window.opened = 'once'")
	book := v.book(demo.Slug, "open")
	place := tournament.LivePlace{SectionID: book.Section.SectionID, MatchID: book.Round(3).AtTable(10).Matches[0].MatchID}
	round := []string{"A g1f3", "B b1c3", "A g8f6", "B b8c6", "A f3g1", "B c3b1", "A f6g8", "B c6b8"}
	var longest time.Duration
	for n := 1; n <= 100; n++ {
		board, move, _ := strings.Cut(round[(n-1)%len(round)], " ")
		done := expect.Must(v.tournament.RecordAct(t.Context(), v.shown.EventID, journal.Command{Actor: journal.Actor{Name: "Kim Osei"}, Key: account.NewToken()},
			tournament.RecordAct{LivePlace: place, Board: board, Text: move, Clocks: livegame.UnknownClocks}))(t)
		place.After = done.LastSeq
		begun := time.Now()
		reader.until(fmt.Sprintf(`document.querySelector("[data-stepper]").dataset.of === "%d" && document.querySelector("[data-stepper]").dataset.at === "%d"`, n, n))
		longest = max(longest, time.Since(begun))
	}
	t.Logf("the slowest of a hundred moves was on the phone after %v", longest.Round(time.Millisecond))
	expect.Equal(t, reader.ask("window.opened"), "once", "the page was loaded anew")
	reader.content()
}

// Both boards with their players fit a tablet, held either way, at the desk and for
// spectators.
func TestBothBoardsFitATablet(t *testing.T) {
	inBrowser(t)
	v := newShow(t)
	const outside = `[...document.querySelectorAll(".lm-board > .board, .lm-seat > .side, .lm-seat > .stock")].filter((e) => {
		const r = e.getBoundingClientRect(), bar = document.querySelector(".tabs")?.getBoundingClientRect().top ?? innerHeight;
		return r.top < 0 || r.left < 0 || r.bottom > bar || r.right > innerWidth || r.width < 200;
	}).length`
	for who, p := range map[string]*person{"desk": v.official("demo.director", desktop), "public": v.visitor(desktop)} {
		path := open3 + "/table/1/match/1"
		if who == "public" {
			path = event + "/open/round/3/table/1/match/1"
		}
		for _, size := range [][2]int64{{768, 1024}, {1024, 768}, {820, 1180}, {1180, 820}} {
			p.do("turn the tablet", chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateTouch))
			p.open(path)
			p.until(settled)
			p.shoot(fmt.Sprintf("boards-%s-%d", who, size[0]))
			if n := p.ask(outside); n != "0" {
				t.Errorf("%s at %dx%d: %s parts of the boards lie outside", who, size[0], size[1], n)
			}
		}
		if who == "public" {
			p.size(desktop)
			cut := p.ask("Math.max(0, document.querySelector('#lm-words summary').getBoundingClientRect().bottom - document.querySelector('.tabs').getBoundingClientRect().top)")
			expect.True(t, cut == "0", "on a desktop the bar lies over %s pixels of the way to the position in words", cut)
		}
		p.content()
	}
}

// What one node does is on the open pages of another within moments.
func TestOpenPagesFollow(t *testing.T) {
	t.Parallel()
	v := newShow(t)
	reader := v.visitor(phone)
	reader.url = v.node() // the desk works on the other node
	desk, chief := v.official("demo.desk", desktop), v.official("demo.section", desktop)

	reader.open(event + "/open/standings")
	reader.until("document.querySelector('[data-age]')")
	table := v.book(demo.Slug, "open").Round(3).AtTable(10)
	desk.open(open3 + "/wall")
	desk.openTable("10")
	version := reader.ask("document.body.dataset.version")
	start := time.Now()
	desk.press("1")
	desk.press("\r")
	reader.until("document.body.dataset.version !== " + quote(version))
	t.Logf("a result was on an open page of another node after %v", time.Since(start).Round(10*time.Millisecond))
	expect.Contains(t, reader.ask("document.querySelector('main').innerText"), v.book(demo.Slug, "open").Team(table.TeamID(1)).Name, "the standings say")

	reader.open(event + "/open/pairings")
	version = reader.ask("document.body.dataset.version")
	start = time.Now()
	chief.open(event + "/desk/appeals/1")
	chief.decides("upheld", "Two players heard the claim in time.")
	reader.until("document.body.dataset.version !== " + quote(version))
	t.Logf("a decision was on an open page of another node after %v, signing included", time.Since(start).Round(10*time.Millisecond))

	// A page that lost its stream catches up when it is back.
	version = reader.ask("document.body.dataset.version")
	reader.ask("dispatchEvent(new Event('pagehide'))")
	desk.until("document.activeElement.name === 'outcome'")
	desk.press("2")
	desk.press("\r")
	desk.sees(".log li", "T10 M2: ")
	v.result(t, "open", 10, 2, tournament.SecondWins)
	reader.ask("dispatchEvent(new Event('pageshow'))")
	reader.until("document.body.dataset.version !== " + quote(version))
	reader.content()
}
