package bughouse_test

import (
	"maps"
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// agree checks one position against the second opinion: the moves, what each
// does to the board, the keys, and that every move is judged as it is generated.
// It returns the legal moves.
func agree(t testing.TB, p *Position) []Move {
	t.Helper()
	o := newOracle(p)
	want := o.moves()
	moves := p.Moves(nil)
	got := map[Move]bool{}
	for _, m := range moves {
		if got[m] {
			t.Fatalf("%s: %v is generated twice", p.FEN(), m)
		}
		got[m] = true
	}
	if !maps.Equal(want, got) {
		t.Fatalf("%s %+v (-want +got):\n%s", p.FEN(), p.Rules(), cmp.Diff(want, got))
	}
	if p.MoveCount() != len(moves) {
		t.Fatalf("%s: %d moves counted, %d generated", p.FEN(), p.MoveCount(), len(moves))
	}
	before := *p
	for _, m := range moves {
		next := *p
		if _, ok := next.Make(m); !ok {
			t.Fatalf("%s: %v is generated and then refused: %s", p.FEN(), m, p.Legal(m))
		}
		after := o
		after.make(m)
		sameBoard(t, &next, after, m)
		scratch := expect.Must(next.Setup().AsFound(p.Rules()))(t)
		if scratch.Key() != next.Key() || scratch.Hash() != next.Hash() {
			t.Fatalf("%s: after %v the key differs from the one from scratch", p.FEN(), m)
		}
	}
	if before != *p {
		t.Fatalf("%s: making moves on copies changed the original", p.FEN())
	}
	return moves
}

func sameBoard(t testing.TB, p *Position, o oracle, m Move) {
	t.Helper()
	got := newOracle(p)
	if o.Setup != got.Setup {
		t.Fatalf("after %v (-want +got):\n%s", m, cmp.Diff(o.Setup, got.Setup))
	}
}

// allMoves is every move that can be written down.
func allMoves() []Move {
	var moves []Move
	for i := range 64 {
		for k := Pawn; k <= King; k++ {
			moves = append(moves, NewDrop(k, Square(i)))
		}
		for j := range 64 {
			for k := NoKind; k <= King; k++ {
				moves = append(moves, NewMove(Square(i), Square(j), k))
			}
		}
	}
	return moves
}

// judged checks that Legal allows exactly the generated moves and undeclared promotions.
func judged(t testing.TB, p *Position, all []Move) {
	t.Helper()
	legal := map[Move]bool{}
	for _, m := range p.Moves(nil) {
		legal[m] = true
		if m.Promotion() != NoKind && !p.Rules().DeclarePromotion {
			legal[m.WithPromotion(NoKind)] = true
		}
	}
	for _, m := range all {
		if reason := p.Legal(m); (reason == Legal) != legal[m] {
			t.Fatalf("%s %+v: %v is judged %q, generated: %v", p.FEN(), p.Rules(), m, reason, legal[m])
		}
	}
}

func randomRules(r *rand.Rand) Rules {
	coin := func() bool { return r.Intn(3) == 0 }
	rules := Rules{
		NoQueenDrops: coin(), NoCastling: coin(), DroppedRookCastles: coin(), NoDroppedPawnTwoStep: coin(),
		SwappedCastling: coin(), DeclarePromotion: coin(), KingPlacement: r.Intn(10) == 0,
		CapturesToOpponent: coin(), PassFrom: PassFrom(r.Intn(3)), PromotedKeepKind: coin(),
	}
	return rules
}

func TestRandomMatchesAgainstTheOracle(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	all := allMoves()
	games := 60
	if testing.Short() {
		games = 8
	}
	for range games {
		m := NewMatch(randomRules(r))
		for range 120 {
			b := BoardID(r.Intn(2))
			p := m.Board(b)
			moves := agree(t, p)
			if r.Intn(20) == 0 {
				judged(t, p, all)
			}
			if len(moves) == 0 {
				continue
			}
			expect.OK(t, m.PlayThrough(SeatAt(b, p.Turn()), moves[r.Intn(len(moves))]))
		}
	}
}

// randomSetup strews men over the board: positions no game would reach.
func randomSetup(r *rand.Rand) Setup {
	s := NewSetup()
	s.Turn = Color(r.Intn(2))
	for range r.Intn(40) {
		k := Kind(1 + r.Intn(5))
		rank := r.Intn(8)
		if k == Pawn {
			rank = 1 + r.Intn(6)
		}
		man := NewPiece(Color(r.Intn(2)), k)
		if k != Pawn && r.Intn(4) == 0 {
			man = man.AsPromoted()
		}
		s.Board[SquareAt(r.Intn(8), rank)] = man
	}
	for c := White; c <= Black; c++ {
		king := Square(r.Intn(64))
		if r.Intn(2) == 0 {
			king = SquareAt(3+r.Intn(2), 7*int(c))
			for _, corner := range []Square{SquareAt(0, 7*int(c)), SquareAt(7, 7*int(c))} {
				s.Board[corner] = NewPiece(c, Rook)
			}
		}
		s.Board[king] = NewPiece(c, King)
		s.Stock[c] = Stock{Pawn: uint8(r.Intn(3)), Knight: uint8(r.Intn(2)), Bishop: uint8(r.Intn(2)), Rook: uint8(r.Intn(2)), Queen: uint8(r.Intn(2))}
		s.Unmoved[c] = r.Intn(2) == 0
	}
	s.Castling = CastlingRights(r.Intn(16))
	s.Dropped = SquareSet(r.Uint64() & r.Uint64())
	s.EnPassant = SquareAt(r.Intn(8), 2+3*r.Intn(2))
	return s
}

func TestRandomSetupsAgainstTheOracle(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	all := allMoves()
	boards := 6000
	if testing.Short() {
		boards = 300
	}
	for i := range boards {
		p, err := randomSetup(r).AsFound(randomRules(r))
		if err != nil {
			continue // a second king stood in the way of the first
		}
		agree(t, &p)
		if i%20 == 0 {
			judged(t, &p, all)
		}
	}
}

// Kings with nowhere to go, told mate, waiting or stalemate by the definitions.
func TestStatusAgainstTheOracle(t *testing.T) {
	r := rand.New(rand.NewSource(13))
	wanted := 400
	if testing.Short() {
		wanted = 80
	}
	seen := map[Status]int{}
	for stuck := 0; stuck < wanted; {
		s := randomSetup(r)
		s.Stock = [2]Stock{}
		if r.Intn(4) == 0 {
			s.Stock[s.Turn] = Stock{Pawn: 1}
		}
		if r.Intn(2) == 0 { // a bare king runs out of moves without being in check
			for i, man := range s.Board {
				if man != NoPiece && man.Color() == s.Turn && man.Kind() != King {
					s.Board[i] = NoPiece
				}
			}
		}
		rules := randomRules(r)
		rules.KingPlacement = false
		rules.MateTest = MateTest(r.Intn(4))
		p, err := s.AsFound(rules)
		if err != nil || p.MoveCount() > 0 {
			continue
		}
		stuck++
		o := newOracle(&p)
		want := o.status()
		seen[want]++
		if got := p.Status(); got != want {
			t.Fatalf("%s %+v: %s, want %s", p.FEN(), rules, got, want)
		}
		if got, want := p.LegalWithPotentialStock(), o.suppliedMoves() > 0; got != want {
			t.Fatalf("%s %+v: legal with potential stock %v, want %v", p.FEN(), rules, got, want)
		}
	}
	for _, s := range []Status{AwaitingBlock, Checkmate, AwaitingPiece, Stalemate} {
		expect.True(t, seen[s] != 0, "no position is %s", s)
	}
}
