package ruling_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// source makes random incidents: boards from the public cases, acts and claims of
// every kind, most moves legal, some not, in any order a record may have.
type source struct {
	*rand.Rand
	boards map[int][]ruling.Board // by number of boards of the rulebook
}

func newSource(t testing.TB, seed uint64) *source {
	s := &source{rand.New(rand.NewPCG(seed, 1)), map[int][]ruling.Board{}}
	for _, c := range readFile(t, "cases.json") {
		n := c.Book.Boards()
		for b := range n {
			s.boards[n] = append(s.boards[n], c.Boards[b])
		}
	}
	return s
}

func pick[T any](s *source, list []T) T { return list[s.IntN(len(list))] }

func (s *source) incident() ruling.Incident {
	in := ruling.Incident{Book: pick(s, rulebook.All()), CallsAgreed: s.IntN(4) == 0, Unordered: s.IntN(6) == 0}
	n := in.Book.Boards()
	var at [2]bughouse.Position
	for b := range n {
		in.Boards[b] = pick(s, s.boards[n])
		at[b], _ = in.Boards[b].Setup.AsFound(bughouse.Rules{})
	}
	for seat := range in.Clocks {
		in.Clocks[seat] = int64(s.IntN(8)) * 50_000
		in.Offences[seat] = ruling.Offences{"hand": s.IntN(3), "displace-press": s.IntN(4), "partner-board": s.IntN(2), "hide-stock": s.IntN(2)}
		in.Elsewhere[seat] = ruling.Offences{"hand": s.IntN(2), "displace-press": s.IntN(2), "hide-stock": s.IntN(3) / 2}
	}
	var t int64
	for range s.IntN(9) {
		a := s.act(n, &at, in.Timeline)
		if t += int64(s.IntN(3)) * 100; s.IntN(2) == 0 {
			a.T = ruling.At(t)
		}
		if a.Claim != nil {
			a.Claim.T = a.T
		}
		in.Timeline = append(in.Timeline, a)
	}
	if s.IntN(6) > 0 {
		in.Claim = s.claim(n)
		if s.IntN(2) == 0 {
			in.Claim.T = ruling.At(t)
		}
	}
	return in
}

func (s *source) seat(boards int) bughouse.Seat { return bughouse.Seat(s.IntN(2 * boards)) }

func (s *source) kind() bughouse.Kind { return bughouse.Pawn + bughouse.Kind(s.IntN(5)) }

// plain are the acts without fields, each as likely as the others.
var plain = []ruling.ActKind{
	ruling.ActAnnounceMate, ruling.ActTakeKing, ruling.ActFlag, ruling.ActOfferDraw, ruling.ActAcceptDraw, ruling.ActRefuseDraw,
	ruling.ActResign, ruling.ActHideStock, ruling.ActShowStock, ruling.ActTwoHands, ruling.ActOtherHand, ruling.ActDisplace,
	ruling.ActRestore, ruling.ActOffBoard, ruling.ActAbuse, ruling.ActTelephone, ruling.ActLate, ruling.ActKnockClock, ruling.ActSwapClock, ruling.ActBang, ruling.ActAnnoy, ruling.ActTakeBack,
}

var details = map[ruling.ActKind][]ruling.Detail{
	ruling.ActPartnerBoard: {ruling.HowPoint, ruling.HowTouch, ruling.HowMove, ruling.HowPress},
	ruling.ActHover:        {ruling.OverBoard, ruling.OverClock},
	ruling.ActTouchClock:   {ruling.WhyStraighten, ruling.WhyRepunch, ruling.WhyOther},
	ruling.ActSpeak:        {ruling.AboutIllegalMove, ruling.AboutFlag, ruling.AboutAdvice, ruling.AboutSit, ruling.WhyOther},
}

func (s *source) act(boards int, at *[2]bughouse.Position, before []ruling.Act) ruling.Act {
	seat := s.seat(boards)
	a := ruling.Act{By: ruling.Seated(seat)}
	switch s.IntN(12) {
	case 0, 1, 2, 3, 4:
		if s.IntN(5) > 0 { // mostly the player whose turn it is
			b := bughouse.BoardID(s.IntN(boards))
			seat = bughouse.SeatAt(b, at[b].Turn())
			a.By = ruling.Seated(seat)
		}
		p := &at[seat.Board()]
		a.Kind, a.Move = ruling.ActMove, s.move(p)
		a.Held, a.Accidental = s.IntN(10) == 0, s.IntN(10) == 0
		if a.Move.IsDrop() && s.IntN(4) == 0 {
			a.Handed = ruling.Handed(s.IntN(3))
		}
		if !a.Held {
			p.MakeAsPlayed(seat.Color(), a.Move)
		}
	case 5, 6:
		a.Kind = ruling.ActPress
		if len(before) > 0 && s.IntN(4) > 0 {
			if by, ok := before[len(before)-1].By.Seat(); ok {
				a.By = ruling.Seated(by)
			}
		}
	case 7:
		a.Kind, a.Piece = pick(s, []ruling.ActKind{ruling.ActPass, ruling.ActWithhold}), s.kind()
	case 8:
		a.Kind = pick(s, []ruling.ActKind{ruling.ActPartnerBoard, ruling.ActHover, ruling.ActTouchClock, ruling.ActSpeak})
		a.Detail = pick(s, details[a.Kind])
		if a.Kind == ruling.ActSpeak && s.IntN(2) == 0 {
			a.By = ruling.ActorDirector + ruling.Actor(s.IntN(3))
		}
	case 9:
		s.rarer(&a, boards)
	default:
		a.Kind = pick(s, plain)
	}
	return a
}

