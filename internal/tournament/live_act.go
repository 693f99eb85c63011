package tournament

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// LiveKind is what an entry of a live record says. Acts of the players have the
// words of the rulings format.
type LiveKind string

const (
	LiveTurn     LiveKind = "turn"      // a move, the clock press, and the captures handed over
	LiveMove     LiveKind = "move"      // a move let go of; the clock press is still to come
	LivePress    LiveKind = "press"     // the clock press; captures reach the partner's stock
	LivePass     LiveKind = "pass"      // one captured piece is handed over
	LiveDeclare  LiveKind = "declare"   // the promotion of the last move is named
	LiveTakeBack LiveKind = "take-back" // the player takes the last move back on the board
	LiveClocks   LiveKind = "clocks"    // only the clocks are set
	LivePosition LiveKind = "position"  // both boards are set up anew
	LiveGoBack   LiveKind = "go-back"   // the record goes on from an earlier step
	LiveEnd      LiveKind = "end"       // a ruling ends the game on a board, or the whole match
	LiveReopen   LiveKind = "reopen"    // a later ruling lets a board play on
)

// LiveAct is one entry of a live record as it is stored.
type LiveAct struct {
	Kind     LiveKind `json:"act"`
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

// with returns the clocks with the known ones of news put in.
func (c Clocks) with(news Clocks) Clocks {
	for seat, ms := range news {
		if ms != NoClock {
			c[seat] = ms
		}
	}
	return c
}

// LiveEntry is a row of a live record: an act as it came in. Rows are only ever
// added; Seq counts them per match from 1.
type LiveEntry struct {
	EventID int64
	MatchID int64
	Seq     int
	At      time.Time
	ByName  string
	Act     json.RawMessage // a LiveAct
	Clocks  json.RawMessage // Clocks known after it, null for none
	Source  string          // desk, import, ruling, or the name of an electronic board
	OuterID *string         // the source's own name for the act
}

func (e *LiveEntry) read() (LiveAct, Clocks, error) {
	var act LiveAct
	clocks := UnknownClocks
	if err := json.Unmarshal(e.Act, &act); err != nil {
		return act, clocks, fmt.Errorf("read entry %d of match %d: %w", e.Seq, e.MatchID, err)
	}
	if len(e.Clocks) > 0 {
		if err := json.Unmarshal(e.Clocks, &clocks); err != nil {
			return act, clocks, fmt.Errorf("read the clocks of entry %d of match %d: %w", e.Seq, e.MatchID, err)
		}
	}
	return act, clocks, nil
}

// newEntry writes an act and the clocks it tells as a row; the store gives the
// row its match, number and time.
func newEntry(act LiveAct, clocks Clocks, byName, source string) (LiveEntry, error) {
	e := LiveEntry{ByName: byName, Source: source}
	var err error
	if e.Act, err = json.Marshal(act); err != nil {
		return e, fmt.Errorf("write the act: %w", err)
	}
	if clocks != UnknownClocks {
		if e.Clocks, err = json.Marshal(clocks); err != nil {
			return e, fmt.Errorf("write the clocks: %w", err)
		}
	}
	return e, nil
}

// apply carries the act out on a match and returns what it came to in acts of
// package bughouse. On an error the match may have changed: callers work on a copy.
func (a LiveAct) apply(m *bughouse.Match) ([]bughouse.Act, error) {
	seat, err := bughouse.ParseSeat(a.Seat)
	if err != nil {
		return nil, err
	}
	act := bughouse.Act{Seat: seat}
	switch a.Kind {
	case LiveTurn, LiveMove:
		return a.applyMove(m, act)
	case LivePress:
		return press(m, seat, nil)
	case LivePass, LiveDeclare:
		act.Kind = bughouse.ActPass
		if a.Kind == LiveDeclare {
			act.Kind = bughouse.ActDeclare
		}
		k, ok := kindOf(a.Piece)
		if !ok {
			return nil, fmt.Errorf("%q is not a piece: expected one of P, N, B, R, Q", a.Piece)
		}
		act.Piece = k
	case LiveTakeBack:
		act.Kind = bughouse.ActTakeBack
	default:
		return nil, fmt.Errorf("there is no act %q", a.Kind)
	}
	return []bughouse.Act{act}, m.Apply(act)
}

func (a LiveAct) applyMove(m *bughouse.Match, act bughouse.Act) ([]bughouse.Act, error) {
	var err error
	if act.Move, err = bughouse.ParseUCI(a.Move); err != nil {
		return nil, err
	}
	switch {
	case a.AsMade:
		act.Kind = bughouse.ActMade
	case a.Kind == LiveMove:
		act.Kind = bughouse.ActRelease
	}
	if err := m.Apply(act); err != nil {
		return nil, err
	}
	if a.AsMade && a.Kind == LiveTurn {
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

// kindOf reads a piece letter; kings are never handed over.
func kindOf(letter string) (bughouse.Kind, bool) {
	if len(letter) != 1 {
		return bughouse.NoKind, false
	}
	k, ok := bughouse.KindOf(letter[0])
	return k, ok && k != bughouse.King
}
