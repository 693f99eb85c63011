package web

import (
	"context"
	"fmt"
	"io"

	"github.com/a-h/templ"
	"rsc.io/qr"

	"github.com/tandemchess/tandem/internal/text"
)

// pageComponent is a drawn page.
type pageComponent = templ.Component

// qrCode draws a link as a square code: one path, dark on white in every theme.
func qrCode(w text.Words, link string) (templ.Component, error) {
	code, err := qr.Encode(link, qr.M)
	if err != nil {
		return nil, fmt.Errorf("draw the link as a code: %w", err)
	}
	const quiet = 4 // modules of white around the code
	return templ.ComponentFunc(func(_ context.Context, out io.Writer) error {
		size := code.Size + 2*quiet
		if _, err := fmt.Fprintf(out, `<svg class="qr" viewBox="0 0 %d %d" role="img" aria-label="%s" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h%dv%dH0z"/><path fill="#000000" d="`,
			size, size, templ.EscapeString(w.Say("The link as a code to scan")), size, size); err != nil {
			return err
		}
		for y := range code.Size {
			for x := range code.Size {
				if !code.Black(x, y) {
					continue
				}
				if _, err := fmt.Fprintf(out, "M%d %dh1v1h-1z", x+quiet, y+quiet); err != nil {
					return err
				}
			}
		}
		_, err := io.WriteString(out, `"/></svg>`)
		return err
	}), nil
}
