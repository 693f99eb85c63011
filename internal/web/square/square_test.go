package square

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/templates/print"
)

// The dashes of a code and what is drawn over them are its dark modules.
func TestDashesOfACodeAreItsModules(t *testing.T) {
	t.Parallel()
	for _, link := range []string{"https://tandem.example/e/lake/slip/1-1-14-2-abcdefghijkl", "https://t.example/", strings.Repeat("https://tandem.example/", 7), strings.Repeat("https://tandem.example/", 40)} {
		for name, over := range map[string]drawnOver{"alone": lineAlone, "on paper": print.SameInAll} {
			code, line, err := encode(link, over)
			expect.OK(t, err)
			fields := strings.Fields(line)
			at, drawn := 0, map[int]bool{} // along the line
			for i, length := range fields {
				n := dashLength(t, length)
				for k := range n {
					drawn[at+k] = i%2 == 0
				}
				at += n
			}
			along := 0
			for y := range code.Size {
				for n := -1; n <= code.Size; n++ {
					x := n
					if y%2 == 1 {
						x = code.Size - 1 - n
					}
					dark, same := over(code.Size, x, y)
					if !same {
						dark = drawn[along]
					}
					expect.MustEqual(t, dark, code.Black(x, y), "%s, %s: module %d, %d is drawn", link, name, x, y)
					along++
				}
				along++
			}
			expect.True(t, at == along && !drawn[at-1], "%s, %s: dashes of %d modules on a line of %d, dark at its end: %v", link, name, at, along, drawn[at-1])
			expect.True(t, strings.Count(print.CodeTrack(code.Size), "h") == code.Size, "the line of %d modules has another number of rows", code.Size)
		}
	}
}

func dashLength(t *testing.T, said string) int {
	t.Helper()
	n := expect.Must(strconv.Atoi(said))(t)
	return n
}
