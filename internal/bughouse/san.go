package bughouse

import (
	"fmt"
	"strings"
)

// Reasons only notation gives, beside those of legality.
const (
	Unreadable Reason = "unreadable" // not a move in any notation
	Ambiguous  Reason = "ambiguous"  // several men could make the move
)

// SANError says why a move in notation was not accepted.
type SANError struct {
	Token  string
	Reason Reason
	Move   Move // the illegal move that was meant; 0 when the notation names none
}

func (e *SANError) Error() string { return fmt.Sprintf("move %q: %s", e.Token, e.Reason) }

// SAN writes a legal move in standard algebraic notation: drops as P@e4 or N@f3,
// + for check, # for checkmate under the position's rules.
func (p *Position) SAN(m Move) string {
	out := make([]byte, 0, 8)
	switch {
	case m.IsDrop():
		out = append(out, m.Dropped().Letter(), '@')
		out = append(out, m.To().String()...)
	default:
		out = p.appendBoardMove(out, m)
	}
	next := *p
	if _, ok := next.Make(m); ok && next.InCheck() {
		if next.Status() == Checkmate {
			return string(append(out, '#'))
		}
		out = append(out, '+')
	}
	return string(out)
}

func (p *Position) appendBoardMove(out []byte, m Move) []byte {
	from, to := m.From(), m.To()
	man := p.board[from]
	k := man.Kind()
	if k == King {
		if c := castlingOf(from, to); c != nil {
			if c.short {
				return append(out, "O-O"...)
			}
			return append(out, "O-O-O"...)
		}
	}
	captures := p.board[to] != NoPiece || k == Pawn && to == p.enPassant
	if k == Pawn {
		if captures {
			out = append(out, 'a'+byte(from.File()))
		}
	} else {
		out = append(out, k.Letter())
		out = p.appendOrigin(out, k, from, to)
	}
	if captures {
		out = append(out, 'x')
	}
	out = append(out, to.String()...)
	if m.Promotion() != NoKind {
		out = append(out, '=', m.Promotion().Letter())
	}
	return out
}

// appendOrigin tells the man apart from others of its kind that could go to the
// same square: by file, else by rank, else by both.
func (p *Position) appendOrigin(out []byte, k Kind, from, to Square) []byte {
	rivals := attacksOf(k, to, p.occupied()) & p.men[p.turn][k] &^ from.set()
	for rest := rivals; rest != 0; {
		if s := rest.pop(); p.Legal(NewMove(s, to, NoKind)) != Legal {
			rivals &^= s.set()
		}
	}
	if rivals == 0 {
		return out
	}
	name := from.String()
	switch {
	case rivals&(fileA<<from.File()) == 0:
		return append(out, name[0])
	case rivals&(rank1<<(8*from.Rank())) == 0:
		return append(out, name[1])
	}
	return append(out, name...)
}

// ParseSAN reads a move of the side to move: standard algebraic notation with
// or without +, #, e.p. and marks, drops as P@e4 or @e4, promotions as =Q, /Q or (Q),
// and long forms such as e2e4 or Ng1-f3. The error is a *SANError with the first
// reason against the move.
func (p *Position) ParseSAN(token string) (Move, error) {
	m, reason := p.readSAN(token)
	if reason != Legal {
		return 0, &SANError{token, reason, m}
	}
	return m, nil
}

func (p *Position) readSAN(token string) (Move, Reason) {
	text := strings.TrimRight(token, "+#!?")
	if text == "" {
		return 0, Unreadable
	}
	switch {
	case text[0] == 'O' || text[0] == '0' || text[0] == 'o':
		return p.readCastling(text)
	case text[0] == '@' || len(text) > 1 && text[1] == '@':
		return p.readDrop(text)
	}
	text, marked := cutEnPassant(text)
	if text == "" {
		return 0, Unreadable
	}
	sketch, ok := sketchMove(text)
	if !ok {
		return 0, Unreadable
	}
	m, reason := p.complete(sketch)
	if marked && reason == Legal && !p.isEnPassant(m) {
		return 0, Unreadable
	}
	return m, reason
}

// cutEnPassant splits off e.p. or ep behind a move.
func cutEnPassant(text string) (rest string, marked bool) {
	for _, mark := range []string{"e.p.", "e.p", "ep"} {
		if rest, marked := strings.CutSuffix(text, mark); marked {
			return strings.TrimRight(rest, "+"), true
		}
	}
	return text, false
}

// isEnPassant reports whether a legal move captures a pawn in passing.
func (p *Position) isEnPassant(m Move) bool {
	return !m.IsDrop() && m.To() == p.enPassant && p.board[m.From()].Kind() == Pawn && p.board[m.To()] == NoPiece && m.From().File() != m.To().File()
}

