package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"

	"github.com/tandemchess/tandem/internal/bughouse"
)

var statusCommand = command{
	name:    "status",
	summary: "say whether a position is check, mate or waiting for a piece",
	example: `tandem status "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1"`,
	run: func(_ context.Context, c console, args []string) int {
		fs := newFlags(c, "status", "[FEN…|-]")
		if code, ok := parseFlags(fs, args); !ok {
			return code
		}
		if fs.NArg() == 0 {
			return fail(c, exitUsage, "status", errors.New("expected a FEN, or - for one per line of standard input"))
		}
		out := bufio.NewWriter(c.out)
		defer out.Flush()
		err := eachPosition(c.in, fs.Args(), func(text string) error {
			setup, err := bughouse.ParseFEN(text)
			if err != nil {
				return err
			}
			p, err := setup.Position(bughouse.Rules{})
			if err != nil {
				return err
			}
			fmt.Fprintln(out, statusLine(&p))
			return nil
		})
		if err != nil {
			return fail(c, exitUsage, "status", err)
		}
		return exitDone
	},
}

func statusLine(p *bughouse.Position) string {
	all, withoutDrops := p.LegalNow()
	potential := "no"
	if p.LegalWithPotentialStock() {
		potential = "yes"
	}
	return fmt.Sprintf("%d\t%s\t%d\t%d\t%s\t%s", p.Checkers().Len(), p.CheckKind(), all, withoutDrops, potential, p.Status())
}
