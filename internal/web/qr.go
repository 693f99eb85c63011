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
			size, size, templ.EscapeString(w.Say("The link as a code to scan")), size, size, pages.CodeTrack(code.Size), dashes(code))
		return err
	}), nil
}

// paperCode is qrCode for a paper, which is white and may have hundreds of them: the line
// is drawn once on the page (pages.Papers), and each code says its dashes alone.
func paperCode(w text.Words, link string) (templ.Component, error) {
	code, err := encode(link)
	if err != nil || code.Size > pages.LargestTrack {
		return qrCode(w, link)
	}
	return templ.ComponentFunc(func(_ context.Context, out io.Writer) error {
		size := code.Size + 2*pages.QuietZone
		_, err := fmt.Fprintf(out, `<svg class="qr" viewBox="0 0 %d %d"><use href="#qr%d" stroke-dasharray="%s"/></svg>`, size, size, code.Size, dashes(code))
		return err
	}), nil
}

func encode(link string) (*qr.Code, error) {
	code, err := qr.Encode(link, qr.M)
	if err != nil {
		return nil, fmt.Errorf("draw the link as a code: %w", err)
	}
	return code, nil
}

// dashes are the lengths of dark and light along the line of a code, in modules and
// in turn. The line is one module longer than a row at both ends and turns there.
func dashes(code *qr.Code) string {
	var out strings.Builder
	dark, run := true, 0
	add := func(black bool) {
		if black != dark {
			out.WriteString(strconv.Itoa(run) + " ")
			dark, run = black, 0
		}
		run++
	}
	for y := range code.Size {
		add(false)
		for n := range code.Size {
			x := n
			if y%2 == 1 {
				x = code.Size - 1 - n
			}
			add(code.Black(x, y))
		}
		add(false)
		add(false) // down to the next row
	}
	return out.String() + strconv.Itoa(run)
}
