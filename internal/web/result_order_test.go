package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// endings are the ends a board may have, with none at the beginning.
var endings = []livegame.BoardEnd{
	{}, {Winner: 1, Reason: rulebook.ReasonCheckmate}, {Winner: 2, Reason: rulebook.ReasonFlag}, {Reason: rulebook.ReasonRepetition},
}

// ruled is what the rulings engine makes of two ends whose order is told so.
func ruled(t *testing.T, book *rulebook.Rulebook, m tournament.Match, e livegame.Ends) (tournament.Outcome, rulebook.Lack) {
	t.Helper()
	in := ruling.Incident{Book: book, Boards: [2]ruling.Board{{Setup: bughouse.StartSetup()}, {Setup: bughouse.StartSetup()}}, Clocks: [4]int64{1, 1, 1, 1}}
	stop := ruling.Act{Kind: ruling.ActStopClocks, By: ruling.ActorDirector, Boards: []bughouse.BoardID{bughouse.A, bughouse.B}}
	order := string(e.Order)
	for id, end := range []livegame.BoardEnd{e.A, e.B} {
		a := ruling.Act{Kind: ruling.ActEnd, Board: bughouse.BoardID(id), Linked: strings.HasPrefix(order, "linked"), Result: ruling.Result{Reason: end.Reason}}
		if seat := "W" + "AB"[id:id+1]; end.Winner != 0 {
			a.Result.Winner = ruling.BlackWins
			if m.SlotOf(seat) == end.Winner {
				a.Result.Winner = ruling.WhiteWins
			}
		}
		if e.Order == livegame.SameTime {
			a.T = ruling.At(1000)
		}
		if end.Reason != "" {
			in.Timeline = append(in.Timeline, a)
		}
	}
	if strings.HasPrefix(order, "B") || order == "linked-B" {
		slices.Reverse(in.Timeline)
	}
	switch {
	case strings.HasSuffix(order, "-stopped"):
		in.Timeline = slices.Insert(in.Timeline, 1, stop)
	case order == "" || order == "linked":
		in.Timeline = append(in.Timeline, ruling.Act{Kind: ruling.ActOrderUnknown})
	case order == "unstopped":
		in.Unordered, in.Neutralised = true, ruling.NotStopped
	case order == "A":
		in.Unordered, in.EndedFirst = true, rulebook.AFirst
	case order == "B":
		in.Unordered, in.EndedFirst = true, rulebook.BFirst
	}
	r := expect.Must(ruling.Rule(in))(t)
	return dispute.OutcomeOf(m, r.Match), r.Lacks
}

// raw posts a body to the API and returns the status and the answer.
func (p *program) raw(path, body string) (int, map[string]any) {
	p.l.t.Helper()
	p.sent++
	r := expect.Must(http.NewRequestWithContext(p.l.t.Context(), http.MethodPost, p.l.url+path, strings.NewReader(body)))(p.l.t)
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Idempotency-Key", fmt.Sprintf("%s raw %d", p.token, p.sent))
	answer := expect.Must(http.DefaultClient.Do(r))(p.l.t)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	var value map[string]any
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	expect.MustTrue(p.l.t, err == nil, "%s: %v: %s", path, err, text)
	return answer.StatusCode, value
}

// playUnder gives the section another rulebook.
func (l *league) playUnder(book string) {
	l.t.Helper()
	l.exec(`update section set rulebook = $2 where event_id = $1`, l.event, book)
	l.hub.Resync()
}

// stored takes the result of the first match off the record and returns it.
func (l *league) stored() (outcome, source string) {
	l.t.Helper()
	rows := expect.Must(l.pool.Query(l.t.Context(), `select outcome, source from result_report where event_id = $1 and match_id = 1 and state = 'confirmed'`, l.event))(l.t)
	for rows.Next() {
		expect.OK(l.t, rows.Scan(&outcome, &source))
	}
	rows.Close()
	l.exec(`delete from result_report where event_id = $1 and match_id = 1`, l.event)
	l.exec(`update match set state = 'open', revision = 0 where event_id = $1 and match_id = 1`, l.event)
	return outcome, source
}

