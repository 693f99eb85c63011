package main

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/trf"
)

var checkCommand = command{
	name:    "check",
	summary: "replay every round of tournament report files, list the pairs that differ, and warn of stated points that the rounds do not make",
	example: "tandem check open.trf juniors.trf",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "check", "FILE.trf...")
		system := fs.String("system", "", "`name` of the system: team or dutch (default: what each file says)")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if fs.NArg() == 0 {
			fs.Usage()
			return exitUsage
		}
		passed, failed, unread := 0, 0, 0
		out := bufio.NewWriter(c.out)
		for _, name := range fs.Args() {
			file, warnings, err := examineReport(ctx, c, name)
			for _, w := range warnings {
				fmt.Fprintf(c.err, "tandem check: %s: warning: %s\n", name, w)
			}
			if err == nil {
				var good, bad int
				good, bad, err = checkReport(out, name, file, *system)
				passed, failed = passed+good, failed+bad
			}
			if err != nil {
				unread++
				fail(c, exitUsage, "check", err)
			}
		}
		fmt.Fprintf(out, "%d passed, %d failed\n", passed, failed)
		switch err := out.Flush(); {
		case err != nil:
			return fail(c, exitMachine, "check", err)
		case unread > 0:
			return exitUsage
		case failed > 0:
			return exitNo
		}
		return exitDone
	},
}

// checkReport replays the rounds of one file.
func checkReport(out *bufio.Writer, name string, file *trf.File, system string) (passed, failed int, err error) {
	chosen, err := chooseSystem(system, file)
	if err != nil {
		return 0, 0, err
	}
	table, err := file.CrossTable()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", name, err)
	}
	for round := 1; round <= table.Paired; round++ {
		t, err := pairing.FromTRF(file, round)
		if err != nil {
			return passed, failed, fmt.Errorf("%s: %w", name, err)
		}
		draft, err := pairing.PairRound(chosen, t)
		if err != nil && pairingFailure(err) != exitNo {
			return passed, failed, fmt.Errorf("%s: %w", name, err)
		}
		expected := "no legal pairing"
		differ := true
		if err == nil {
			missing, extra := pairing.Compare(draft.Pairs, pairing.PairsInTRF(table, round))
			differ = len(missing)+len(extra) > 0
			expected = fmt.Sprintf("expected %s; the file has %s", listPairs(missing), listPairs(extra))
		}
		if differ {
			broken, err := brokenRules(chosen, t, pairing.PairsInTRF(table, round))
			if err != nil {
				return passed, failed, fmt.Errorf("%s: %w", name, err)
			}
			expected += broken
		}
		if differ {
			failed++
			fmt.Fprintf(out, "%s round %d differs: %s\n", name, round, expected)
			continue
		}
		passed++
		fmt.Fprintf(out, "%s round %d ok\n", name, round)
	}
	return passed, failed, nil
}

// brokenRules says which hard rules the pairs of a file break.
func brokenRules(system pairing.System, t *pairing.Tournament, pairs []pairing.Pair) (string, error) {
	found, err := pairing.Check(system, t, &pairing.Draft{Round: t.Round, Pairs: pairs})
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, v := range found {
		text.WriteString("; breaks ")
		if v.Article != "" {
			fmt.Fprintf(&text, "%s: ", v.Article)
		} else {
			text.WriteString("a rule: ")
		}
		text.WriteString(v.What)
	}
	return text.String(), nil
}

func listPairs(pairs []pairing.Pair) string {
	names := make([]string, len(pairs))
	for i, p := range pairs {
		names[i] = fmt.Sprintf("%d-%d", p.White, p.Black)
	}
	return strings.Join(names, " ")
}
