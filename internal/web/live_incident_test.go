package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// illegallyPlayed is a match where Black's pinned knight on A has taken on d4 all
// the same, and the incident opened from the record.
func illegallyPlayed(t *testing.T) (l *league, card string) {
	t.Helper()
	l = followed(t)
	l.plays("A e4", "A e5", "A Nf3", "A Nc6", "A Bb5", "A d6", "A d4")
	l.act("made BA c6d4", url.Values{"board": {"A"}, "clock": {"2:58"}}).wants(http.StatusSeeOther)
	to, err := url.Parse(l.chief.get(liveDesk).value(".lm-head a", "href"))
	if err != nil {
		t.Fatal(err)
	}
	l.chief.get(to.String()).wants(http.StatusOK)
	form := to.Query()
	form.Set("kind", "illegal-move")
	return l, l.send(to.Path, form).wants(http.StatusSeeOther).to()
}

func TestIncidentBeginsWithTheRecordedBoards(t *testing.T) {
	t.Parallel()
	l, card := illegallyPlayed(t)
	page := l.chief.get(card).wants(http.StatusOK)
	if fen := page.value("input[name=a]", "value"); !strings.HasPrefix(fen, "r1bqkbnr/ppp2ppp/2np4/1B2p3/3PP3/5N2/PPP2PPP/RNBQK2R[] b") {
		t.Errorf("board A before the move in question: %s", fen)
	}
	if acts := page.text("textarea[name=acts]"); !strings.HasPrefix(acts, "BA move c6d4 BA press") {
		t.Errorf("the acts in question: %q", acts)
	}
	if clock := page.value("input[name=clock_BA]", "value"); clock != "2:58" {
		t.Errorf("BA's clock: %s", clock)
	}
}

func TestARulingTakesTheMoveBackOnTheRecord(t *testing.T) {
	t.Parallel()
	l, card := illegallyPlayed(t)
	page := l.chief.get(card)
	// The clock was not pressed after all, so the move is only taken back.
	form := url.Values{"by": {"WA"}, "then": {"rule"}, "kind": {"illegal-move"}, "certainty": {"as-found"}, "acts": {"BA move c6d4"}}
	for _, field := range []string{"revision", "a", "b", "clock_WA", "clock_BA", "clock_WB", "clock_BB"} {
		form.Set(field, page.value("input[name="+field+"]", "value"))
	}
	ruling := l.chief.get(l.send(card, form).wants(http.StatusSeeOther).to()).wants(http.StatusOK)
	follow := url.Values{"revision": {ruling.value("form[data-decide=] input[name=revision]", "value")}, "choice": {"follow"}, "reason": {"Agreed."}}
	l.send(card+"/ruling", follow).wants(http.StatusSeeOther)
	after := l.chief.get(liveDesk).wants(http.StatusOK)
	after.has(".lm-log", "BA takes the move back").has(".lm-log", "ordered by a ruling of Dana Holt").has("[data-board=A] .lm-status", "Black to move")
	after.hasNot(".lm-rare", "Withdraw the last entry")
}
