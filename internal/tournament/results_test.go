package tournament_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// playing is a hall of four teams with round 1 published.
func playing(t *testing.T) *hall {
	t.Helper()
	return seated(t, 4)
}

func (h *hall) match(table, n int) tournament.Match {
	h.t.Helper()
	return h.book().Round(1).AtTable(table).Matches[n-1]
}

// said enters an outcome for table 1, match 1 from a form shown just now.
func (h *hall) said(who journal.Actor, o tournament.Outcome) (tournament.Entered, error) {
	h.t.Helper()
	return h.enter(who, tournament.TypedResult{Outcome: o})
}

func (h *hall) enter(who journal.Actor, in tournament.TypedResult) (tournament.Entered, error) {
	h.t.Helper()
	in.SectionID, in.Round, in.Source = hallSection, 1, "desk"
	if in.Table == 0 {
		in.Table = 1
	}
	if in.Match == 0 {
		in.Match = 1
	}
	if in.Revision == 0 {
		in.Revision = h.match(in.Table, in.Match).Revision
	}
	return h.service.EnterResult(h.t.Context(), h.event, h.as(who, ""), in)
}

func (h *hall) must(e tournament.Entered, err error) tournament.Entered {
	h.t.Helper()
	h.OK(err)
	return e
}

var wants = expect.Refused

func TestSecondPersonVerifiesAndTheSamePersonNever(t *testing.T) {
	t.Parallel()
	h := playing(t)
	if e := h.must(h.said(h.chief, tournament.FirstWins)); e.State != tournament.MatchReported || e.Kind != tournament.ReportFirst {
		t.Errorf("first entry: %+v", e)
	}
	if e := h.must(h.said(h.chief, tournament.FirstWins)); e.Kind != tournament.ReportRepeated || h.match(1, 1).State != tournament.MatchReported {
		t.Errorf("the same person proved the own entry: %+v", e)
	}
	if e := h.must(h.said(h.other, tournament.FirstWins)); e.Kind != tournament.ReportVerified || h.match(1, 1).State != tournament.MatchVerified {
		t.Errorf("second person: %+v", e)
	}
}

func TestDifferentResultsAreAConflictThatADirectorResolves(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	e := h.must(h.said(h.other, tournament.Drawn))
	expect.MustEqual(t, e.Kind, tournament.ReportConflict, "second value: %+v", e)
	m := h.match(1, 1)
	expect.MustTrue(t, m.State == tournament.MatchConflict && m.Result == nil && len(m.Reports) == 2, "conflict holds %+v", m)
	_, err := h.said(h.other, tournament.SecondWins)
	wants(t, err, fault.Conflict, `“Team 0001 and Team 0003 drew”, entered by Ana Ruiz`)
	resolve := tournament.Resolution{MatchID: m.MatchID, Revision: m.Revision, ReportID: m.Reports[1].ReportID}
	wants(t, h.service.ResolveConflict(t.Context(), h.event, h.as(h.chief, ""), resolve), fault.Invalid, "what decided it")
	resolve.Reason, resolve.Revision = "slip read again", m.Revision-1
	wants(t, h.service.ResolveConflict(t.Context(), h.event, h.as(h.chief, ""), resolve), fault.Stale, "changed since")
	resolve.Revision = m.Revision
	expect.OK(t, h.service.ResolveConflict(t.Context(), h.event, h.as(h.chief, ""), resolve))
	if m := h.match(1, 1); m.State != tournament.MatchVerified || m.Result.Outcome != tournament.Drawn || len(m.Reports) != 0 {
		t.Errorf("after the decision: %+v", m)
	}
}

// When a value was entered is told by the clocks of the hall.
func TestAStoredValueIsToldByTheClocksOfTheHall(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.exec(`update event set time_zone = 'Asia/Kolkata'`) // five and a half hours ahead
	h.must(h.said(h.chief, tournament.FirstWins))
	first := h.match(1, 1).Result.At
	e := h.must(h.said(h.other, tournament.Drawn))
	at := first.Add(5*time.Hour + 30*time.Minute).UTC().Format("15:04:05")
	expect.Contains(t, e.Said.String(), "entered by Dana Holt at "+at, "the second value is answered")
}

