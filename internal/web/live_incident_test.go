package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// illegallyPlayed is a match where Black's pinned knight on A has taken on d4 all
// the same, and the incident opened from the record.
func illegallyPlayed(t *testing.T) (l *league, card string) {
	t.Helper()
	l = followed(t)
	l.plays("A e4", "A e5", "A Nf3", "A Nc6", "A Bb5", "A d6", "A d4")
	l.act("made BA c6d4", url.Values{"board": {"A"}, "clock": {"2:58"}}).wants(http.StatusSeeOther)
	to := expect.Must(url.Parse(l.chief.get(liveDesk).value(".lm-head a", "href")))(t)
	l.chief.get(to.String()).wants(http.StatusOK)
	form := to.Query()
	form.Set("kind", "illegal-move")
	return l, l.send(to.Path, form).wants(http.StatusSeeOther).to()
}

func TestIncidentBeginsWithTheRecordedBoards(t *testing.T) {
	t.Parallel()
	l, card := illegallyPlayed(t)
	page := l.chief.get(card).wants(http.StatusOK)
	fen := page.value("input[name=a]", "value")
	expect.True(t, strings.HasPrefix(fen, "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R[] b"), "board A before the move in question: %s", fen)
	acts := page.text("textarea[name=acts]")
	expect.True(t, strings.HasPrefix(acts, "BA move c6d4 BA press"), "the acts in question: %q", acts)
	expect.Equal(t, page.value("input[name=clock_BA]", "value"), "2:58", "BA's clock")
}

