package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/diagram"
	"github.com/tandemchess/tandem/static"
)

// bpgnShow draws both boards of one record as text, or as a picture.
func bpgnShow(ctx context.Context, c console, args []string) int {
	fs := newFlags(c, "bpgn show", "FILE")
	number := fs.Int("game", 0, "number of the match in the file, from 1")
	ply := fs.Int("ply", -1, "number of moves on both boards together; the end without it")
	picture := fs.Bool("svg", false, "print a picture (SVG) that stands alone")
	if code, ok := parseFlags(c, fs, args); !ok {
		return code
	}
	if *number < 1 || fs.NArg() != 1 {
		return fail(c, exitUsage, "bpgn", errors.New("show: expected -game with a number from 1, and one file"))
	}
	if *ply < -1 {
		return fail(c, exitUsage, "bpgn", fmt.Errorf("show: -ply %d: expected a number from 0", *ply))
	}
	in, err := openInput(ctx, c, fs.Arg(0))
	if err != nil {
		return fail(c, exitUsage, "bpgn", err)
	}
	defer in.Close()
	g, bad, err := findRecord(in, *number)
	if err != nil {
		return fail(c, exitUsage, "bpgn", fmt.Errorf("%s: %w", fs.Arg(0), err))
	}
	code := exitDone
	if bad != nil && *ply < 0 { // the end was asked for, and is not what the record meant
		code = fail(c, exitNo, "bpgn", fmt.Errorf("%s: %w; the boards are drawn before it", fs.Arg(0), bad))
	}
	if *ply < 0 {
		*ply = len(g.Plies)
	}
	if *ply > len(g.Plies) {
		return fail(c, exitUsage, "bpgn", fmt.Errorf("%s: game %d has %d readable plies, not %d", fs.Arg(0), *number, len(g.Plies), *ply))
	}
	boards := recordDiagram(g, *ply)
	if !*picture {
		fmt.Fprint(c.out, diagram.MatchText(boards))
		return code
	}
	pieces, err := diagram.Inlined(static.Pieces)
	if err != nil {
		return fail(c, exitMachine, "bpgn", err)
	}
	fmt.Fprintln(c.out, diagram.MatchSVG(boards, pieces))
	return code
}

// findRecord reads up to a record; one with a bad ply holds the plies before it.
func findRecord(in io.Reader, number int) (g *bughouse.Game, bad *bughouse.GameError, err error) {
	for r := bughouse.NewBPGNReader(in); ; {
		g, err := r.Next()
		var bad *bughouse.GameError
		switch {
		case errors.Is(err, io.EOF):
			return nil, nil, fmt.Errorf("there is no game %d", number)
		case err != nil && !errors.As(err, &bad):
			return nil, nil, err
		case g.Number == number:
			return g, bad, nil
		}
	}
}

// recordDiagram returns both boards after some plies, with the last move and the
// clocks of that moment.
func recordDiagram(g *bughouse.Game, plies int) diagram.Match {
	a, b := g.After(plies)
	m := bughouse.MatchFrom(a, b)
	d := diagram.MatchOf(&m)
	base, _, _ := strings.Cut(g.Tag("TimeControl"), "+")
	for s := bughouse.WA; s <= bughouse.BB; s++ {
		d.Players[s] = diagram.Player{Name: g.Player(s), Clock: base}
	}
	for _, ply := range g.Plies[:plies] {
		d.Boards[ply.Seat.Board()].Last = &ply.Move
		if ply.HasClock {
			d.Players[ply.Seat].Clock = bughouse.FormatSeconds(ply.Clock)
		}
	}
	return d
}