// What a third desk says about a match in conflict is kept beside the two sides, which
// its answer names, and each side can be taken back in any order.
func TestAThirdValueIsKeptInAConflict(t *testing.T) {
	t.Parallel()
	for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		h := playing(t)
		h.exec(`insert into account (account_id, login, name, password_hash, created_at) values (3, 'lou', 'Lou Marchetti', '', now())`)
		people := [3]journal.Actor{h.chief, h.other, {AccountID: 3, Name: "Lou Marchetti"}}
		outcomes := [3]tournament.Outcome{tournament.FirstWins, tournament.Drawn, tournament.SecondWins}
		h.must(h.said(people[0], outcomes[0]))
		if e := h.must(h.said(people[1], outcomes[1])); !strings.Contains(e.Said.String(), `“Team 0001 beat Team 0003”, entered by Dana Holt`) {
			t.Errorf("the second value is answered without the first: %+v", e)
		}
		e := h.must(h.said(people[2], outcomes[2]))
		if e.Kind != tournament.ReportConflict || e.State != tournament.MatchConflict || !strings.Contains(e.Said.String(), "Team 0003 beat Team 0001. Stored beside it") ||
			!strings.Contains(e.Said.String(), `“Team 0001 beat Team 0003”, entered by Dana Holt`) || !strings.Contains(e.Said.String(), `“Team 0001 and Team 0003 drew”, entered by Ana Ruiz`) {
			t.Fatalf("the third value is answered with %+v", e)
		}
		if e := h.must(h.said(people[2], outcomes[2])); e.Kind != tournament.ReportRepeated {
			t.Errorf("the third value said again: %+v", e)
		}
		left := map[tournament.Outcome]bool{outcomes[0]: true, outcomes[1]: true, outcomes[2]: true}
		for _, i := range order {
			m := h.match(1, 1)
			if len(left) > 1 && (m.State != tournament.MatchConflict || m.Result != nil || len(m.Reports) != len(left)) {
				t.Fatalf("%v: with %v left the match is %+v", order, left, m)
			}
			for _, r := range m.Reports {
				expect.True(t, left[r.Outcome], "%v: with %v left %s is a side", order, left, r.Outcome)
			}
			if len(left) == 1 && (m.State != tournament.MatchReported || m.Result == nil || m.Result.Outcome != outcomes[i]) {
				t.Fatalf("%v: one value left, the match is %+v", order, m)
			}
			h.undo(people[i])
			delete(left, outcomes[i])
		}
		if m := h.match(1, 1); m.State != tournament.MatchOpen || m.Result != nil || len(m.Reports) != 0 {
			t.Errorf("%v: everything is taken back, the match is %+v", order, m)
		}
	}
}

// A director may find the third value right; one that was rejected takes a second.
func TestAThirdValueCanBeTheRightOne(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.exec(`insert into account (account_id, login, name, password_hash, created_at) values (3, 'lou', 'Lou Marchetti', '', now())`)
	lou := journal.Actor{AccountID: 3, Name: "Lou Marchetti"}
	h.must(h.said(h.chief, tournament.FirstWins))
	h.ok(h.service.VerifyResult(t.Context(), h.event, h.as(h.other, ""), tournament.Verdict{MatchID: h.match(1, 1).MatchID, Revision: h.match(1, 1).Revision, Reason: "the slip says otherwise"}))
	h.must(h.said(h.other, tournament.Drawn))
	h.must(h.said(lou, tournament.SecondWins))
	m := h.match(1, 1)
	expect.MustTrue(t, m.State == tournament.MatchConflict && len(m.Reports) == 3, "the match is %+v", m)
	resolve := tournament.Resolution{MatchID: m.MatchID, Revision: m.Revision, ReportID: m.Reports[2].ReportID, Reason: "slip read again"}
	h.ok(h.service.ResolveConflict(t.Context(), h.event, h.as(h.chief, ""), resolve))
	if m := h.match(1, 1); m.State != tournament.MatchVerified || m.Result.Outcome != tournament.SecondWins || len(m.Reports) != 0 {
		t.Errorf("after the decision: %+v", m)
	}
}

