package ruling_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

func describe(in ruling.Incident) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s clocks %v offences %v\n", in.Book.Name(), in.Clocks, in.Offences)
	for i := range in.Book.Boards() {
		fmt.Fprintf(&b, "%v: %s %+v %+v\n", bughouse.BoardID(i), in.Boards[i].Setup.FEN(), in.Boards[i].Result, in.Boards[i].Repetition)
	}
	for i, a := range in.Timeline {
		fmt.Fprintf(&b, "%d %v %s %v %+v\n", i+1, a.By, a.Kind, a.Move, a)
		if a.Claim != nil {
			fmt.Fprintf(&b, "   %+v\n", *a.Claim)
		}
	}
	if in.Claim != nil {
		fmt.Fprintf(&b, "claim %+v\n", *in.Claim)
	}
	return b.String()
}

// The slow oracle for open points: rule again under every other answer the text
// allows, replaced as a case would replace it, whether anybody asked for it or not.
func TestOpenPointsMatchTrialOfEveryAlternative(t *testing.T) {
	check := func(t *testing.T, in ruling.Incident) {
		t.Helper()
		base := rule(t, in)
		var want []int
		for _, c := range in.Book.Cells() {
			for _, a := range c.Alternatives {
				other := in
				other.Book = in.Book.With(c.Setting, a.Value)
				if !sameRuling(base, rule(t, other)) {
					want = append(want, a.Point)
				}
			}
		}
		got := slices.DeleteFunc(slices.Clone(base.Open), func(n int) bool { return n == in.Book.SilencePoint() && n != 0 || n == rulebook.WhichFirst })
		slices.Sort(want)
		if diff := cmp.Diff(slices.Compact(want), got); len(want)+len(got) > 0 && diff != "" {
			t.Errorf("%s\n%s", diff, describe(in))
		}
	}
	for _, c := range readFile(t, "cases.json") {
		check(t, c.Incident)
	}
	each(t, 6000, func(t *testing.T, _ *source, in ruling.Incident) { check(t, in) })
}

func TestResultIsConsistentWithGames(t *testing.T) {
	each(t, 20000, func(t *testing.T, _ *source, in ruling.Incident) {
		r := rule(t, in)
		if !slices.Contains([]string{"T1", "T2", "draw", "double-loss", "continues", "W", "B"}, r.Match) {
			t.Errorf("match %q\n%s", r.Match, describe(in))
		}
		var won [2]bool
		for b := range in.Book.Boards() {
			g := r.Games[b]
			if g.Ended && g.Winner != ruling.Nobody {
				seat := bughouse.SeatAt(bughouse.BoardID(b), bughouse.Color(g.Winner-ruling.WhiteWins))
				won[seat.Side()-bughouse.Side1] = true
			}
			if !g.Ended && (r.Match == "continues") != (g.Reason == "") {
				t.Errorf("board %d: match %s, game %+v\n%s", b, r.Match, g, describe(in))
			}
		}
		forfeited := slices.ContainsFunc(in.Timeline, func(a ruling.Act) bool { return a.Detail == ruling.HowMove })
		if forfeited {
			return // a forfeited match is lost whatever the boards say
		}
		if won[0] && won[1] && r.Match != "draw" && !slices.Contains(r.Open, rulebook.WhichFirst) {
			t.Errorf("both sides won a game, yet the match is %s\n%s", r.Match, describe(in))
		}
		if (r.Match == "T1" || r.Match == "W") && !won[0] || (r.Match == "T2" || r.Match == "B") && !won[1] {
			t.Errorf("the match is %s, but that side won no game\n%s", r.Match, describe(in))
		}
	})
}

// A denied claim leaves the match as it was, except where an article draws a game
// with both flags down, and a matter left to the official leaves it always.
func TestDeniedClaimsChangeNothing(t *testing.T) {
	each(t, 20000, func(t *testing.T, _ *source, in ruling.Incident) {
		if in.Claim == nil {
			return
		}
		r := rule(t, in)
		before := in
		before.Claim = nil
		plain := rule(t, before)
		if slices.ContainsFunc(in.Timeline, func(a ruling.Act) bool { return a.Claim != nil && a.T == in.Claim.T }) {
			return // simultaneous claims are settled together
		}
		if r.Lacks != 0 {
			return // whether the claim came in time is what is open
		}
		bothFlags := in.Claim.Kind == rulebook.ClaimFlag && r.Games[in.Claim.By.Board()].Reason == rulebook.ReasonBothFlags
		if r.Verdict == rulebook.Discretion || r.Verdict == rulebook.Denied && !bothFlags {
			if r.Match != plain.Match || r.Games != plain.Games {
				t.Errorf("%s, %s: match %s %v, before %s %v\n%s", in.Claim.Kind, r.Verdict, r.Match, r.Games, plain.Match, plain.Games, describe(in))
			}
		}
	})
}

