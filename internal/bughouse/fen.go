package bughouse

import (
	"fmt"
	"strconv"
	"strings"
)

// FENError says where a FEN goes wrong.
type FENError struct {
	Field  string // placement, stock, turn, castling, en passant, half moves, move number
	Offset int    // bytes from the start of the text
	Want   string // what was expected there
}

func (e *FENError) Error() string {
	return fmt.Sprintf("FEN %s, character %d: expected %s", e.Field, e.Offset+1, e.Want)
}

// ParseFEN reads one board: placement with ~ behind promoted men, the stocks in
// brackets behind it or as a ninth rank (upper case White's), turn, castling (KQkq,
// or by the rooks' files HAha), en passant, and the two counters, which may be left out together. What the
// text describes may break the rules; [Setup.Position] says so.
func ParseFEN(text string) (Setup, error) {
	r := fenReader{text: text, setup: NewSetup()}
	for r.at < len(text) && text[r.at] == ' ' {
		r.at++
	}
	for _, read := range []func() error{r.placement, r.turn, r.castling, r.enPassant, r.counters} {
		if err := read(); err != nil {
			return Setup{}, err
		}
	}
	for c := range r.setup.Unmoved {
		r.setup.Unmoved[c] = r.setup.Castling&rightsOf(Color(c)) != 0
	}
	return r.setup, nil
}

type fenReader struct {
	text  string
	at    int
	setup Setup
}

func (r *fenReader) fail(field, want string) error { return &FENError{field, r.at, want} }

// peek is the next byte, 0 at the end.
func (r *fenReader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// word takes the text up to the next space.
func (r *fenReader) word() string {
	rest := r.text[r.at:]
	if i := strings.IndexByte(rest, ' '); i >= 0 {
		rest = rest[:i]
	}
	r.at += len(rest)
	return rest
}

// gap takes the spaces between two fields.
func (r *fenReader) gap(next string) error {
	if r.peek() != ' ' {
		return r.fail(next, "a space and the "+next)
	}
	for r.peek() == ' ' {
		r.at++
	}
	return nil
}

// man reads a piece letter of either colour.
func man(letter byte) (Piece, bool) {
	if k, ok := KindOf(letter); ok {
		return NewPiece(White, k), true
	}
	if k, ok := KindOf(letter - 'a' + 'A'); ok && letter >= 'a' {
		return NewPiece(Black, k), true
	}
	return NoPiece, false
}

func (r *fenReader) placement() error {
	for rank := 7; rank >= 0; rank-- {
		if err := r.rank(rank); err != nil {
			return err
		}
		if rank > 0 {
			if r.peek() != '/' {
				return r.fail("placement", fmt.Sprintf("/ after rank %d", rank+1))
			}
			r.at++
		}
	}
	switch r.peek() {
	case '[':
		r.at++
		if err := r.stock(); err != nil {
			return err
		}
		if r.peek() != ']' {
			return r.fail("stock", "a piece letter or ]")
		}
		r.at++
	case '/':
		r.at++
		return r.stock()
	}
	return nil
}

func (r *fenReader) rank(rank int) error {
	for file := 0; file < 8; {
		letter := r.peek()
		if letter >= '1' && letter <= '8' {
			file += int(letter - '0')
			if file > 8 {
				return r.fail("placement", fmt.Sprintf("eight squares on rank %d, this is one too many", rank+1))
			}
			r.at++
			continue
		}
		piece, ok := man(letter)
		if !ok {
			return r.fail("placement", fmt.Sprintf("a piece letter or a number of empty squares on rank %d", rank+1))
		}
		r.at++
		if r.peek() == '~' {
			if piece.Kind() == Pawn || piece.Kind() == King {
				return r.fail("placement", "no ~ behind a "+piece.Kind().String())
			}
			piece = piece.AsPromoted()
			r.at++
		}
		r.setup.Board[SquareAt(file, rank)] = piece
		file++
	}
	return nil
}

func (r *fenReader) stock() error {
	r.setup.StockRead = true
	if r.peek() == '-' {
		r.at++
		return nil
	}
	for {
		piece, ok := man(r.peek())
		if !ok {
			return nil
		}
		if !r.setup.Stock[piece.Color()].Add(piece.Kind(), 1) {
			return r.fail("stock", "at most 255 pieces of a kind")
		}
		r.at++
	}
}

func (r *fenReader) turn() error {
	if err := r.gap("turn"); err != nil {
		return err
	}
	start := r.at
	switch r.word() {
	case "w":
		r.setup.Turn = White
	case "b":
		r.setup.Turn = Black
	default:
		r.at = start
		return r.fail("turn", "w or b")
	}
	return nil
}

func (r *fenReader) castling() error {
	if err := r.gap("castling"); err != nil {
		return err
	}
	if r.peek() == '-' {
		r.at++
		return nil
	}
	start := r.at
	for r.peek() != ' ' && r.peek() != 0 {
		i := max(strings.IndexByte(castlingLetters, r.peek()), strings.IndexByte(castlingFiles, r.peek()))
		if i < 0 || r.setup.Castling>>i&1 != 0 {
			return r.fail("castling", "each of K, Q, k, q (or H, A, h, a) at most once, or -")
		}
		r.setup.Castling |= 1 << i
		r.at++
	}
	if r.at == start {
		return r.fail("castling", "K, Q, k, q or -")
	}
	return nil
}

func (r *fenReader) enPassant() error {
	if err := r.gap("en passant"); err != nil {
		return err
	}
	start := r.at
	word := r.word()
	if word == "-" {
		return nil
	}
	s, err := ParseSquare(word)
	if err != nil || s.Rank() != 2 && s.Rank() != 5 {
		r.at = start
		return r.fail("en passant", "a square on the third or sixth rank, or -")
	}
	r.setup.EnPassant = s
	return nil
}

func (r *fenReader) counters() error {
	if strings.TrimRight(r.text[r.at:], " ") == "" {
		return nil
	}
	for _, counter := range []struct {
		field string
		least int
		value *int
	}{{"half moves", 0, &r.setup.HalfMoves}, {"move number", 1, &r.setup.FullMoves}} {
		if err := r.gap(counter.field); err != nil {
			return err
		}
		start := r.at
		n, err := strconv.ParseUint(r.word(), 10, 16)
		if err != nil || int(n) < counter.least || n > maxCounter {
			r.at = start
			return r.fail(counter.field, fmt.Sprintf("a number from %d to %d", counter.least, maxCounter))
		}
		*counter.value = int(n)
	}
	if strings.TrimRight(r.text[r.at:], " ") != "" {
		return r.fail("move number", "the end of the text")
	}
	return nil
}

// FEN writes the set-up; the stocks are always written.
func (s Setup) FEN() string {
	out := make([]byte, 0, 96)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			piece := s.Board[SquareAt(file, rank)]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				out = append(out, '0'+empty)
				empty = 0
			}
			out = append(out, piece.String()...)
		}
		if empty > 0 {
			out = append(out, '0'+empty)
		}
		if rank > 0 {
			out = append(out, '/')
		}
	}
	out = append(out, '[')
	out = s.Stock[Black].append(s.Stock[White].append(out, White), Black)
	out = append(out, ']', ' ', "wb"[s.Turn&1], ' ')
	out = append(out, s.Castling.String()...)
	out = append(out, ' ')
	out = append(out, s.EnPassant.String()...)
	out = append(out, ' ')
	out = strconv.AppendInt(out, int64(s.HalfMoves), 10)
	out = append(out, ' ')
	return string(strconv.AppendInt(out, int64(s.FullMoves), 10))
}
