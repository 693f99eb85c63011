package trf

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pointRules gathers the point records while a file is read: some values
// default to others that may come later, and XXS may tell colours apart.
type pointRules struct {
	PointSystem
	blackWin, blackDraw, blackLoss *pointValue
	winSet, pabSet, drawSet, xSet  bool
	javafo                         bool // XXS: the bye keeps its own default
}

// pointValue is a value with its place, for the error if it cannot be used.
type pointValue struct {
	half   int
	line   line
	column int
}

// resolve fills in the values that default to others. The pairing-allocated bye is worth
// a win to a player and a draw on each board to a team (C.04.6 art. 1.4).
func (p pointRules) resolve(teams bool) (PointSystem, error) {
	for _, pair := range []struct {
		white int
		black *pointValue
	}{{p.Win, p.blackWin}, {p.Draw, p.blackDraw}, {p.Loss, p.blackLoss}} {
		if pair.black != nil && pair.black.half != pair.white {
			return PointSystem{}, pair.black.line.failure(pair.black.column, FormatPoints(pair.black.half),
				"the same points with both colours ("+FormatPoints(pair.white)+")")
		}
	}
	switch {
	case p.pabSet:
	case teams:
		p.PAB = p.Draw
	case p.winSet && !p.javafo:
		p.PAB = p.Win
	}
	if p.drawSet && !p.xSet {
		p.Unknown = p.Draw
	}
	return p.PointSystem, nil
}

// gamePoints reads a 162 record, such as "W 3.0    D 1.0". Z, the code of a
// zero-point bye in the players' rounds, stands for that alone; A also for a lost
// forfeit.
func (r *reader) gamePoints(l line) error {
	return l.codes("a result code W D L A P X or Z", func(code string, half int) bool {
		p := &r.points
		switch code {
		case "W":
			p.Win, p.ForfeitWin, p.FullBye, p.winSet = half, half, half, true
		case "D":
			p.Draw, p.HalfBye, p.drawSet = half, half, true
		case "L":
			p.Loss = half
		case "A":
			p.ForfeitLoss, p.ZeroBye = half, half
		case "Z":
			p.ZeroBye = half
		case "P":
			p.PAB, p.pabSet = half, true
		case "X":
			p.Unknown, p.xSet = half, true
		default:
			return false
		}
		return true
	})
}

// codes reads the codes and values of a 162 or 362 record. They have columns of their
// own, but are told apart without them, so that a blank more or less does no harm.
// set says whether it knows a code.
func (l line) codes(expected string, set func(code string, half int) bool) error {
	words := l.tokens(4)
	for i := 0; i < len(words); i++ {
		w := words[i]
		value := strings.TrimLeftFunc(w.text, unicode.IsLetter)
		code, column := strings.TrimSuffix(w.text, value), w.column
		column += utf8.RuneCountInString(code)
		if value == "" && i+1 < len(words) && !unicode.IsLetter([]rune(words[i+1].text)[0]) {
			i++
			value, column = words[i].text, words[i].column
		}
		half, ok := parseWorth(value)
		switch known := code != "" && (!ok || set(strings.ToUpper(code), half)); {
		case !known:
			return l.failure(w.column, w.text, expected)
		case !ok:
			return l.failure(column, value, fmt.Sprintf("the points for %s (a multiple of 0.5 up to 99.5)", code))
		}
	}
	return nil
}

// matchPoints reads a 362 record, such as "TW 2.0   TD 1.0".
func (r *reader) matchPoints(l line) error {
	return l.codes("a result code TW, TD or TL", func(code string, half int) bool {
		m := &r.file.MatchPoints
		switch code {
		case "TW":
			m.Win = half
		case "TD":
			m.Draw = half
		case "TL":
			m.Loss = half
		default:
			return false
		}
		return true
	})
}

// legacyPoints reads an XXS record: CODE=VALUE words, the later one wins.
func (r *reader) legacyPoints(l line) error {
	r.file.Legacy = true
	p := &r.points
	p.javafo = true
	for _, t := range l.tokens(4) {
		code, text, found := strings.Cut(t.text, "=")
		half, ok := parseWorth(text)
		if !found || !ok {
			return l.failure(t.column, t.text, "CODE=VALUE with a multiple of 0.5 up to 99.5")
		}
		black := &pointValue{half, l, t.column}
		switch strings.ToUpper(code) {
		case "W":
			p.Win, p.ForfeitWin, p.FullBye, p.blackWin, p.winSet = half, half, half, nil, true
		case "D":
			p.Draw, p.HalfBye, p.blackDraw, p.drawSet = half, half, nil, true
		case "WW":
			p.keepBlack(&p.blackWin, p.Win, l, t.column)
			p.Win, p.winSet = half, true
		case "BW":
			p.blackWin = black
		case "WD":
			p.keepBlack(&p.blackDraw, p.Draw, l, t.column)
			p.Draw, p.drawSet = half, true
		case "BD":
			p.blackDraw = black
		case "WL":
			p.keepBlack(&p.blackLoss, p.Loss, l, t.column)
			p.Loss = half
		case "BL":
			p.blackLoss = black
		case "ZPB":
			p.ZeroBye = half
		case "HPB":
			p.HalfBye = half
		case "FPB":
			p.FullBye = half
		case "PAB":
			p.PAB, p.pabSet = half, true
		case "FW":
			p.ForfeitWin = half
		case "FL":
			p.ForfeitLoss = half
		default:
			return l.failure(t.column, t.text, "a code of WW BW WD BD WL BL ZPB HPB FPB PAB FW FL W D")
		}
	}
	return nil
}

// keepBlack remembers the value Black still has when only White's is changed.
func (p *pointRules) keepBlack(black **pointValue, half int, l line, column int) {
	if *black == nil {
		*black = &pointValue{half, l, column}
	}
}

// enginePoints reads the one-value records BBW BBD BBL BBZ BBF BBU.
func (r *reader) enginePoints(l line) error {
	r.file.Legacy = true
	half, ok := parseWorth(l.rest(4))
	if !ok {
		return l.failure(l.start(4, l.width()), l.rest(4), "points (a multiple of 0.5 up to 99.5)")
	}
	p := &r.points
	switch l.slice(1, 3) {
	case "BBW":
		p.Win, p.ForfeitWin, p.FullBye, p.winSet = half, half, half, true
	case "BBD":
		p.Draw, p.HalfBye, p.drawSet = half, half, true
	case "BBL":
		p.Loss = half
	case "BBZ":
		p.ZeroBye = half
	case "BBF":
		p.ForfeitLoss = half
	case "BBU":
		p.PAB, p.pabSet = half, true
	}
	return nil
}
