package livegame

import (
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// Kind is what an act of a record says. Acts of the players have the words of the
// rulings format.
type Kind string

// The acts of a record.
const (
	ActTurn     Kind = "turn"      // a move, the clock press, and the captures handed over
	ActMove     Kind = "move"      // a move let go of; the clock press is still to come
	ActPress    Kind = "press"     // the clock press; captures reach the partner's stock
	ActPass     Kind = "pass"      // one captured piece is handed over
	ActDeclare  Kind = "declare"   // the promotion of the last move is named
	ActTakeBack Kind = "take-back" // the player takes the last move back on the board
	ActClocks   Kind = "clocks"    // only the clocks are set
	ActPosition Kind = "position"  // both boards are set up anew
	ActGoBack   Kind = "go-back"   // the record goes on from an earlier step
	ActEnd      Kind = "end"       // a ruling ends the game on a board, or the whole match
	ActReopen   Kind = "reopen"    // a later ruling lets a board play on
)

// Act is one act of a record, in the form in which it is stored as JSON.
type Act struct {
	Kind     Kind     `json:"act"`
	Seat     string   `json:"by,omitempty"`
	Move     string   `json:"move,omitempty"`     // UCI
	Piece    string   `json:"piece,omitempty"`    // P, N, B, R, Q
	AsMade   bool     `json:"as_made,omitempty"`  // recorded although it was illegal
	Position string   `json:"position,omitempty"` // BFEN
	To       int      `json:"to,omitempty"`       // the step to go on from, 0 for the start
	Ruling   bool     `json:"ruling,omitempty"`   // ordered by an official's ruling
	Incident int64    `json:"incident,omitempty"` // that the ruling is on
	Board    string   `json:"board,omitempty"`    // A or B, for an end; empty for the match
	End      BoardEnd `json:"end,omitzero"`       // how a ruling ended the board; the winner may be nobody
	Number   int      `json:"n,omitempty"`        // place among the acts of an electronic board, from 1
}

// NoClock marks a clock nobody knows.
const NoClock int64 = -1

// Clocks are the four clocks in milliseconds by seat WA, BA, WB, BB.
type Clocks [4]int64

// UnknownClocks are four clocks nobody knows.
var UnknownClocks = Clocks{NoClock, NoClock, NoClock, NoClock}

// With returns the clocks with the known ones of news put in.
func (c Clocks) With(news Clocks) Clocks {
	for seat, ms := range news {
		if ms != NoClock {
			c[seat] = ms
		}
	}
	return c
}

// StoredAct is an act of a record as it came in. Acts are only ever added; Seq
// counts them per match from 1.
type StoredAct struct {
	EventID int64
	MatchID int64
	Seq     int
	At      time.Time
	ByName  string
	Act     Act
	Clocks  *Clocks // known after it, nil for none
	Source  string  // desk, import, ruling, or the name of an electronic board
	OuterID *string // the source's own name for the act
}

// NewAct is an act with the clocks it tells, to be stored; the store gives it its
// match, number and time.
func NewAct(act Act, clocks Clocks, byName, source string) StoredAct {
	a := StoredAct{ByName: byName, Source: source, Act: act}
	if clocks != UnknownClocks {
		a.Clocks = &clocks
	}
	return a
}

// KnownClocks are the clocks that the act tells, the others unknown.
func (a *StoredAct) KnownClocks() Clocks {
	if a.Clocks == nil {
		return UnknownClocks
	}
	return *a.Clocks
}

// Apply carries the act out on a match and returns what it came to in acts of
// package bughouse. On an error the match may have changed: callers work on a copy.
func (a Act) Apply(m *bughouse.Match) ([]bughouse.Act, error) {
	seat, err := bughouse.ParseSeat(a.Seat)
	if err != nil {
		return nil, err
	}
	act := bughouse.Act{Seat: seat}
	switch a.Kind {
	case ActTurn, ActMove:
		return a.applyMove(m, act)
	case ActPress:
		return press(m, seat, nil)
	case ActPass, ActDeclare:
		act.Kind = bughouse.ActPass
		if a.Kind == ActDeclare {
			act.Kind = bughouse.ActDeclare
		}
		k, ok := PieceOf(a.Piece)
		if !ok {
			return nil, fmt.Errorf("%q is not a piece: expected one of P, N, B, R, Q", a.Piece)
		}
		act.Piece = k
	case ActTakeBack:
		act.Kind = bughouse.ActTakeBack
	default:
		return nil, fmt.Errorf("there is no act %q", a.Kind)
	}
	return []bughouse.Act{act}, m.Apply(act)
}

func (a Act) applyMove(m *bughouse.Match, act bughouse.Act) ([]bughouse.Act, error) {
	var err error
	if act.Move, err = bughouse.ParseUCI(a.Move); err != nil {
		return nil, err
	}
	switch {
	case a.AsMade:
		act.Kind = bughouse.ActMade
	case a.Kind == ActMove:
		act.Kind = bughouse.ActRelease
	}
	if err := m.Apply(act); err != nil {
		return nil, err
	}
	if a.AsMade && a.Kind == ActTurn {
		return press(m, act.Seat, []bughouse.Act{act})
	}
	return []bughouse.Act{act}, nil
}

// press starts the opponent's clock and hands over everything that was captured.
func press(m *bughouse.Match, seat bughouse.Seat, acts []bughouse.Act) ([]bughouse.Act, error) {
	acts = append(acts, bughouse.Act{Seat: seat, Kind: bughouse.ActPress})
	m.Press(seat)
	hand := m.InHand(seat)
	m.PassAll(seat)
	for k := bughouse.Pawn; k <= bughouse.Queen; k++ {
		for range hand[k] {
			acts = append(acts, bughouse.Act{Seat: seat, Kind: bughouse.ActPass, Piece: k})
		}
	}
	return acts, nil
}

// PieceOf reads a piece letter; kings are never handed over.
func PieceOf(letter string) (piece bughouse.Kind, ok bool) {
	if len(letter) != 1 {
		return bughouse.NoKind, false
	}
	k, ok := bughouse.KindOf(letter[0])
	return k, ok && k != bughouse.King
}
