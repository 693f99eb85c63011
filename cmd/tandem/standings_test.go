package main

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

const threeRounds = `142 3
001    1      A                                 2000                             2.5    1     2 w 1     3 b =     4 w 1
001    2      B                                 1900                             1.0    3     1 b 0     4 w 1     3 b 0
001    3      C                                 1800                             2.0    2     4 w =     1 w =     2 w 1
001    4      D                                 1700                             0.5    4     3 b =     2 b 0     1 b 0
`

// The last of three rounds is byes only: for all four, and for the three who had not left.
const (
	byesAtTheEnd = `142 3
001    1      A                                 2000                             2.5    1     2 w 1     3 b 1  0000 - H
001    2      B                                 1900                             1.5    3     1 b 0     4 w 1  0000 - H
001    3      C                                 1800                             2.0    2     4 w 1     1 w 0  0000 - F
001    4      D                                 1700                             0.0    4     3 b 0     2 b 0  0000 - Z
`
	byesAndABlank = `142 3
001    1      A                                 2000                             2.5    1     2 w 1     3 b 1  0000 - H
001    2      B                                 1900                             1.5    3     1 b 0     4 w 1  0000 - H
001    3      C                                 1800                             2.0    2     4 w 1     1 w 0  0000 - F
001    4      D                                 1700                             0.0    4     3 b 0     2 b 0
`
	byesRequested = `142 3
001    1      A                                 2000                             2.0    1     2 w 1     3 b 1  0000 - H
001    2      B                                 1900                             1.0    3     1 b 0     4 w 1
001    3      C                                 1800                             1.0    2     4 w 1     1 w 0
001    4      D                                 1700                             0.0    4     3 b 0     2 b 0
`
)

func TestStandings(t *testing.T) {
	for name, test := range map[string]struct {
		stdin string
		args  []string
		code  int
		out   string
	}{
		"codes": {
			threeRounds,
			[]string{"standings", "-codes", "pts,sb,win", "-"},
			exitDone,
			"StartNo\tRank\tPTS\tSB\tWIN\n1\t1\t2.5\t2.50\t2\n2\t3\t1.0\t0.50\t1\n3\t2\t2.0\t2.50\t1\n4\t4\t0.5\t1.00\t0\n",
		},
		"from the file": {
			"212 PTS,WON\n" + threeRounds,
			[]string{"standings", "-"},
			exitDone,
			"StartNo\tRank\tPTS\tWON\n1\t1\t2.5\t2\n2\t3\t1.0\t1\n3\t2\t2.0\t1\n4\t4\t0.5\t0\n",
		},
		"byes at the end":   {byesAtTheEnd, []string{"standings", "-codes", "PTS", "-"}, exitDone, "StartNo\tRank\tPTS\n1\t1\t2.5\n2\t3\t1.5\n3\t2\t2.0\n4\t4\t0.0\n"},
		"byes and a blank":  {byesAndABlank, []string{"standings", "-codes", "PTS", "-"}, exitDone, "StartNo\tRank\tPTS\n1\t1\t2.5\n2\t3\t1.5\n3\t2\t2.0\n4\t4\t0.0\n"},
		"byes to be played": {byesRequested, []string{"standings", "-codes", "PTS", "-"}, exitDone, "StartNo\tRank\tPTS\n1\t1\t2.0\n2\t2\t1.0\n3\t2\t1.0\n4\t4\t0.0\n"},
		"unknown code":      {threeRounds, []string{"standings", "-codes", "PTS,XX", "-"}, exitUsage, ""},
		"unknown edition":   {threeRounds, []string{"standings", "-edition", "2019", "-"}, exitUsage, ""},
		"no such file":      {"", []string{"standings", "none.trf"}, exitUsage, ""},
		"nobody":            {"012 Open\n", []string{"standings", "-"}, exitUsage, ""},
		"not a report":      {"001 x", []string{"standings", "-"}, exitUsage, ""},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := runCommand(test.stdin, test.args...)
			expect.True(t, code == test.code && out == test.out, "tandem %v: exit %d, output\n%s\nwant %d\n%s\n%s", test.args, code, out, test.code, test.out, errs)
			expect.True(t, code == exitDone || errs != "", "a failure without a message")
		})
	}
}
