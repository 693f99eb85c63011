package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/standings"
)

var standingsCommand = command{
	name:    "standings",
	summary: "scores, tie-breaks and places of a tournament report file",
	example: "tandem standings -codes PTS,DE,BH/C1,SB open.trf",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "standings", "FILE.trf|-")
		list := fs.String("codes", "", "comma-separated `codes` in order (default: what the file says, else PTS,DE,BH/C1,BH,SB,WIN); known are "+strings.Join(standings.Names(), " "))
		edition := fs.Int("edition", int(standings.Edition2026), "`year` of the tie-break regulations: 2023 or 2026")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if fs.NArg() != 1 {
			fs.Usage()
			return exitUsage
		}
		table, err := reportStandings(ctx, c, fs.Arg(0), *list, standings.Edition(*edition))
		if err != nil {
			return fail(c, exitUsage, "standings", err)
		}
		if err := writeStandings(c.out, table); err != nil {
			return fail(c, exitMachine, "standings", err)
		}
		return exitDone
	},
}

// reportStandings computes the standings of a file by the given codes; an empty
// list means what the file says.
func reportStandings(ctx context.Context, c console, path, list string, edition standings.Edition) (*standings.Table, error) {
	file, err := readReport(ctx, c, path)
	if err != nil {
		return nil, err
	}
	codes, err := standings.CodesOf(file)
	if list != "" {
		codes, err = standings.ParseCodes(list)
	}
	if err != nil {
		return nil, err
	}
	in, err := standings.FromTRF(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(in.Participants) == 0 {
		return nil, fmt.Errorf("%s: no participants; expected 001 records", path)
	}
	in.Edition = edition
	return standings.Compute(in, codes)
}

// writeStandings prints one line per participant by starting number, one column
// per code.
func writeStandings(out io.Writer, table *standings.Table) error {
	w := bufio.NewWriter(out)
	fmt.Fprint(w, "StartNo\tRank")
	for _, code := range table.Codes() {
		fmt.Fprint(w, "\t", code)
	}
	fmt.Fprintln(w)
	rows := slices.Clone(table.Rows())
	slices.SortFunc(rows, func(a, b standings.Row) int { return cmp.Compare(a.Number, b.Number) })
	for _, row := range rows {
		fmt.Fprint(w, row.Number, "\t", row.Place)
		for _, value := range row.Values {
			fmt.Fprint(w, "\t", value)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}
