package dispute_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// TestWhatCountsInAnyChain rules, appeals, corrects and reports at random and asks
// after each step what counts, of the commands and of the plain ledger.
func TestWhatCountsInAnyChain(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.exec(`insert into account (account_id, login, name, password_hash, created_at)
		select n, 'login' || n, 'Official ' || n, '-', $1 from generate_series(10, 60) n`, f.now)
	steps := 9
	if testing.Short() {
		steps = 5
	}
	rapid.Check(t, func(rt *rapid.T) {
		f.forgetMatches()
		c := &chain{floor: f, rt: rt, fresh: 9}
		for range rapid.IntRange(2, steps).Draw(rt, "steps") {
			c.step()
			c.compare()
		}
	})
}

// forgetMatches lets the matches stand as before the first report.
func (f *floor) forgetMatches() {
	for _, table := range []string{"penalty", "appeal", "remedy", "result_report", "ruling", "statement", "incident"} {
		f.exec(`delete from ` + table)
	}
	f.exec(`update match set state = 'open', under_review = false`)
	f.exec(`update round set state = 'published', completed_at = null`)
}

// chain is match 1 with what the ledger expects of it.
type chain struct {
	*floor
	rt     *rapid.T
	fresh  int64 // the last official who did something
	ledger ledger
	told   []string

	incidents []*ruledIncident
}

// ruledIncident is an incident with the level of its standing ruling, empty while
// it waits to be ruled on.
type ruledIncident struct {
	id       int64
	standing int64
	back     bool // a ruling was sent back, and counts until the next one
	level    dispute.Level
	upheld   dispute.Level
}

// ledger is the slow and plain account of a match: all that was said and was not
// taken back, oldest first. The last line counts.
type ledger struct {
	lines     []line
	penalties []int64 // incidents of the penalties that count
}

// line is a result, or a conflict between sides; a rejected result is a conflict
// with one side.
type line struct {
	sides    []line
	again    bool // the match is played again: it has no result
	outcome  tournament.Outcome
	verified bool
	correct  bool  // it is a correction
	limited  bool  // it does not count for the standings after round 1
	author   int64 // who may undo it
	incident int64 // whose ruling it is, 0 for none
}

func (l *ledger) top() *line {
	if len(l.lines) == 0 {
		return nil
	}
	return &l.lines[len(l.lines)-1]
}

func (l *ledger) add(said line) { l.lines = append(l.lines, said) }

func (l *ledger) drop() { l.lines = l.lines[:len(l.lines)-1] }

// fall strikes out what all rulings on an incident said.
func (l *ledger) fall(incident int64) {
	l.lines = slices.DeleteFunc(l.lines, func(said line) bool { return said.incident == incident })
}

func (l *ledger) void(incident int64) {
	l.penalties = slices.DeleteFunc(l.penalties, func(of int64) bool { return of == incident })
}

// inStandings is the outcome that the standings after round 1 count, empty for none. Where the top
// does not count, what it repeats does not either, nor that the match was to be played again.
func (l *ledger) inStandings() tournament.Outcome {
	for i := len(l.lines) - 1; i >= 0; {
		said := l.lines[i]
		switch {
		case len(said.sides) > 0, said.again:
			return ""
		case !said.limited:
			return said.outcome
		}
		for i--; i > 0 && len(l.lines[i-1].sides) == 0; i-- {
			was := l.lines[i]
			repeated := said.correct && was.outcome == said.outcome && (was.correct || was.incident != 0)
			if len(was.sides) > 0 || !was.again && !repeated {
				break
			}
		}
	}
	return ""
}

func (l *ledger) state() tournament.MatchState {
	switch top := l.top(); {
	case top == nil, top.again:
		return tournament.MatchOpen
	case len(top.sides) > 0:
		return tournament.MatchConflict
	case top.verified:
		return tournament.MatchVerified
	}
	return tournament.MatchReported
}

func (c *chain) official() journal.Actor {
	c.fresh++
	return journal.Actor{AccountID: c.fresh, Name: fmt.Sprintf("Official %d", c.fresh)}
}

func (c *chain) outcome() tournament.Outcome {
	return rapid.SampledFrom([]tournament.Outcome{tournament.FirstWins, tournament.SecondWins, tournament.Drawn}).Draw(c.rt, "outcome")
}

func (c *chain) scope() (tournament.CountsFor, int) {
	counts := rapid.SampledFrom([]tournament.CountsFor{"", "", "", tournament.CountsAll, tournament.CountsStandings, tournament.CountsRecord}).Draw(c.rt, "counts for")
	return counts, rapid.SampledFrom([]int{0, 0, 0, 2}).Draw(c.rt, "from")
}

