package diagram

import (
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/letters"
)

// How many letters a board is wide in plain text, and a name beside it.
const textColumn, nameColumn = 34, 18

// MatchText draws both boards with letters: upper case White, ~ behind promoted
// men, with players, clocks and stocks above and below.
func MatchText(m Match) string {
	a, b := boardText(m, bughouse.A), boardText(m, bughouse.B)
	var out strings.Builder
	for i := range a {
		line := a[i] + strings.Repeat(" ", max(1, textColumn-letters.Count(a[i]))) + b[i]
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}

func boardText(m Match, id bughouse.BoardID) []string {
	b := m.Boards[id]
	below := bughouse.White
	if b.From == BlackBelow {
		below = bughouse.Black
	}
	lines := []string{b.Label, playerText(m, id, below.Opponent()), stockText(b.Setup, below.Opponent())}
	for row := range 8 {
		lines = append(lines, rowText(b, row))
	}
	return append(lines, filesText(b.From), stockText(b.Setup, below), playerText(m, id, below))
}

func rowText(b Board, row int) string {
	var line strings.Builder
	name := b.From.square(0, row).String()
	if b.From == WhiteLeft || b.From == WhiteRight {
		line.WriteString(name[:1])
	} else {
		line.WriteString(name[1:])
	}
	for column := range 8 {
		man := b.Setup.Board[b.From.square(column, row)]
		text := man.String()
		if man == bughouse.NoPiece {
			text = "."
		}
		fmt.Fprintf(&line, " %-2s", text)
	}
	return line.String()
}

func filesText(o Orientation) string {
	var line strings.Builder
	line.WriteString(" ")
	for column := range 8 {
		name := o.square(column, 7).String()
		if o == WhiteLeft || o == WhiteRight {
			name = name[1:]
		} else {
			name = name[:1]
		}
		fmt.Fprintf(&line, " %-2s", name)
	}
	return line.String()
}

func playerText(m Match, id bughouse.BoardID, c bughouse.Color) string {
	seat := bughouse.SeatAt(id, c)
	who := m.Players[seat]
	mark := " "
	if m.Boards[id].Setup.Turn == c {
		mark = ">"
	}
	return fmt.Sprintf("%s %v %s %7s", mark, seat, nameText(who.Name), who.Clock)
}

// nameText is as much of a name as its column holds, and blanks.
func nameText(name string) string {
	runes := []rune(name)
	for letters.Count(string(runes)) > nameColumn {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + strings.Repeat(" ", nameColumn-letters.Count(string(runes)))
}

func stockText(s bughouse.Setup, c bughouse.Color) string {
	return "  stock [" + s.Stock[c].String() + "]"
}