// What happens after the match is decided and has nothing to do with play does
// not change it.
func TestLaterActsDoNotUndoADecidedMatch(t *testing.T) {
	each(t, 20000, func(t *testing.T, s *source, in ruling.Incident) {
		in.Claim = nil
		before := rule(t, in)
		if before.Match == "continues" {
			return
		}
		later := in
		later.Timeline = append(slices.Clone(in.Timeline),
			ruling.Act{Kind: pick(s, []ruling.ActKind{ruling.ActBang, ruling.ActAnnoy, ruling.ActHideStock, ruling.ActKnockClock, ruling.ActOfferDraw}), By: ruling.ActorBA},
			ruling.Act{Kind: ruling.ActSpeak, By: ruling.ActorSpectator, Detail: ruling.WhyOther})
		if after := rule(t, later); after.Match != before.Match || after.Games != before.Games {
			t.Errorf("match %s %v became %s %v\n%s", before.Match, before.Games, after.Match, after.Games, describe(later))
		}
	})
}

func TestEveryRulingCitesItsRulebookOrSaysDiscretion(t *testing.T) {
	each(t, 20000, func(t *testing.T, _ *source, in ruling.Incident) {
		r := rule(t, in)
		for _, a := range r.Articles {
			id, ok := strings.CutPrefix(a, string(in.Book.Name())+" ")
			if _, known := in.Book.Article(id); !ok || !known {
				t.Errorf("%q is no article of %s\n%s", a, in.Book.Name(), describe(in))
			}
		}
		stated := r.Verdict == rulebook.None && len(r.Articles) == 0 && r.Match == "continues"
		if len(r.Articles) == 0 && r.Verdict != rulebook.Discretion && !stated {
			t.Errorf("%s without an article\n%s", r.Verdict, describe(in))
		}
		if (r.Verdict == rulebook.Discretion) != (r.Basis == rulebook.OfficialsCall) {
			t.Errorf("verdict %s on the basis %s\n%s", r.Verdict, r.Basis, describe(in))
		}
		if r.Verdict == rulebook.Discretion && len(r.Remedies) == 0 {
			t.Errorf("discretion without an option\n%s", describe(in))
		}
	})
}

// mirror turns an incident round: boards swapped, or colours swapped.
type mirror struct{ boards, colours bool }

func (m mirror) seat(s bughouse.Seat) bughouse.Seat {
	if m.boards {
		s ^= 2
	}
	if m.colours {
		s ^= 1
	}
	return s
}

func (m mirror) board(b bughouse.BoardID) bughouse.BoardID {
	if m.boards {
		return b.Other()
	}
	return b
}

func (m mirror) actor(a ruling.Actor) ruling.Actor {
	if s, ok := a.Seat(); ok {
		return ruling.Seated(m.seat(s))
	}
	return a
}

func (m mirror) square(s bughouse.Square) bughouse.Square {
	if m.colours && s < bughouse.NoSquare {
		return s ^ 56
	}
	return s
}

func (m mirror) man(man ruling.Man) ruling.Man {
	man.Square = m.square(man.Square)
	return man
}

func (m mirror) move(mv bughouse.Move) bughouse.Move {
	switch {
	case !m.colours:
		return mv
	case mv.IsDrop():
		return bughouse.NewDrop(mv.Dropped(), mv.To()^56)
	}
	return bughouse.NewMove(mv.From()^56, mv.To()^56, mv.Promotion())
}

func (m mirror) winner(w ruling.Winner) ruling.Winner {
	if m.colours && w != ruling.Nobody {
		return ruling.WhiteWins + ruling.BlackWins - w
	}
	return w
}

func (m mirror) setup(s bughouse.Setup) bughouse.Setup {
	if !m.colours {
		return s
	}
	out := s
	out.Dropped = 0
	for sq := range s.Board {
		man := s.Board[sq]
		if man != bughouse.NoPiece {
			flipped := bughouse.NewPiece(man.Color().Opponent(), man.Kind())
			if man.Promoted() {
				flipped = flipped.AsPromoted()
			}
			man = flipped
		}
		out.Board[sq^56] = man
		if s.Dropped.Has(bughouse.Square(sq)) {
			out.Dropped |= bughouse.SetOf(bughouse.Square(sq) ^ 56)
		}
	}
	out.Stock = [2]bughouse.Stock{s.Stock[1], s.Stock[0]}
	out.Turn = s.Turn.Opponent()
	out.Castling = s.Castling>>2 | s.Castling<<2&(bughouse.BlackHRook|bughouse.BlackARook)
	out.EnPassant = m.square(s.EnPassant)
	out.Unmoved = [2]bool{s.Unmoved[1], s.Unmoved[0]}
	return out
}