// step does one thing that is allowed now.
func (c *chain) step() {
	top, able := c.ledger.top(), []string{"correct"}
	if c.open() != nil || len(c.incidents) < 2 {
		able = append(able, "sign", "sign")
	}
	for _, i := range c.incidents {
		if i.standing != 0 && i.level != dispute.ByChief && i.upheld != dispute.ByChief {
			able = append(able, "review", "review", "review")
		}
	}
	switch {
	case top == nil, top.again:
		able = append(able, "report")
	case len(top.sides) > 0:
		able = append(able, "undo", "resolve")
	case top.incident == 0:
		able = append(able, "report", "change")
		if !top.verified {
			able = append(able, "undo", "reject")
		}
	}
	do := rapid.SampledFrom(able).Draw(c.rt, "do")
	c.told = append(c.told, do)
	map[string]func(){
		"correct": c.correct, "sign": c.signOne, "review": c.reviewOne, "report": func() { c.report(false) }, "change": func() { c.report(true) },
		"undo": c.undo, "reject": c.reject, "resolve": c.resolve,
	}[do]()
}

func (c *chain) must(err error) {
	c.t.Helper()
	if err != nil {
		c.rt.Fatalf("%v: %v", c.told, err)
	}
}

func (c *chain) report(change bool) {
	who, outcome, top := c.official(), c.outcome(), c.ledger.top()
	c.must(c.floor.report(who, tournament.TypedResult{Outcome: outcome, Change: change, MayChange: change}))
	said := line{outcome: outcome, author: who.AccountID}
	switch {
	case top == nil, top.again:
		c.ledger.add(said)
	case top.outcome == outcome:
		top.verified = true
	case change:
		c.ledger.add(said)
	default:
		*top = line{sides: []line{*top, said}}
	}
}

func (c *chain) undo() {
	top := c.ledger.top()
	if len(top.sides) == 0 {
		c.must(c.desk.UndoResult(c.t.Context(), event, as(journal.Actor{AccountID: top.author}), 1))
		c.ledger.drop()
		return
	}
	i := rapid.IntRange(0, len(top.sides)-1).Draw(c.rt, "side")
	author := top.sides[i].author
	if author == 0 || top.sides[i].incident != 0 {
		return // nobody takes a correction back
	}
	c.must(c.desk.UndoResult(c.t.Context(), event, as(journal.Actor{AccountID: author}), 1))
	left := slices.Delete(slices.Clone(top.sides), i, i+1)
	if len(left) == 0 {
		c.ledger.drop()
		return
	}
	*top = left[0]
}

func (c *chain) reject() {
	top := c.ledger.top()
	c.must(c.desk.VerifyResult(c.t.Context(), event, as(c.official()), tournament.Verdict{MatchID: 1, Revision: c.match(1).Revision, Reason: "the slip says otherwise"}))
	*top = line{sides: []line{*top}}
}

func (c *chain) resolve() {
	who, outcome := c.official(), c.outcome()
	c.must(c.desk.ResolveConflict(c.t.Context(), event, as(who), tournament.Resolution{MatchID: 1, Revision: c.match(1).Revision, Outcome: outcome, Reason: "read again"}))
	*c.ledger.top() = line{outcome: outcome, verified: true}
}

func (c *chain) correct() {
	counts, from := c.scope()
	in := tournament.Correction{MatchID: 1, Revision: c.match(1).Revision, Outcome: c.outcome(), Reason: "read again", Counts: counts, From: from}
	_, err := c.desk.CorrectResult(c.t.Context(), event, as(c.official()), in)
	c.must(err)
	c.ledger.add(line{outcome: in.Outcome, verified: true, correct: true, limited: counts == tournament.CountsRecord || from > 1})
}

// open is the incident that waits for a ruling, nil for none.
func (c *chain) open() *ruledIncident {
	for _, i := range c.incidents {
		if i.standing == 0 {
			return i
		}
	}
	return nil
}

// decision is any decision, with what the ledger makes of it.
func (c *chain) decision(incident int64) (dispute.Decision, *line) {
	d := dispute.Decision{Clocks: [4]int64{-1, -1, -1, -1}}
	if rapid.IntRange(0, 2).Draw(c.rt, "penalty") == 0 {
		d.Penalties = []dispute.PersonPenalty{{Seat: "BA", Offence: "hide-stock", Kind: "warning"}}
	}
	if rapid.IntRange(0, 2).Draw(c.rt, "decides") == 0 {
		return d, nil
	}
	if rapid.IntRange(0, 2).Draw(c.rt, "again") == 0 {
		d.Replay = true
		return d, &line{again: true, incident: incident}
	}
	d.Outcome = c.outcome()
	d.Counts, d.From = c.scope()
	return d, &line{outcome: d.Outcome, verified: true, limited: d.Counts == tournament.CountsRecord || d.From > 1, incident: incident}
}

