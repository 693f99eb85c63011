package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/trf"
)

var pairCommand = command{
	name:    "pair",
	summary: "pair the next round of a tournament report file, or a round it already holds",
	example: "tandem pair -explain open.trf",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "pair", "FILE.trf|-")
		system := fs.String("system", "", "`name` of the system: team or dutch (default: what the file says)")
		round := fs.Int("round", 0, "pair round `K` from the K-1 rounds before it (default: the coming round)")
		explain := fs.Bool("explain", false, "add a comment line per pair: bracket, float, the rule that decided")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if fs.NArg() != 1 {
			fs.Usage()
			return exitUsage
		}
		file, err := readReport(ctx, c, fs.Arg(0))
		if err != nil {
			return fail(c, exitUsage, "pair", err)
		}
		chosen, err := chooseSystem(*system, file)
		if err != nil {
			return fail(c, exitUsage, "pair", err)
		}
		draft, err := pairReport(file, chosen, *round)
		if err != nil {
			return fail(c, pairingFailure(err), "pair", fmt.Errorf("%s: %w", fs.Arg(0), err))
		}
		if err := writeDraft(c.out, draft, *explain); err != nil {
			return fail(c, exitMachine, "pair", err)
		}
		return exitDone
	},
}

// chooseSystem reads the -system flag; empty means what the file says.
func chooseSystem(name string, file *trf.File) (pairing.System, error) {
	switch s := pairing.System(name); s {
	case "":
		return pairing.SystemOf(file), nil
	case pairing.TeamSwiss, pairing.Dutch:
		return s, nil
	default:
		return "", fmt.Errorf("-system %s: expected team or dutch", name)
	}
}

// pairReport pairs a round of a file; 0 is the coming round.
func pairReport(file *trf.File, system pairing.System, round int) (*pairing.Draft, error) {
	if round == 0 {
		table, err := file.CrossTable()
		if err != nil {
			return nil, err
		}
		round = table.Paired + 1
	}
	t, err := pairing.FromTRF(file, round)
	if err != nil {
		return nil, err
	}
	return pairing.PairRound(system, t)
}

// pairingFailure is the exit code of a round that could not be paired.
func pairingFailure(err error) int {
	var none *pairing.NoPairingError
	if errors.As(err, &none) {
		return exitNo
	}
	return exitUsage
}

// writeDraft prints the number of lines to come, then a pair per line.
func writeDraft(out io.Writer, d *pairing.Draft, explain bool) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, len(d.Pairs))
	for _, p := range d.Pairs {
		fmt.Fprintln(w, p.White, p.Black)
		if explain {
			fmt.Fprintln(w, "#", p.Explain())
		}
	}
	if explain {
		for _, note := range d.Notes {
			fmt.Fprintln(w, "#", note)
		}
		for _, apart := range d.GivenUp {
			fmt.Fprintf(w, "# the wish to keep %s apart could not be met\n", strings.Trim(fmt.Sprint(apart), "[]"))
		}
	}
	return w.Flush()
}
