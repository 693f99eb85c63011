package main

import (
	"os"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestPerft(t *testing.T) {
	const castles = "r3k2r/8/8/8/8/8/8/R3K2R[Rr] w KQkq - 0 1"
	for name, test := range map[string]struct {
		stdin string
		args  []string
		code  int
		out   string
	}{
		"a position":       {"", []string{"perft", "-depth", "2", castles}, exitDone, "5813\n"},
		"unquoted":         {"", append([]string{"perft", "-depth", "2"}, strings.Fields(castles)...), exitDone, "5813\n"},
		"two positions":    {"", []string{"perft", "-depth", "1", castles, castles}, exitDone, "84\n84\n"},
		"lines":            {"# comment\n" + castles + "\n\n" + castles + "\r\n", []string{"perft", "-depth", "1", "-"}, exitDone, "84\n84\n"},
		"byte order mark":  {"\ufeff" + castles + "\n", []string{"perft", "-depth", "1", "-"}, exitDone, "84\n"},
		"the start":        {"", []string{"perft", "-depth", "3"}, exitDone, "8902\n"},
		"a match":          {"", []string{"perft", "-depth", "2", castles + " | " + castles}, exitDone, "25738\n"},
		"dropped rooks":    {"", []string{"perft", "-profile", "bughouse-droprook", "-depth", "3", "4k3/8/8/8/8/8/8/4K3[RRrr] w - - 0 1"}, exitDone, "224834\n"},
		"original rooks":   {"", []string{"perft", "-depth", "3", "4k3/8/8/8/8/8/8/4K3[RRrr] w - - 0 1"}, exitDone, "224754\n"},
		"crazyhouse":       {"", []string{"perft", "-profile", "crazyhouse", "-depth", "4", "4k3/3p4/8/4P3/8/8/8/4K3[] b - - 0 1"}, exitDone, "2349\n"},
		"no depth":         {"", []string{"perft", castles}, exitUsage, ""},
		"too deep":         {"", []string{"perft", "-depth", "1000000000", castles}, exitUsage, ""},
		"bad profile":      {"", []string{"perft", "-profile", "chess", "-depth", "1", castles}, exitUsage, ""},
		"bad position":     {castles + "\n9/8 w\n", []string{"perft", "-depth", "1", "-"}, exitUsage, "84\n"},
		"missing table":    {"", []string{"perft", "-table", "no-such.tsv"}, exitUsage, ""},
		"impossible kings": {"", []string{"perft", "-depth", "1", "8/8/8/8/8/8/8/8 w - -"}, exitUsage, ""},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := runCommand(test.stdin, test.args...)
			expect.True(t, code == test.code && out == test.out, "tandem %v: exit %d, output %q, want %d, %q\n%s", test.args, code, out, test.code, test.out, errs)
			expect.True(t, code == exitDone || errs != "", "a failure without a message")
		})
	}
}

func TestPerftTable(t *testing.T) {
	code, out, errs := runCommand("", "perft", "-max", "50000", "-table", testdata.Path(t, "perft", "bughouse-match.tsv"))
	expect.True(t, code == exitDone && strings.HasSuffix(out, " passed, 0 failed\n") && !strings.HasPrefix(out, "0 "), "exit %d, %s%s", code, out, errs)
	wrong := t.TempDir() + "/wrong.tsv"
	text := "#id\tprofile\tfen\tperft1\tperft2\ttags\nx\tbughouse-board\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\t20\t401\t-\n"
	expect.OK(t, os.WriteFile(wrong, []byte(text), 0o600))
	code, out, _ = runCommand("", "perft", "-table", wrong)
	if want := "x depth 2: 400, expected 401\n1 passed, 1 failed\n"; code != exitNo || out != want {
		t.Errorf("exit %d, output %q, want %d, %q", code, out, exitNo, want)
	}
	code, out, errs = runCommand("", "perft", "-table", testdata.Path(t, "perft", "status.tsv"))
	expect.True(t, code == exitDone && strings.HasSuffix(out, " passed, 0 failed\n") && !strings.HasPrefix(out, "0 "),
		"the table of statuses: exit %d, %s%s", code, out, errs)
	for text, want := range map[string]string{
		"#id\tfen\tstatus\nx\t4k3/8/8/8/8/8/8/4K3[] w - - 0 1\tcheckmate\n": "x status: none, expected checkmate\n0 passed, 1 failed\n",
		"#id\tfen\ttags\nx\t4k3/8/8/8/8/8/8/4K3[] w - - 0 1\t-\n":           "",
		"": "",
	} {
		expect.OK(t, os.WriteFile(wrong, []byte(text), 0o600))
		expected := exitNo
		if want == "" {
			expected = exitUsage
		}
		if code, out, errs = runCommand("", "perft", "-table", wrong); code != expected || out != want || errs == "" && code == exitUsage {
			t.Errorf("%q: exit %d, output %q, want %d, %q\n%s", text, code, out, expected, want, errs)
		}
	}
}