func TestChangeNeedsTheRightAndAFreshForm(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	h.now = h.now.Add(tournament.UndoTime + time.Second)
	_, err := h.said(h.chief, tournament.SecondWins)
	wants(t, err, fault.Forbidden, "Only a director changes it")
	_, err = h.enter(h.other, tournament.TypedResult{Outcome: tournament.SecondWins, Change: true, MayChange: true, Revision: 99})
	wants(t, err, fault.Stale, "Team 0003 beat Team 0001")
	e := h.must(h.enter(h.other, tournament.TypedResult{Outcome: tournament.SecondWins, Change: true, MayChange: true}))
	expect.Equal(t, e.Kind, tournament.ReportChanged, "change: %+v", e)
	m := h.match(1, 1)
	expect.True(t, m.State == tournament.MatchReported && m.Result.Outcome == tournament.SecondWins, "after the change: %+v", m)
}

func TestUndoGivesTheEarlierStateBack(t *testing.T) {
	t.Parallel()
	h := playing(t)
	undo := func(who journal.Actor) error {
		return h.service.UndoResult(t.Context(), h.event, h.as(who, ""), h.match(1, 1).MatchID)
	}
	h.must(h.said(h.chief, tournament.FirstWins))
	wants(t, undo(h.other), fault.Conflict, "nothing of yours")
	expect.OK(t, undo(h.chief))
	if m := h.match(1, 1); m.State != tournament.MatchOpen || m.Result != nil {
		t.Fatalf("after undo: %+v", m)
	}
	state := h.book().Round(1).State
	expect.True(t, state == tournament.RoundPublished, "the round is %s after its only entry was taken back", state)
	h.must(h.said(h.chief, tournament.FirstWins))
	h.must(h.said(h.other, tournament.Drawn))
	expect.OK(t, undo(h.other))
	if m := h.match(1, 1); m.State != tournament.MatchReported || m.Result.Outcome != tournament.FirstWins {
		t.Errorf("after the other side of the conflict was taken back: %+v", m)
	}
	h.now = h.now.Add(tournament.UndoTime + time.Second)
	wants(t, undo(h.chief), fault.Conflict, "nothing of yours")
}

// What a second person has verified, the author no longer takes back alone.
func TestUndoEndsWhereSomebodyElseVerified(t *testing.T) {
	t.Parallel()
	for _, forfeit := range []bool{false, true} {
		h := playing(t)
		entry := tournament.TypedResult{Outcome: tournament.FirstWins, Forfeit: forfeit, MayForfeit: true, Reason: "nobody came"}
		h.must(h.enter(h.chief, entry))
		e := h.must(h.enter(h.other, entry))
		expect.MustEqual(t, e.Kind, tournament.ReportVerified, "the second entry: %+v", e)
		wants(t, h.service.UndoResult(t.Context(), h.event, h.as(h.chief, ""), h.match(1, 1).MatchID), fault.Conflict, "nothing of yours")
		m := h.match(1, 1)
		expect.True(t, m.State == tournament.MatchVerified && m.Result != nil, "forfeit %v: after the refused undo: %+v", forfeit, m)
	}
}

func (h *hall) undo(who journal.Actor) {
	h.t.Helper()
	expect.OK(h.t, h.service.UndoResult(h.t.Context(), h.event, h.as(who, ""), h.match(1, 1).MatchID))
}