// carry writes a ruling into the ledger; one without a result strikes out what
// the rulings before it on the same incident said.
func (c *chain) carry(incident int64, d dispute.Decision, said *line) {
	switch {
	case said == nil:
		c.ledger.fall(incident)
	case said.again && c.ledger.state() == tournament.MatchOpen: // it is played anyway
	default:
		c.ledger.add(*said)
	}
	for range d.Penalties {
		c.ledger.penalties = append(c.ledger.penalties, incident)
	}
}

func (c *chain) signOne() {
	i := c.open()
	if i == nil {
		i = &ruledIncident{id: c.floor.open(1)}
		c.incidents = append(c.incidents, i)
	}
	d, said := c.decision(i.id)
	signed, err := c.service.Sign(c.t.Context(), event, as(c.director), dispute.Sign{
		IncidentID: i.id, Revision: c.file(i.id).Incident.Revision, Choice: dispute.Otherwise, Decision: d, Counts: d.Counts, From: d.From, Reason: "as heard",
	})
	c.must(err)
	if i.back {
		c.ledger.void(i.id)
	}
	i.standing, i.level, i.upheld, i.back = signed.RulingID, dispute.ByDirector, "", false
	c.carry(i.id, d, said)
}

func (c *chain) reviewOne() {
	var able []*ruledIncident
	for _, i := range c.incidents {
		if i.standing != 0 && i.level != dispute.ByChief && i.upheld != dispute.ByChief {
			able = append(able, i)
		}
	}
	i := rapid.SampledFrom(able).Draw(c.rt, "incident")
	filed := c.appeal(i.standing, c.stars)
	level := filed.Level
	r := dispute.Review{AppealID: filed.AppealID, Level: level, Question: "Was the clock pressed?"}
	r.State = rapid.SampledFrom([]dispute.AppealState{dispute.AppealUpheld, dispute.AppealModified, dispute.AppealModified, dispute.AppealOverturned, dispute.AppealSentBack}).Draw(c.rt, "review")
	c.told = append(c.told, string(r.State)+" by "+string(level))
	var said *line
	if r.State == dispute.AppealModified || r.State == dispute.AppealOverturned {
		r.Decision, said = c.decision(i.id)
	}
	if r.State == dispute.AppealModified && rapid.Bool().Draw(c.rt, "lift") {
		for _, p := range c.file(i.id).Counting() {
			r.Decision.Lifted = append(r.Decision.Lifted, dispute.Lifted{PenaltyID: p.PenaltyID, Seat: "BA", Offence: p.Offence})
		}
		c.ledger.void(i.id)
	}
	c.must(c.decide(c.official(), i.id, r))
	switch r.State {
	case dispute.AppealUpheld:
		i.upheld = level
		return
	case dispute.AppealSentBack:
		i.standing, i.back = 0, true
		return
	case dispute.AppealOverturned:
		c.ledger.void(i.id)
	}
	i.standing, i.level, i.upheld = c.file(i.id).Standing().RulingID, level, ""
	c.carry(i.id, r.Decision, said)
}

// compare asks the commands what counts and holds it against the ledger.
func (c *chain) compare() {
	m, want := c.match(1), c.ledger.top()
	if m.State != c.ledger.state() {
		c.rt.Fatalf("%v: the match is %s, want %s", c.told, m.State, c.ledger.state())
	}
	if m.State == tournament.MatchConflict {
		if len(m.Reports) != len(want.sides) || m.Result != nil {
			c.rt.Fatalf("%v: a conflict with %d sides and the result %v, want %d sides", c.told, len(m.Reports), m.Result, len(want.sides))
		}
	} else if want != nil && want.again {
		if m.Result != nil {
			c.rt.Fatalf("%v: the match is played again, and %+v counts", c.told, m.Result)
		}
	} else if (m.Result == nil) != (want == nil) || want != nil && m.Result.Outcome != want.outcome {
		c.rt.Fatalf("%v: the result is %+v, want %+v", c.told, m.Result, want)
	}
	book, err := c.desk.Reader().Book(c.t.Context(), event, 1)
	c.must(err)
	places, err := book.Standings(1)
	c.must(err)
	first, second := 0, 0
	if counts := c.ledger.inStandings(); counts != "" {
		first, second = counts.Points()
	}
	for team, points := range map[int64]int{1: first, 2: second} {
		if row, _ := places.Of(team); row.Points != points {
			c.rt.Fatalf("%v: team %d has %d half points, want %d of %+v", c.told, team, row.Points, points, c.ledger.lines)
		}
	}
	register, err := c.service.Reader().Penalties(c.t.Context(), event)
	c.must(err)
	counting := 0
	for _, p := range register {
		if p.State == dispute.Counts {
			counting++
		}
	}
	if counting != len(c.ledger.penalties) {
		c.rt.Fatalf("%v: %d penalties count, want %d", c.told, counting, len(c.ledger.penalties))
	}
}

