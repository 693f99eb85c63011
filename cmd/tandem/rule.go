package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
)

var ruleCommand = command{
	name:    "rule",
	summary: "rule on incidents described in a case file",
	example: "tandem rule -check cases.json",
	run:     runRule,
}

func runRule(ctx context.Context, c console, args []string) int {
	fs := newFlags(c, "rule", "FILE.json (- reads standard input)")
	check := fs.Bool("check", false, "compare each ruling with the case's \"expect\" instead of printing it")
	if code, ok := parseFlags(c, fs, args); !ok {
		return code
	}
	if fs.NArg() != 1 {
		fs.Usage()
		return exitUsage
	}
	cases, code, err := readCases(ctx, c, fs.Arg(0))
	if err != nil {
		var bad *casefile.Error
		if errors.As(err, &bad) {
			fmt.Fprintln(c.err, bad)
			return code
		}
		return fail(c, code, "rule", err)
	}
	rulings, err := ruleAll(cases)
	if err != nil {
		fmt.Fprintln(c.err, err)
		return exitUsage
	}
	if *check {
		return checkRulings(c.out, cases, rulings)
	}
	if err := printRulings(c.out, rulings); err != nil {
		return fail(c, exitMachine, "rule", err)
	}
	return exitDone
}

func readCases(ctx context.Context, c console, name string) ([]casefile.Case, int, error) {
	in, err := openInput(ctx, c, name)
	if err != nil {
		return nil, exitUsage, err
	}
	defer in.Close()
	cases, err := casefile.Read(in)
	var bad *casefile.Error
	if err != nil && !errors.As(err, &bad) {
		return nil, exitMachine, err
	}
	return cases, exitUsage, err
}

// ruleAll rules on every case before anything is printed.
func ruleAll(cases []casefile.Case) ([]ruling.Ruling, error) {
	rulings := make([]ruling.Ruling, len(cases))
	for i, cs := range cases {
		r, err := ruling.Rule(cs.Incident)
		if err != nil {
			return nil, &casefile.Error{Number: i + 1, ID: cs.ID, Err: err}
		}
		rulings[i] = r
	}
	return rulings, nil
}

// printRulings writes a JSON array with one ruling per line.
func printRulings(w io.Writer, rulings []ruling.Ruling) error {
	out := bufio.NewWriter(w)
	for i, r := range rulings {
		text, err := casefile.WriteRuling(r)
		if err != nil {
			return fmt.Errorf("writing ruling %d: %w", i+1, err)
		}
		before := ",\n"
		if i == 0 {
			before = "[\n"
		}
		fmt.Fprintf(out, "%s%s", before, text)
	}
	if len(rulings) == 0 {
		fmt.Fprint(out, "[")
	}
	fmt.Fprintln(out, "\n]")
	return out.Flush()
}

// checkRulings prints a line per difference and counts the cases without any.
func checkRulings(w io.Writer, cases []casefile.Case, rulings []ruling.Ruling) int {
	passed, failed := 0, 0
	for i, cs := range cases {
		differences := []string{"the case has no \"expect\" to compare with"}
		if cs.Expect != nil {
			differences = cs.Expect.Differences(rulings[i])
		}
		for _, d := range differences {
			fmt.Fprintf(w, "case %d (%q): %s\n", i+1, cs.ID, d)
		}
		if len(differences) == 0 {
			passed++
		} else {
			failed++
		}
	}
	fmt.Fprintf(w, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return exitNo
	}
	return exitDone
}
