package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// deliver sends acts as a board system does.
func (l *league) deliver(token, acts string) *answer {
	l.t.Helper()
	b := l.visitor()
	req := expect.Must(http.NewRequestWithContext(l.t.Context(), http.MethodPost, b.url+livePublic+"/acts", strings.NewReader(`{"acts": [`+acts+`]}`)))(l.t)
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
		expect.OK(t, json.Unmarshal([]byte(l.deliver(token, acts).wants(http.StatusOK).body), &got))
		expect.True(t, got.Taken == taken && got.Repeated == repeated && got.Waiting == waiting,
			"%s: %+v, want taken %d, repeated %d, waiting %d", acts, got, taken, repeated, waiting)
	}
	const (
		one   = `{"id": "a", "n": 1, "by": "WA", "move": "e2e4", "clock": 178000}`
		two   = `{"id": "b", "n": 2, "by": "BA", "move": "d7d5"}`
		three = `{"id": "c", "n": 3, "by": "WA", "move": "e4d5", "act": "move"}`
		four  = `{"id": "d", "n": 4, "by": "WA", "act": "press"}`
		five  = `{"id": "e", "n": 5, "by": "BA", "move": "e8e6"}`
	)
	takes(three, 1, 0, 1)
	l.act("turn", url.Values{"board": {"A"}, "move": {"d4"}, "after": {"0"}}).wants(http.StatusConflict).has("[role=alert]", "since this page was shown. Nothing of yours")
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
		a := l.deliver(token, body).wants(http.StatusUnprocessableEntity)
		expect.True(t, strings.Contains(a.body, want), "%s: %s, want %s", body, a.body, want)
	}
	l.chief.get(liveDesk).has(".lm-at", "0 of 0")
	l.send("/e/lake/desk/open/boards", url.Values{"name": {"Tables 1 to 8"}}).wants(http.StatusUnprocessableEntity).has(".field-error", "already")
	l.send("/e/lake/desk/open/boards", url.Values{"name": {""}}).wants(http.StatusUnprocessableEntity)
	l.deliver(token, act).wants(http.StatusOK)
	l.send("/e/lake/desk/open/boards/close", url.Values{"feed": {"1"}}).wants(http.StatusSeeOther)
	l.deliver(token, act).wants(http.StatusUnauthorized)
	l.chief.get("/e/lake/desk/open/boards").has(".tag", "closed")
}

// A board system that comes back with a new token in the middle of a match is the
// same source: what it told before is a repeat, and its numbers go on.
func TestElectronicBoardsComeBackWithANewToken(t *testing.T) {
	t.Parallel()
	l := followed(t)
	const (
		one = `{"id": "a", "n": 1, "by": "WA", "move": "e2e4"}`
		two = `{"id": "b", "n": 2, "by": "BA", "move": "d7d5"}`
	)
	old := l.feed("Tables 1 to 8")
	l.deliver(old, one).wants(http.StatusOK)
	l.send("/e/lake/desk/open/boards/close", url.Values{"feed": {"1"}}).wants(http.StatusSeeOther)
	token := l.feed("Tables  1 to 8")
	l.deliver(old, two).wants(http.StatusUnauthorized)
	var got struct{ Taken, Repeated, Waiting, Next int }
	expect.OK(t, json.Unmarshal([]byte(l.deliver(token, one+","+two).wants(http.StatusOK).body), &got))
	expect.True(t, got.Taken == 1 && got.Repeated == 1 && got.Waiting == 0 && got.Next == 3, "the system goes on with %+v", got)
	expect.Equal(t, l.chief.get("/e/lake/desk/open/boards").hasNot(".tag", "closed").count(".rows li"), 1, "board systems are listed")
	l.settle()
	l.chief.get(liveDesk).has(".lm-at", "2 of 2")
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
		`{"id": "\u0000", "n": 2, "by": "BA", "move": "e7e5"}`:  "not JSON of the form",
		`{"id": "x", "n": 2, "n": 3, "by": "BA"}`:               "not JSON of the form",
	} {
		expect.Contains(t, l.deliver(token, acts).wants(http.StatusUnprocessableEntity).body, words, "%s", acts)
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

// ingested is the answer to a delivery.
type ingested struct {
	Taken, Repeated, Waiting, Next int
	AfterEnd                       int `json:"after_end"`
}

func (l *league) delivers(token, acts string) (got ingested) {
	l.t.Helper()
	expect.OK(l.t, json.Unmarshal([]byte(l.deliver(token, acts).wants(http.StatusOK).body), &got))
	l.settle()
	return got
}

// mated is a mate on board A, with the queen beside the king, so that no drop could
// stop it.
const mated = `{"id": "1", "n": 1, "by": "WA", "move": "e2e4"}, {"id": "2", "n": 2, "by": "BA", "move": "e7e5"},
	{"id": "3", "n": 3, "by": "WA", "move": "f1c4"}, {"id": "4", "n": 4, "by": "BA", "move": "b8c6"},
	{"id": "5", "n": 5, "by": "WA", "move": "d1h5"}, {"id": "6", "n": 6, "by": "BA", "move": "g8f6"},
	{"id": "7", "n": 7, "by": "WA", "move": "h5f7", "clock": 171000}`

// Players set the men up again after the game: the record keeps its end.
func TestActsAfterTheEndChangeNothing(t *testing.T) {
	t.Parallel()
	l := followed(t)
	token := l.feed("Tables 1 to 8")
	expect.MustEqual(t, l.delivers(token, mated), (ingested{Taken: 7, Next: 8}), "the mate")
	over := l.chief.get(liveDesk).has(".lm-at", "7 of 7").text("[data-board=A] .lm-status")
	const after = `{"id": "8", "n": 8, "by": "BA", "move": "e8e7", "clock": 1000}, {"id": "9", "n": 9, "by": "WB", "move": "e2e4"}`
	expect.Equal(t, l.delivers(token, after), (ingested{Taken: 2, Next: 10, AfterEnd: 2}), "after the end")
	page := l.chief.get(liveDesk).has(".lm-log", "had ended; this changes nothing").has("[data-seat=WA] .clock", "2:51").has(".lm-log", "e4")
	expect.Equal(t, page.text("[data-board=A] .lm-status"), over, "board A went on to")
	clock := page.text("[data-seat=BA] .clock")
	expect.True(t, clock != "0:01", "an act after the end set the clock")
	// A mate that was set down by mistake is taken back, and the game goes on.
	const back = `{"id": "10", "n": 10, "by": "WA", "act": "take-back"}, {"id": "11", "n": 11, "by": "WA", "move": "h5f3"}`
	expect.Equal(t, l.delivers(token, back), (ingested{Taken: 2, Next: 12}), "taken back")
	// A result at the desk shuts no board out: its acts may be late.
	l.play(1)
	got := l.delivers(token, `{"id": "12", "n": 12, "by": "BA", "move": "a7a6"}`)
	expect.True(t, got.Taken == 1 && got.AfterEnd == 0, "after the result: %+v", got)
}

func TestActsForAWrongMatchAreAnsweredPlainly(t *testing.T) {
	t.Parallel()
	l := followed(t)
	token := l.feed("Tables 1 to 8")
	l.play(1)
	l.draft(2)
	to := func(address string, status int, words string) {
		t.Helper()
		b := l.visitor()
		req := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+"/e/lake/"+address+"/acts", strings.NewReader(`{"acts": [{"id": "a", "n": 1, "by": "WA", "move": "e2e4"}]}`)))(t)
		req.Header.Set("Authorization", "Bearer "+token)
		a := b.do(req).wants(status)
		var told struct{ Error string }
		err := json.Unmarshal([]byte(a.body), &told)
		expect.True(t, err == nil && strings.Contains(told.Error, words), "%s is answered %s (%v), want JSON with %q", address, a.body, err, words)
	}
	to("open/round/2/table/1/match/1", http.StatusNotFound, "Round 2 of Open is not published")
	to("open/round/1/table/99/match/1", http.StatusNotFound, "table 99")
	to("open/round/1/table/1/match/9", http.StatusNotFound, "match 9")
	to("open/round/nine/table/1/match/1", http.StatusNotFound, "")
	var written int
	if err := l.pool.QueryRow(t.Context(), `select count(*) from match_act`).Scan(&written); err != nil || written != 0 {
		t.Errorf("%d acts were written, %v", written, err)
	}
}