// A match that is played again has no result until the new one is in; when its
// ruling falls before that, the old result counts again.
func TestAMatchPlayedAgainWaitsForItsNewResult(t *testing.T) {
	t.Parallel()
	for _, again := range []dispute.Decision{{Replay: true}, {Restore: true}} {
		f := newFloor(t)
		f.must(f.report(f.riders, tournament.TypedResult{Outcome: tournament.FirstWins, Ends: livegame.Ends{A: livegame.BoardEnd{Winner: 1, Reason: "checkmate"}}}))
		f.must(f.report(f.stars, tournament.TypedResult{Outcome: tournament.FirstWins}))
		incident := f.open(1)
		ruling, err := f.sign(incident, dispute.Sign{Choice: dispute.Otherwise, Decision: again, Reason: "the boards stood wrongly"})
		f.must(err)
		points := func() int {
			book, err := f.desk.Reader().Book(t.Context(), event, 1)
			f.must(err)
			places, err := book.Standings(1)
			f.must(err)
			row, _ := places.Of(1)
			return row.Points
		}
		if m := f.match(1); m.State != tournament.MatchOpen || m.Result != nil || m.Reopened == nil || m.Games[0].Reason != "" || points() != 0 {
			t.Errorf("%+v: the match is %s with %+v, board A ended %q, and %d half points", again, m.State, m.Result, m.Games[0].Reason, points())
		}
		a := f.appeal(ruling, f.riders)
		f.must(f.decide(f.section, incident, dispute.Review{AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealSentBack, Question: "Which boards?"}))
		if m := f.match(1); m.State != tournament.MatchOpen || m.Result != nil {
			t.Errorf("%+v: sent back, and nothing signed, the match is %s with %+v", again, m.State, m.Result)
		}
		f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "the boards stood as they should"}, incident))
		if m := f.match(1); m.State != tournament.MatchVerified || m.Result == nil || m.Reopened != nil || m.Games[0].Reason != "checkmate" || points() != 2 {
			t.Errorf("%+v: without its ruling the match is %s with %+v and %d half points", again, m.State, m.Result, points())
		}
		_, err = f.sign(f.open(1), dispute.Sign{Choice: dispute.Otherwise, Decision: again, Reason: "the boards stood wrongly"})
		f.must(err)
		f.must(f.report(f.stars, tournament.TypedResult{Outcome: tournament.SecondWins}))
		if m := f.match(1); m.State != tournament.MatchReported || m.Result == nil || m.Result.Outcome != tournament.SecondWins || points() != 0 {
			t.Errorf("%+v: played again the match is %s with %+v and %d half points", again, m.State, m.Result, points())
		}
	}
}

// TestARulingUnderAnotherOneFalls takes the words of the rule one by one.
func TestARulingUnderAnotherOneFalls(t *testing.T) {
	t.Parallel()
	f := newFloor(t)
	f.must(f.report(f.riders, tournament.TypedResult{Outcome: tournament.Drawn}))
	f.must(f.report(f.stars, tournament.TypedResult{Outcome: tournament.Drawn}))
	incident, first := f.ruled(1)
	a := f.appeal(first, f.stars)
	f.must(f.decide(f.section, incident, dispute.Review{
		AppealID: a.AppealID, Level: dispute.BySectionChief, State: dispute.AppealModified, Decision: dispute.Decision{Outcome: tournament.SecondWins},
	}))
	if m := f.match(1); m.Result.Outcome != tournament.SecondWins {
		t.Fatalf("the modified ruling left %+v", m.Result)
	}
	last := f.appeal(f.file(incident).Standing().RulingID, f.riders)
	f.now = f.now.Add(time.Minute)
	f.must(f.decide(f.chief, incident, dispute.Review{AppealID: last.AppealID, Level: dispute.ByChief, State: dispute.AppealSentBack, Question: "Who pressed?"}))
	if m := f.match(1); m.Result == nil || m.Result.Outcome != tournament.SecondWins {
		t.Errorf("sent back, and nothing signed, the match has %+v", m.Result)
	}
	f.must(f.service.Close(t.Context(), event, journal.Command{Actor: f.director, Reason: "nobody pressed"}, incident))
	m := f.match(1)
	expect.True(t, m.State == tournament.MatchVerified && m.Result != nil && m.Result.Outcome == tournament.Drawn && m.Result.Source == "desk",
		"no ruling stands, and the match is %s with %+v; want the draw that both teams verified", m.State, m.Result)
	register, err := f.service.Reader().Penalties(t.Context(), event)
	f.must(err)
	expect.True(t, len(register) == 1 && register[0].State == dispute.Voided, "the register holds %+v, want the penalty of the first ruling voided", register)
}
