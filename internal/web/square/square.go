// Package square draws links as square codes (QR, ISO/IEC 18004), on pages and on paper. It knows
// nothing of what a link leads to.
package square

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"rsc.io/qr/coding"

	"github.com/tandemchess/tandem/internal/text"
	pages "github.com/tandemchess/tandem/templates/print"
)

// Draw draws a link as a square code, dark on white in every theme. It is one line
// through all rows, to and fro, of which the dark modules are the dashes.
func Draw(w text.Words, link string) (templ.Component, error) {
	code, line, err := encode(link, lineAlone)
	if err != nil {
		return nil, err
	}
	return templ.ComponentFunc(func(_ context.Context, out io.Writer) error {
		size := code.Size + 2*pages.QuietZone
		_, err := fmt.Fprintf(out, `<svg class="qr" viewBox="0 0 %d %d" role="img" aria-label="%s" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h%dv%dH0z"/><path fill="none" stroke="#000000" d="%s" stroke-dasharray="%s"/></svg>`,
			size, size, templ.EscapeString(w.Say("The link as a code to scan")), size, size, pages.CodeTrack(code.Size), line)
		return err
	}), nil
}

// ForPaper is a link as a code on a paper.
func ForPaper(link string) (pages.Code, error) {
	code, line, err := encode(link, pages.SameInAll)
	return pages.Code{Modules: code.Size, Dashes: line}, err
}

// drawnOver says whether a module is drawn over the line of a code anyway, and how.
type drawnOver func(modules, x, y int) (dark, drawn bool)

// encode finds the smallest code for a link, and its dashes. Of the eight masks, which
// readers tell apart by themselves (ISO/IEC 18004, 7.8), it takes the one with the shortest
// line: slips have a thousand codes on a page.
func encode(link string, over drawnOver) (coding.Code, string, error) {
	masks, err := plansFor(link)
	if err != nil {
		return coding.Code{}, "", fmt.Errorf("draw the link as a code: %w", err)
	}
	var best coding.Code
	var line string
	for _, plan := range masks {
		code, err := plan.Encode(coding.String(link))
		if err != nil {
			return coding.Code{}, "", fmt.Errorf("draw the link as a code: %w", err)
		}
		if d := dashes(code, over); line == "" || len(d) < len(line) {
			best, line = *code, d
		}
	}
	return best, line, nil
}

// plans are those of a version, one for each mask; there are forty versions at most.
var plans sync.Map

func plansFor(link string) ([]*coding.Plan, error) {
	version := coding.Version(coding.MinVersion)
	for coding.String(link).Bits(version) > version.DataBytes(coding.M)*8 {
		if version++; version > coding.MaxVersion {
			return nil, fmt.Errorf("%d letters are more than a code holds", len(link))
		}
	}
	if known, ok := plans.Load(version); ok {
		return known.([]*coding.Plan), nil
	}
	var masks []*coding.Plan
	for mask := range coding.Mask(8) {
		plan, err := coding.NewPlan(version, coding.M, mask)
		if err != nil {
			return nil, err
		}
		masks = append(masks, plan)
	}
	plans.Store(version, masks)
	return masks, nil
}

// dashes are the lengths of dark and light along the line of a code, in modules and
// in turn. The line is one module longer than a row at both ends and turns there. What is
// drawn over the line anyway goes on as the module before it.
func dashes(code *coding.Code, over drawnOver) string {
	var out strings.Builder
	dark, run := true, 0
	for y := range code.Size {
		for n := -1; n <= code.Size; n++ {
			x := n
			if y%2 == 1 {
				x = code.Size - 1 - n
			}
			_, drawn := over(code.Size, x, y)
			if y == code.Size-1 && n == code.Size {
				drawn = false // the line ends in the light below the code
			}
			if !drawn && code.Black(x, y) != dark {
				out.WriteString(strconv.Itoa(run) + " ")
				dark, run = !dark, 0
			}
			run++
		}
		run++ // down to the next row, beside the code
	}
	return out.String() + strconv.Itoa(run)
}

// lineAlone is a code over which nothing else is drawn.
func lineAlone(_, _, _ int) (dark, drawn bool) { return false, false }
