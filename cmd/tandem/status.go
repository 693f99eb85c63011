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
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "status", "[FEN…|-]")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if fs.NArg() == 0 {
			return fail(c, exitUsage, "status", errors.New("expected a FEN, or - for one per line of standard input"))
		}
		out := bufio.NewWriter(c.out)
		defer out.Flush()
		err := eachPosition(ctx, c, fs.Args(), func(text string) error {
			line, err := positionStatus(text)
			if err == nil {
				fmt.Fprintln(out, line)
			}
			return err
		})
		if err != nil {
			return fail(c, exitUsage, "status", err)
		}
		return exitDone
	},
}

// statusColumns are the names of what a line says, in its order.
var statusColumns = []string{"checkers", "check_kind", "legal_now", "legal_non_drop", "legal_with_potential_stock", "status"}

// positionStatus is the line of a position, given as FEN.
func positionStatus(fen string) (string, error) {
	setup, err := bughouse.ParseFEN(fen)
	if err != nil {
		return "", err
	}
	p, err := setup.Position(bughouse.Rules{})
	if err != nil {
		return "", err
	}
	all, withoutDrops := p.LegalNow()
	potential := "no"
	if p.LegalWithPotentialStock() {
		potential = "yes"
	}
	return fmt.Sprintf("%d\t%s\t%d\t%d\t%s\t%s", p.Checkers().Len(), p.CheckKind(), all, withoutDrops, potential, p.Status()), nil
}
