package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestSimulatedTournamentsCheck replays what simulate wrote.
func TestSimulatedTournamentsCheck(t *testing.T) {
	dir := t.TempDir()
	for _, teams := range []int{9, 24, 61} {
		for _, colours := range []string{"none", "A", "B"} {
			args := []string{"simulate", "-teams", fmt.Sprint(teams), "-rounds", "6", "-seed", "5", "-colours", colours}
			code, first, errs := runCommand("", args...)
			expect.MustTrue(t, code == exitDone, "tandem %v: exit %d\n%s", args, code, errs)
			_, again, _ := runCommand("", args...)
			expect.Equal(t, again, first, "tandem %v: two runs differ", args)
			name := filepath.Join(dir, fmt.Sprintf("%d%s.trf", teams, colours))
			expect.OK(t, os.WriteFile(name, []byte(first), 0o600))
			code, out, errs := runCommand("", "check", name)
			expect.True(t, code == exitDone && strings.HasSuffix(out, "6 passed, 0 failed\n"), "tandem %v, then check: exit %d\n%s%s", args, code, out, errs)
		}
	}
}

// TestSimulateReportsWork: a line per round on standard error, the file unchanged.
func TestSimulateReportsWork(t *testing.T) {
	_, quiet, _ := runCommand("", "simulate", "-teams", "30", "-rounds", "4")
	code, text, errs := runCommand("", "simulate", "-teams", "30", "-rounds", "4", "-work")
	expect.True(t, code == exitDone && text == quiet && strings.Count(errs, "by the exact search") == 4,
		"exit %d, same file %v, standard error %q", code, text == quiet, errs)
}

// TestSimulateEndsWhereNobodyIsLeft: four teams cannot play nine rounds; the
// answer is no, and the file holds those they can.
func TestSimulateEndsWhereNobodyIsLeft(t *testing.T) {
	for _, system := range []string{"team", "dutch"} {
		code, text, errs := runCommand("", "simulate", "-teams", "4", "-rounds", "9", "-system", system)
		expect.MustTrue(t, code == exitNo && strings.Contains(errs, "the file ends before round"), "exit %d, message %q", code, errs)
		if code, out, _ := runCommand(text, "check", "-"); code != exitDone || strings.HasPrefix(out, "0 passed") {
			t.Errorf("%s: check exits %d\n%s", system, code, out)
		}
	}
}

// TestCheckFindsTheWrongInitialColour turns the lot drawn before round 1.
func TestCheckFindsTheWrongInitialColour(t *testing.T) {
	_, text, _ := runCommand("", "simulate", "-teams", "4", "-rounds", "1", "-seed", "2")
	code, out, _ := runCommand(text, "check", "-")
	expect.MustEqual(t, code, exitDone, "the untouched file fails: %s", out)
	text = strings.Replace(text, "152 B", "152 X", 1)
	text = strings.Replace(text, "152 W", "152 B", 1)
	text = strings.Replace(text, "152 X", "152 W", 1)
	code, out, _ = runCommand(text, "check", "-")
	expect.True(t, code == exitNo && strings.Contains(out, "0 passed, 1 failed"), "with the other initial colour: exit %d\n%s", code, out)
}