func TestTheSameNameForAnotherActIsRefused(t *testing.T) {
	t.Parallel()
	l := followed(t)
	token := l.feed("Tables 1 to 8")
	const first = `{"id": "a", "n": 1, "by": "WA", "move": "e2e4", "clock": 178000}`
	l.delivers(token, first)
	for _, other := range []string{
		`{"id": "a", "n": 1, "by": "WA", "move": "d2d4", "clock": 178000}`, `{"id": "a", "n": 2, "by": "WA", "move": "e2e4", "clock": 178000}`,
		`{"id": "a", "n": 1, "by": "WA", "move": "e2e4", "clock": 177000}`, `{"id": "a", "n": 1, "by": "WA", "move": "e2e4", "act": "move", "clock": 178000}`,
	} {
		a := l.deliver(token, `{"id": "b", "n": 2, "by": "BA", "move": "e7e5"}, `+other).wants(http.StatusUnprocessableEntity)
		expect.True(t, strings.Contains(a.body, "acts.1.id") && strings.Contains(a.body, "told before as number 1 with something else"),
			"%s is answered %s", other, a.body)
	}
	got, want := l.delivers(token, first+`, {"id": "b", "n": 2, "by": "BA", "move": "e7e5"}`), (ingested{Taken: 1, Repeated: 1, Next: 3})
	expect.True(t, got == want, "%+v, want %+v: nothing of a refused delivery is kept", got, want)
}

// A restored backup lacks the last acts: the answer says from where to send again,
// and sending everything again gives the same record.
func TestBoardsSendAgainAfterARestore(t *testing.T) {
	t.Parallel()
	l := followed(t)
	token := l.feed("Tables 1 to 8")
	const rest = `{"id": "8", "n": 8, "by": "WB", "move": "e2e4"}, {"id": "9", "n": 9, "by": "BB", "move": "e7e5"}`
	l.delivers(token, mated+", "+rest)
	whole := l.chief.get(liveDesk).text(".lm-log")
	l.exec(`delete from match_act where event_id = $1 and seq > 2`, l.event)
	const next = `{"id": "10", "n": 10, "by": "WB", "move": "g1f3"}`
	expect.MustEqual(t, l.delivers(token, next), (ingested{Taken: 1, Waiting: 1, Next: 3}), "the next act after the restore")
	l.chief.get(liveDesk).has(".lm-at", "2 of 2").has(".s-missing", "1 act of an electronic board")
	expect.Equal(t, l.delivers(token, mated+", "+rest+", "+next), (ingested{Taken: 7, Repeated: 3, Next: 11, AfterEnd: 3}), "everything again")
	log := l.chief.get(liveDesk).has(".lm-at", "10 of 10").text(".lm-log")
	expect.True(t, strings.HasPrefix(log, whole), "the record reads\n%s\nwant it to begin as before:\n%s", log, whole)
}