func (m mirror) claim(c *ruling.Claim) *ruling.Claim {
	if c == nil {
		return nil
	}
	out := *c
	out.By, out.Against = m.seat(c.By), m.actor(c.Against)
	return &out
}

func (m mirror) incident(in ruling.Incident) ruling.Incident {
	out := in
	for b := range in.Book.Boards() {
		from := in.Boards[b]
		from.Setup = m.setup(from.Setup)
		if from.Result != nil {
			from.Result = &ruling.Result{Winner: m.winner(from.Result.Winner), Reason: from.Result.Reason}
		}
		out.Boards[m.board(bughouse.BoardID(b))] = from
	}
	for s := bughouse.WA; s <= bughouse.BB; s++ {
		out.Clocks[m.seat(s)], out.Offences[m.seat(s)], out.Elsewhere[m.seat(s)] = in.Clocks[s], in.Offences[s], in.Elsewhere[s]
	}
	out.Timeline = slices.Clone(in.Timeline)
	for i := range out.Timeline {
		a := &out.Timeline[i]
		a.By, a.Move, a.Board, a.Claim, a.Man = m.actor(a.By), m.move(a.Move), m.board(a.Board), m.claim(a.Claim), m.man(a.Man)
		a.Result.Winner = m.winner(a.Result.Winner)
		a.Boards, a.With = slices.Clone(a.Boards), slices.Clone(a.With)
		for j := range a.Boards {
			a.Boards[j] = m.board(a.Boards[j])
		}
		for j := range a.With {
			a.With[j] = m.seat(a.With[j])
		}
	}
	out.Claim = m.claim(in.Claim)
	return out
}

func (m mirror) remedy(r ruling.Remedy) ruling.Remedy {
	switch r.Kind {
	case rulebook.RemovePiece, rulebook.Expel, rulebook.Refer, rulebook.RestartClocks:
	case rulebook.NewGame, rulebook.CorrectSetup, rulebook.MoveClock:
		r.Board = m.board(r.Board)
	default:
		r.Seat, r.Move = m.seat(r.Seat), m.move(r.Move)
		if r.Kind == rulebook.SamePiece {
			r.Man = m.man(r.Man)
		}
	}
	if r.Kind != rulebook.MoveStands {
		r.Move = 0
	}
	return r
}

func (m mirror) match(word string) string {
	swap := map[string]string{"T1": "T2", "T2": "T1", "W": "B", "B": "W"}
	if other, ok := swap[word]; ok && m.boards != m.colours {
		return other
	}
	return word
}

// The same incident with boards or colours swapped gets the mirrored ruling.
func TestMirroredIncidentsGetMirroredRulings(t *testing.T) {
	each(t, 12000, func(t *testing.T, s *source, in ruling.Incident) {
		m := mirror{boards: s.IntN(2) == 0 && in.Book.Boards() == 2, colours: s.IntN(2) == 0}
		if m.colours && in.Claim != nil && in.Claim.Kind == rulebook.ClaimWrongSetup {
			return // White moves first, so counting moves knows the colours apart
		}
		r, q := rule(t, in), rule(t, m.incident(in))
		mirrored := make([]ruling.Remedy, len(r.Remedies))
		for i, x := range r.Remedies {
			mirrored[i] = m.remedy(x)
		}
		same := r.Verdict == q.Verdict && m.match(r.Match) == q.Match && sameRemedies(mirrored, q.Remedies) &&
			slices.Equal(r.Open, q.Open) && r.Basis == q.Basis
		for b := range in.Book.Boards() {
			g := r.Games[b]
			g.Winner = m.winner(g.Winner)
			same = same && g == q.Games[m.board(bughouse.BoardID(b))]
		}
		for i := range r.Legality {
			same = same && r.Legality[i] == q.Legality[i]
		}
		if !same {
			t.Errorf("%+v\n%s %s %v %v\n%s %s %v %v\n%s", m, r.Verdict, r.Match, r.Remedies, r.Open, q.Verdict, q.Match, q.Remedies, q.Open, describe(in))
		}
	})
}
