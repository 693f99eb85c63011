//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/hammer"
)

// goTests runs tests of a package again and again: what they try cannot be seen
// from outside a program.
func goTests(pkg, names string) func(context.Context, *bench) (outcome, error) {
	return func(ctx context.Context, b *bench) (o outcome, err error) {
		for end := time.Now().Add(b.lasts); ; {
			cmd := exec.CommandContext(ctx, "go", "test", "-json", "-count=1", "-timeout=0", "-run", names, pkg)
			cmd.Env = append(cmd.Environ(), "TANDEM_SOAK="+time.Until(end).String())
			var errs bytes.Buffer
			cmd.Stderr = &errs
			out, err := cmd.Output()
			passed, failed := countTests(out)
			o.tries += passed + len(failed)
			o.wrong += len(failed)
			for _, name := range failed {
				o.note("%s failed; run it with: go test -run '^%s$' %s", name, name, pkg)
			}
			var exit *exec.ExitError
			if err != nil && (!errors.As(err, &exit) || len(failed) == 0) {
				return o, fmt.Errorf("%w\n%s", err, &errs)
			}
			if passed+len(failed) == 0 {
				return o, fmt.Errorf("no test of %s is called like %s", pkg, names)
			}
			if time.Now().After(end) || o.wrong > 0 {
				return o, nil
			}
		}
	}
}

// countTests reads the lines of go test -json.
func countTests(out []byte) (passed int, failed []string) {
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var line struct{ Action, Test string }
		if json.Unmarshal(lines.Bytes(), &line) != nil || line.Test == "" {
			continue
		}
		switch line.Action {
		case "pass":
			passed++
		case "fail":
			failed = append(failed, line.Test)
		}
	}
	return passed, failed
}

// readers are the fuzz targets of everything that reads what people send.
var readers = []struct{ pkg, target string }{
	{"./internal/bughouse", "FuzzFEN"},
	{"./internal/bughouse", "FuzzSAN"},
	{"./internal/bughouse", "FuzzBPGN"},
	{"./internal/bughouse", "FuzzPlay"},
	{"./internal/backupfile", "FuzzCheck"},
	{"./internal/ruling/casefile", "FuzzRead"},
	{"./internal/roster", "FuzzRead"},
	{"./internal/rulebook", "FuzzParseValue"},
	{"./internal/trf", "FuzzRead"},
	{"./internal/pairing", "FuzzPairReport"},
	{"./internal/pairing", "FuzzDutch"},
	{"./internal/standings", "FuzzReport"},
}

var executions = regexp.MustCompile(`execs: (\d+)`)

// fuzz gives every reader its part of the time. A finding stays in the package's
// testdata, where the next ordinary test run meets it again.
func fuzz(ctx context.Context, b *bench) (o outcome, err error) {
	each := max(b.lasts/time.Duration(len(readers)), time.Second)
	for _, r := range readers {
		cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-fuzz", "^"+r.target+"$", "-fuzztime", each.String(), r.pkg)
		out, err := cmd.CombinedOutput()
		if found := executions.FindAllSubmatch(out, -1); found != nil {
			n, err := strconv.Atoi(string(found[len(found)-1][1]))
			if err != nil {
				return o, err
			}
			o.tries += n
		}
		if err != nil {
			o.wrong++
			o.note("%s %s: %v\n%s", r.pkg, r.target, err, lastOf(string(out)))
		}
	}
	return o, nil
}

var (
	hammered = regexp.MustCompile(`hammered (\d+) times`)
	seedOf   = regexp.MustCompile(`(?m)^\s*--- (?:PASS|FAIL): Fuzz\w+/`)
)

// hammerReaders gives every reader's seeds their part of the time, each changed at random
// as often as that allows.
func hammerReaders(ctx context.Context, b *bench) (o outcome, err error) {
	each := max(b.lasts/time.Duration(len(readers)), time.Second)
	for _, r := range readers {
		seeds, err := hammerOne(ctx, r.pkg, r.target, time.Nanosecond)
		count := len(seedOf.FindAll(seeds, -1))
		if err != nil || count == 0 {
			return o, fmt.Errorf("%s %s has %d seeds: %w\n%s", r.pkg, r.target, count, err, lastOf(string(seeds)))
		}
		out, err := hammerOne(ctx, r.pkg, r.target, each/time.Duration(count))
		for _, m := range hammered.FindAllSubmatch(out, -1) {
			n, err := strconv.Atoi(string(m[1]))
			if err != nil {
				return o, err
			}
			o.tries += n
		}
		if ctx.Err() != nil {
			return o, ctx.Err()
		}
		if err != nil {
			o.wrong++
			o.note("%s %s: %v\n%s", r.pkg, r.target, err, lastOf(string(out)))
		}
	}
	return o, nil
}

func hammerOne(ctx context.Context, pkg, target string, seed time.Duration) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-v", "-count=1", "-timeout=0", "-run", "^"+target+"$", pkg)
	cmd.Env = append(cmd.Environ(), hammer.Lasts+"="+seed.String())
	return cmd.CombinedOutput()
}

// lastOf is the end of a long text.
func lastOf(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}
