package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tandemchess/tandem/internal/bughouse"
)

var bpgnCommand = command{
	name:    "bpgn",
	summary: "replay match records (check) or draw a position of one (show)",
	example: "tandem bpgn check matches.bpgn",
	run: func(ctx context.Context, c console, args []string) int {
		if len(args) > 0 {
			switch args[0] {
			case "check":
				return bpgnCheck(ctx, c, args[1:])
			case "show":
				return bpgnShow(ctx, c, args[1:])
			}
		}
		fs := newFlags(c, "bpgn", "check FILE… | show -game N [-ply P] [-svg] FILE")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		return fail(c, exitUsage, "bpgn", errors.New("expected check or show"))
	},
}

func bpgnCheck(ctx context.Context, c console, args []string) int {
	fs := newFlags(c, "bpgn check", "FILE…")
	if code, ok := parseFlags(c, fs, args); !ok {
		return code
	}
	if fs.NArg() == 0 {
		return fail(c, exitUsage, "bpgn", errors.New("check: expected files, or - for standard input"))
	}
	out := bufio.NewWriter(c.out)
	defer out.Flush()
	code := exitDone
	for _, path := range fs.Args() {
		in, err := openInput(ctx, c, path)
		if err != nil {
			code = fail(c, exitUsage, "bpgn", err)
			continue
		}
		games, bad, err := checkRecords(c, out, path, in)
		in.Close()
		switch {
		case err != nil:
			return fail(c, exitMachine, "bpgn", err)
		case games == 0:
			code = fail(c, exitUsage, "bpgn", fmt.Errorf("%s: no record; expected tags and moves", path))
		case bad > 0:
			code = max(code, exitNo)
		}
	}
	return code
}

// checkRecords prints a line per record and counts the records and the bad ones among them.
func checkRecords(c console, out io.Writer, path string, in io.Reader) (games, bad int, err error) {
	for r := bughouse.NewBPGNReader(in); ; games++ {
		g, err := r.Next()
		var wrong *bughouse.GameError
		switch {
		case errors.Is(err, io.EOF):
			return games, bad, nil
		case errors.As(err, &wrong):
			bad++
			fmt.Fprintf(out, "%d\terror\t%d\t%s\t%s\n", wrong.Game, wrong.Ply, wrong.Reason, wrong.Token)
			fmt.Fprintf(c.err, "tandem bpgn: %s: %v\n", path, wrong)
		case err != nil:
			return games, bad, fmt.Errorf("%s: %w", path, err)
		default:
			fmt.Fprintln(out, recordLine(g))
		}
	}
}

func recordLine(g *bughouse.Game) string {
	ending, board, decided := g.Ending()
	deciding := "-"
	if decided {
		deciding = board.String()
	}
	a, b := g.Final()
	return fmt.Sprintf("%d\t%d\t%s\t%s\t%s\t%s", g.Number, len(g.Plies), g.Result, ending, deciding, bughouse.FormatBFEN(&a, &b))
}
