package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// run calls a subcommand the way main does.
func runCommand(stdin string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = dispatch(context.Background(), console{strings.NewReader(stdin), &o, &e}, args)
	return code, o.String(), e.String()
}

const fourTeams = `012 Four teams
142 3
152 W
192 FIDE_TEAM_MP
352 WB
362 TW 2.0   TD 1.0   TL 0.0
001    1      Player 1                          2000                             0.0    1
001    2      Player 2                          2000                             0.0    2
001    3      Player 3                          2000                             0.0    3
001    4      Player 4                          2000                             0.0    4
001    5      Player 5                          2000                             0.0    5
001    6      Player 6                          2000                             0.0    6
001    7      Player 7                          2000                             0.0    7
001    8      Player 8                          2000                             0.0    8
310   1 One                              ONE    2000    0.0    0.0   1     1    2
310   2 Two                              TWO    1900    0.0    0.0   2     3    4
310   3 Three                            THREE  1800    0.0    0.0   3     5    6
310   4 Four                             FOUR   1700    0.0    0.0   4     7    8
`

func TestPair(t *testing.T) {
	for name, test := range map[string]struct {
		stdin string
		args  []string
		code  int
		out   string
	}{
		"first round":    {fourTeams, []string{"pair", "-"}, exitDone, "2\n1 3\n4 2\n"},
		"apart":          {fourTeams + "260   1   3    1    3\n", []string{"pair", "-"}, exitDone, "2\n1 4\n3 2\n"},
		"nobody left":    {fourTeams + "260   1   3    1    2    3\n", []string{"pair", "-"}, exitNo, ""},
		"unknown system": {fourTeams, []string{"pair", "-system", "swiss", "-"}, exitUsage, ""},
		"no file":        {"", []string{"pair"}, exitUsage, ""},
		"missing file":   {"", []string{"pair", "no-such-file.trf"}, exitUsage, ""},
		"later round":    {fourTeams, []string{"pair", "-round", "3", "-"}, exitUsage, ""},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := runCommand(test.stdin, test.args...)
			expect.True(t, code == test.code && out == test.out, "tandem %v: exit %d, output %q, want %d, %q\n%s", test.args, code, out, test.code, test.out, errs)
			expect.True(t, code == exitDone || errs != "", "a failure without a message")
		})
	}
}