// Whatever is taken back, a verified result is verified again, also one that two
// teams verified and that names no account.
func TestWhatUndoBringsBackIsVerifiedAsBefore(t *testing.T) {
	t.Parallel()
	third := journal.Actor{AccountID: 3, Name: "Ben Okoro"}
	tests := map[string]struct {
		by       [2]journal.Actor
		verified bool
		verifier *int64
	}{
		"two people": {[2]journal.Actor{{AccountID: 1, Name: "Dana Holt"}, {AccountID: 2, Name: "Ana Ruiz"}}, true, new(int64(2))},
		"two teams":  {[2]journal.Actor{{TeamID: 1, Name: "Team 0001"}, {TeamID: 3, Name: "Team 0003"}}, true, nil},
		"one person": {[2]journal.Actor{{AccountID: 1, Name: "Dana Holt"}, {AccountID: 1, Name: "Dana Holt"}}, false, nil},
	}
	for name, tc := range tests {
		for _, change := range []bool{false, true} {
			h := playing(t)
			h.exec(`insert into account (account_id, login, name, password_hash, created_at) values (3, 'ben', 'Ben Okoro', '-', $1)`, h.now)
			h.exec(`update section set verify_teams = true`)
			for _, who := range tc.by {
				h.must(h.said(who, tournament.FirstWins))
			}
			want := tournament.MatchReported
			if tc.verified {
				want = tournament.MatchVerified
			}
			if m := h.match(1, 1); m.State != want {
				t.Fatalf("%s: entered twice, the match is %s", name, m.State)
			}
			e := h.must(h.enter(third, tournament.TypedResult{Outcome: tournament.Drawn, Change: change, MayChange: true}))
			kind := map[bool]tournament.ReportKind{false: tournament.ReportConflict, true: tournament.ReportChanged}[change]
			expect.MustEqual(t, e.Kind, kind, "%s: a third value", name)
			h.undo(third)
			m := h.match(1, 1)
			if m.State != want || m.Result == nil || m.Result.Outcome != tournament.FirstWins || len(m.Reports) != 0 {
				t.Errorf("%s, change %v: after undo %+v", name, change, m)
			} else if diff := cmp.Diff(tc.verifier, m.Result.VerifiedBy); diff != "" {
				t.Errorf("%s, change %v: verified by\n%s", name, change, diff)
			}
		}
	}
}

// The report that lost a conflict does not come back when a later change is undone.
func TestUndoBringsTheReportBackThatCounted(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	h.must(h.said(h.other, tournament.Drawn))
	m := h.match(1, 1)
	first := tournament.Resolution{MatchID: m.MatchID, Revision: m.Revision, ReportID: m.Reports[0].ReportID, Reason: "slip read again"}
	expect.OK(t, h.service.ResolveConflict(t.Context(), h.event, h.as(h.chief, ""), first))
	h.must(h.enter(h.chief, tournament.TypedResult{Outcome: tournament.SecondWins, Change: true, MayChange: true}))
	h.undo(h.chief)
	if m := h.match(1, 1); m.State != tournament.MatchVerified || m.Result.Outcome != tournament.FirstWins {
		t.Errorf("after undo: %s, %+v", m.State, m.Result)
	}
}

func TestAForfeitIsVerifiedHoweverItComesToCount(t *testing.T) {
	t.Parallel()
	forfeit := tournament.TypedResult{Outcome: tournament.FirstWins, Forfeit: true, Reason: "nobody came", MayChange: true, MayForfeit: true}
	changed := forfeit
	changed.Change = true
	played := tournament.TypedResult{Outcome: tournament.Drawn, Change: true, MayChange: true}
	disputed := tournament.TypedResult{Outcome: tournament.Drawn}
	tests := map[string]func(h *hall){
		"first":           func(h *hall) { h.must(h.enter(h.chief, forfeit)) },
		"as a change":     func(h *hall) { h.must(h.said(h.other, tournament.Drawn)); h.must(h.enter(h.chief, changed)) },
		"change undone":   func(h *hall) { h.must(h.enter(h.chief, forfeit)); h.must(h.enter(h.other, played)); h.undo(h.other) },
		"conflict undone": func(h *hall) { h.must(h.enter(h.chief, forfeit)); h.must(h.enter(h.other, disputed)); h.undo(h.other) },
	}
	for name, enter := range tests {
		h := playing(t)
		enter(h)
		m := h.match(1, 1)
		expect.True(t, m.State == tournament.MatchVerified && m.Result != nil && m.Result.Forfeit, "%s: %s, %+v", name, m.State, m.Result)
	}
}