// The output is the table's own columns.
func TestStatus(t *testing.T) {
	text := expect.Must(os.ReadFile(testdata.Path(t, "perft", "status.tsv")))(t)
	var positions, want strings.Builder
	for line := range strings.Lines(string(text)) {
		if cells := strings.SplitN(line, "\t", 3); !strings.HasPrefix(line, "#") {
			positions.WriteString(cells[1] + "\n")
			want.WriteString(cells[2])
		}
	}
	code, out, errs := runCommand(positions.String(), "status", "-")
	expect.True(t, code == exitDone && out == want.String(), "exit %d %s, output:\n%s", code, errs, out)
	if code, _, errs := runCommand("4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n4k3/8/8/8/8/8/8/8[] w - - 0 1\n", "status", "-"); code != exitUsage || !strings.Contains(errs, "standard input:2:") {
		t.Errorf("a board without a king: exit %d, %s", code, errs)
	}
	if code, _, _ := runCommand("", "status"); code != exitUsage {
		t.Errorf("without a position: exit %d", code)
	}
}

func TestBPGNCheck(t *testing.T) {
	index := expect.Must(os.ReadFile(testdata.Path(t, "bpgn", "chesscom-2025.index.tsv")))(t)
	_, rows, _ := strings.Cut(string(index), "\n")
	code, out, errs := runCommand("", "bpgn", "check", testdata.Path(t, "bpgn", "chesscom-2025.bpgn"))
	expect.True(t, code == exitDone && out == rows, "exit %d %s, output:\n%s", code, errs, out)
	bad := "[Event \"x\"]\n\n1A. e4{1} 1a. N@f6{2} 1-0\n\n[Event \"y\"]\n[Result \"0-1\"]\n\n1A. e4\n"
	code, out, errs = runCommand(bad, "bpgn", "check", "-")
	want := "1\terror\t2\tnot-in-stock\tN@f6\n" +
		"2\t1\t0-1\t-\t-\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1\n"
	expect.True(t, code == exitNo && out == want, "exit %d, output %q, want %d, %q", code, out, exitNo, want)
	expect.Contains(t, errs, "line 3", "the message does not say where")
	code, out, errs = runCommand(bad, "bpgn", "check", "no-such.bpgn", "-")
	expect.True(t, code == exitUsage && out == want && strings.Contains(errs, "no-such.bpgn"),
		"after a missing file: exit %d, output %q, want %d, %q\n%s", code, out, exitUsage, want, errs)
	for _, args := range [][]string{{"bpgn"}, {"bpgn", "check"}, {"bpgn", "check", "-"}, {"bpgn", "check", "no-such.bpgn"}, {"bpgn", "check", "."}, {"bpgn", "sing"}} {
		code, _, errs := runCommand("", args...)
		expect.True(t, code == exitUsage && errs != "", "tandem %v: exit %d %s", args, code, errs)
	}
}

func TestBPGNShow(t *testing.T) {
	path := testdata.Path(t, "bpgn", "fics-samples.bpgn")
	code, out, errs := runCommand("", "bpgn", "show", "-game", "1", "-ply", "2", path)
	expect.True(t, code == exitDone && strings.Contains(out, "118.585") && strings.Count(out, "stock []") == 4, "exit %d %s, output:\n%s", code, errs, out)
	code, out, errs = runCommand("", "bpgn", "show", "-svg", "-game", "1", path)
	expect.True(t, code == exitDone && strings.HasPrefix(out, "<svg ") && strings.Contains(out, `id="wK"`), "picture: exit %d %s, output:\n%.200s", code, errs, out)
	bad := "1A. e4 1a. Ke3 *"
	code, out, errs = runCommand(bad, "bpgn", "show", "-game", "1", "-")
	expect.True(t, code == exitNo && strings.Contains(out, "stock []") && strings.Contains(errs, "Ke3"),
		"the end of a bad record: exit %d %s, output:\n%s", code, errs, out)
	if code, _, errs := runCommand(bad, "bpgn", "show", "-game", "1", "-ply", "1", "-"); code != exitDone || errs != "" {
		t.Errorf("before the bad ply: exit %d %s", code, errs)
	}
	for _, args := range [][]string{{"-game", "99", path}, {"-game", "1", "-ply", "999", path}, {path}, {"-game", "1"}} {
		code, _, errs := runCommand("", append([]string{"bpgn", "show"}, args...)...)
		expect.True(t, code == exitUsage && errs != "", "tandem bpgn show %v: exit %d %s", args, code, errs)
	}
}