// The desk's form, the API and the rulings engine make the same of every pair of
// ends in every order, under every rulebook of two boards.
func TestDeskAndAPIDeriveWhatRulingsDerive(t *testing.T) {
	t.Parallel()
	orders := []livegame.Order{
		livegame.OrderUnknown, livegame.AEarlier, livegame.BEarlier, livegame.AFirst, livegame.BFirst, livegame.AStopped, livegame.BStopped,
		livegame.Unstopped, livegame.Linked, livegame.LinkedAFirst, livegame.LinkedBFirst, livegame.SameTime,
	}
	l := seated(t, 2)
	p := &program{l: l, token: l.token(l.chief, "scanner", "results")}
	m := l.read().Round(1).AtTable(1).Matches[0]
	combinations := 0
	for _, book := range rulebook.All() {
		if book.Boards() != 2 {
			continue
		}
		l.playUnder(string(book.Name()))
		for _, a := range endings {
			for _, b := range endings {
				for _, order := range orders {
					e := livegame.Ends{A: a, B: b, Order: order}
					if !e.Known() || order != livegame.OrderUnknown && (a.Reason == "" || b.Reason == "") {
						continue
					}
					combinations++
					want, lacks := ruled(t, book, m, e)
					l.comesTo(p, book, e, want, lacks)
				}
			}
		}
	}
	if want := 4 * (9*12 + 6); combinations != want {
		t.Errorf("%d combinations, want %d", combinations, want)
	}
}

// comesTo enters two ends by the API and by the form of the desk.
func (l *league) comesTo(p *program, book *rulebook.Rulebook, e livegame.Ends, want tournament.Outcome, lacks rulebook.Lack) {
	l.t.Helper()
	body := expect.Must(json.Marshal(map[string]any{"ends": e, "revision": 0}))(l.t)
	status, answer := p.raw(openAPI+"/rounds/1/tables/1/matches/1/result", string(body))
	asks := strings.Contains(fmt.Sprint(answer["fields"]), "ends.order:")
	outcome, source := l.stored()
	if tournament.Outcome(outcome) != want || asks != (lacks != 0) || want != "" && (status != http.StatusOK || source != "api") {
		l.t.Errorf("%s %+v by the API: %d %q from %q, %v; rulings say %q, lacking %b", book.Name(), e, status, outcome, source, answer, want, lacks)
	}
	form := l.chief.post("/e/lake/desk/open/round/1/entry", url.Values{
		"key": {l.key()}, "table": {"1"}, "match": {"1"}, "revision": {"0"}, "order": {string(e.Order)}, "winner_a": {strconv.Itoa(e.A.Winner)},
		"reason_a": {string(e.A.Reason)}, "winner_b": {strconv.Itoa(e.B.Winner)}, "reason_b": {string(e.B.Reason)},
	})
	asks = len(find(form.doc, "[data-ended-first][data-asked]")) > 0
	if outcome, source = l.stored(); tournament.Outcome(outcome) != want || asks != (lacks != 0) || want != "" && source != "desk" {
		l.t.Errorf("%s %+v at the desk: %d %q from %q, asks %v; rulings say %q, lacking %b", book.Name(), e, form.status, outcome, source, asks, want, lacks)
	}
}

// Nobody has chosen which board ended first: the panel asks, keeps what was typed,
// and takes the answer.
func TestThePanelAsksWhichBoardEndedFirst(t *testing.T) {
	t.Parallel()
	l := seated(t, 2)
	const wall = "/e/lake/desk/open/round/1"
	panel := l.chief.get(wall + "/wall?table=1")
	chosen := find(panel.doc, "[name=order][checked]")
	expect.Equal(t, len(chosen), 0, "an order is chosen before anybody chose one")
	pairs := strings.Fields(attr(find(panel.doc, "[data-ended-first]")[0], "data-ended-first"))
	for _, pair := range []string{"1/2", "2/1", "1/repetition", "agreement/2"} {
		expect.True(t, slices.Contains(pairs, pair), "the page does not say that %s needs an order: %v", pair, pairs)
	}
	expect.True(t, !slices.Contains(pairs, "1/1") && !slices.Contains(pairs, "repetition/both-flags"), "an order is asked for although nothing hangs on it: %v", pairs)
	form := url.Values{
		"table": {"1"}, "match": {"1"}, "revision": {"0"}, "winner_a": {"1"}, "reason_a": {"checkmate"}, "winner_b": {"2"}, "reason_b": {"checkmate"}, "slip": {"7"},
	}
	asked := l.send(wall+"/entry", form)
	expect.MustTrue(t, asked.status == http.StatusUnprocessableEntity, "status %d without an order", asked.status)
	asked.has("[data-asked] .field-error", "Say which ended first: the match hangs on it (FIDEX 17, FIDEX 20)")
	expect.Equal(t, attr(find(asked.doc, "[name=slip]")[0], "value"), "7", "the slip's number was lost")
	form.Set("order", "B")
	form.Del("key")
	l.send(wall+"/entry", form).wants(http.StatusSeeOther)
	m := l.read().Round(1).AtTable(1).Matches[0]
	expect.True(t, m.Result != nil && m.Result.Outcome == tournament.SecondWins && m.Result.Articles == "FIDEX 17, FIDEX 20", "stored %+v", m.Result)
}