func TestATeamReportsOwnMatchesAndNoForfeit(t *testing.T) {
	t.Parallel()
	h := playing(t)
	own, others := journal.Actor{TeamID: 3, Name: "Team 0003"}, journal.Actor{TeamID: 2, Name: "Team 0002"}
	_, err := h.said(others, tournament.FirstWins)
	wants(t, err, fault.Forbidden, "its own matches only")
	_, err = h.enter(own, tournament.TypedResult{Outcome: tournament.SecondWins, Forfeit: true, Reason: "they are late"})
	wants(t, err, fault.Forbidden, "by a director")
	h.must(h.said(own, tournament.FirstWins))
}

func TestAConflictEndsWithAResultThatExists(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	h.must(h.said(h.other, tournament.Drawn))
	m := h.match(1, 1)
	resolve := func(in tournament.Resolution) error {
		in.MatchID, in.Revision, in.Reason = m.MatchID, m.Revision, "slip read again"
		return h.service.ResolveConflict(t.Context(), h.event, h.as(h.chief, ""), in)
	}
	wants(t, resolve(tournament.Resolution{}), fault.Invalid, "Choose one of the reports")
	wants(t, resolve(tournament.Resolution{ReportID: 99, Outcome: tournament.Drawn}), fault.Invalid, "Choose one of the reports")
	wants(t, resolve(tournament.Resolution{Outcome: "slot3"}), fault.Invalid, "is no result")
	if m := h.match(1, 1); m.State != tournament.MatchConflict || len(m.Reports) != 2 {
		t.Errorf("after the refusals: %+v", m)
	}
	err := resolve(tournament.Resolution{Outcome: tournament.SecondWins})
	expect.True(t, err == nil, "%v", err)
}

func TestRepeatedSubmitIsAppliedOnce(t *testing.T) {
	t.Parallel()
	h := playing(t)
	cmd := journal.Command{Actor: h.chief, Key: "form-key-1"}
	in := tournament.TypedResult{SectionID: hallSection, Round: 1, Table: 1, Match: 1, Source: "desk", Outcome: tournament.FirstWins}
	first := h.must(h.service.EnterResult(t.Context(), h.event, cmd, in))
	again := h.must(h.service.EnterResult(t.Context(), h.event, cmd, in))
	alike := cmp.Comparer(func(a, b fault.Clause) bool { return a.String() == b.String() })
	expect.NoDiff(t, cmp.Diff(first, again, alike), "the repeat was answered differently")
	var reports int
	err := h.pool.QueryRow(t.Context(), `select count(*) from result_report`).Scan(&reports)
	expect.True(t, err == nil && reports == 1, "%d reports, %v; want 1", reports, err)
}

func TestRoundCompletesAndAConflictHoldsItOpen(t *testing.T) {
	t.Parallel()
	h := playing(t)
	for table := 1; table <= 2; table++ {
		for n := 1; n <= 2; n++ {
			expect.MustTrue(t, h.book().Round(1).State != tournament.RoundComplete, "complete before the last result")
			h.must(h.enter(h.chief, tournament.TypedResult{Table: table, Match: n, Outcome: tournament.Drawn}))
		}
	}
	if r := h.book().Round(1); r.State != tournament.RoundComplete || r.CompletedAt == nil {
		t.Fatalf("round is %s", r.State)
	}
	h.must(h.enter(h.other, tournament.TypedResult{Table: 2, Match: 2, Outcome: tournament.FirstWins}))
	if r := h.book().Round(1); r.State != tournament.RoundInPlay || r.CompletedAt != nil {
		t.Errorf("round is %s with a conflict", r.State)
	}
}

