package bughouse

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Limits of one record. They keep memory bounded on any input; no real match
// comes near them.
const (
	maxTags     = 256
	maxTagName  = 64
	maxTagValue = 1 << 16
	maxToken    = 64
	maxComment  = 1 << 12 // longer remarks are cut
	maxComments = 1 << 12
	maxPlies    = 1 << 14
	maxInterned = 1 << 13
)

// TooLong is the reason against a record beyond the limits.
const TooLong Reason = "too-long"

// BPGNReader reads match records one after the other and replays their moves.
// It takes the layouts found in the wild: clocks as {118}, {118.305} or negative,
// directly behind the move or after a space; several tags on a line; remarks
// over several lines; variations, which it skips; "e.p." as a word of its own;
// records without a result or a closing comment.
type BPGNReader struct {
	source
	number int
	token  []byte
	known  map[string]string // move texts seen before, to hold each once
	start  [2]Position

	game    *Game
	plies   []GamePly // room for the moves of a record while it is read
	boards  [2]Position
	seat    Seat
	hasSeat bool   // a move number was read, its move is to come
	count   string // that move number
	begun   bool   // movetext has begun: a tag now opens the next record
	passing bool   // the word before was a capture in passing: "e.p." may follow
	bad     *GameError
}

// NewBPGNReader returns a reader of the records in r under ordinary bughouse rules.
func NewBPGNReader(r io.Reader) *BPGNReader {
	start := Start(Rules{})
	return &BPGNReader{source: newSource(r), known: map[string]string{}, start: [2]Position{start, start}}
}

// Next returns the next record. A record with a bad ply comes with a *GameError
// and all it holds before that ply; the next call goes on with the next record.
// At the end the error is io.EOF; any other error is the underlying reader's.
func (r *BPGNReader) Next() (*Game, error) {
	if !r.open() {
		return nil, r.endError()
	}
	for !r.atEnd() {
		if done := r.step(); done {
			break
		}
	}
	if r.atEnd() && r.trouble() != nil {
		return nil, r.endError()
	}
	g := r.game
	if r.hasSeat {
		r.spoil(Unreadable, r.count)
	}
	if g.Result == "" {
		g.Result = g.Tag("Result")
	}
	if !isResult(g.Result) {
		g.Result = "*"
	}
	g.final = r.boards
	r.plies, g.Plies = g.Plies, slices.Clone(g.Plies)
	if r.bad != nil {
		return g, r.bad
	}
	return g, nil
}

func (r *BPGNReader) endError() error {
	if err := r.trouble(); err != nil {
		return fmt.Errorf("reading BPGN at line %d: %w", r.line, err)
	}
	return io.EOF
}

// open skips to the next record and reports whether there is one.
func (r *BPGNReader) open() bool {
	if r.skipSpace() == 0 && r.atEnd() {
		return false
	}
	r.number++
	r.game = &Game{Number: r.number, Line: r.line, Plies: r.plies[:0], start: r.start}
	r.boards, r.hasSeat, r.begun, r.passing, r.bad = r.start, false, false, false, nil
	return true
}

