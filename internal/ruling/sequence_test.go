package ruling_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// endReadFromPosition are the claims that a position alone can speak for.
var endReadFromPosition = []rulebook.ClaimKind{rulebook.ClaimCheckmate, rulebook.ClaimStalemate, rulebook.ClaimRepetition}

// A game ends only by a legal last move: no such claim is upheld, and no game has
// ended by mate or stalemate, after an illegal one on that board.
func TestNoGameEndsByAnIllegalMove(t *testing.T) {
	seen := 0
	each(t, 60000, func(t *testing.T, _ *source, in ruling.Incident) {
		r := rule(t, in)
		for b := range in.Book.Boards() {
			if slices.ContainsFunc(in.Timeline, func(a ruling.Act) bool {
				return a.Kind == ruling.ActTakeBack || a.Kind == ruling.ActEnd || a.Kind == ruling.ActClaim
			}) {
				return // what stands on the board is no longer the last move
			}
			last := lastMoveOn(in, bughouse.BoardID(b))
			if last < 0 || legalAct(r, last) {
				continue
			}
			seen++
			claimed := in.Claim != nil && slices.Contains(endReadFromPosition, in.Claim.Kind) && in.Claim.By.Board() == bughouse.BoardID(b)
			if claimed && r.Verdict == rulebook.Upheld {
				t.Errorf("%s is upheld after an illegal move\n%s", in.Claim.Kind, describe(in))
			}
			if g := r.Games[b]; g.Ended && claimed && (g.Reason == rulebook.ReasonCheckmate || g.Reason == rulebook.ReasonStalemate) {
				t.Errorf("board %d has ended by %s after an illegal move\n%s", b, g.Reason, describe(in))
			}
		}
	})
	expect.True(t, seen != 0, "no incident had an illegal last move")
}

// lastMoveOn is the index of the last released move on a board, -1 without one.
func lastMoveOn(in ruling.Incident, b bughouse.BoardID) int {
	for i, a := range slices.Backward(in.Timeline) {
		if s, seated := a.By.Seat(); a.Kind == ruling.ActMove && !a.Held && seated && s.Board() == b {
			return i
		}
	}
	return -1
}

func legalAct(r ruling.Ruling, act int) bool {
	return slices.ContainsFunc(r.Legality, func(l ruling.Legality) bool {
		return l.Act == act+1 && (l.Reason == bughouse.Legal || l.Reason == bughouse.GameOver)
	})
}

// ended is an incident in which both boards are said to have ended, with whatever
// else happened around it.
func (s *source) ended() ruling.Incident {
	in := s.incident()
	for in.Book.Boards() == 1 {
		in = s.incident()
	}
	end := func(b bughouse.BoardID) ruling.Act {
		return ruling.Act{Kind: ruling.ActEnd, Board: b, Result: ruling.Result{Winner: ruling.Winner(s.IntN(3)), Reason: pick(s, []rulebook.Reason{
			rulebook.ReasonCheckmate, rulebook.ReasonFlag, rulebook.ReasonRepetition, rulebook.ReasonAgreement,
		})}}
	}
	in.Boards = [2]ruling.Board{{Setup: bughouse.StartSetup()}, {Setup: bughouse.StartSetup()}}
	bang := ruling.Act{Kind: ruling.ActBang, By: ruling.ActorBA}
	in.Timeline = []ruling.Act{bang, end(bughouse.A), {Kind: ruling.ActAnnoy, By: ruling.ActorWB}, end(bughouse.B)}
	return in
}

// The order of the lines of a list decides nothing where it has none.
func TestLinesOfAListMayBeSwapped(t *testing.T) {
	s := newSource(t, 7)
	for range 4000 {
		in := s.ended()
		in.Unordered = true
		if s.IntN(2) == 0 {
			in.Unordered = false
			in.Timeline = append(in.Timeline, ruling.Act{Kind: ruling.ActOrderUnknown})
		}
		swapped := in
		swapped.Timeline = slices.Clone(in.Timeline)
		swapped.Timeline[1], swapped.Timeline[3] = in.Timeline[3], in.Timeline[1]
		r, q := rule(t, in), rule(t, swapped)
		if !sameRuling(r, q) || r.Games != q.Games || !slices.Equal(r.Open, q.Open) || r.Basis != q.Basis || r.Explain.String() != q.Explain.String() {
			t.Fatalf("%s %s %v\n%s %s %v\n%s", r.Verdict, r.Match, r.Explain, q.Verdict, q.Match, q.Explain, describe(in))
		}
	}
}

// A denial is never said beside a win of the claimant, in the game or in the match.
func TestADenialIsNotSaidBesideAWin(t *testing.T) {
	each(t, 40000, func(t *testing.T, _ *source, in ruling.Incident) {
		if in.Claim == nil {
			return
		}
		r := rule(t, in)
		g := r.Games[in.Claim.By.Board()]
		won := g.Ended && g.Winner == ruling.WonBy(in.Claim.By.Color()) || r.Match == in.Claim.By.Side().String()
		if strings.Contains(r.Explain.String(), "is denied") && won {
			t.Errorf("%s\n%s", r.Explain, describe(in))
		}
	})
}