// A program is told the field and the words that answer it.
func TestTheAPINamesTheFieldForTheOrder(t *testing.T) {
	t.Parallel()
	l := seated(t, 2)
	p := &program{l: l, token: l.token(l.chief, "scanner", "results")}
	const first = openAPI + "/rounds/1/tables/1/matches/1/result"
	ends := `{"revision": 0, "ends": {"a": {"winner": 1, "reason": "checkmate"}, "b": {"winner": 2, "reason": "flag"}%s}}`
	for book, words := range map[string]string{
		"FIDEX": "Give one of A, B, linked, same-time.", "USCF-R": "Give one of A, B, linked-A, linked-B, same-time.",
		"TR3": "Give one of A-stopped, B-stopped, unstopped, linked, same-time.",
	} {
		l.playUnder(book)
		no := p.call("POST", first, fmt.Sprintf(ends, ""), http.StatusUnprocessableEntity)
		fields, _ := no["fields"].(map[string]any)
		expect.True(t, strings.Contains(fmt.Sprint(fields["ends.order"]), words), "%s: %v", book, no)
	}
	no := p.call("POST", first, `{"revision": 0, "ends": {"a": {"winner": 0, "reason": "checkmate"}}}`, http.StatusUnprocessableEntity)
	if fields, _ := no["fields"].(map[string]any); fields["ends.a.winner"] == nil {
		t.Errorf("the winner of board A is missing: %v", no)
	}
	p.call("POST", first, `{"revision": 0}`, http.StatusUnprocessableEntity)
	l.playUnder("FIDEX")
	p.call("POST", first, fmt.Sprintf(ends, `, "order": "B"`), http.StatusOK)
	outcome, source := l.stored()
	expect.True(t, outcome == "slot2" && source == "api", "stored %s from %s", outcome, source)
}

// The record of a match knows which board was mated first; what TR3 12 asks besides
// is asked with a button for each answer.
func TestTheRecordAsksWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	l := followed(t)
	for _, board := range []string{"A", "B"} {
		l.plays(board+" e4", board+" e5", board+" Bc4", board+" a6", board+" Qh5", board+" a5")
	}
	l.plays("B Qxf7")
	l.act("turn", url.Values{"board": {"A"}, "move": {"Qxf7"}, "more": {"yes"}}).wants(http.StatusSeeOther)
	page := l.chief.get(liveDesk)
	page.has(".lm-proposal", "FIDEX 17").hasNot(".lm-proposal button", "stopped")
	l.playUnder("TR3")
	page = l.chief.get(liveDesk)
	page.has(".lm-proposal", "whether the other board was stopped").has(".lm-proposal button", "Board B, and board A was stopped before it ended")
	l.send(liveDesk+"/result", url.Values{"after": {l.after()}}).wants(http.StatusUnprocessableEntity)
	l.send(liveDesk+"/result", url.Values{"after": {l.after()}, "order": {"A-stopped"}}).wants(http.StatusUnprocessableEntity) // the record knows better
	l.send(liveDesk+"/result", url.Values{"after": {l.after()}, "order": {"B-stopped"}}).wants(http.StatusSeeOther)
	m := l.read().Round(1).AtTable(1).Matches[0]
	r := m.Result
	expect.True(t, r != nil && r.Outcome.Winner() == m.SlotOf("WB") && r.Source == "live", "board B was mated first and board A stopped, yet %+v", r)
}

// A mate by an illegal move is called neither mate nor result, at the desk and outside.
func TestAnIllegalMateIsNotCalledMate(t *testing.T) {
	t.Parallel()
	l := followed(t)
	l.exec(`update section set broadcast = true, broadcast_delay_s = 0`)
	l.plays("A e4", "A e5", "A Bc4", "A a6")
	l.act("made WA d1f7", url.Values{"board": {"A"}}).wants(http.StatusSeeOther)
	desk := l.chief.get(liveDesk)
	desk.has("[data-board=A] .lm-status", "the last move was illegal, so it ends nothing").hasNot(".lm-status", "checkmated")
	expect.Equal(t, desk.count(".lm-proposal"), 0, "the record offers a result")
	l.visitor().get(livePublic).has("[data-board=A] .lm-status", "Black has no legal move").hasNot(".lm-status", "checkmated")
}