// rarer fills in acts with fields of their own.
func (s *source) rarer(a *ruling.Act, boards int) {
	b := bughouse.BoardID(s.IntN(boards))
	switch s.IntN(8) {
	case 0:
		a.Kind, a.Man = ruling.ActTouch, ruling.Man{Square: bughouse.Square(s.IntN(64))}
	case 1:
		a.Kind, a.Piece = ruling.ActDeclare, bughouse.Knight+bughouse.Kind(s.IntN(4))
	case 2:
		a.By, a.Kind, a.Board = 0, ruling.ActEnd, b
		a.Result = ruling.Result{Winner: ruling.Winner(s.IntN(3)), Reason: pick(s, rulebook.Reasons())}
		if a.Result.Reason == rulebook.ReasonNoClock {
			a.Result.Winner = ruling.Nobody
		}
	case 3:
		a.By, a.Kind, a.Board = 0, ruling.ActNoClock, b
	case 4:
		a.Kind, a.Boards = ruling.ActStopClocks, []bughouse.BoardID{b}
		if boards == 2 && s.IntN(2) == 0 {
			a.Boards = []bughouse.BoardID{bughouse.A, bughouse.B}
		}
		if by, ok := a.By.Seat(); ok && boards == 2 && s.IntN(2) == 0 {
			a.With = []bughouse.Seat{by.Partner()}
		}
		if s.IntN(4) == 0 {
			a.By, a.With = ruling.ActorDirector, nil
		}
	case 5:
		a.Kind, a.By = ruling.ActLiftClock, ruling.ActorDirector
	case 6:
		a.Kind, a.Claim = ruling.ActClaim, s.claim(boards)
		a.By = ruling.Seated(a.Claim.By)
	case 7:
		a.By, a.Kind = 0, ruling.ActOrderUnknown
	}
}

func (s *source) move(p *bughouse.Position) bughouse.Move {
	var buf [256]bughouse.Move
	if moves := p.Moves(buf[:0]); len(moves) > 0 && s.IntN(4) > 0 {
		m := pick(s, moves)
		if m.Promotion() != bughouse.NoKind && s.IntN(3) == 0 {
			m = m.WithPromotion(bughouse.NoKind)
		}
		return m
	}
	if s.IntN(3) == 0 {
		return bughouse.NewDrop(s.kind(), bughouse.Square(s.IntN(64)))
	}
	return bughouse.NewMove(bughouse.Square(s.IntN(64)), bughouse.Square(s.IntN(64)), bughouse.NoKind)
}

func (s *source) claim(boards int) *ruling.Claim {
	c := &ruling.Claim{By: s.seat(boards), Kind: pick(s, rulebook.Claims()).Kind, Silent: s.IntN(5) == 0, Running: s.IntN(5) == 0}
	if s.IntN(4) == 0 {
		c.Named = true
		if c.Against = ruling.Actor(s.IntN(7)); boards == 1 && (c.Against == ruling.ActorWB || c.Against == ruling.ActorBB) {
			c.Against = ruling.ActorSpectator
		}
	}
	officials := []rulebook.Official{rulebook.Director, rulebook.SectionChief, rulebook.Chief}
	c.Piece, c.To, c.DecidedBy = s.kind(), pick(s, officials), pick(s, officials)
	return c
}

// each runs a property on random incidents.
func each(t *testing.T, n int, property func(t *testing.T, s *source, in ruling.Incident)) {
	t.Helper()
	if testing.Short() {
		n /= 10
	}
	s := newSource(t, 20260101)
	for i := range n {
		property(t, s, s.incident())
		expect.MustTrue(t, !t.Failed(), "incident %d", i)
	}
}

func sameRemedies(a, b []ruling.Remedy) bool {
	for _, r := range a {
		if !slices.Contains(b, r) {
			return false
		}
	}
	for _, r := range b {
		if !slices.Contains(a, r) {
			return false
		}
	}
	return true
}

func sameRuling(a, b ruling.Ruling) bool {
	return a.Verdict == b.Verdict && a.Match == b.Match && sameRemedies(a.Remedies, b.Remedies)
}