func TestMatchResultFollowsFromTheEndsByTheRulebook(t *testing.T) {
	t.Parallel()
	mate := func(slot int) livegame.BoardEnd {
		return livegame.BoardEnd{Winner: slot, Reason: rulebook.ReasonCheckmate}
	}
	flags := livegame.BoardEnd{Reason: rulebook.ReasonBothFlags}
	noClock := livegame.BoardEnd{Reason: rulebook.ReasonNoClock}
	tests := []struct {
		name, book string
		ends       livegame.Ends
		want       tournament.Outcome
		refused    string
	}{
		{"one mate", "FIDEX", livegame.Ends{A: mate(2)}, tournament.SecondWins, ""},
		{"the first game decides", "FIDEX", livegame.Ends{A: mate(1), B: mate(2), Order: livegame.BFirst}, tournament.SecondWins, ""},
		{"linked mates", "FIDEX", livegame.Ends{A: mate(1), B: mate(2), Order: livegame.LinkedAFirst}, tournament.Drawn, ""},
		{"the same instant", "USCF-R", livegame.Ends{A: mate(1), B: mate(2), Order: livegame.SameTime}, tournament.Drawn, ""},
		{"late mate, nobody neutralised", "TR3", livegame.Ends{A: mate(1), B: mate(2), Order: livegame.AFirst}, tournament.Drawn, ""},
		{"late mate, neutralised", "TR3", livegame.Ends{A: mate(1), B: mate(2), Order: livegame.AStopped}, tournament.FirstWins, ""},
		{"a drawn board leaves it to the other", "USCF-R", livegame.Ends{A: flags}, "", "undecided"},
		{"the other board decides", "USCF-R", livegame.Ends{A: flags, B: mate(2), Order: livegame.AFirst}, tournament.SecondWins, ""},
		{"both boards drawn", "USCF-R", livegame.Ends{A: flags, B: flags, Order: livegame.AFirst}, tournament.Drawn, ""},
		{"nobody brought a clock", "USCF-R", livegame.Ends{A: noClock, B: noClock}, tournament.DoubleLoss, ""},
		{"one board without a clock", "USCF-R", livegame.Ends{A: noClock, B: mate(1)}, tournament.FirstWins, ""},
		{"no article", "TR3", livegame.Ends{A: noClock, B: noClock}, "", "director rules"},
		{"a mate without a winner", "FIDEX", livegame.Ends{A: mate(0)}, "", "choose the team that won it"},
		{"a draw with a winner", "FIDEX", livegame.Ends{A: livegame.BoardEnd{Winner: 1, Reason: rulebook.ReasonRepetition}}, "", "nobody won it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := playing(t)
			h.exec(`update section set rulebook = $1`, tt.book)
			_, err := h.enter(h.chief, tournament.TypedResult{Ends: tt.ends})
			if tt.refused != "" {
				wants(t, err, fault.Invalid, tt.refused)
				return
			}
			expect.OK(t, err)
			res := h.match(1, 1).Result
			expect.True(t, res.Outcome == tt.want && res.Articles != "" && strings.HasPrefix(res.Articles, tt.book+" "),
				"got %s by %q, want %s", res.Outcome, res.Articles, tt.want)
		})
	}
}

func TestOutcomeAgainstTheEndsIsRefusedWithTheArticle(t *testing.T) {
	t.Parallel()
	h := playing(t)
	_, err := h.enter(h.chief, tournament.TypedResult{Outcome: tournament.FirstWins, Ends: livegame.Ends{B: livegame.BoardEnd{Winner: 2, Reason: rulebook.ReasonFlag}}})
	wants(t, err, fault.Invalid, "FIDEX 17")
}

func TestGamesShowWhoWonInColours(t *testing.T) {
	t.Parallel()
	h := playing(t)
	end := livegame.Ends{B: livegame.BoardEnd{Winner: 1, Reason: rulebook.ReasonFlag}}
	for n, want := range map[int]string{1: "B", 2: "W"} { // the first team is Black on board B in match 1, White in match 2
		h.must(h.enter(h.chief, tournament.TypedResult{Match: n, Ends: end}))
		g := h.match(1, n).Games[1]
		expect.True(t, g.Winner != nil && *g.Winner == want && g.Reason == "flag", "match %d, board B: %+v, want %s by flag", n, g, want)
	}
}

