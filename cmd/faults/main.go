//go:build linux

// Command faults breaks a Tandem of its own in every way a hall, a machine and a
// network can, while desks enter results, and prints what became of what the
// desks were told. One judge looks at every part: nothing acknowledged is lost,
// nothing is stored twice, the journal is intact, and the pages are back within
// ten seconds.
//
// It starts all programs itself, in folders of its own, talks to loopback
// addresses only and ends by itself. It must never be pointed at a Tandem that
// anybody uses, and has no way to be.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// part is one way of breaking things.
type part struct {
	name  string
	about string
	share int // of the time, in proportion to the others
	run   func(context.Context, *bench) (outcome, error)
}

var parts = []part{
	{"kill-program", "the program is killed", 3, killProgram},
	{"kill-server", "the database server is killed", 3, killServer},
	{"kill-all", "both, and all their processes, are killed at once", 3, killAll},
	{"memory", "the program gets no more memory while it works, and ends", 1, starve},
	{"cut-commit", "connections to the database are cut at the commit", 3, cutAtCommit},
	{"cut-anywhere", "connections to the database are cut anywhere", 3, cutAnywhere},
	{"conflict", "64 desks enter and change the same results", 2, conflict},
	{"slow", "clients that send slowly, too much, or never read", 1, slowClients},
	{"clock", "the clock is set back and forth", 2, turnClock},
	{"disk", "the disk is full, then read-only (root only)", 2, fillDisk},
	{"files", "few files may be open, while streams take them all", 1, fewFiles},
	{"backup", "backups are made while desks work, and restored", 1, backUp},
	{"tamper", "stored values are changed behind Tandem's back", 1, tamper},
	{"rights", "every route, role, scope and state", 1, goTests("./internal/web", "EveryRoute|Hostile|Cursors|Tokens")},
	{"commands", "random commands, replayed from the journal", 3, goTests("./internal/postgres", "EveryCommand|Soak")},
	{"upgrade", "a database of the oldest schema is brought up to date", 1, goTests("./internal/postgres", "Migrate|Upgrade")},
	{"fuzz", "every reader of files, given what no program writes", 6, fuzz},
	{"hammer", "the same, changed at random as fast as it reads", 4, hammerReaders},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	minutes := flag.Float64("minutes", 10, "how long all parts take together, about")
	only := flag.String("only", "", "these `parts` alone, separated by commas")
	program := flag.String("program", "bin/tandem", "the `program` to break")
	list := flag.Bool("list", false, "list the parts")
	flag.Parse()
	if *list {
		for _, p := range parts {
			fmt.Printf("%-14s %s\n", p.name, p.about)
		}
		return
	}
	chosen, err := choose(*only)
	if err != nil || flag.NArg() > 0 || *minutes <= 0 {
		fmt.Fprintln(os.Stderr, "faults:", errors.Join(err, errors.New("call it as: faults -minutes 10 -only kill-program,cut-commit")))
		os.Exit(2)
	}
	good, err := runAll(ctx, os.Stdout, *program, chosen, time.Duration(*minutes*float64(time.Minute)))
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(3)
	}
	if !good {
		os.Exit(1)
	}
}

func choose(names string) ([]part, error) {
	if names == "" {
		return parts, nil
	}
	var chosen []part
	for name := range strings.SplitSeq(names, ",") {
		at := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
		if at < 0 {
			return nil, fmt.Errorf("there is no part %q; -list names them", name)
		}
		chosen = append(chosen, parts[at])
	}
	return chosen, nil
}

// runAll runs the parts one after the other and prints a row for each, also for the one
// at which it is stopped.
func runAll(ctx context.Context, out io.Writer, program string, chosen []part, all time.Duration) (good bool, err error) {
	shares := 0
	for _, p := range chosen {
		shares += p.share
	}
	good = true
	fmt.Fprintf(out, "%-13s %12s %12s %5s %5s %5s %12s  %s\n", "part", "tries", "acknowledged", "lost", "twice", "wrong", "slowest back", "verdict")
	for _, p := range chosen {
		b := &bench{program: program, lasts: all * time.Duration(p.share) / time.Duration(shares)}
		o, err := b.run(ctx, p)
		verdict := o.verdict(err)
		if ctx.Err() != nil {
			verdict = "stopped"
		}
		fmt.Fprintf(out, "%-13s %12d %12d %5d %5d %5d %12s  %s\n", p.name, o.tries, o.acknowledged, o.lost, o.twice, o.wrong, o.back.Round(10*time.Millisecond), verdict)
		if ctx.Err() != nil {
			return good, ctx.Err()
		}
		for _, note := range o.notes {
			fmt.Fprintf(os.Stderr, "%s: %s\n", p.name, note)
		}
		good = good && err == nil && o.good()
	}
	return good, nil
}
