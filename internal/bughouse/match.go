package bughouse

import (
	"errors"
	"fmt"
	"slices"
)

// Match is both boards and the pieces on their way from one to the other. A
// captured man stays with its capturer until it is handed over; one handed over
// before it may be used lies in the partner's early stock. Clocks, results and
// flags are the caller's. A Match is a value: a copy can be played on without
// touching the original.
type Match struct {
	boards  [2]Position
	taken   [seats]Stock // captured, may be handed over, still with the capturer
	fresh   [seats]Stock // captured by a move whose clock press is still to come
	waiting [seats]bool  // a released move without its clock press
	last    [2]*Ply      // the last move on each board, leading back to those before it
}

// Ply is one move made on a board of a match.
type Ply struct {
	Seat     Seat
	Move     Move
	Captured Piece  // the man taken, NoPiece without one
	Illegal  Reason // why the move was illegal, if it was carried out all the same
	before   Position
	early    bool // the drop used a piece that was not yet to be used
	previous *Ply // shared between copies of a match, never changed
}

// NewMatch returns the start of a match under the rules.
func NewMatch(rules Rules) Match {
	return Match{boards: [2]Position{Start(rules), Start(rules)}}
}

// MatchFrom returns a match that goes on from two positions.
func MatchFrom(a, b Position) Match { return Match{boards: [2]Position{a, b}} }

// ParseMatch reads a BFEN under the rules.
func ParseMatch(text string, rules Rules) (Match, error) {
	setups, err := ParseBFEN(text)
	if err != nil {
		return Match{}, err
	}
	var m Match
	for id, setup := range setups {
		if m.boards[id], err = setup.Position(rules); err != nil {
			return Match{}, fmt.Errorf("board %v: %w", BoardID(id), err)
		}
	}
	return m, nil
}

// BFEN writes both boards; pieces still with their capturers are not in it.
func (m *Match) BFEN() string { return FormatBFEN(&m.boards[A], &m.boards[B]) }

// Board returns the position of a board.
func (m *Match) Board(b BoardID) *Position { return &m.boards[b&1] }

// InHand returns the captured pieces a seat has not handed over yet.
func (m *Match) InHand(s Seat) Stock { return m.taken[s].Plus(m.fresh[s]) }

// AwaitsPress reports whether a seat has released a move and not pressed its clock.
func (m *Match) AwaitsPress(s Seat) bool { return m.waiting[s] }

// Plies returns the moves made on a board, in order.
func (m *Match) Plies(b BoardID) []Ply {
	var plies []Ply
	for ply := m.last[b&1]; ply != nil; ply = ply.previous {
		plies = append(plies, *ply)
	}
	slices.Reverse(plies)
	return plies
}

// played returns the number of moves made on a board.
func (m *Match) played(b BoardID) (n int) {
	for ply := m.last[b]; ply != nil; ply = ply.previous {
		n++
	}
	return n
}

// LastMove returns the last move made on a board.
func (m *Match) LastMove(b BoardID) (Ply, bool) {
	if last := m.last[b&1]; last != nil {
		return *last, true
	}
	return Ply{}, false
}

// Over reports whether the position on a board ends the game there, and whether
// drawn. A position that arose by an illegal move ends nothing (TR3 18, FIDEX 19,
// USCF 8): the move may still be claimed.
func (m *Match) Over(b BoardID) (over, drawn bool) {
	p := &m.boards[b&1]
	last, known := m.LastMove(b)
	if known && last.Illegal != Legal || !known && p.OpponentInCheck() {
		return false, false
	}
	return p.rules.Ends(p.Status())
}

// Occurrences returns how often the position on a board has stood there since
// the match was set up: in all, and since the last drop on that board.
func (m *Match) Occurrences(b BoardID) (all, sinceDrop int) {
	var r Repetition
	byDrop := false
	for _, ply := range m.Plies(b) {
		r.Add(&ply.before, byDrop)
		byDrop = ply.Move.IsDrop()
	}
	r.Add(&m.boards[b&1], byDrop)
	return r.Occurrences()
}

// IllegalError is an illegal move: who, what, and the first reason against it.
type IllegalError struct {
	Seat   Seat
	Move   Move
	Reason Reason
}

func (e *IllegalError) Error() string {
	return fmt.Sprintf("%v %v is illegal: %s", e.Seat, e.Move, e.Reason)
}

// Legal judges a move of a seat; whether the game is over is the caller's to know.
func (m *Match) Legal(s Seat, move Move) Reason {
	board := &m.boards[s.Board()]
	if board.turn != s.Color() {
		return NotYourTurn
	}
	return board.Legal(move)
}

// Play makes a legal move and lets go of the man: the position changes and the
// turn passes, the clock press is still to come. An illegal move changes nothing
// and returns an *IllegalError.
func (m *Match) Play(s Seat, move Move) error {
	if reason := m.Legal(s, move); reason != Legal {
		return &IllegalError{s, move, reason}
	}
	m.record(s, Ply{Seat: s, Move: move})
	return nil
}

// PlayAsMade makes a move as the player has made it, legal or not, and returns
// the reason against it.
func (m *Match) PlayAsMade(s Seat, move Move) Reason {
	reason := m.Legal(s, move)
	m.record(s, Ply{Seat: s, Move: move, Illegal: reason, early: reason == NotYetPassable})
	return reason
}