func TestLockedRoundChangesOnlyByCorrectionWithReason(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	h.exec(`update round set state = 'locked'`)
	_, err := h.said(h.other, tournament.Drawn)
	wants(t, err, fault.Conflict, "locked")
	m := h.match(1, 1)
	c := tournament.Correction{MatchID: m.MatchID, Revision: m.Revision, Outcome: tournament.Drawn}
	_, err = h.service.CorrectResult(t.Context(), h.event, h.as(h.chief, ""), c)
	wants(t, err, fault.Invalid, "Say why")
	c.Reason = "the slips were swapped"
	h.must(h.service.CorrectResult(t.Context(), h.event, h.as(h.chief, ""), c))
	if m := h.match(1, 1); m.Result.Outcome != tournament.Drawn || m.Result.Source != "correction" || m.Result.Reason != c.Reason {
		t.Errorf("after the correction: %+v", m.Result)
	}
	expect.Equal(t, h.book().Round(1).State, tournament.RoundLocked, "the round is no longer locked")
}

func TestNobodyVerifiesTheOwnEntryAndARejectionAsksWhy(t *testing.T) {
	t.Parallel()
	h := playing(t)
	h.must(h.said(h.chief, tournament.FirstWins))
	m := h.match(1, 1)
	judge := func(who journal.Actor, v tournament.Verdict) error {
		v.MatchID, v.Revision = m.MatchID, m.Revision
		return h.service.VerifyResult(t.Context(), h.event, h.as(who, ""), v)
	}
	wants(t, judge(h.chief, tournament.Verdict{Confirm: true}), fault.Forbidden, "You entered this")
	wants(t, judge(h.other, tournament.Verdict{}), fault.Invalid, "Say why")
	expect.OK(t, judge(h.other, tournament.Verdict{Reason: "the slip says draw"}))
	if m := h.match(1, 1); m.State != tournament.MatchConflict || len(m.Reports) != 1 {
		t.Errorf("after the rejection: %+v", m)
	}
}

// A conflict has two values, or one that was rejected; never none.
func TestTheAuthorTakesARejectedReportBack(t *testing.T) {
	t.Parallel()
	h := playing(t)
	reject := func() {
		t.Helper()
		m := h.match(1, 1)
		expect.OK(t, h.service.VerifyResult(t.Context(), h.event, h.as(h.other, ""), tournament.Verdict{MatchID: m.MatchID, Revision: m.Revision, Reason: "the slip says draw"}))
		expect.OK(t, h.service.UndoResult(t.Context(), h.event, h.as(h.chief, ""), m.MatchID))
	}
	h.must(h.said(h.chief, tournament.FirstWins))
	reject()
	if m := h.match(1, 1); m.State != tournament.MatchOpen || m.Result != nil || len(m.Reports) != 0 {
		t.Errorf("the only report was rejected and taken back: %+v", m)
	}
	state := h.book().Round(1).State
	expect.True(t, state == tournament.RoundPublished, "the round is %s although nothing is reported", state)
	h.must(h.said(h.chief, tournament.Drawn))
	h.must(h.enter(h.chief, tournament.TypedResult{Outcome: tournament.SecondWins, Change: true}))
	reject()
	if m := h.match(1, 1); m.State != tournament.MatchReported || m.Result == nil || m.Result.Outcome != tournament.Drawn {
		t.Errorf("the change was rejected and taken back: %+v, want the draw before it", m)
	}
}

// Every command has its reason checked where all commands are carried out.
func TestReasonsHaveALimit(t *testing.T) {
	t.Parallel()
	h := playing(t)
	before := h.book().Event.Version
	for _, reason := range []string{strings.Repeat("x", limit.Reason.Most+1), strings.Repeat("ž", 900_000), "a\x00b", "\xff", "1-0 \u202e0-1"} {
		err := h.service.PauseClock(t.Context(), h.event, h.as(h.chief, reason), h.clock())
		expect.True(t, fault.Is(err, fault.Invalid) && fault.Fields(err)["reason"] != "", "a reason of %d characters: %v %v", len(reason), err, fault.Fields(err))
	}
	now := h.book().Event.Version
	expect.True(t, now == before, "what was refused is in the journal: version %d, before %d", now, before)
}
