package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// fullDisk is standard output on a disk without room.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// Every command that reads and prints says so when its results could not be written.
func TestResultsThatCannotBeWrittenAreAFailureOfTheMachine(t *testing.T) {
	records, cases := testdata.Path(t, "bpgn", "fics-samples.bpgn"), testdata.Path(t, "rulings", "cases.json")
	report := testdata.Path(t, "trf", "team-9x7-two-boards.trf")
	for _, args := range [][]string{
		{"version"},
		{"help"},
		{"help", "rule"},
		{"perft", "-depth", "1"},
		{"perft", "-table", testdata.Path(t, "perft", "status.tsv")},
		{"status", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
		{"bpgn", "check", records},
		{"bpgn", "show", "-game", "1", records},
		{"bpgn", "show", "-svg", "-game", "1", records},
		{"rule", cases},
		{"rule", "-check", cases},
		{"pair", "-round", "3", report},
		{"check", report},
		{"standings", report},
		{"simulate", "-teams", "4", "-rounds", "2"},
	} {
		var errs bytes.Buffer
		code := dispatch(context.Background(), console{strings.NewReader(""), fullDisk{}, &errs}, args)
		expect.True(t, code == exitMachine && strings.Contains(errs.String(), "no space left"),
			"tandem %v on a full disk: exit %d, want %d\n%s", args, code, exitMachine, errs.String())
	}
}

// A folder, a missing file and empty input are wrong input for every command that
// reads a file.
func TestInputsThatCannotBeRead(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for _, command := range [][]string{
		{"perft", "-table"},
		{"bpgn", "check"},
		{"bpgn", "show", "-game", "1"},
		{"rule"},
		{"rule", "-check"},
		{"pair"},
		{"check"},
		{"standings"},
		{"restore"},
	} {
		if command[0] == "restore" {
			t.Setenv("TANDEM_DATA_DIR", t.TempDir()) // nothing may come to it before the file is open
		}
		for _, input := range []string{missing, filepath.Dir(missing), "-"} {
			if command[0] == "restore" && input == "-" {
				continue // that is read into a database: see TestBackupAndRestoreCommands
			}
			args := append(append([]string{}, command...), input)
			code, _, errs := runCommand("", args...)
			expect.True(t, code == exitUsage && errs != "", "tandem %v: exit %d, want %d\n%s", args, code, exitUsage, errs)
		}
	}
}

// What follows the flags of a command that takes nothing there is a wrong call:
// "tandem serve :8080" must not serve somewhere else.
func TestWordsThatNoCommandAskedFor(t *testing.T) {
	for _, args := range [][]string{
		{"version", "x"},
		{"serve", ":8080"},
		{"demo", "x"},
		{"migrate", "x"},
		{"simulate", "x"},
		{"perft", "-table", "counts.tsv", "x"},
		{"pair", "a", "b"},
		{"standings", "a", "b"},
		{"rule", "a", "b"},
	} {
		code, out, errs := runCommand("", args...)
		expect.True(t, code == exitUsage && out == "" && errs != "", "tandem %v: exit %d, output %q, want %d and none\n%s", args, code, out, exitUsage, errs)
	}
}

// Tables may come from standard input and from editors that write a byte order
// mark or end lines the Windows way.
func TestPerftTableFromAnywhere(t *testing.T) {
	text := expect.Must(os.ReadFile(testdata.Path(t, "perft", "status.tsv")))(t)
	_, want, _ := runCommand(string(text), "perft", "-table", "-")
	expect.MustTrue(t, strings.HasSuffix(want, " passed, 0 failed\n") && !strings.HasPrefix(want, "0 "), "the table from standard input: %s", want)
	for name, changed := range map[string]string{
		"byte order mark": byteOrderMark + string(text),
		"CRLF":            strings.ReplaceAll(string(text), "\n", "\r\n"),
	} {
		code, out, errs := runCommand(changed, "perft", "-table", "-")
		expect.True(t, code == exitDone && out == want, "%s: exit %d, %s%s", name, code, out, errs)
	}
}

func TestPlyBeforeTheFirst(t *testing.T) {
	records := testdata.Path(t, "bpgn", "fics-samples.bpgn")
	code, out, errs := runCommand("", "bpgn", "show", "-game", "1", "-ply", "-5", records)
	expect.True(t, code == exitUsage && out == "", "exit %d, output %q, want %d\n%s", code, out, exitUsage, errs)
}

// Help that was asked for is the result; help on a call that is wrong is a message.
func TestHelpThatWasAskedForIsAResult(t *testing.T) {
	calls := [][]string{{"bpgn", "check"}, {"bpgn", "show"}}
	for _, cmd := range commands() {
		calls = append(calls, []string{cmd.name})
	}
	for _, call := range calls {
		for _, flag := range []string{"-h", "-help", "--help"} {
			if code, out, errs := runCommand("", append(slices.Clone(call), flag)...); code != exitDone || !strings.HasPrefix(out, "usage: tandem "+strings.Join(call, " ")) || errs != "" {
				t.Errorf("tandem %v %s: exit %d, output %q, message %q", call, flag, code, out, errs)
			}
		}
		if call[0] == psqlCommand.name {
			continue // its flags are those of psql
		}
		if code, out, errs := runCommand("", append(slices.Clone(call), "-no-such-flag")...); code != exitUsage || out != "" || !strings.Contains(errs, "usage: tandem") {
			t.Errorf("tandem %v -no-such-flag: exit %d, output %q, message %q", call, code, out, errs)
		}
	}
}