// Whatever is claimed after a match is over, its result and its games stay, and no
// game or match is ordered lost.
func TestClaimsDoNotChangeAConcludedMatch(t *testing.T) {
	s := newSource(t, 11)
	late := 0
	for range 20000 {
		in := s.ended()
		in.Timeline = append(in.Timeline, ruling.Act{Kind: pick(s, []ruling.ActKind{ruling.ActHideStock, ruling.ActOtherHand, ruling.ActDisplace}), By: ruling.Seated(s.seat(2))})
		in.Timeline = append(in.Timeline, ruling.Act{Kind: ruling.ActPartnerBoard, By: ruling.Seated(s.seat(2)), Detail: ruling.HowMove})
		if s.IntN(2) == 0 {
			in.Book = in.Book.With(rulebook.OnMovePartner, "match-loss")
		}
		if in.Claim == nil || s.IntN(2) == 0 {
			in.Claim = &ruling.Claim{By: s.seat(2), Kind: rulebook.ClaimConduct}
		}
		before := in
		before.Claim = nil
		r, plain := rule(t, in), rule(t, before)
		if r.Match != plain.Match || r.Games != plain.Games {
			t.Fatalf("match %s %v, before the claim %s %v\n%s", r.Match, r.Games, plain.Match, plain.Games, describe(in))
		}
		takes := slices.ContainsFunc(r.Remedies, func(m ruling.Remedy) bool { return m.Kind == rulebook.GameLoss || m.Kind == rulebook.MatchLoss })
		if takes && r.Verdict != rulebook.Discretion {
			t.Fatalf("%s with %v\n%s", r.Verdict, r.Remedies, describe(in))
		}
		if takes {
			late++
		}
	}
	expect.True(t, late != 0, "no penalty came too late")
}

// An official who acts openly on a match that is over is told what that makes of it.
func TestOptionsAfterTheEnd(t *testing.T) {
	in := ruling.Incident{
		Book:     book(t, "USCF-R").With(rulebook.OnMovePartner, "match-loss"),
		Boards:   [2]ruling.Board{{Setup: bughouse.StartSetup()}, {Setup: bughouse.StartSetup()}},
		Timeline: []ruling.Act{{Kind: ruling.ActEnd, Board: bughouse.A, Result: ruling.Result{Winner: ruling.WhiteWins, Reason: rulebook.ReasonCheckmate}}, {Kind: ruling.ActPartnerBoard, By: ruling.ActorWA, Detail: ruling.HowMove}},
		Claim:    &ruling.Claim{By: bughouse.BA, Kind: rulebook.ClaimConduct},
	}
	if r := rule(t, in); r.Match != "T1" || r.Verdict != rulebook.Discretion || !strings.Contains(r.Explain.String(), "came too late") {
		t.Errorf("%s %s %s", r.Verdict, r.Match, r.Explain)
	}
	openly := slices.ContainsFunc(options(t, in), func(o ruling.Option) bool {
		return o.Match == "T2" && len(o.Remedies) == 1 && o.Remedies[0].Kind == rulebook.MatchLoss
	})
	if !openly {
		t.Errorf("no option takes the match away: %+v", options(t, in))
	}
	in.Concluded, in.Timeline = true, in.Timeline[1:]
	if r := rule(t, in); r.Match != "continues" || r.Verdict != rulebook.Discretion {
		t.Errorf("the match had its result before: %s %s", r.Verdict, r.Match)
	}
}

// The order of two ends is asked for, and each answer is a ruling.
func TestWhichCameFirstIsAsked(t *testing.T) {
	for name, want := range map[string][]string{ // A, B, at once, nobody knows; TR3: stopped yes, no, nobody knows
		"FIDEX": {"T1", "T2", "draw", "continues"}, "USCF-R": {"T1", "T2", "draw", "continues"}, "TR3": {"continues", "draw", "continues"},
	} {
		mate := ruling.Result{Winner: ruling.WhiteWins, Reason: rulebook.ReasonCheckmate}
		in := ruling.Incident{
			Book: book(t, name), Unordered: true, Boards: [2]ruling.Board{{Setup: bughouse.StartSetup()}, {Setup: bughouse.StartSetup()}},
			Timeline: []ruling.Act{{Kind: ruling.ActEnd, Board: bughouse.A, Result: mate}, {Kind: ruling.ActEnd, Board: bughouse.B, Result: mate}},
		}
		in.Unknown = in.Doubts()
		q, ok, err := ruling.NextQuestion(in)
		expect.MustTrue(t, err == nil && ok, "%s: asks %v, %v", name, ok, err)
		var got []string
		for i := range q.Answers {
			got = append(got, rule(t, in.With(q.Fact, i)).Match)
		}
		expect.True(t, slices.Equal(got, want), "%s: %q gives %v, want %v", name, q.Text, got, want)
		r := rule(t, in)
		expect.True(t, strings.Contains(r.Explain.String(), "which came first") && slices.Equal(r.Open, []int{rulebook.WhichFirst}), "%s: open %v, %s", name, r.Open, r.Explain)
	}
}
