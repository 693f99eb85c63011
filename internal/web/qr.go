package web

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"rsc.io/qr"

	"github.com/tandemchess/tandem/internal/text"
	pages "github.com/tandemchess/tandem/templates/print"
)

// pageComponent is a drawn page.
type pageComponent = templ.Component

// qrCode draws a link as a square code, dark on white in every theme. It is one line
// through all rows, to and fro, of which the dark modules are the dashes.
func qrCode(w text.Words, link string) (templ.Component, error) {
	code, err := encode(link)
	if err != nil {
		return nil, err
	}
	return templ.ComponentFunc(func(_ context.Context, out io.Writer) error {
		size := code.Size + 2*pages.QuietZone
		_, err := fmt.Fprintf(out, `<svg class="qr" viewBox="0 0 %d %d" role="img" aria-label="%s" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h%dv%dH0z"/><path fill="none" stroke="#000000" d="%s" stroke-dasharray="%s"/></svg>`,
			size, size, templ.EscapeString(w.Say("The link as a code to scan")), size, size, pages.CodeTrack(code.Size), dashes(code, lineAlone))
		return err
	}), nil
}

// paperCode is a link as a code on a paper.
func paperCode(link string) (pages.Code, error) {
	code, err := encode(link)
	if err != nil {
		return pages.Code{}, err
	}
	return pages.Code{Modules: code.Size, Dashes: dashes(code, pages.SameInAll)}, nil
}

func encode(link string) (*qr.Code, error) {
	code, err := qr.Encode(link, qr.M)
	if err != nil {
		return nil, fmt.Errorf("draw the link as a code: %w", err)
	}
	return code, nil
}

// dashes are the lengths of dark and light along the line of a code, in modules and
// in turn. The line is one module longer than a row at both ends and turns there. What is
// drawn over the line anyway goes on as the module before it.
func dashes(code *qr.Code, over func(modules, x, y int) (dark, drawn bool)) string {
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
