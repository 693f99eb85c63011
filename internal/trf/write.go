package trf

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Write writes the file with LF line ends, such that reading it again gives the
// same File. Names too long for their columns are cut; numbers that do not fit
// are an error, as cutting them would say something else.
func (f *File) Write(w io.Writer) error {
	out := writer{legacy: f.Legacy}
	out.header(f)
	out.pointSystem(f)
	for _, p := range f.Players {
		out.player(p)
	}
	for _, t := range f.OldTeams {
		out.record("013")
		out.put(5, 36, cut(t.Name, 32))
		out.numbers(37, 4, 5, t.Players)
	}
	for _, t := range f.Teams {
		out.team(t)
	}
	out.matches(f)
	out.restrictions(f)
	for _, text := range f.Unknown {
		out.line(text)
	}
	out.flush()
	if out.err != nil {
		return fmt.Errorf("write tournament report: %w", out.err)
	}
	if _, err := w.Write(out.buf.Bytes()); err != nil {
		return fmt.Errorf("write tournament report: %w", err)
	}
	return nil
}

// writer lays out one record at a time in fixed columns. It remembers the first
// value that does not fit and ignores everything after it.
type writer struct {
	buf    bytes.Buffer
	width  int // columns of the current record written so far
	legacy bool
	err    error
}

// flush ends the current record.
func (w *writer) flush() {
	if w.width == 0 {
		return
	}
	w.buf.Truncate(len(bytes.TrimRight(w.buf.Bytes(), " \t")))
	w.buf.WriteByte('\n')
	w.width = 0
}

// record starts a record.
func (w *writer) record(tag string) {
	w.flush()
	w.put(1, 3, tag)
}

// line writes a record that is text from its first column on.
func (w *writer) line(text string) {
	w.flush()
	w.put(1, utf8.RuneCountInString(text), oneLine(text))
}

// pad moves to a column.
func (w *writer) pad(column int) {
	for ; w.width < column-1; w.width++ {
		w.buf.WriteByte(' ')
	}
}

// put writes a text that must fit into columns from..to.
func (w *writer) put(from, to int, text string) {
	if w.err != nil || text == "" {
		return
	}
	if n := utf8.RuneCountInString(text); n > to-from+1 {
		w.err = fmt.Errorf("%q does not fit into columns %d-%d", text, from, to)
		return
	}
	w.pad(from)
	w.buf.WriteString(text)
	w.width += utf8.RuneCountInString(text)
}

// right writes a text that must fit, flush right.
func (w *writer) right(from, to int, text string) {
	w.put(max(from, to+1-utf8.RuneCountInString(text)), to, text)
}

// number writes a number flush right; 0 leaves the columns blank.
func (w *writer) number(from, to, n int) {
	if n < 0 {
		w.fail(fmt.Errorf("%d in columns %d-%d is negative", n, from, to))
	}
	if n != 0 {
		w.right(from, to, strconv.Itoa(n))
	}
}

// half writes half points flush right; a full number too long for its columns
// goes without the ".0".
func (w *writer) half(from, to, half int) {
	text := FormatPoints(half)
	if len(text) > to-from+1 {
		text = strings.TrimSuffix(text, ".0")
	}
	w.right(from, to, text)
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// numbers writes a list in fields of the given width, one every step columns; 0
// is written out so that it holds its place.
func (w *writer) numbers(from, width, step int, list []int) {
	for _, n := range list {
		if n == 0 {
			w.right(from, from+width-1, strings.Repeat("0", width))
		} else {
			w.number(from, from+width-1, n)
		}
		from += step
	}
}

// cut shortens a text to a number of columns, without line ends.
func cut(text string, columns int) string {
	text = strings.TrimSpace(oneLine(text))
	if utf8.RuneCountInString(text) <= columns {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:columns]))
}

// oneLine replaces line ends, which would start a new record.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(text)
}

