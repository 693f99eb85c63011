package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// What a file states beside its rounds is compared; it is a warning, not a failure.
func TestCheckWarnsOfStatedPoints(t *testing.T) {
	wrong := strings.Replace(fourPlayersPlayed, " 1.0    1     3 w 1", " 2.5    1     3 w 1", 1)
	expect.MustTrue(t, wrong != fourPlayersPlayed, "the text is not what this test changes")
	for text, want := range map[string]string{
		fourPlayersPlayed: "",
		wrong:             "tandem check: -: warning: line 3, column 82: player 1 states 2.5 points, the rounds make 1.0\n",
	} {
		code, out, errs := runCommand(text, "check", "-")
		expect.True(t, code == exitDone && errs == want && strings.Contains(out, "- round 1 ok\n1 passed, 0 failed"), "exit %d, %q, %q", code, out, errs)
	}
}

const fourPlayersPlayed = `142 5
152 W
001    1      Player 1                                2000                       1.0    1     3 w 1
001    2      Player 2                                2000                       1.0    2     4 b 1
001    3      Player 3                                2000                       0.0    3     1 b 0
001    4      Player 4                                2000                       0.0    4     2 w 0
`

// In round 3 players 1 and 2 meet although both had White twice.
const sixPlayers = `012 Six players
142 5
152 W
192 FIDE_DUTCH_2025
001    1      Player 1                                2000                       3.0    1     4 w 1     5 w 1     2 w 1
001    2      Player 2                                2000                       2.0    2     5 w 1     6 w 1     1 b 0
001    3      Player 3                                2000                       2.0    3     6 w 1     4 b =     5 w =
001    4      Player 4                                2000                       1.5    4     1 b 0     3 w =     6 b 1
001    5      Player 5                                2000                       0.5    5     2 b 0     1 b 0     3 b =
001    6      Player 6                                2000                       0.0    6     3 b 0     2 b 0     4 w 0
`

func TestCheck(t *testing.T) {
	for name, test := range map[string]struct {
		file string
		args []string
		code int
		want []string // parts of the output
	}{
		"colours clash": {sixPlayers, nil, exitNo, []string{
			" round 1 differs: expected 5-2; the file has 2-5\n", "; the file has 1-2 3-5 6-4; breaks C3: 1 and 2 must both have Black\n", "0 passed, 3 failed",
		}},
		"not yet paired": {fourTeams, nil, exitDone, []string{"0 passed, 0 failed"}},
		"garbage":        {"001 x", nil, exitUsage, []string{"0 passed, 0 failed"}},
		"nobody":         {"012 Empty hall\n", nil, exitUsage, []string{"0 passed, 0 failed"}},
		"system":         {sixPlayers, []string{"-system", "swiss"}, exitUsage, []string{"0 passed, 0 failed"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.trf")
			expect.OK(t, os.WriteFile(path, []byte(test.file), 0o600))
			for _, from := range []string{path, "-"} {
				code, out, errs := runCommand(test.file, append(append([]string{"check"}, test.args...), from)...)
				expect.True(t, code == test.code, "exit %d, want %d\n%s%s", code, test.code, out, errs)
				for _, part := range test.want {
					expect.True(t, strings.Contains(out, part), "no %q in\n%s%s", part, out, errs)
				}
				expect.True(t, code != exitUsage || errs != "", "a failure without a message")
			}
		})
	}
}
