package print

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rsc.io/qr/coding"
)

// QuietZone is how many modules of white are around a square code (ISO/IEC 18004, 9.1).
const QuietZone = 4

// CodeTrack is the line through the rows of a square code of that many modules, to and
// fro, one module longer at both ends. What is dark on it are dashes.
func CodeTrack(modules int) string {
	var d strings.Builder
	fmt.Fprintf(&d, "M%d %d.5", QuietZone-1, QuietZone)
	for y := range modules {
		across := modules + 2
		if y%2 == 1 {
			across = -across
		}
		fmt.Fprintf(&d, "h%dv1", across)
	}
	return d.String()
}

// Code is a square code on a paper, which is white and may have hundreds of them: all of
// one size use the same line, drawn once on the page, and say their dashes alone. The
// zero value is no code.
type Code struct {
	Modules int    // in a row
	Dashes  string // dark and light along CodeTrack, in modules and in turn; anything where SameInAll
}

func (c Code) side() string { return fmt.Sprintf("0 0 %[1]d %[1]d", c.Modules+2*QuietZone) }

// codeTrack is what codes of one size have in common: the line, and over it, light and
// dark, what is the same in all of them.
type codeTrack struct{ ID, Line, Light, Dark string }

// codeTracks are those that the sheets of a page use.
func codeTracks(sheets []Sheet) []codeTrack {
	var all []codeTrack
	for _, s := range sheets {
		for _, c := range s.codes {
			if c.Modules == 0 || slices.ContainsFunc(all, func(t codeTrack) bool { return t.ID == codeTrackID(c.Modules) }) {
				continue
			}
			light, dark := patterns(c.Modules)
			all = append(all, codeTrack{codeTrackID(c.Modules), CodeTrack(c.Modules), light, dark})
		}
	}
	return all
}

func codeTrackID(modules int) string { return "qr" + strconv.Itoa(modules) }

// patterns are the shapes of what is the same in all codes of that many modules.
func patterns(modules int) (light, dark string) {
	var shapes [2]strings.Builder
	for y := range modules {
		for x := -2; x <= modules+1; {
			black, same := SameInAll(modules, x, y)
			from := x
			for x++; x <= modules+1; x++ {
				if b, s := SameInAll(modules, x, y); b != black || s != same {
					break
				}
			}
			if !same {
				continue
			}
			to := &shapes[0]
			if black {
				to = &shapes[1]
			}
			fmt.Fprintf(to, "M%d %dh%dv1h-%dz", from+QuietZone, y+QuietZone, x-from, x-from)
		}
	}
	return shapes[0].String(), shapes[1].String()
}

// SameInAll says whether a module is the same in all codes of that many modules, and
// whether it is dark: the finder, alignment and timing patterns (ISO/IEC 18004, 6.3), and
// the light beside each row, where the line turns.
func SameInAll(modules, x, y int) (dark, same bool) {
	if x < 0 || x >= modules {
		return false, true
	}
	switch p := planOf(modules)[y][x]; p.Role() {
	case coding.Position, coding.Alignment, coding.Timing:
		return p&coding.Black != 0, true
	}
	return false, false
}

// plans has the modules' roles by the number of modules in a row.
var plans sync.Map

// planOf panics for a number that no code has.
func planOf(modules int) [][]coding.Pixel {
	if known, ok := plans.Load(modules); ok {
		return known.([][]coding.Pixel)
	}
	plan, err := coding.NewPlan(coding.Version((modules-17)/4), coding.M, 0)
	if err != nil {
		panic(fmt.Errorf("a square code of %d modules: %w", modules, err))
	}
	plans.Store(modules, plan.Pixel)
	return plan.Pixel
}
