package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// deliver sends acts as a board system does.
func (l *league) deliver(token, acts string) *answer {
	l.t.Helper()
	b := l.visitor()
	req, err := http.NewRequestWithContext(l.t.Context(), http.MethodPost, b.url+livePublic+"/acts", strings.NewReader(`{"acts": [`+acts+`]}`))
	if err != nil {
		l.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return b.do(req)
}

// feed lets a board system in and returns its token.
func (l *league) feed(name string) string {
	l.t.Helper()
	return l.send("/e/lake/desk/open/boards", url.Values{"name": {name}}).wants(http.StatusOK).text(".note code")
}

func TestElectronicBoardsMayRepeatAndComeOutOfOrder(t *testing.T) {
	t.Parallel()
	l := followed(t)
	token := l.feed("Tables 1 to 8")
	takes := func(acts string, taken, repeated, waiting int) {
		t.Helper()
		var got struct{ Taken, Repeated, Waiting int }
		if err := json.Unmarshal([]byte(l.deliver(token, acts).wants(http.StatusOK).body), &got); err != nil {
			t.Fatal(err)
		}
		if got.Taken != taken || got.Repeated != repeated || got.Waiting != waiting {
			t.Errorf("%s: %+v, want taken %d, repeated %d, waiting %d", acts, got, taken, repeated, waiting)
		}
	}
	const (
		one   = `{"id": "a", "n": 1, "by": "WA", "move": "e2e4", "clock": 178000}`
		two   = `{"id": "b", "n": 2, "by": "BA", "move": "d7d5"}`
		three = `{"id": "c", "n": 3, "by": "WA", "move": "e4d5", "act": "move"}`
		four  = `{"id": "d", "n": 4, "by": "WA", "act": "press"}`
		five  = `{"id": "e", "n": 5, "by": "BA", "move": "e8e6"}`
	)
	takes(three, 1, 0, 1)
	l.chief.get(liveDesk).has(".s-missing", "1 act of an electronic board").has(".lm-at", "0 of 0")
	takes(one+","+one, 1, 1, 1)
	takes(three+","+four, 1, 1, 2)
	takes(two, 1, 0, 0)
	takes("", 0, 0, 0)
	l.settle()
	page := l.chief.get(liveDesk)
	page.has(".lm-at", "4 of 4").has("[data-seat=WA] .clock", "2:58")
	if got := page.text("[data-seat=BB] [data-drop=P]"); !strings.HasSuffix(got, " 1") {
		t.Errorf("BB's pawns: %q", got)
	}
	takes(five, 1, 0, 0)
	l.chief.get(liveDesk).has(".lm-log .bad", "illegal, recorded as made")
}

func TestElectronicBoardsNeedTheirToken(t *testing.T) {
	t.Parallel()
	l := followed(t)
	const act = `{"id": "a", "n": 1, "by": "WA", "move": "e2e4"}`
	l.deliver("", act).wants(http.StatusUnauthorized)
	l.deliver("guess", act).wants(http.StatusUnauthorized)
	token := l.feed("Tables 1 to 8")
	for body, want := range map[string]string{
		`{"id": "a", "n": 1, "by": "WA", "move": "e9"}`:          "acts.0.move",
		`{"id": "a", "n": 1, "by": "XX", "move": "e2e4"}`:        "acts.0.by",
		`{"id": "", "n": 0, "by": "WA", "move": "e2e4"}`:         "acts.0.n",
		act + `,{"id": "z", "n": 1, "by": "BA", "act": "press"}`: "acts.1.n",
		`{"id": "a", "n": 1, "by": "WA", "act": "go-back"}`:      "acts.0.act",
		`{"hello": 1}`: "JSON of the form",
	} {
		if a := l.deliver(token, body).wants(http.StatusUnprocessableEntity); !strings.Contains(a.body, want) {
			t.Errorf("%s: %s, want %s", body, a.body, want)
		}
	}
	l.chief.get(liveDesk).has(".lm-at", "0 of 0")
	l.send("/e/lake/desk/open/boards", url.Values{"name": {"Tables 1 to 8"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "already")
	l.send("/e/lake/desk/open/boards", url.Values{"name": {""}}).wants(http.StatusUnprocessableEntity)
	l.deliver(token, act).wants(http.StatusOK)
	l.send("/e/lake/desk/open/boards/close", url.Values{"feed": {"1"}}).wants(http.StatusSeeOther)
	l.deliver(token, act).wants(http.StatusUnauthorized)
	l.chief.get("/e/lake/desk/open/boards").has(".tag", "closed")
}

// What a broken or wrongly wired board tells is kept out or waits; nothing is
// guessed into a gap.
func TestElectronicBoardsCannotBendTheRecord(t *testing.T) {
	t.Parallel()
	l := followed(t)
	token, other := l.feed("Tables 1 to 8"), l.feed("A second device")
	l.deliver(token, `{"id": "a", "n": 1, "by": "WA", "move": "f2f3", "clock": 170000}`).wants(http.StatusOK)
	for acts, words := range map[string]string{
		`{"id": "x", "n": 1, "by": "BA", "move": "e7e5"}`:       "Number 1 is that of act",
		`{"id": "x", "n": 0, "by": "BA", "move": "e7e5"}`:       "Number the acts",
		`{"id": "x", "n": 2000000, "by": "BA", "move": "e7e5"}`: "Number the acts",
		`{"id": "x", "n": 2, "by": "XC", "move": "e7e5"}`:       "Name the player",
		`{"id": "x", "n": 2, "by": "BA", "move": "e7e9"}`:       "",
		`{"id": "", "n": 2, "by": "BA", "move": "e7e5"}`:        "a name of its own",
	} {
		if got := l.deliver(token, acts).wants(http.StatusUnprocessableEntity).body; !strings.Contains(got, words) {
			t.Errorf("%s: %s", acts, got)
		}
	}
	// A gap is never filled, however much stands behind it.
	l.deliver(token, `{"id": "far", "n": 999999, "by": "BA", "move": "e7e5"}`).wants(http.StatusOK)
	l.chief.get(liveDesk).has(".lm-at", "1 of 1").has(".s-missing", "1 act of an electronic board")
	// Two devices count for themselves; a clock that goes up is what the board shows.
	l.deliver(other, `{"id": "a", "n": 1, "by": "BA", "move": "e7e5", "clock": 179000}`).wants(http.StatusOK)
	l.deliver(token, `{"id": "b", "n": 2, "by": "WA", "move": "g2g4", "clock": 175000}`).wants(http.StatusOK)
	l.deliver(other, `{"id": "b", "n": 2, "by": "BA", "move": "d8h4"}`).wants(http.StatusOK)
	l.chief.get(liveDesk).has(".lm-at", "4 of 4").has("[data-seat=WA] .clock", "2:55")
	// The same delivery after everything changes nothing.
	l.deliver(token, `{"id": "b", "n": 2, "by": "WA", "move": "g2g4", "clock": 175000}`).wants(http.StatusOK)
	l.chief.get(liveDesk).has(".lm-at", "4 of 4")
}
