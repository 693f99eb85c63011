package trf

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

const (
	maxID     = 9999
	maxTeam   = 9999
	maxRounds = 999
)

// Limits of a file. One of 1,000 teams with 11 rounds has 500 KB. A few records can ask
// for far more than they hold: lists of participants who must not meet, of which every
// two are a pair, and accelerations, of which every one is for all participants.
const (
	MaxBytes         = 16 << 20
	maxApart         = 1_000_000 // pairs, with those that stand in several lists
	maxAccelerations = 1_000
)

// Read reads a whole file of up to MaxBytes: UTF-8, UTF-16 with a byte order mark, or
// Latin-1. Lines may
// end with CR, LF or CRLF. Records it has no meaning for are kept in File.Unknown.
// Errors in the text are *Error values.
func Read(r io.Reader) (*File, error) {
	f, _, err := Examine(r)
	return f, err
}

// Examine reads a whole file as Read does and says what in it deserves a look, in
// the order of the checks.
func Examine(r io.Reader) (*File, []Warning, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read tournament report: %w", err)
	}
	if len(data) > MaxBytes {
		return nil, nil, fmt.Errorf("read tournament report: it has more than %d MB", MaxBytes>>20)
	}
	text, whole := decode(data)
	rd := reader{file: New(), singles: map[string]bool{}, players: map[int]int{}, teams: map[int]int{}}
	rd.points.PointSystem = StandardPoints()
	var l line
	for number := 1; text != ""; number++ {
		var raw string
		raw, text = cutLine(text)
		l = newLine(number, strings.TrimLeft(raw, "\ufeff"))
		if err := rd.record(l); err != nil {
			return nil, nil, err
		}
	}
	if !whole {
		return nil, nil, (&line{number: max(1, l.number)}).failure(l.width()+1, "", "a whole UTF-16 character; the file breaks off in the middle of one")
	}
	if err := rd.finish(); err != nil {
		return nil, nil, err
	}
	return rd.file, rd.warnings, nil
}

// decode turns a file into text: UTF-16 where a byte order mark says so, else the
// bytes as they are. whole is false when UTF-16 ends in the middle of a character.
func decode(data []byte) (text string, whole bool) {
	if len(data) < 2 {
		return string(data), true
	}
	high, low := 0, 1
	switch {
	case data[0] == 0xff && data[1] == 0xfe:
		high, low = 1, 0
	case data[0] == 0xfe && data[1] == 0xff:
	default:
		return string(data), true
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		units = append(units, uint16(data[i+high])<<8|uint16(data[i+low]))
	}
	return string(utf16.Decode(units)), len(data)%2 == 0
}

// cutLine splits off the first line; CR, LF and CRLF all end one.
func cutLine(text string) (first, rest string) {
	end := strings.IndexAny(text, "\r\n")
	if end < 0 {
		return text, ""
	}
	if strings.HasPrefix(text[end:], "\r\n") {
		return text[:end], text[end+2:]
	}
	return text[:end], text[end+1:]
}

// reader collects the records of one file and what must be checked at its end.
type reader struct {
	file    *File
	singles map[string]bool // single records seen
	points  pointRules
	players map[int]int // player id → index in file.Players
	teams   map[int]int // team number → index in file.Teams
	places  []place
	apart   int // pairs that must not meet
	cells   []cellPlace

	stated   []statement
	lineups  []lineupPlace
	warnings []Warning
}

// place is a reference to a participant to be checked when all are known.
type place struct {
	line   line
	column int
	id     int
	player bool // a player even in a team event
}

// cellPlace is where the cells of one player stand.
type cellPlace struct {
	line   line
	player int
}

// lineupPlace is where the players of one line-up stand.
type lineupPlace struct {
	line    line
	team    int
	players []int
}

// record reads one line. Every record it does not know is kept.
func (r *reader) record(l line) error {
	if l.field(1, l.width()) == "" {
		return nil
	}
	tag := l.slice(1, 3)
	if read, ok := recordReaders[tag]; ok {
		return read(r, l)
	}
	if target := r.header(tag); target != nil {
		if r.singles[tag] {
			r.keep(l)
			return nil
		}
		*target = l.rest(4)
		r.singles[tag] = *target != ""
		return nil
	}
	r.keep(l)
	return nil
}

func (r *reader) keep(l line) {
	r.file.Unknown = append(r.file.Unknown, strings.TrimRight(l.text, " \t"))
}

// header is the text field a single record fills, nil for other records.
func (r *reader) header(tag string) *string {
	h := &r.file.Header
	for _, field := range h.singles() {
		if field.tag == tag {
			return field.text
		}
	}
	return nil
}

// headerField ties a record's tag to its text.
type headerField struct {
	tag  string
	text *string
}

