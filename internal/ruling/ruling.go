package ruling

import (
	"encoding/json"

	"github.com/tandemchess/tandem/internal/bughouse"
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
	Explain  string // one plain sentence to read aloud

	Boards  int            // 1 or 2
	Reasons []Step         // the chain of reasons, with article and fact
	Points  []OpenPoint    // what each open point would change
	Marks   []string       // what the record cannot account for, as sentences
	NoAct   bool           // a complaint about conduct that names no act: nothing to sign yet
	Order   rulebook.Order // which board ended first, where both have, as far as it is known
	Lacks   rulebook.Lack  // facts about two ends without which the match has no result; Match is continues then
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

// remedyFields says which fields a remedy has besides its kind.
type remedyFields struct{ seat, ms, man, move, piece, board, who, to bool }

var fieldsOf = map[rulebook.RemedyKind]remedyFields{
	rulebook.Warning:         {seat: true},
	rulebook.GameLoss:        {seat: true},
	rulebook.MatchLoss:       {seat: true},
	rulebook.TakeBack:        {seat: true},
	rulebook.ChoosePromotion: {seat: true},
	rulebook.ShowStock:       {seat: true},
	rulebook.WithdrawHand:    {seat: true},
	rulebook.Restore:         {seat: true},
	rulebook.AddTime:         {seat: true, ms: true},
	rulebook.DeductTime:      {seat: true, ms: true},
	rulebook.SetTime:         {seat: true, ms: true},
	rulebook.SamePiece:       {seat: true, man: true},
	rulebook.MoveStands:      {seat: true, move: true},
	rulebook.GivePiece:       {seat: true, piece: true},
	rulebook.ReturnPiece:     {seat: true, piece: true},
	rulebook.RemovePiece:     {piece: true},
	rulebook.NewGame:         {board: true},
	rulebook.CorrectSetup:    {board: true},
	rulebook.MoveClock:       {board: true},
	rulebook.Expel:           {who: true},
	rulebook.Refer:           {to: true},
	rulebook.RestartClocks:   {},
}

// MarshalJSON writes the fields the kind of remedy has.
func (r Remedy) MarshalJSON() ([]byte, error) {
	f := fieldsOf[r.Kind]
	out := struct {
		Kind  rulebook.RemedyKind `json:"kind"`
		Seat  string              `json:"seat,omitempty"`
		MS    *int64              `json:"ms,omitempty"`
		Man   string              `json:"man,omitempty"`
		Move  string              `json:"move,omitempty"`
		Piece string              `json:"piece,omitempty"`
		Board string              `json:"board,omitempty"`
		Who   string              `json:"who,omitempty"`
		To    rulebook.Official   `json:"to,omitempty"`
	}{Kind: r.Kind}
	if f.seat {
		out.Seat = r.Seat.String()
	}
	if f.ms && r.MS >= 0 {
		out.MS = &r.MS
	}
	if f.man {
		out.Man = r.Man.String()
	}
	if f.move {
		out.Move = r.Move.UCI()
	}
	if f.piece {
		out.Piece = letter(r.Piece)
	}
	if f.board {
		out.Board = r.Board.String()
	}
	if f.who {
		out.Who = r.Who.String()
	}
	if f.to {
		out.To = r.To
	}
	return json.Marshal(out)
}

func letter(k bughouse.Kind) string { return string(rune(k.Letter())) }

// MarshalJSON writes "ended" with winner and reason, or why it goes on no more.
func (g Game) MarshalJSON() ([]byte, error) {
	out := struct {
		Ended  bool            `json:"ended"`
		Winner string          `json:"winner,omitempty"`
		Reason rulebook.Reason `json:"reason,omitempty"`
	}{Ended: g.Ended, Reason: g.Reason}
	if g.Ended {
		out.Winner = g.Winner.String()
	}
	return json.Marshal(out)
}

// MarshalJSON writes the number of the act or try and the verdict on it.
func (l Legality) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Act    int             `json:"act,omitempty"`
		Try    int             `json:"try,omitempty"`
		Legal  bool            `json:"legal"`
		Reason bughouse.Reason `json:"reason,omitempty"`
	}{l.Act, l.Try, l.Reason == bughouse.Legal, l.Reason})
}

// perBoard is a JSON object with the boards there are, A first.
type perBoard[T any] struct {
	A T  `json:"A"`
	B *T `json:"B,omitempty"`
}

func byBoard[T any](values [2]T, boards int) perBoard[T] {
	out := perBoard[T]{A: values[0]}
	if boards == 2 {
		out.B = &values[1]
	}
	return out
}

type clocksJSON struct {
	WA *int64 `json:"WA,omitempty"`
	BA *int64 `json:"BA,omitempty"`
	WB *int64 `json:"WB,omitempty"`
	BB *int64 `json:"BB,omitempty"`
}

// MarshalJSON writes the ruling in the form of case files.
func (r Ruling) MarshalJSON() ([]byte, error) {
	var clocks clocksJSON
	for i, field := range []**int64{&clocks.WA, &clocks.BA, &clocks.WB, &clocks.BB} {
		if r.Clocks[i] != NoClock {
			*field = &r.Clocks[i]
		}
	}
	return json.Marshal(struct {
		ID       string                    `json:"id,omitempty"`
		Verdict  rulebook.Verdict          `json:"verdict"`
		Match    string                    `json:"match"`
		Games    perBoard[Game]            `json:"games"`
		Remedies []Remedy                  `json:"remedies"`
		Status   perBoard[bughouse.Status] `json:"status"`
		Legality []Legality                `json:"legality"`
		Clocks   clocksJSON                `json:"clocks"`
		Articles []string                  `json:"articles"`
		Basis    rulebook.Basis            `json:"basis"`
		Open     []int                     `json:"open"`
		Explain  string                    `json:"explain"`
	}{
		r.ID, r.Verdict, r.Match, byBoard(r.Games, r.Boards), list(r.Remedies), byBoard(r.Status, r.Boards),
		list(r.Legality), clocks, list(r.Articles), r.Basis, list(r.Open), r.Explain,
	})
}

// list makes an empty list instead of null.
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
