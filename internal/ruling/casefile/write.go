package casefile

import (
	"encoding/json"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

// rulingJSON is a ruling in the form of case files.
type rulingJSON struct {
	ID       string                    `json:"id,omitempty"`
	Verdict  rulebook.Verdict          `json:"verdict"`
	Match    string                    `json:"match"`
	Games    perBoard[gameJSON]        `json:"games"`
	Remedies []remedyJSON              `json:"remedies"`
	Status   perBoard[bughouse.Status] `json:"status"`
	Legality []legalityJSON            `json:"legality"`
	Clocks   clocksJSON                `json:"clocks"`
	Articles []string                  `json:"articles"`
	Basis    rulebook.Basis            `json:"basis"`
	Open     []int                     `json:"open"`
	Explain  string                    `json:"explain"`
}

// WriteRuling writes a ruling in the form of case files.
func WriteRuling(r ruling.Ruling) ([]byte, error) {
	var clocks clocksJSON
	for i, field := range []**int64{&clocks.WA, &clocks.BA, &clocks.WB, &clocks.BB} {
		if r.Clocks[i] != ruling.NoClock {
			*field = &r.Clocks[i]
		}
	}
	return json.Marshal(rulingJSON{
		r.ID, r.Verdict, r.Match, byBoard([2]gameJSON{gameOf(r.Games[0]), gameOf(r.Games[1])}, r.Boards), each(r.Remedies, remedyOf),
		byBoard(r.Status, r.Boards), each(r.Legality, legalityOf), clocks, each(r.Articles, same), r.Basis, each(r.Open, same), r.Explain.String(),
	})
}

// WriteRemedy writes one remedy in the form of case files: the fields its kind has.
func WriteRemedy(r ruling.Remedy) ([]byte, error) { return json.Marshal(remedyOf(r)) }

type remedyJSON struct {
	Kind  rulebook.RemedyKind `json:"kind"`
	Seat  string              `json:"seat,omitempty"`
	MS    *int64              `json:"ms,omitempty"`
	Man   string              `json:"man,omitempty"`
	Move  string              `json:"move,omitempty"`
	Piece string              `json:"piece,omitempty"`
	Board string              `json:"board,omitempty"`
	Who   string              `json:"who,omitempty"`
	To    rulebook.Official   `json:"to,omitempty"`
}

func remedyOf(r ruling.Remedy) remedyJSON {
	has, _ := ruling.PartsOf(r.Kind)
	out := remedyJSON{Kind: r.Kind}
	if has.Seat {
		out.Seat = r.Seat.String()
	}
	if has.MS && r.MS >= 0 {
		out.MS = &r.MS
	}
	if has.Man {
		out.Man = r.Man.String()
	}
	if has.Move {
		out.Move = r.Move.UCI()
	}
	if has.Piece {
		out.Piece = string(rune(r.Piece.Letter()))
	}
	if has.Board {
		out.Board = r.Board.String()
	}
	if has.Who {
		out.Who = r.Who.String()
	}
	if has.To {
		out.To = r.To
	}
	return out
}

// gameJSON is "ended" with winner and reason, or why it goes on no more.
type gameJSON struct {
	Ended  bool            `json:"ended"`
	Winner string          `json:"winner,omitempty"`
	Reason rulebook.Reason `json:"reason,omitempty"`
}

func gameOf(g ruling.Game) gameJSON {
	out := gameJSON{Ended: g.Ended, Reason: g.Reason}
	if g.Ended {
		out.Winner = g.Winner.String()
	}
	return out
}

// legalityJSON is the number of the act or try and the verdict on it.
type legalityJSON struct {
	Act    int             `json:"act,omitempty"`
	Try    int             `json:"try,omitempty"`
	Legal  bool            `json:"legal"`
	Reason bughouse.Reason `json:"reason,omitempty"`
}

func legalityOf(l ruling.Legality) legalityJSON {
	return legalityJSON{l.Act, l.Try, l.Reason == bughouse.Legal, l.Reason}
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

// each turns a list into one of JSON, which is never null.
func each[T, U any](list []T, turn func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, v := range list {
		out = append(out, turn(v))
	}
	return out
}

func same[T any](v T) T { return v }
