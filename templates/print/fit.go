package print

import "unicode/utf8"

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

func letters(text string) int { return utf8.RuneCountInString(text) }

// fit names how small a text is set where room letters fit on one line: as it is,
// smaller, or smallest.
func fit(text string, room int) string {
	switch n := letters(text); {
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
	switch n := letters(l.Main); {
	case n <= 2*room-4:
		return ""
	case n <= 3*room:
		return "fit-2"
	}
	return "fit-3"
}

// setting is how the columns of a table share its width.
type setting struct {
	percent []int    // of the width
	room    []int    // letters on one line
	base    []string // how small a column is set, as fit says
	lines   int      // a row's height
	tight   bool     // the words have too little room
}

// shortWords is the longest text that never breaks: a place, a state, a result.
const shortWords = 18

// most is how much smaller print multiplies the letters of a place. Seven points instead
// of eleven make it four, of which long words that break late leave three.
const most = 3

// measure gives columns of numbers and of short words what they need and shares
// the rest among the others, by their longest text.
func measure(columns []Column, rows []Row, across, lines int) setting {
	const air, large = 3, 3 // letters beside a column; more in the first, which is set large
	set := setting{percent: make([]int, len(columns)), room: make([]int, len(columns)), base: make([]string, len(columns)), lines: lines}
	longest, left, wanted := make([]int, len(columns)), across, 0
	for i, c := range columns {
		longest[i] = letters(c.Label) + air
		for _, r := range rows {
			if r.Cells[i] != Box {
				longest[i] = max(longest[i], letters(r.Cells[i])+air)
			}
		}
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
	for i := range columns {
		if set.room[i] == 0 {
			set.room[i] = max(1, left*longest[i]/wanted)
			set.tight = set.tight || longest[i] > most*lines*set.room[i]
		}
		set.percent[i] = max(1, 100*set.room[i]/across)
		if longest[i]-air > lines*set.room[i] {
			set.base[i] = "fit-2" // a column has one size, but for texts of more than two lines
		}
	}
	set.tight = set.tight || left <= 0
	return set
}

// fit names how small a cell is set.
func (s setting) fit(column int, cell string) string {
	if small := fit(cell, s.room[column]*s.lines); small == "fit-3" {
		return small
	}
	return s.base[column]
}

// height of a row in lines of body size: what its longest cell needs.
func (s setting) height(r Row) int {
	need := 1
	for i, cell := range r.Cells {
		if n := letters(cell); n > s.room[i] {
			need = max(need, (n+n/6)/s.room[i]+1)
		}
	}
	return min(need, 2*s.lines)
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
		if left -= need; left < 0 {
			return max(1, n)
		}
	}
	return len(rows)
}