func (w *writer) header(f *File) {
	h := f.Header
	for _, field := range h.singles() {
		if *field.text != "" {
			w.line(field.tag + " " + *field.text)
		}
		if field.tag == "102" {
			for _, deputy := range h.Deputies {
				w.line("112 " + deputy)
			}
		}
	}
	if len(h.RoundDates) > 0 {
		w.record("132")
		for i, date := range h.RoundDates {
			w.put(roundColumn(i+1), roundColumn(i+1)+8, date)
		}
	}
	if f.Rounds != 0 {
		w.line(w.tag("XXR", "142") + " " + strconv.Itoa(f.Rounds))
	}
	switch {
	case f.ByRank:
		w.line("XXC rank" + [...]string{NoColour: "", White: " white1", Black: " black1"}[f.InitialColour])
	case f.InitialColour == White:
		w.line(w.tag("XXC white1", "152 W"))
	case f.InitialColour == Black:
		w.line(w.tag("XXC black1", "152 B"))
	}
}

// tag chooses between the two forms of a record.
func (w *writer) tag(legacy, numbered string) string {
	if w.legacy {
		return legacy
	}
	return numbered
}

func (w *writer) pointSystem(f *File) {
	// A file of the older dialect says so by at least one of its records.
	usual := StandardPoints()
	if f.IsTeamEvent() {
		usual.PAB = usual.Draw
	}
	if p := f.Points; p != usual || f.Legacy && f.Rounds == 0 {
		switch numbered := p.fitsNumbered(); {
		case numbered && !w.legacy:
			w.record("162")
			w.codes(6, 1, "WDLAPX", []int{p.Win, p.Draw, p.Loss, p.ForfeitLoss, p.PAB, p.Unknown})
			if p.ZeroBye != p.ForfeitLoss { // which A says together
				w.record("162")
				w.codes(6, 1, "Z", []int{p.ZeroBye})
			}
		case p.fitsEngine():
			for _, r := range []struct {
				tag  string
				half int
			}{{"BBW", p.Win}, {"BBD", p.Draw}, {"BBL", p.Loss}, {"BBZ", p.ZeroBye}, {"BBF", p.ForfeitLoss}, {"BBU", p.PAB}} {
				w.line(r.tag + " " + FormatPoints(r.half))
			}
		default:
			w.legacyPoints(p)
		}
	}
	if f.MatchPoints != StandardMatchPoints() {
		w.record("362")
		w.codes(5, 2, "TWTDTL", []int{f.MatchPoints.Win, f.MatchPoints.Draw, f.MatchPoints.Loss})
	}
}

// codes writes codes of the given length every nine columns, each with its
// value in the four columns behind it.
func (w *writer) codes(column, length int, codes string, values []int) {
	for i, half := range values {
		w.put(column, column+length-1, codes[i*length:(i+1)*length])
		w.half(column+length, column+length+3, half)
		column += 9
	}
}

// fitsNumbered reports whether a 162 record can say these values.
func (p PointSystem) fitsNumbered() bool {
	return p.ForfeitWin == p.Win && p.FullBye == p.Win && p.HalfBye == p.Draw
}

// fitsEngine reports whether BBx records can say these values.
func (p PointSystem) fitsEngine() bool {
	return p.ForfeitWin == p.Win && p.FullBye == p.Win && p.HalfBye == p.Draw && p.Unknown == p.Draw
}

func (w *writer) legacyPoints(p PointSystem) {
	w.record("XXS")
	w.put(5, 999, strings.Join([]string{
		"W=" + FormatPoints(p.Win), "D=" + FormatPoints(p.Draw),
		"WL=" + FormatPoints(p.Loss), "BL=" + FormatPoints(p.Loss),
		"FW=" + FormatPoints(p.ForfeitWin), "FL=" + FormatPoints(p.ForfeitLoss),
		"FPB=" + FormatPoints(p.FullBye), "HPB=" + FormatPoints(p.HalfBye),
		"ZPB=" + FormatPoints(p.ZeroBye), "PAB=" + FormatPoints(p.PAB),
	}, " "))
	if p.Unknown != p.Draw {
		w.record("162")
		w.put(6, 6, "X")
		w.half(7, 10, p.Unknown)
	}
}