// A captured man that is still in a hand is on neither board: the card of a drop
// made too early begins with the capture.
func TestIncidentBeginsBeforeAPieceIsOnItsWay(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.plays("A e4", "A d5", "B e4")
	l.act("move", url.Values{"board": {"A"}, "move": {"exd5"}}).wants(http.StatusSeeOther)
	l.act("made BB P@e6", url.Values{"board": {"B"}}).wants(http.StatusSeeOther)
	to := expect.Must(url.Parse(l.chief.get(liveDesk).value(".lm-head a", "href")))(t)
	form := to.Query()
	form.Set("kind", "illegal-move")
	page := l.chief.get(l.send(to.Path, form).wants(http.StatusSeeOther).to()).wants(http.StatusOK)
	fen := page.value("input[name=a]", "value")
	expect.True(t, strings.HasPrefix(fen, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w"), "board A before the capture: %s", fen)
	acts := page.text("textarea[name=acts]")
	expect.True(t, strings.HasPrefix(acts, "WA move e4d5 BB move P@e6"), "the acts in question: %q", acts)
	page.has(".checks", "64 of 64 pieces").has(".checks", "P@e6 is illegal: the piece could not be used yet")
}

// claimed fills the card in and opens its ruling: the clock was not pressed after
// all, so the move is only taken back.
func (l *league) claimed(card string) *answer {
	l.t.Helper()
	page := l.chief.get(card)
	form := url.Values{"by": {"WA"}, "then": {"rule"}, "kind": {"illegal-move"}, "certainty": {"as-found"}, "acts": {"BA move c6d4"}}
	for _, field := range []string{"revision", "a", "b", "clock_WA", "clock_BA", "clock_WB", "clock_BB"} {
		form.Set(field, page.value("input[name="+field+"]", "value"))
	}
	return l.chief.get(l.send(card, form).wants(http.StatusSeeOther).to()).wants(http.StatusOK)
}

func TestARulingTakesTheMoveBackOnTheRecord(t *testing.T) {
	t.Parallel()
	l, card := illegallyPlayed(t)
	ruling := l.claimed(card)
	follow := url.Values{"revision": {ruling.value("form[data-decide=] input[name=revision]", "value")}, "choice": {"follow"}, "reason": {"Agreed."}}
	l.send(card+"/ruling", follow).wants(http.StatusSeeOther)
	after := l.chief.get(liveDesk).wants(http.StatusOK)
	after.has(".lm-log", "BA takes the move back").has(".lm-log", "ordered by a ruling of Dana Holt").has("[data-board=A] .lm-status", "Black to move")
	after.hasNot(".lm-rare", "Withdraw the last act")
}

// A ruling on one board stands on the live match of the desk with its clocks and
// position; spectators read that the board has ended and that the match is under
// review, and never why.
func TestARulingOnOneBoardReachesTheLiveMatch(t *testing.T) {
	t.Parallel()
	l, card := illegallyPlayed(t)
	l.exec(`update section set broadcast = true, broadcast_delay_s = 0`)
	l.settle()
	l.chief.get(liveDesk).has(".s-review", "under review").has(".lm-head a", "Incident 1")
	l.visitor().get(livePublic).has(".s-review", "under review").hasNot("main", "Incident").hasNot("main", "illegal")
	ruling := l.claimed(card)
	form := url.Values{
		"revision": {ruling.value("form[data-decide=] input[name=revision]", "value")}, "choice": {"other"}, "reason": {"Both teams agree on it."}, "outcome": {"A W"},
		"clock_WB": {"2:00"},
	}
	l.send(card+"/ruling", form).wants(http.StatusSeeOther)
	l.settle()
	after := l.chief.get(liveDesk).wants(http.StatusOK)
	after.has("[data-board=A] .lm-status", "A ruling has ended this board: Team 0001 win").has("[data-seat=WB] .clock", "2:00").has(".lm-log a", "ordered by a ruling of Dana Holt")
	after.has("[data-board=B] .lm-status", "The match has ended on board A.")
	expect.Equal(t, after.count(".lm-entry"), 0, "moves are still entered although the match has ended")
	l.chief.get(card+"/ruling").has(".headline", "Clocks set: WB 2:00")
	seen := l.visitor().get(livePublic).wants(http.StatusOK)
	seen.has("[data-board=A] .lm-status", "This board has ended").has("[data-seat=WB] .clock", "2:00").has(".lm-log", "board A has ended")
	for _, secret := range []string{"ruling", "Ruling", "agree", "Dana", "illegal", "Incident", "incident"} {
		seen.hasNot("main", secret)
	}
}

// Play goes on from the position of the card: the record is set up as it says,
// also where nobody had kept one.
func TestARulingRestoresThePosition(t *testing.T) {
	t.Parallel()
	l, director, card, open := ready(t)
	form := decision(open, "other")
	set(form, "outcome", "card", "reason", "The men were knocked over.")
	director.post(card+"/ruling", form).wants(http.StatusSeeOther)
	director.get(card+"/ruling").has(".headline", "Play goes on from the position of the card.")
	page := l.chief.get(liveDesk)
	page.has(".lm-log", "position set up").has("[data-seat=WA] .clock", "2:41").has("[data-board=A] .lm-status", "Black to move")
}

// A review that lets play go on begins with the clocks as they stand, and sets those that
// it names: not those of the card.
func TestAReviewSetsTheClocksItNames(t *testing.T) {
	t.Parallel()
	l, card := illegallyPlayed(t)
	ruling := l.claimed(card)
	form := url.Values{
		"revision": {ruling.value("form[data-decide=] input[name=revision]", "value")}, "choice": {"other"}, "reason": {"Both teams agree on it."}, "outcome": {""},
		"clock_WB": {"2:00"},
	}
	l.send(card+"/ruling", form).wants(http.StatusSeeOther)
	page := l.chief.get(card + "/ruling")
	l.send(card+"/appeal", url.Values{"team": {page.value("select[name=team] option", "value")}, "grounds": {"The clocks ran on."}}).wants(http.StatusSeeOther)
	final := l.person("sam", "Sam Cole", "none")
	l.give(final, l.event, 0, access.Chief)
	appeal := final.get(firstAppeal)
	got := appeal.value("input[name=clock_WB]", "value")
	expect.True(t, got == "2:00", "WB begins at %s, not where the clock stands", got)
	review := url.Values{
		"state": {"modified"}, "reason": {"Both clocks ran on."}, "heard_claimant": {"yes"}, "heard_opponent": {"yes"}, "heard_official": {"yes"}, "outcome": {""},
		"revision": {appeal.value("input[name=revision]", "value")}, "clock_WB": {"1:47"}, "clock_BB": {"1:23"}, "key": {l.key()},
	}
	final.post(firstAppeal, review).wants(http.StatusSeeOther)
	l.settle()
	l.chief.get(liveDesk).has("[data-seat=WB] .clock", "1:47").has("[data-seat=BB] .clock", "1:23").has(".lm-log a", "ordered by a ruling of Sam Cole")
	final.get(card+"/ruling").has(".headline", "Play goes on.").has(".headline", "Clocks set: WB 1:47, BB 1:23.")
	final.get("/e/lake/desk/journal").has("main", "Modified: Play goes on. Clocks set: WB 1:47, BB 1:23.")
}
