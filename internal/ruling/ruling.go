package ruling

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Ruling is the answer to an incident.
type Ruling struct {
	ID       string
	Verdict  rulebook.Verdict
	Match    string   // T1, T2, draw, double-loss or continues; W and B where there is one board
	Games    [2]Game  // by board; only A where there is one
	Remedies []Remedy // under Discretion the official's options; see also Options
	Status   [2]bughouse.Status
	Legality []Legality
	Clocks   [4]int64 // after the remedies; NoClock where none is on record
	Articles []string // "TR3 18"
	Basis    rulebook.Basis
	Open     []int
	Explain  phrase.Sentence // one plain sentence to read aloud

	Boards  int               // 1 or 2
	Reasons []Step            // the chain of reasons, with article and fact
	Points  []OpenPoint       // what each open point would change
	Marks   []phrase.Sentence // what the record cannot account for, as sentences
	NoAct   bool              // a complaint about conduct that names no act: nothing to sign yet
	Order   rulebook.Order    // which board ended first, where both have, as far as it is known
	Lacks   rulebook.Lack     // facts about two ends without which the match has no result; Match is continues then
}

// Game is one board in a ruling.
type Game struct {
	Ended  bool
	Winner Winner
	Reason rulebook.Reason // ReasonStopped: the match was over
}

// Legality is what the rules say to one move.
type Legality struct {
	Act, Try int // one of them counts from 1, the other is 0
	Reason   bughouse.Reason
}

// Remedy is one effect of a ruling. Remedies are comparable.
type Remedy struct {
	Kind  rulebook.RemedyKind
	Seat  bughouse.Seat
	MS    int64 // NoClock: the amount is open
	Man   Man
	Move  bughouse.Move
	Piece bughouse.Kind
	Board bughouse.BoardID
	Who   Actor
	To    rulebook.Official
}

// Parts says which fields a remedy has besides its kind.
type Parts struct{ Seat, MS, Man, Move, Piece, Board, Who, To bool }

var partsOf = map[rulebook.RemedyKind]Parts{
	rulebook.Warning:         {Seat: true},
	rulebook.GameLoss:        {Seat: true},
	rulebook.MatchLoss:       {Seat: true},
	rulebook.TakeBack:        {Seat: true},
	rulebook.ChoosePromotion: {Seat: true},
	rulebook.ShowStock:       {Seat: true},
	rulebook.WithdrawHand:    {Seat: true},
	rulebook.Restore:         {Seat: true},
	rulebook.AddTime:         {Seat: true, MS: true},
	rulebook.DeductTime:      {Seat: true, MS: true},
	rulebook.SetTime:         {Seat: true, MS: true},
	rulebook.SamePiece:       {Seat: true, Man: true},
	rulebook.MoveStands:      {Seat: true, Move: true},
	rulebook.GivePiece:       {Seat: true, Piece: true},
	rulebook.ReturnPiece:     {Seat: true, Piece: true},
	rulebook.RemovePiece:     {Piece: true},
	rulebook.NewGame:         {Board: true},
	rulebook.CorrectSetup:    {Board: true},
	rulebook.MoveClock:       {Board: true},
	rulebook.Expel:           {Who: true},
	rulebook.Refer:           {To: true},
	rulebook.RestartClocks:   {},
}

// PartsOf says which fields a kind of remedy has; ok is false for a kind that does
// not exist.
func PartsOf(kind rulebook.RemedyKind) (parts Parts, ok bool) {
	parts, ok = partsOf[kind]
	return parts, ok
}

// String is the remedy on one line: its kind and what it applies to.
func (r Remedy) String() string {
	f := partsOf[r.Kind]
	parts := []string{string(r.Kind)}
	add := func(ok bool, name, value string) {
		if ok {
			parts = append(parts, name+"="+value)
		}
	}
	add(f.Seat, "seat", r.Seat.String())
	add(f.MS && r.MS >= 0, "ms", fmt.Sprint(r.MS))
	add(f.Man, "man", r.Man.String())
	add(f.Move, "move", r.Move.UCI())
	add(f.Piece, "piece", string(rune(r.Piece.Letter())))
	add(f.Board, "board", r.Board.String())
	add(f.Who, "who", r.Who.String())
	add(f.To, "to", string(r.To))
	return strings.Join(parts, " ")
}

func (l Legality) String() string {
	name := fmt.Sprintf("act %d", l.Act)
	if l.Try > 0 {
		name = fmt.Sprintf("try %d", l.Try)
	}
	if l.Reason == bughouse.Legal {
		return name + ", legal"
	}
	return name + " " + string(l.Reason)
}
