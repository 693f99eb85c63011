package bughouse

import (
	"fmt"
	"strings"
)

// ActKind is what a player does in a match, as far as the boards are concerned.
type ActKind uint8

const (
	ActTurn     ActKind = iota // a whole turn: move, clock press, captures handed over
	ActRelease                 // a move let go of; the clock press comes by itself
	ActMade                    // a move as made, legal or not, let go of
	ActPress                   // the clock press
	ActPass                    // a captured piece is handed over
	ActDeclare                 // the promotion of the last move is named
	ActTakeBack                // the last move is undone
)

var actWords = [...]string{"", "release", "made", "press", "pass", "declare", "take-back"}

// Act is one entry of a match's log. Its text form is the seat and what it does:
// "WA e2e4" for a whole turn, "WA release e2e4", "WA made e2e5", "BB press",
// "WA pass N", "WA declare Q", "BA take-back".
type Act struct {
	Seat  Seat
	Kind  ActKind
	Move  Move // ActTurn, ActRelease, ActMade
	Piece Kind // ActPass, ActDeclare
}

func (a Act) String() string {
	words := []string{a.Seat.String()}
	if word := actWords[int(a.Kind)%len(actWords)]; word != "" {
		words = append(words, word)
	}
	switch a.Kind {
	case ActTurn, ActRelease, ActMade:
		words = append(words, a.Move.UCI())
	case ActPass, ActDeclare:
		words = append(words, string(rune(a.Piece.Letter())))
	}
	return strings.Join(words, " ")
}

// ParseAct reads an act as String writes it.
func ParseAct(text string) (Act, error) {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 3 {
		return Act{}, fmt.Errorf("act %q: expected a seat and a move, or a seat, a word and what it is about", text)
	}
	seat, err := ParseSeat(words[0])
	if err != nil {
		return Act{}, fmt.Errorf("act %q: %w", text, err)
	}
	act := Act{Seat: seat}
	for kind := ActRelease; int(kind) < len(actWords); kind++ {
		if words[1] == actWords[kind] {
			act.Kind = kind
		}
	}
	object := words[len(words)-1]
	switch act.Kind {
	case ActPress, ActTakeBack:
		if len(words) != 2 {
			return Act{}, fmt.Errorf("act %q: expected nothing behind %q", text, words[1])
		}
		return act, nil
	case ActPass, ActDeclare:
		k, ok := NoKind, false
		if len(words) == 3 && len(object) == 1 {
			k, ok = KindOf(object[0])
		}
		if !ok || k == King {
			return Act{}, fmt.Errorf("act %q: expected one of P, N, B, R, Q behind %q", text, words[1])
		}
		act.Piece = k
		return act, nil
	}
	if (act.Kind == ActTurn) != (len(words) == 2) {
		return Act{}, fmt.Errorf("act %q: expected a seat and a move, or one of release, made, press, pass, declare, take-back", text)
	}
	if act.Move, err = ParseUCI(object); err != nil {
		return Act{}, fmt.Errorf("act %q: %w", text, err)
	}
	return act, nil
}

// Apply carries out one act; on an error nothing has changed.
func (m *Match) Apply(a Act) error {
	switch a.Kind {
	case ActTurn:
		return m.PlayThrough(a.Seat, a.Move)
	case ActRelease:
		return m.Play(a.Seat, a.Move)
	case ActMade:
		m.PlayAsMade(a.Seat, a.Move)
		return nil
	case ActPress:
		m.Press(a.Seat)
		return nil
	case ActPass:
		_, err := m.Pass(a.Seat, a.Piece)
		return err
	case ActDeclare:
		return m.Declare(a.Seat, a.Piece)
	case ActTakeBack:
		return m.TakeBack(a.Seat)
	}
	return fmt.Errorf("%d is not a kind of act", a.Kind)
}

// ActError says which act of a log could not be carried out.
type ActError struct {
	Index int // from 0
	Act   Act
	Err   error
}

func (e *ActError) Error() string { return fmt.Sprintf("act %d (%v): %v", e.Index+1, e.Act, e.Err) }

func (e *ActError) Unwrap() error { return e.Err }

// Replay folds a log of acts into the match it leads to. It stops at the first
// act that cannot be carried out and returns the match before it with an *ActError.
func Replay(start Match, acts []Act) (Match, error) {
	m := start
	for i, a := range acts {
		if err := m.Apply(a); err != nil {
			return m, &ActError{i, a, err}
		}
	}
	return m, nil
}