func (m *Match) record(s Seat, ply Ply) {
	b := s.Board()
	ply.before = m.boards[b]
	if ply.Illegal == Legal {
		ply.Captured = m.boards[b].play(ply.Move)
	} else {
		ply.Captured = m.boards[b].MakeAsPlayed(s.Color(), ply.Move)
	}
	ply.previous = m.last[b]
	m.last[b] = &ply
	m.waiting[s] = true
	m.receive(s, ply.Captured)
}

// receive puts a captured man where the rules want it.
func (m *Match) receive(s Seat, captured Piece) {
	if captured == NoPiece || captured.Kind() == King {
		return
	}
	board := &m.boards[s.Board()]
	k := board.rules.stockOf(captured)
	switch {
	case board.rules.CapturesToOpponent:
		board.stock[captured.Color()].Add(k, 1)
	case board.rules.PassFrom == PassFromMove:
		m.stockOfPartner(s).Add(k, 1)
	case board.rules.PassFrom == PassFromRelease:
		m.taken[s].Add(k, 1)
	default:
		m.fresh[s].Add(k, 1)
	}
}

func (m *Match) stockOfPartner(s Seat) *Stock {
	return &m.boards[s.Partner().Board()].stock[s.Partner().Color()]
}

func (m *Match) earlyStockOfPartner(s Seat) *Stock {
	return &m.boards[s.Partner().Board()].early[s.Partner().Color()]
}

// Press starts the opponent's clock: it completes the seat's move, if one waits
// for it, and makes its captures free to be used.
func (m *Match) Press(s Seat) {
	m.waiting[s] = false
	m.taken[s] = m.taken[s].Plus(m.fresh[s])
	m.fresh[s] = Stock{}
	stock, early := m.stockOfPartner(s), m.earlyStockOfPartner(s)
	*stock = stock.Plus(*early)
	*early = Stock{}
}

// Pass hands a captured piece to the partner. Handed over before it may be, it
// lies in the partner's early stock until the clock is pressed, and early is true.
func (m *Match) Pass(s Seat, k Kind) (early bool, err error) {
	switch k %= kinds; {
	case m.taken[s][k] > 0:
		m.taken[s][k]--
		m.stockOfPartner(s).Add(k, 1)
		return false, nil
	case m.fresh[s][k] > 0:
		m.fresh[s][k]--
		m.earlyStockOfPartner(s).Add(k, 1)
		return true, nil
	}
	return false, fmt.Errorf("%v has no captured %v to hand over", s, k)
}

// PassAll hands over everything the seat may hand over.
func (m *Match) PassAll(s Seat) {
	stock := m.stockOfPartner(s)
	*stock = stock.Plus(m.taken[s])
	m.taken[s] = Stock{}
}

// PlayThrough makes a whole turn: the move, the clock press, and handing over
// what was captured.
func (m *Match) PlayThrough(s Seat, move Move) error {
	if err := m.Play(s, move); err != nil {
		return err
	}
	m.Press(s)
	m.PassAll(s)
	return nil
}

// Declare names the promotion of the last move of a seat.
func (m *Match) Declare(s Seat, k Kind) error {
	last, ok := m.LastMove(s.Board())
	if !ok || last.Seat != s || last.Move.IsDrop() || !m.boards[s.Board()].Declare(last.Move.To(), k) {
		return fmt.Errorf("%v has no promotion to a %v to declare", s, k)
	}
	last.Move = last.Move.WithPromotion(k)
	m.last[s.Board()] = &last
	return nil
}

// Errors of TakeBack.
var (
	ErrNothingToTakeBack = errors.New("the last move on the board is not this player's")
	ErrCaptureUsed       = errors.New("the captured piece has been used on the other board")
)

// TakeBack undoes the seat's last move, which must be the last one on its board,
// and fetches the captured piece back from wherever it has got to. If the
// partner has already dropped it nothing changes.
func (m *Match) TakeBack(s Seat) error {
	last, ok := m.LastMove(s.Board())
	if !ok || last.Seat != s {
		return ErrNothingToTakeBack
	}
	if !m.fetchBack(s, last.Captured) {
		return ErrCaptureUsed
	}
	board := &m.boards[s.Board()]
	stock, early := board.stock, board.early
	if k := last.Move.Dropped(); k != NoKind && last.before.stock[s.Color()].Plus(last.before.early[s.Color()])[k] > 0 {
		if last.early && m.waiting[s.Partner()] {
			early[s.Color()].Add(k, 1)
		} else {
			stock[s.Color()].Add(k, 1)
		}
	}
	*board = last.before
	board.stock, board.early = stock, early
	m.last[s.Board()] = last.previous
	m.waiting[s] = false
	return nil
}

func (m *Match) fetchBack(s Seat, captured Piece) bool {
	if captured == NoPiece || captured.Kind() == King {
		return true
	}
	board := &m.boards[s.Board()]
	k := board.rules.stockOf(captured)
	places := []*Stock{&m.fresh[s], &m.taken[s], m.earlyStockOfPartner(s), m.stockOfPartner(s)}
	if board.rules.CapturesToOpponent {
		places = []*Stock{&board.stock[captured.Color()]}
	}
	for _, stock := range places {
		if stock[k] > 0 {
			stock[k]--
			return true
		}
	}
	return false
}