// singles lists the text records that occur once, in writing order.
func (h *Header) singles() []headerField {
	return []headerField{
		{"012", &h.Name},
		{"022", &h.City},
		{"032", &h.Federation},
		{"042", &h.Start},
		{"052", &h.End},
		{"062", &h.PlayerCount},
		{"072", &h.RatedCount},
		{"082", &h.TeamCount},
		{"092", &h.TypeText},
		{"102", &h.ChiefArbiter},
		{"122", &h.TimeText},
		{"172", &h.RankMethod},
		{"182", &h.PairingProgram},
		{"192", &h.Type},
		{"202", &h.TieBreaks},
		{"212", &h.StandingOrder},
		{"222", &h.TimeControl},
		{"352", &h.BoardColours},
	}
}

// recordReaders holds the reader of every record that is more than one text.
var recordReaders = map[string]func(*reader, line) error{
	"001": (*reader).player,
	"013": (*reader).oldTeam,
	"112": (*reader).deputy,
	"132": (*reader).roundDates,
	"142": (*reader).rounds,
	"152": (*reader).initialColour,
	"162": (*reader).gamePoints,
	"240": (*reader).bye,
	"250": (*reader).acceleration,
	"260": (*reader).forbidden,
	"299": (*reader).abnormal,
	"300": (*reader).lineup,
	"310": (*reader).team,
	"320": (*reader).teamPAB,
	"330": (*reader).forfeit,
	"362": (*reader).matchPoints,
	"XXR": (*reader).rounds,
	"XXC": (*reader).configuration,
	"XXZ": (*reader).absent,
	"XXP": (*reader).forbiddenLegacy,
	"XXA": (*reader).virtual,
	"XXS": (*reader).legacyPoints,
	"BBW": (*reader).enginePoints,
	"BBD": (*reader).enginePoints,
	"BBL": (*reader).enginePoints,
	"BBZ": (*reader).enginePoints,
	"BBF": (*reader).enginePoints,
	"BBU": (*reader).enginePoints,
}

func (r *reader) deputy(l line) error {
	if text := l.rest(4); text != "" {
		r.file.Deputies = append(r.file.Deputies, text)
	}
	return nil
}

func (r *reader) roundDates(l line) error {
	if len(r.file.RoundDates) > 0 {
		r.keep(l)
		return nil
	}
	for round := 1; roundColumn(round) <= l.width(); round++ {
		r.file.RoundDates = append(r.file.RoundDates, l.field(roundColumn(round), roundColumn(round)+8))
	}
	for n := len(r.file.RoundDates); n > 0 && r.file.RoundDates[n-1] == ""; n-- {
		r.file.RoundDates = r.file.RoundDates[:n-1]
	}
	if len(r.file.RoundDates) == 0 {
		r.file.RoundDates = nil
	}
	return nil
}

func (r *reader) rounds(l line) error {
	n, err := l.need(4, max(4, l.width()), maxRounds, "the number of rounds")
	if err != nil {
		return err
	}
	if r.file.Rounds != 0 && r.file.Rounds != n {
		return l.failure(l.start(4, l.width()), l.rest(4), fmt.Sprintf("%d rounds as declared before", r.file.Rounds))
	}
	r.file.Rounds = n
	r.file.Legacy = r.file.Legacy || l.slice(1, 3) == "XXR"
	return nil
}

func (r *reader) initialColour(l line) error {
	switch strings.ToUpper(l.rest(4)) {
	case "W":
		r.file.InitialColour = White
	case "B":
		r.file.InitialColour = Black
	default:
		return l.failure(l.start(4, l.width()), l.rest(4), "the initial colour W or B")
	}
	return nil
}

func (r *reader) configuration(l line) error {
	r.file.Legacy = true
	for _, t := range l.tokens(4) {
		switch strings.ToLower(t.text) {
		case "white1":
			r.file.InitialColour = White
		case "black1":
			r.file.InitialColour = Black
		case "rank":
			r.file.ByRank = true
		default:
			return l.failure(t.column, t.text, "white1, black1 or rank")
		}
	}
	return nil
}

// ids reads participant numbers from the blank-separated words from a column on.
func (r *reader) ids(l line, from int) ([]int, error) {
	var out []int
	for _, t := range l.tokens(from) {
		id, ok := parseCount(t.text, maxID)
		if !ok || id == 0 {
			return nil, l.failure(t.column, t.text, "a participant's number")
		}
		out = append(out, id)
		r.places = append(r.places, place{line: l, column: t.column, id: id})
	}
	if len(out) == 0 {
		return nil, l.failure(from, "", "at least one participant's number")
	}
	return out, nil
}

func (r *reader) bye(l line) error {
	b := Bye{Type: Result(upper(l.slice(5, 5)))}
	if b.Type != FullBye && b.Type != HalfBye && b.Type != ZeroBye {
		return l.failure(5, l.slice(5, 5), "the type of bye F, H or Z")
	}
	var err error
	if b.Round, err = l.need(7, 9, maxRounds, "the round"); err != nil {
		return err
	}
	if b.IDs, err = r.ids(l, 10); err != nil {
		return err
	}
	r.file.Byes = append(r.file.Byes, b)
	return nil
}