// step reads one element of a record and reports whether the record ends here.
func (r *BPGNReader) step() (done bool) {
	switch c := r.skipSpace(); c {
	case 0:
		if !r.atEnd() {
			r.get()
			r.spoil(Unreadable, "\x00")
		}
	case '[':
		if r.begun {
			return true
		}
		r.tag()
	case '{':
		r.get()
		r.comment()
	case '(':
		r.variation()
	case ';', '%':
		r.restOfLine()
	default:
		return r.word()
	}
	return false
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// skipSpace takes white space and byte order marks, and peeks at what follows.
func (r *BPGNReader) skipSpace() byte {
	const mark = "\ufeff"
	for {
		switch c := r.peek(); {
		case isSpace(c):
			r.get()
		case c == mark[0] && r.startsWith(mark):
			for range len(mark) {
				r.get()
			}
		default:
			return c
		}
	}
}

// skipBlanks takes the white space within a line.
func (r *BPGNReader) skipBlanks() {
	for c := r.peek(); c == ' ' || c == '\t'; c = r.peek() {
		r.get()
	}
}

func (r *BPGNReader) restOfLine() {
	for !r.atEnd() && r.get() != '\n' {
	}
}

// spoil notes the first thing wrong with the record; the rest of it is skipped.
func (r *BPGNReader) spoil(reason Reason, token string) {
	r.hasSeat = false
	if r.bad == nil {
		r.bad = &GameError{Game: r.number, Line: r.line, Ply: len(r.game.Plies) + 1, Token: token, Reason: reason}
	}
}

// tag reads [Name "value"]; it ends at the closing bracket or, when that is
// missing, at the end of the line.
func (r *BPGNReader) tag() {
	r.get()
	r.skipBlanks()
	var name, value []byte
	for c := r.peek(); c != 0 && !isSpace(c) && c != '"' && c != ']'; c = r.peek() {
		if name = append(name, r.get()); len(name) > maxTagName {
			r.spoil(TooLong, "["+string(name))
			r.restOfLine()
			return
		}
	}
	r.skipBlanks()
	if len(name) == 0 || r.peek() != '"' {
		r.spoil(Unreadable, "["+string(name))
		r.restOfLine()
		return
	}
	r.get()
	for {
		c := r.peek()
		if c == '\n' || r.atEnd() {
			r.spoil(Unreadable, "["+string(name))
			return
		}
		r.get()
		if c == '"' {
			break
		}
		if next := r.peek(); c == '\\' && (next == '"' || next == '\\') {
			c = r.get()
		}
		if value = append(value, c); len(value) > maxTagValue {
			r.spoil(TooLong, "["+string(name))
			r.restOfLine()
			return
		}
	}
	if r.skipBlanks(); r.peek() != ']' {
		r.spoil(Unreadable, "["+string(name))
		r.restOfLine()
		return
	}
	r.get()
	r.setTag(string(name), string(value))
}

func (r *BPGNReader) setTag(name, value string) {
	if len(r.game.Tags) == maxTags {
		r.spoil(TooLong, "["+name)
		return
	}
	r.game.Tags = append(r.game.Tags, Tag{name, value})
	if name != "FEN" {
		return
	}
	m, err := ParseMatch(value, Rules{})
	if err != nil {
		r.spoil(Unreadable, "[FEN")
		return
	}
	r.game.start, r.boards = m.boards, m.boards
}

// comment reads up to the closing brace. A new record's first tag at the start
// of a line shows that the brace is missing.
func (r *BPGNReader) comment() {
	r.token = r.token[:0]
	for {
		if r.peek() == 0 && r.atEnd() {
			r.spoil(Unreadable, "{")
			return
		}
		c := r.get()
		switch {
		case c == '}':
			r.remark()
			return
		case c == '\n':
			if r.startsWith("[Event ") {
				r.begun = true
				r.spoil(Unreadable, "{")
				return
			}
		}
		if len(r.token) < maxComment {
			r.token = append(r.token, c)
		}
	}
}

// variation skips moves that were not played, in round brackets, with the comments
// and variations inside. A new record's first tag shows that a bracket is missing.
func (r *BPGNReader) variation() {
	for depth := 0; !r.atEnd(); {
		switch r.get() {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		case '{':
			for !r.atEnd() && r.get() != '}' {
			}
		case ';':
			for c := r.peek(); !r.atEnd() && c != '\n'; c = r.peek() {
				r.get()
			}
		case '\n':
			if r.startsWith("[Event ") {
				r.begun = true
				r.spoil(Unreadable, "(")
				return
			}
		}
	}
	r.spoil(Unreadable, "(")
}

// remark files a comment: as the clock of the last move, as what closes the
// record, or as a remark.
func (r *BPGNReader) remark() {
	g := r.game
	if r.bad != nil {
		return
	}
	if len(g.Plies) > 0 {
		ply := &g.Plies[len(g.Plies)-1]
		if ms, ok := parseSeconds(r.token); ok && !ply.HasClock {
			ply.HasClock, ply.Clock = true, ms
			return
		}
	}
	text := string(r.token)
	if len(text) >= 2 && text[1] == ':' {
		g.note(text)
		return
	}
	g.unclose()
	g.Closing = text
}

// unclose turns what seemed to close the record into a remark: more follows.
func (g *Game) unclose() {
	if g.Closing != "" {
		g.note(g.Closing)
		g.Closing = ""
	}
}

// note files a remark behind the last move, or before the first.
func (g *Game) note(text string) {
	remarks := &g.Comments
	if n := len(g.Plies); n > 0 {
		remarks = &g.Plies[n-1].Comments
	}
	if len(*remarks) < maxComments {
		*remarks = append(*remarks, text)
	}
}

// parseSeconds reads 118, 118.305 or -0.576 as milliseconds; digits beyond the
// third are cut.
func parseSeconds(text []byte) (ms int64, ok bool) {
	s := strings.TrimSpace(string(text))
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(whole) == 0 || len(whole) > 9 || len(fraction) > 9 {
		return 0, false
	}
	n, err := strconv.ParseUint(whole, 10, 32)
	if err != nil {
		return 0, false
	}
	ms = int64(n) * 1000
	for i, unit := 0, int64(100); i < len(fraction); i, unit = i+1, unit/10 {
		if fraction[i] < '0' || fraction[i] > '9' {
			return 0, false
		}
		ms += int64(fraction[i]-'0') * unit
	}
	if negative {
		ms = -ms
	}
	return ms, true
}

func isResult(s string) bool { return s == "1-0" || s == "0-1" || s == "1/2-1/2" || s == "*" }

// word reads a move number, a move or a result and reports whether the record ends.
func (r *BPGNReader) word() (done bool) {
	r.token = r.token[:0]
	for c := r.peek(); !r.atEnd() && (!endsWord(c, len(r.token)) || r.atPromotion()); c = r.peek() {
		r.get()
		if len(r.token) < maxToken {
			r.token = append(r.token, c)
		}
	}
	r.begun = true
	if len(r.token) == maxToken {
		r.spoil(TooLong, string(r.token))
		return false
	}
	if isResult(string(r.token)) {
		if r.hasSeat {
			r.spoil(Unreadable, string(r.token))
		}
		r.game.Result = string(r.token)
		r.closingComments()
		return true
	}
	if r.bad != nil || r.token[0] == '$' {
		return false
	}
	if rest, marked := cutEnPassant(strings.TrimRight(string(r.token), "+#!?")); marked && rest == "" && r.passing {
		r.passing = false
		return false
	}
	r.passing = false
	if seat, rest, ok := cutMoveNumber(r.token); ok {
		if r.hasSeat {
			r.spoil(Unreadable, string(r.token))
			return false
		}
		r.seat, r.hasSeat = seat, true
		if len(rest) == 0 {
			r.count = r.intern(r.token)
			return false
		}
		r.token = append(r.token[:0], rest...)
	}
	r.move()
	return false
}

// endsWord reports whether a byte cannot belong to a word of some length: white
// space, the beginning of something else, or of a mark such as $1 behind a move.
func endsWord(c byte, length int) bool {
	switch c {
	case '{', '[', '(', ';':
		return true
	case '$':
		return length > 0
	}
	return isSpace(c)
}

// atPromotion reports a promotion in brackets behind a move, such as e8(Q): it is
// no variation.
func (r *BPGNReader) atPromotion() bool {
	n := len(r.token)
	if n == 0 || r.token[n-1] != '1' && r.token[n-1] != '8' {
		return false
	}
	return r.startsWith("(Q)") || r.startsWith("(R)") || r.startsWith("(B)") || r.startsWith("(N)")
}

// closingComments takes the comments that follow a result.
func (r *BPGNReader) closingComments() {
	for r.skipSpace() == '{' {
		r.get()
		r.comment()
	}
}

// cutMoveNumber splits 12a. and the like off a word: the letter names the
// board, upper case for White.
func cutMoveNumber(word []byte) (s Seat, rest []byte, ok bool) {
	i := 0
	for i < len(word) && word[i] >= '0' && word[i] <= '9' {
		i++
	}
	if i == 0 || i == len(word) {
		return 0, nil, false
	}
	switch word[i] {
	case 'A':
		s = WA
	case 'a':
		s = BA
	case 'B':
		s = WB
	case 'b':
		s = BB
	default:
		return 0, nil, false
	}
	i++
	if i < len(word) && word[i] != '.' {
		return 0, nil, false
	}
	for i < len(word) && word[i] == '.' {
		i++
	}
	return s, word[i:], true
}

// move plays the word just read as the move of the seat whose number came before.
func (r *BPGNReader) move() {
	text := r.intern(r.token)
	if !r.hasSeat {
		r.spoil(Unreadable, text)
		return
	}
	if len(r.game.Plies) == maxPlies {
		r.spoil(TooLong, text)
		return
	}
	b := r.seat.Board()
	p := &r.boards[b]
	if p.turn != r.seat.Color() {
		r.spoil(NotYourTurn, text)
		return
	}
	m, reason := p.readSAN(text)
	if reason != Legal {
		r.spoil(reason, text)
		return
	}
	r.hasSeat, r.passing = false, p.isEnPassant(m)
	r.game.unclose()
	playAtOnce(&r.boards, b, m)
	r.game.Plies = append(r.game.Plies, GamePly{Seat: r.seat, SAN: text, Move: m})
}

// intern returns the text of a word, sharing it with earlier equal ones.
func (r *BPGNReader) intern(word []byte) string {
	if text, ok := r.known[string(word)]; ok {
		return text
	}
	text := string(word)
	if len(r.known) < maxInterned {
		r.known[text] = text
	}
	return text
}
