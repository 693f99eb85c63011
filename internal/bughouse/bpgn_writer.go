package bughouse

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const bpgnWidth = 80 // columns of movetext

// WriteBPGN writes a record as [BPGNReader] reads it: clocks directly behind the
// moves, then the closing comment and the result. A match that began elsewhere
// than at the start gets a FEN tag with both boards.
func WriteBPGN(w io.Writer, g *Game) error {
	out := bufio.NewWriter(w)
	for _, t := range g.Tags {
		fmt.Fprintf(out, "[%s \"%s\"]\n", t.Name, tagEscaper.Replace(t.Value))
	}
	if start := FormatBFEN(&g.start[A], &g.start[B]); g.Tag("FEN") == "" && start != ordinaryStart {
		fmt.Fprintf(out, "[FEN \"%s\"]\n", start)
	}
	out.WriteByte('\n')
	for _, c := range g.Comments {
		fmt.Fprintf(out, "{%s}\n", c)
	}
	writeMoves(out, g)
	if g.Closing != "" {
		fmt.Fprintf(out, "{%s} ", g.Closing)
	}
	fmt.Fprintf(out, "%s\n\n", g.Result)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing BPGN: %w", err)
	}
	return nil
}

var ordinaryStart = func() string {
	m := NewMatch(Rules{})
	return m.BFEN()
}()

// tagEscaper also keeps a value on its line, where the reader looks for its end.
var tagEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r\n", " ", "\n", " ", "\r", " ")

func writeMoves(out *bufio.Writer, g *Game) {
	boards := g.start
	column := 0
	for _, ply := range g.Plies {
		b := ply.Seat.Board()
		item := fmt.Sprintf("%d%c. %s", boards[b].fullMoves, "AaBb"[ply.Seat], ply.SAN)
		if ply.HasClock {
			item += "{" + FormatSeconds(ply.Clock) + "}"
		}
		for _, c := range ply.Comments {
			item += " {" + c + "}"
		}
		if column > 0 && column+1+len(item) > bpgnWidth {
			out.WriteByte('\n')
			column = 0
		}
		if column > 0 {
			out.WriteByte(' ')
			column++
		}
		out.WriteString(item)
		column += len(item)
		playAtOnce(&boards, b, ply.Move)
	}
	if column > 0 {
		out.WriteByte('\n')
	}
}

// FormatSeconds writes milliseconds as seconds with one to three decimals.
func FormatSeconds(ms int64) string {
	sign := ""
	if ms < 0 {
		sign, ms = "-", -ms
	}
	s := sign + strconv.FormatInt(ms/1000, 10) + fmt.Sprintf(".%03d", ms%1000)
	for strings.HasSuffix(s, "0") && s[len(s)-2] != '.' {
		s = s[:len(s)-1]
	}
	return s
}