func (p *Position) readCastling(text string) (Move, Reason) {
	short := false
	switch text {
	case "O-O", "0-0", "o-o":
		short = true
	case "O-O-O", "0-0-0", "o-o-o":
	default:
		return 0, Unreadable
	}
	king := p.king(p.turn)
	for _, file := range castlingTable {
		for _, c := range file {
			if c.from == king && c.short == short {
				m := NewMove(king, c.to, NoKind)
				return m, p.Legal(m)
			}
		}
	}
	return 0, CastlingRight
}

func (p *Position) readDrop(text string) (Move, Reason) {
	k, ok := Pawn, true
	if text[0] != '@' {
		letter := text[0]
		if letter >= 'a' && letter <= 'z' {
			letter -= 'a' - 'A'
		}
		k, ok = KindOf(letter)
		text = text[1:]
	}
	to, err := ParseSquare(text[1:])
	if !ok || err != nil {
		return 0, Unreadable
	}
	m := NewDrop(k, to)
	return m, p.Legal(m)
}

// sketch is a move as notation tells it, before looking at the board.
type sketch struct {
	kind      Kind // NoKind when a full origin stands without a letter
	from      SquareSet
	to        Square
	promotion Kind
}

func sketchMove(text string) (sketch, bool) {
	s := sketch{kind: Pawn, from: allSquares}
	lettered := false
	if k, ok := KindOf(text[0]); ok {
		s.kind, text, lettered = k, text[1:], true
	}
	text, s.promotion = cutPromotion(text)
	if len(text) < 2 {
		return s, false
	}
	to, err := ParseSquare(text[len(text)-2:])
	if err != nil {
		return s, false
	}
	s.to = to
	origin := text[:len(text)-2]
	captures := false
	if n := len(origin); n > 0 && (origin[n-1] == 'x' || origin[n-1] == '-' || origin[n-1] == ':') {
		captures = origin[n-1] != '-'
		origin = origin[:n-1]
	}
	fileGiven := len(origin) > 0 && origin[0] >= 'a' && origin[0] <= 'h'
	if fileGiven {
		s.from &= fileA << (origin[0] - 'a')
		origin = origin[1:]
	}
	rankGiven := len(origin) > 0 && origin[0] >= '1' && origin[0] <= '8'
	if rankGiven {
		s.from &= rank1 << (8 * (origin[0] - '1'))
		origin = origin[1:]
	}
	if origin != "" {
		return s, false
	}
	if fileGiven && rankGiven && !lettered {
		s.kind = NoKind
	}
	if s.kind == Pawn && !fileGiven {
		if captures {
			return s, false
		}
		s.from &= fileA << to.File()
	}
	return s, true
}

// cutPromotion splits off =Q, /Q, (Q), a bare Q or q behind the destination.
func cutPromotion(text string) (rest string, k Kind) {
	rest = strings.TrimSuffix(text, ")")
	if len(rest) < 3 {
		return text, NoKind
	}
	letter := rest[len(rest)-1]
	if letter >= 'a' && letter <= 'z' {
		letter -= 'a' - 'A'
	}
	k, ok := KindOf(letter)
	if !ok {
		return text, NoKind
	}
	rest = rest[:len(rest)-1]
	return strings.TrimRight(rest, "=(/"), k
}

// complete finds the one man that can make the sketched move.
func (p *Position) complete(s sketch) (Move, Reason) {
	if s.kind == NoKind {
		s.kind = p.board[s.from.first()].Kind()
		if s.kind == NoKind {
			return 0, NoOwnMan
		}
	}
	men := p.men[p.turn][s.kind] & s.from
	if men == 0 {
		return 0, NoOwnMan
	}
	if s.kind == King && !kingAttacks[men.first()].Has(s.to) {
		m := NewMove(men.first(), s.to, s.promotion)
		return m, p.Legal(m)
	}
	candidates := men
	if s.kind == Pawn {
		if homeRank(p.turn.Opponent())&s.to.set() != 0 && s.promotion == NoKind {
			return 0, PromotionPiece
		}
	} else {
		candidates &= attacksOf(s.kind, s.to, p.occupied())
	}
	found, reason := Move(0), Movement
	for rest := candidates; rest != 0; {
		m := NewMove(rest.pop(), s.to, s.promotion)
		switch why := p.Legal(m); {
		case why == Legal && reason == Legal:
			return 0, Ambiguous
		case why == Legal:
			found, reason = m, Legal
		case reason == Movement:
			found, reason = m, why
		}
	}
	if candidates == 0 {
		m := NewMove(men.first(), s.to, s.promotion)
		return m, p.Legal(m)
	}
	return found, reason
}