func (w *writer) player(p Player) {
	w.record("001")
	w.number(5, 8, p.ID)
	w.put(10, 10, p.Sex)
	w.right(11, 13, p.Title)
	w.put(15, 47, cut(p.Name, 33))
	w.number(49, 52, p.Rating)
	w.put(54, 56, p.Federation)
	w.right(58, 68, p.FIDENumber)
	w.put(70, 79, p.Birth)
	from := 81
	if utf8.RuneCountInString(p.Birth) < 10 {
		from = 80 // stands alone there, as pointsColumn reads it
	}
	w.half(from, 84, p.Points)
	w.number(86, 89, p.Rank)
	for i, c := range p.Rounds {
		w.cell(roundColumn(i+1), c)
	}
}

func (w *writer) cell(at int, c Cell) {
	if c == (Cell{}) {
		return
	}
	if c.Opponent == 0 {
		w.put(at, at+3, "0000")
	} else {
		w.number(at, at+3, c.Opponent)
	}
	w.put(at+5, at+5, [...]string{NoColour: "-", White: "w", Black: "b"}[c.Colour])
	if c.Result != 0 {
		w.put(at+7, at+7, string(rune(c.Result)))
	}
}

func (w *writer) team(t Team) {
	w.record("310")
	w.number(4, 7, t.Number)
	w.put(9, 40, cut(t.Name, 32))
	w.put(42, 46, cut(t.Nickname, 5))
	w.number(48, 53, t.Strength)
	w.half(55, 60, t.MatchPoints)
	w.half(62, 67, t.GamePoints)
	w.number(69, 72, t.Rank)
	w.numbers(74, 4, 5, t.Players)
}

// matches writes how the rounds of a team event differ from the players' cells.
func (w *writer) matches(f *File) {
	for _, b := range f.TeamPABs {
		w.record("320")
		w.half(5, 8, b.MatchPoints)
		w.half(10, 13, b.GamePoints)
		w.numbers(15, 3, 4, b.Teams)
	}
	for _, u := range f.Lineups {
		w.record("300")
		w.number(5, 7, u.Round)
		w.number(9, 11, u.Team)
		w.number(13, 15, u.Opponent)
		w.numbers(17, 4, 5, u.Players)
	}
	for _, x := range f.Forfeits {
		w.record("330")
		switch {
		case x.WhiteWins:
			w.put(5, 6, "+-")
		case x.BlackWins:
			w.put(5, 6, "-+")
		default:
			w.put(5, 6, "--")
		}
		w.number(8, 10, x.Round)
		w.number(12, 14, x.White)
		w.number(16, 18, x.Black)
	}
}

// restrictions writes byes, forbidden pairs, acceleration and abnormal points.
func (w *writer) restrictions(f *File) {
	for _, b := range f.Byes {
		if b.Round == 0 {
			w.words("XXZ", b.IDs)
			continue
		}
		w.record("240")
		w.put(5, 5, string(rune(b.Type)))
		w.number(7, 9, b.Round)
		w.numbers(11, 4, 5, b.IDs)
	}
	for _, p := range f.Forbidden {
		if w.legacy && p.First == 0 && p.Last == 0 {
			w.words("XXP", p.IDs)
			continue
		}
		w.record("260")
		w.number(5, 7, p.First)
		w.number(9, 11, p.Last)
		w.numbers(13, 4, 5, p.IDs)
	}
	for _, a := range f.Accelerations {
		w.record("250")
		if a.MatchPoints != 0 {
			w.half(5, 8, a.MatchPoints)
		}
		if a.GamePoints != 0 {
			w.half(10, 13, a.GamePoints)
		}
		w.number(15, 17, a.First)
		w.number(19, 21, a.Last)
		w.number(23, 26, a.FirstID)
		w.number(28, 31, a.LastID)
	}
	for _, v := range f.Virtual {
		w.record("XXA")
		w.number(5, 8, v.ID)
		for i, half := range v.Points {
			w.half(10+5*i, 13+5*i, half)
		}
	}
	for _, a := range f.Abnormal {
		w.record("299")
		if a.Type != 0 {
			w.put(5, 5, string(rune(a.Type)))
		}
		w.half(7, 11, a.MatchPoints)
		w.half(13, 17, a.GamePoints)
		w.number(20, 22, a.Round)
		w.numbers(24, 4, 5, a.IDs)
	}
}

// words writes a record of blank-separated numbers.
func (w *writer) words(tag string, ids []int) {
	text := tag
	for _, id := range ids {
		text += " " + strconv.Itoa(id)
	}
	w.line(text)
}
