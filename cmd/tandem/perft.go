package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
)

var perftCommand = command{
	name:    "perft",
	summary: "count the move sequences from a position, or check a table of counts",
	example: `tandem perft -depth 4 "r3k2r/8/8/8/8/8/8/R3K2R[Rr] w KQkq - 0 1"`,
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "perft", "[FEN…|-]")
		name := fs.String("profile", "bughouse", "bughouse, bughouse-droprook or crazyhouse; two boards with | between them are a match")
		depth := fs.Int("depth", 0, "number of moves, at least 1")
		table := fs.String("table", "", "check this table of counts instead (- reads standard input)")
		most := fs.Uint64("max", 0, "with -table: leave out counts above this many nodes")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		profile, err := bughouse.ParseProfile(*name)
		if err != nil {
			return fail(c, exitUsage, "perft", err)
		}
		if *table != "" {
			if !noArguments(c, fs) {
				return exitUsage
			}
			return perftTable(ctx, c, *table, profile, *most)
		}
		if *depth < 1 {
			return fail(c, exitUsage, "perft", errors.New("-depth is missing or below 1: expected a number of moves"))
		}
		positions := fs.Args()
		if len(positions) == 0 {
			positions = []string{bughouse.StartSetup().FEN()}
		}
		out := bufio.NewWriter(c.out)
		defer out.Flush()
		err = eachPosition(ctx, c, positions, func(position string) error {
			n, err := profile.Count(position, *depth)
			if err == nil {
				fmt.Fprintln(out, n)
			}
			return err
		})
		if err != nil {
			return fail(c, exitUsage, "perft", err)
		}
		return exitDone
	},
}

// perftTable checks the columns perft1, perft2, … and those of "tandem status" in
// a table whose header names the columns; profiles come from its profile column.
func perftTable(ctx context.Context, c console, path string, profile bughouse.Profile, most uint64) int {
	in, err := openInput(ctx, c, path)
	if err != nil {
		return fail(c, exitUsage, "perft", err)
	}
	defer in.Close()
	t := countTable{profile: profile, most: most, out: c.out}
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		if number == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		if err := t.row(line); err != nil {
			return fail(c, exitUsage, "perft", fmt.Errorf("%s:%d: %w", path, number, err))
		}
	}
	if err := lines.Err(); err != nil {
		return fail(c, exitUsage, "perft", fmt.Errorf("reading %s: %w", path, err))
	}
	if t.cells == 0 {
		return fail(c, exitUsage, "perft", fmt.Errorf("%s: nothing to check: expected a column perft1, perft2, … or one of %s", path, strings.Join(statusColumns, ", ")))
	}
	fmt.Fprintf(c.out, "%d passed, %d failed\n", t.passed, t.failed)
	if t.failed > 0 {
		return exitNo
	}
	return exitDone
}

type countTable struct {
	profile        bughouse.Profile
	most           uint64
	out            io.Writer
	columns        []string
	cells          int // cells of columns that can be checked, also those left out
	passed, failed int
}

func (t *countTable) row(line string) error {
	if line == "" {
		return nil
	}
	cells := strings.Split(line, "\t")
	if head, ok := strings.CutPrefix(line, "#"); ok {
		t.columns = strings.Split(head, "\t")
		return nil
	}
	if len(t.columns) == 0 {
		return errors.New("expected a first line with the names of the columns, starting with #")
	}
	id, position, profile := "", "", t.profile
	for i, cell := range cells[:min(len(cells), len(t.columns))] {
		var err error
		switch name, _, _ := strings.Cut(t.columns[i], " "); name {
		case "id":
			id = cell
		case "fen", "bfen":
			position = cell
		case "profile":
			if profile, err = bughouse.ParseProfile(cell); err != nil {
				return err
			}
		default:
			err = t.check(id, position, profile, name, cell)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *countTable) check(id, position string, profile bughouse.Profile, column, cell string) error {
	if at := slices.Index(statusColumns, column); at >= 0 {
		return t.checkStatus(id, position, at, cell)
	}
	digits, isCount := strings.CutPrefix(column, "perft")
	if !isCount {
		return nil
	}
	t.cells++
	if cell == "-" {
		return nil
	}
	depth, err := strconv.Atoi(digits)
	if err != nil || depth < 1 {
		return fmt.Errorf("column %q: expected perft and a depth from 1", column)
	}
	want, err := strconv.ParseUint(cell, 10, 64)
	if err != nil {
		return fmt.Errorf("%s: %q is not a count", column, cell)
	}
	if t.most > 0 && want > t.most {
		return nil
	}
	got, err := profile.Count(position, depth)
	if err != nil {
		return err
	}
	if got != want {
		t.failed++
		fmt.Fprintf(t.out, "%s depth %d: %d, expected %d\n", id, depth, got, want)
		return nil
	}
	t.passed++
	return nil
}

// checkStatus compares one column of "tandem status".
func (t *countTable) checkStatus(id, position string, column int, want string) error {
	t.cells++
	line, err := positionStatus(position)
	if err != nil {
		return err
	}
	if got := strings.Split(line, "\t")[column]; got != want {
		t.failed++
		fmt.Fprintf(t.out, "%s %s: %s, expected %s\n", id, statusColumns[column], got, want)
		return nil
	}
	t.passed++
	return nil
}