func (r *reader) absent(l line) error {
	r.file.Legacy = true
	ids, err := r.ids(l, 4)
	if err != nil {
		return err
	}
	r.file.Byes = append(r.file.Byes, Bye{Type: ZeroBye, IDs: ids})
	return nil
}

func (r *reader) forbidden(l line) error {
	var f Forbidden
	var err error
	if f.First, err = l.count(5, 7, maxRounds, "the first round"); err != nil {
		return err
	}
	if f.Last, err = l.count(9, 11, maxRounds, "the last round"); err != nil {
		return err
	}
	if f.Last != 0 && f.Last < f.First {
		return l.failure(9, l.slice(9, 11), fmt.Sprintf("a last round from %d on", f.First))
	}
	if f.IDs, err = r.ids(l, 12); err != nil {
		return err
	}
	return r.keepApart(l, 12, f)
}

// keepApart adds a list of participants who must not meet.
func (r *reader) keepApart(l line, column int, f Forbidden) error {
	n := len(f.IDs)
	if r.apart += n * (n - 1) / 2; r.apart > maxApart {
		return l.failure(column, fmt.Sprintf("a list of %d participants", n), fmt.Sprintf("at most %d pairs in all that must not meet", maxApart))
	}
	r.file.Forbidden = append(r.file.Forbidden, f)
	return nil
}

func (r *reader) forbiddenLegacy(l line) error {
	r.file.Legacy = true
	ids, err := r.ids(l, 4)
	if err != nil {
		return err
	}
	return r.keepApart(l, 4, Forbidden{IDs: ids})
}

func (r *reader) acceleration(l line) error {
	var a Acceleration
	var err error
	if a.MatchPoints, err = l.points(5, 8, "virtual match points"); err != nil {
		return err
	}
	if a.GamePoints, err = l.points(10, 13, "virtual points"); err != nil {
		return err
	}
	if a.First, err = l.need(15, 17, maxRounds, "the first round"); err != nil {
		return err
	}
	if a.Last, err = l.need(19, 21, maxRounds, "the last round"); err != nil {
		return err
	}
	if a.FirstID, err = l.need(23, 26, maxID, "the first participant"); err != nil {
		return err
	}
	if a.LastID, err = l.need(28, 31, maxID, "the last participant"); err != nil {
		return err
	}
	if a.Last < a.First {
		return l.failure(19, l.slice(19, 21), fmt.Sprintf("a last round from %d on", a.First))
	}
	if a.LastID < a.FirstID {
		return l.failure(28, l.slice(28, 31), fmt.Sprintf("a last participant from %d on", a.FirstID))
	}
	if len(r.file.Accelerations) == maxAccelerations {
		return l.failure(1, "one more acceleration", fmt.Sprintf("at most %d of them", maxAccelerations))
	}
	r.file.Accelerations = append(r.file.Accelerations, a)
	return nil
}

func (r *reader) virtual(l line) error {
	r.file.Legacy = true
	id, err := l.need(5, 8, maxID, "the participant")
	if err != nil {
		return err
	}
	v := Virtual{ID: id}
	for column := 10; column <= l.width(); column += 5 {
		half, err := l.points(column, column+3, "virtual points")
		if err != nil {
			return err
		}
		v.Points = append(v.Points, half)
	}
	r.places = append(r.places, place{line: l, column: l.start(5, 8), id: id})
	r.file.Virtual = append(r.file.Virtual, v)
	return nil
}

func (r *reader) abnormal(l line) error {
	var a Abnormal
	switch c := upper(l.slice(5, 5)); c {
	case 0, ' ':
	case 'W', 'D', 'L', 'F', 'H', 'Z', '+', '-', 'U':
		a.Type = Result(c)
	default:
		return l.failure(5, string(c), "a result W D L F H Z U + - or blank")
	}
	var err error
	if a.MatchPoints, err = l.points(7, 11, "match points"); err != nil {
		return err
	}
	if a.GamePoints, err = l.points(13, 17, "points"); err != nil {
		return err
	}
	if a.Round, err = l.count(20, 22, maxRounds, "the round"); err != nil {
		return err
	}
	// Without participants the points are those of everybody; a penalty is somebody's.
	if a.Type == 0 || l.rest(23) != "" {
		if a.IDs, err = r.ids(l, 23); err != nil {
			return err
		}
	}
	r.file.Abnormal = append(r.file.Abnormal, a)
	return nil
}

// upper returns the upper-case byte of a one-column field, 0 when it is absent.
func upper(s string) byte {
	if s == "" {
		return 0
	}
	return strings.ToUpper(s[:1])[0]
}
