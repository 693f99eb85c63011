package print

import (
	"fmt"
	"strings"
)

// QuietZone is how many modules of white are around a square code (ISO/IEC 18004, 9.1).
const QuietZone = 4

// Modules of the smallest and the largest code whose line a paper holds: versions 1 to 10,
// which have room for links of 200 letters.
const (
	smallestTrack = 21
	LargestTrack  = 57
	trackStep     = 4
)

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

// codeTrack is a line with the name that codes of the page use it by.
type codeTrack struct{ ID, Line string }

func codeTracks() []codeTrack {
	var all []codeTrack
	for modules := smallestTrack; modules <= LargestTrack; modules += trackStep {
		all = append(all, codeTrack{fmt.Sprintf("qr%d", modules), CodeTrack(modules)})
	}
	return all
}
