package print

import (
	"strings"

	"github.com/tandemchess/tandem/internal/letters"
)

// Nothing on paper is cut off and no sheet grows: a text too long for its place is
// set smaller and over more lines. Places are measured in letters of the widest
// face a machine may have; what is left over is white.

// How many letters fit, in body size.
const (
	lettersAcross = 78  // a row of a sheet
	lettersWide   = 108 // a row of a sheet on its side

	namesFit   = 36 // a name of a list, on two lines
	besideFits = 44 // an opponent, on one line
)

// fit names how small a text is set where room letters fit on one line: as it is,
// smaller, or smallest.
func fit(text string, room int) string {
	switch n := letters.Count(text); {
	case n <= room:
		return ""
	case n <= 2*room:
		return "fit-2"
	}
	return "fit-3"
}

// nameFit is fit for a name in a list of n columns; a tall row has room for two
// lines in body size.
func nameFit(l Line, n int, tall bool) string {
	room := map[int]int{2: 27, 3: 17}[n]
	if l.Was != "" {
		room -= 6
	}
	if !tall {
		return fit(l.Main, room)
	}
	switch n := letters.Count(l.Main); {
	case n <= 2*room-4:
		return ""
	case n <= 3*room:
		return "fit-2"
	}
	return "fit-3"
}

// setting is how the columns of a table share its width.
type setting struct {
	share   []int    // thousandths of the width; in hundredths a column of one figure lost half of it
	room    []int    // letters on one line
	base    []string // how small a column is set, as fit says
	lines   int      // a row's height
	tight   bool     // the words have too little room
	crowded bool     // the numbers leave none for the words
}

// shortWords is the longest text that never breaks: a place, a state, a result.
const shortWords = 18

// wordsStay is the longest word that a column keeps whole while others have room to spare.
const wordsStay = 16

// wordsLeast is what numbers leave to a column of words.
const wordsLeast = 8

// Print in 9.3 and 7 points instead of 11, in tenths of the letters of a place.
const smaller, smallest = 12, 15

// wrapped is how many lines a text takes where room letters fit on one: words stay
// whole, but for those longer than a line. What tells names apart often stands at their
// end, on the line that letters alone would not count.
func wrapped(text string, room int) int {
	lines, left := 1, room
	for word := range strings.FieldsSeq(text) {
		n := letters.Count(word)
		if left < room {
			n++ // the space before it
		}
		if n > left && left < room {
			lines, left, n = lines+1, room, letters.Count(word)
		}
		for n > left {
			lines, n, left = lines+1, n-left, room
		}
		left -= n
	}
	return lines
}

// longestWord is the letters of the longest word.
func longestWord(text string) int {
	most := 0
	for word := range strings.FieldsSeq(text) {
		most = max(most, letters.Count(word))
	}
	return most
}

// measure gives columns of numbers and of short words what they need and shares
// the rest among the others: each has room for its longest word, and more by its longest
// text.
func measure(columns []Column, rows []Row, across, lines int) setting {
	const air, large = 3, 3 // letters beside a column; more in the first, which is set large
	set := setting{share: make([]int, len(columns)), room: make([]int, len(columns)), base: make([]string, len(columns)), lines: lines}
	longest, least, left, wanted := make([]int, len(columns)), make([]int, len(columns)), across, 0
	for i, c := range columns {
		longest[i], least[i] = letters.Count(c.Label)+air, longestWord(c.Label)
		for _, r := range rows {
			if r.Cells[i] != Box {
				longest[i], least[i] = max(longest[i], letters.Count(r.Cells[i])+air), max(least[i], longestWord(r.Cells[i]))
			}
		}
		least[i] = min(least[i], wordsStay) + air
		if i == 0 {
			longest[i] += large
		}
		if c.Num || longest[i] <= shortWords {
			set.room[i] = longest[i]
			left -= longest[i]
		} else {
			wanted += longest[i]
		}
	}
	set.tight = left <= 0
	set.spareAir(columns, &left)
	spare := left
	for i := range columns {
		if set.room[i] == 0 {
			spare -= least[i]
		}
	}
	for i := range columns {
		if set.room[i] == 0 {
			set.room[i] = max(1, left*longest[i]/wanted)
			if spare >= 0 {
				set.room[i] = least[i] + spare*longest[i]/wanted
			}
			set.size(i, rows)
		}
		set.share[i] = max(1, 1000*set.room[i]/across)
	}
	return set
}

// spareAir takes air from the numbers, evenly, until columns of words have the least room
// they need, and finds out whether that is enough.
func (s *setting) spareAir(columns []Column, left *int) {
	const spares = 2 // letters of air that a column of numbers can do without
	short := -*left
	for _, room := range s.room {
		if room == 0 {
			short += wordsLeast
		}
	}
	for range spares {
		for i, c := range columns {
			if c.Num && short > 0 {
				s.room[i]--
				*left++
				short--
			}
		}
	}
	s.crowded = short > 0
}

// size finds how small a column has to be set; one that is too long for the smallest
// print makes the setting tight.
func (s *setting) size(column int, rows []Row) {
	room := max(1, s.room[column]-1)
	for _, r := range rows {
		cell := r.Cells[column]
		if wrapped(cell, room) > s.lines {
			s.base[column] = "fit-2" // a column has one size, but for its longest texts
		}
		s.tight = s.tight || wrapped(cell, room*smallest/10) > 2*s.lines
	}
}

// fit names how small a cell is set.
func (s setting) fit(column int, cell string) string {
	if s.base[column] != "" && wrapped(cell, max(1, s.room[column]-1)*smaller/10) > s.lines {
		return "fit-3"
	}
	return s.base[column]
}

// height of a row in lines of body size: what its longest cell needs.
func (s setting) height(r Row) int {
	need := 1
	for i, cell := range r.Cells {
		room := max(1, s.room[i]-1)
		switch s.fit(i, cell) {
		case "":
			need = max(need, wrapped(cell, room))
		case "fit-2":
			need = max(need, (wrapped(cell, room*smaller/10)*9+9)/10)
		default:
			need = max(need, (wrapped(cell, room*smallest/10)*7+9)/10)
		}
	}
	return need
}

// fill is how many rows fill a sheet of that many single ones. Two lines of body
// size fit a single row of a table whose rows are not tall.
func (s setting) fill(rows []Row, single int) int {
	const half = 2 // heights are counted in halves of a row
	left := half * single
	for n, r := range rows {
		need := half
		if s.lines > 1 {
			need = max(half, s.height(r)+1)
		}
		if r.Heading != "" {
			need += half
		}
		if left -= need; left < 0 {
			return max(1, wholeParts(rows[:n+1]))
		}
	}
	return len(rows)
}

// wholeParts is how many of the rows before the last fill a sheet on which no part is begun that
// the next one would go on with; all of them where one part is longer than that.
func wholeParts(rows []Row) int {
	last := len(rows) - 1
	for i := last; i > 0; i-- {
		if rows[i].Heading != "" {
			return i
		}
	}
	return last
}
