package web_test

import (
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const (
	liveDesk   = "/e/lake/desk/open/round/1/table/1/match/1"
	livePublic = "/e/lake/open/round/1/table/1/match/1"
)

// followed is a league whose first round is published.
func followed(t *testing.T) *league {
	t.Helper()
	l := seated(t, 4)
	return l
}

// after is the last act that the page of the match knows.
func (l *league) after() string {
	l.t.Helper()
	return l.chief.get(liveDesk).wants(http.StatusOK).value(`[name=after]`, "value")
}

// act sends a form of the live match as its page stands now.
func (l *league) act(do string, form url.Values) *answer {
	l.t.Helper()
	if form == nil {
		form = url.Values{}
	}
	if !form.Has("after") {
		form.Set("after", l.after())
	}
	form.Set("do", do)
	return l.send(liveDesk+"/act", form)
}

// plays records whole turns: "A e4".
func (l *league) plays(list ...string) {
	l.t.Helper()
	for _, m := range list {
		board, text, _ := strings.Cut(m, " ")
		l.act("turn", url.Values{"board": {board}, "move": {text}}).wants(http.StatusSeeOther)
	}
}

func TestLiveMatchIsEnteredAndSteppedThrough(t *testing.T) {
	t.Parallel()
	l := followed(t)
	first := l.chief.get(liveDesk).wants(http.StatusOK)
	first.has(".lm-side", "No move is recorded yet").has("[data-board=A] .lm-status", "White to move")
	expect.True(t, first.count("svg.board") == 2 && first.count(".lm-seat") == 4 && first.count(".lm-seat .clock") == 4,
		"the page has %d boards, %d seats", first.count("svg.board"), first.count(".lm-seat"))
	l.act("turn", url.Values{"board": {"A"}, "move": {"e4"}, "clock": {"241"}}).wants(http.StatusSeeOther)
	l.plays("A d5", "B e2e4")
	l.act("move", url.Values{"board": {"A"}, "move": {"exd5"}}).wants(http.StatusSeeOther)
	page := l.chief.get(liveDesk)
	page.has("[data-seat=WA] .clock", "2:41").has("[data-seat=WA] .lm-owing", "captured pawn").has(".lm-log", "exd5").has(".lm-at", "4 of 4")
	if got := page.text("[data-seat=BB] [data-drop=P]"); !strings.HasSuffix(got, " 0") {
		t.Errorf("BB's pawns before the press: %q", got)
	}
	l.act("press", url.Values{"seat": {"WA"}}).wants(http.StatusSeeOther)
	page = l.chief.get(liveDesk)
	if got := page.text("[data-seat=BB] [data-drop=P]"); !strings.HasSuffix(got, " 1") {
		t.Errorf("BB's pawns after the press: %q", got)
	}
	expect.Contains(t, page.value("[data-board=B]", "data-moves"), "P@:", "no pawn drops among")
	earlier := l.chief.get(liveDesk + "?ply=1")
	earlier.has(".lm-at", "1 of 5").has(".lm-rare", "New acts go behind the last one")
	expect.Equal(t, earlier.count(".lm-entry"), 0, "an earlier step takes moves")
	expect.Equal(t, earlier.value(".lm-head a", "href"), "/e/lake/desk/incidents/new?section=open&round=1&table=1&match=1&ply=1", "the incident link leads to")
	l.send(liveDesk+"/takeback", url.Values{"after": {l.after()}}).wants(http.StatusSeeOther)
	l.chief.get(liveDesk).has(".lm-log .off", "WA presses the clock")
}

// A match that has its result from the slip says so where its moves are recorded.
func TestTheRecordOfADecidedMatchTellsItsResult(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.chief.get(liveDesk).wants(http.StatusOK).hasNot(".lm-result", "")
	l.play(1)
	page := l.chief.get(liveDesk).wants(http.StatusOK).has(".lm-result", "beat")
	page.has("[data-board=A] .lm-status", "The match has its result.").has("[data-board=B] .lm-status", "The match has its result.")
	expect.Equal(t, page.count(".lm-entry, .onmove"), 0, "a match that has its result takes moves")
	l.act("turn", url.Values{"board": {"A"}, "move": {"e4"}}).wants(http.StatusUnprocessableEntity).has("[role=alert]", "has its result")
	more := l.chief.get(page.value("[data-more]", "href")).wants(http.StatusOK)
	expect.Equal(t, more.count(".lm-entry [name=more]"), 2, "what was played before cannot be put on record")
	l.act("turn", url.Values{"board": {"A"}, "move": {"e4"}, "more": {"yes"}}).wants(http.StatusSeeOther)
}

// A match that one board decides has ended on both, for the desk and for spectators,
// and takes no more moves.
func TestAMatchThatEndedSaysSoOnBothBoards(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.exec(`update section set broadcast = true, broadcast_delay_s = 0`)
	l.hub.Resync()
	l.plays("B d4", "A e4", "A e5", "A Bc4", "A a6", "A Qh5", "A a5", "A Qxf7")
	desk, seen := l.chief.get(liveDesk).wants(http.StatusOK), l.visitor().get(livePublic).wants(http.StatusOK)
	for _, page := range []*answer{desk, seen} {
		page.has("[data-board=A] .lm-status", "Black is checkmated.").has("[data-board=B] .lm-status", "The match has ended on board A.")
		expect.Equal(t, page.count(".onmove, .lm-entry, .clock.run"), 0, "somebody is on move in a match that has ended")
	}
	desk.has(".lm-proposal button", "Enter: ")
	l.act("turn", url.Values{"board": {"B"}, "move": {"d5"}}).wants(http.StatusUnprocessableEntity).has("[role=alert]", "ended on board A")
	l.visitor().get(livePublic+"?ply=2").has("[data-board=B] .lm-status", "Black to move.")
	l.visitor().get(livePublic+"?lang=de").has("[data-board=B] .lm-status", "Das Match ist an Brett A zu Ende.")
}

// 0:00 typed at a live clock asks about the flag; the answer is the result.
func TestAClockAtZeroAsksAboutTheFlag(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.act("turn", url.Values{"board": {"A"}, "move": {"e4"}, "clock": {"0:00"}}).wants(http.StatusSeeOther)
	page := l.chief.get(liveDesk).wants(http.StatusOK)
	page.has("[data-flag-of=WA]", "Has the flag fallen, and was it claimed?").has("[data-flag-of=WA] button", "Yes: ").has("[data-flag-of=WA] a", "Open an incident")
	l.send(liveDesk+"/result", url.Values{"after": {l.after()}, "flag": {"BA"}}).wants(http.StatusConflict).has("[role=alert]", "the clock of BA shows")
	l.send(liveDesk+"/result", url.Values{"after": {l.after()}, "flag": {"WA"}}).wants(http.StatusSeeOther)
	l.chief.get(liveDesk).has(".lm-result", "on board A, time").hasNot("[data-flag-of]", "")
}

// The game of other players is not loaded unasked, and is not lost by the question.
func TestALoadedGameNamesItsPlayers(t *testing.T) {
	t.Parallel()
	l := followed(t)
	form := url.Values{"text": {"[WhiteA \"Nobody Here\"]\n[Result \"*\"]\n\n1A. e4 1a. e5 *\n"}, "number": {"1"}, "after": {l.after()}}
	asked := l.send(liveDesk+"/import", form).wants(http.StatusUnprocessableEntity)
	asked.has(".field-error", "Nobody Here at WA, where").has("[name=text]", "1A. e4")
	form.Set("names", "yes")
	l.send(liveDesk+"/import", form).wants(http.StatusSeeOther)
}

func TestIllegalMoveIsExplainedAndRecordedAsMade(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.plays("A e4", "A d6", "A Bb5+")
	a := l.act("turn", url.Values{"board": {"A"}, "move": {"Nf6"}}).wants(http.StatusUnprocessableEntity)
	a.has("#why-A", "king on e8 stays in check from the bishop on b5")
	expect.Equal(t, a.value("#move-A", "value"), "Nf6", "the typed move is gone")
	do := a.value(".lm-why button", "value")
	l.act(do, url.Values{"board": {"A"}}).wants(http.StatusSeeOther)
	l.chief.get(liveDesk).has(".lm-log .bad", "illegal, recorded as made")
	l.chief.get(liveDesk+"/game.bpgn").wants(http.StatusConflict).has("main", "legal moves only")
	l.act("turn", url.Values{"board": {"A"}, "move": {"e5"}, "clock": {"9:99"}}).wants(http.StatusUnprocessableEntity).has(".lm-why", "not a clock time")
}

func TestTwoDesksAtOneBoard(t *testing.T) {
	t.Parallel()
	l := followed(t)
	seen := l.after()
	l.plays("A e4")
	a := l.act("turn", url.Values{"board": {"A"}, "move": {"d4"}, "after": {seen}}).wants(http.StatusConflict)
	a.has("[role=alert]", "Dana Holt: WA e4").has(".lm-at", "1 of 1")
	expect.Equal(t, a.value("#move-A", "value"), "d4", "the typed move is gone")
	key := l.key()
	for range 2 { // the same form twice
		l.act("turn", url.Values{"board": {"A"}, "move": {"e5"}, "key": {key}, "after": {"1"}}).wants(http.StatusSeeOther)
	}
	l.chief.get(liveDesk).has(".lm-at", "2 of 2")
}

func TestGameTextsGoInAndOut(t *testing.T) {
	t.Parallel()
	l := followed(t)
	file := expect.Must(os.ReadFile(testdata.Path(t, "bpgn", "chesscom-2025.bpgn")))(t)
	load := func(text, number, replace string) *answer {
		return l.send(liveDesk+"/import", url.Values{"text": {text}, "number": {number}, "replace": {replace}, "names": {"yes"}, "after": {l.after()}})
	}
	load("1A. e5", "1", "").wants(http.StatusUnprocessableEntity).has(".field-error", `ply 1, “e5”`)
	load("", "1", "").wants(http.StatusUnprocessableEntity).has(".field-error", "no game")
	to := load(string(file), "1", "").wants(http.StatusSeeOther).to()
	expect.Contains(t, to, "148", "loading")
	page := l.chief.get(liveDesk)
	page.has(".lm-at", "148 of 148").has("[data-board=A] .lm-status", "Black is checkmated").has(".lm-proposal", "FIDEX 17")
	load(string(file), "2", "").wants(http.StatusConflict).has("[role=alert]", "start over")
	out := l.chief.get(liveDesk + "/game.bpgn").wants(http.StatusOK)
	g, err := bughouse.NewBPGNReader(strings.NewReader(out.body)).Next()
	expect.True(t, err == nil && len(g.Plies) == 148 && g.Player(bughouse.WA) != "", "the game text: %v", err)
	l.send(liveDesk+"/result", url.Values{"after": {"3"}}).wants(http.StatusConflict)
	l.send(liveDesk+"/result", url.Values{"after": {l.after()}}).wants(http.StatusSeeOther)
	var source string
	if err := l.pool.QueryRow(t.Context(), `select source from result_report`).Scan(&source); err != nil || source != "live" {
		t.Errorf("the result's source is %q, %v", source, err)
	}
	l.chief.get(liveDesk).hasNot(".lm-proposal button", "Enter")
	for outcome, want := range map[string]string{"slot1": "1-0", "draw": "1/2-1/2", "double-loss": "*"} {
		l.exec(`update result_report set outcome = $1`, outcome)
		l.hub.Resync()
		out := l.chief.get(liveDesk + "/game.bpgn").wants(http.StatusOK)
		g, err := bughouse.NewBPGNReader(strings.NewReader(out.body)).Next()
		expect.True(t, err == nil && g.Result == want, "a %s is recorded as %s (%v), want %s", outcome, g.Result, err, want)
	}
	load(string(file), "2", "yes").wants(http.StatusSeeOther)
}

func TestSpectatorsSeeNothingEarlierThanTheDelay(t *testing.T) {
	t.Parallel()
	l := followed(t)
	everybody := l.visitor()
	everybody.get(livePublic).wants(http.StatusNotFound)
	l.exec(`update section set broadcast = true, broadcast_delay_s = 60`)
	l.hub.Resync()
	l.plays("A e4")
	everybody.get(livePublic).wants(http.StatusOK).has(".lm-side", "No move").has(".lm-head", "60 s late")
	l.wait(59 * time.Second)
	everybody.get(livePublic+"?ply=1").has(".lm-side", "No move")
	l.wait(time.Second)
	page := everybody.get(livePublic)
	page.has(".lm-log", "e4")
	expect.True(t, page.count("form") == 0 && !strings.Contains(page.body, "Dana Holt"), "the spectators' page has forms or names its keeper")
	for _, odd := range []string{"?ply=-1", "?ply=x", "?ply=99999999999999999999"} {
		everybody.get(livePublic+odd).wants(http.StatusOK).has(".lm-at", "1 of 1")
	}
	everybody.get("/e/lake/open/round/2/table/1/match/1").wants(http.StatusNotFound)
	everybody.get("/e/lake/open/round/1/table/9/match/1").wants(http.StatusNotFound)
	everybody.get("/e/lake/open/round/1/table/9/match/1?lang=de").wants(http.StatusNotFound).has("main", "Es gibt kein Match 1 an Tisch 9 in Open, Runde 1.")
}

// Without a delay a step is on the page of its version, in whatever part of a second
// it was recorded, and by whichever node's clock.
func TestSpectatorsAreNeverAMoveBehind(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.exec(`update section set broadcast = true, broadcast_delay_s = 0`)
	l.hub.Resync()
	everybody := l.visitor()
	l.wait(400 * time.Millisecond)
	for i, move := range []string{"A e4", "A e5", "B d4"} {
		l.plays(move)
		everybody.get(livePublic).wants(http.StatusOK).has(".lm-at", strconv.Itoa(i+1)+" of "+strconv.Itoa(i+1))
		l.wait(-300 * time.Millisecond) // the node that is read has the slower clock
	}
}

func TestOrganizersWatchWithoutEntering(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.plays("A e4")
	watcher := l.person("otto", "Otto", "none")
	l.give(watcher, l.event, 0, access.Organizer)
	page := watcher.get(liveDesk).wants(http.StatusOK)
	expect.Equal(t, page.count("main form"), 0, "somebody who only watches sees forms")
	watcher.post(liveDesk+"/act", url.Values{"key": {"k"}, "after": {strconv.Itoa(1)}, "board": {"A"}, "move": {"e5"}}).wants(http.StatusForbidden)
}

func TestTheWallLeadsToTheBoards(t *testing.T) {
	t.Parallel()
	l := followed(t)
	page := l.chief.get("/e/lake/desk/open/round/1/wall?table=1&match=2")
	expect.Equal(t, page.value(".entry-live a", "href"), "/e/lake/desk/open/round/1/table/1/match/2", "the wall leads to")
}

func TestScoreHasDiagramsAtChosenMoves(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.plays("A e4", "B d4", "A e5")
	l.chief.get(liveDesk).has(".lm-head a", "Print")
	score := l.chief.get(liveDesk + "/score?at=3,1").wants(http.StatusOK)
	score.has(".score-moves", "e5").has("figcaption", "After step 1, A 1. e4.").has("figcaption", "After step 3, A 1… e5.").has("figcaption", "e4")
	n := score.count("figure svg")
	expect.True(t, n >= 2, "%d diagrams", n)
	l.chief.get(liveDesk+"/score?at=1+9").has(".field-error", "numbers from 0 to 3")
}
