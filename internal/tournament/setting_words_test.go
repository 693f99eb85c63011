package tournament_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Every setting that the journal names has words, and none of its values is a number
// that only a program reads.
func TestEverySettingHasWords(t *testing.T) {
	t.Parallel()
	section := tournament.Section{Name: "Open", System: tournament.TeamSwiss, InitialColour: "W", Scoring: "match", ByePoints: 3, TieBreaks: "MP,GP BH", ClockMS: 300_000, RoundMinutes: 25, GraceMinutes: 1, BroadcastDelayS: 60, HeavyPenalties: "tell-chief", Accelerated: true}
	want := map[string]string{
		"clock": "5 minutes", "round_minutes": "25 minutes", "grace_minutes": "1 minute", "broadcast_delay": "60 seconds", "bye_points": "1½", "tie_breaks": "MP, GP, BH",
		"accelerated": "yes", "initial_colour": "White", "scoring": "points for each match", "heavy_penalties": "tell chief", "hall": "none", "max_grade": "none",
	}
	for _, s := range tournament.Settings() {
		label, _, ok := tournament.SettingWords(s.Name, nil)
		said := s.Said(section)
		expect.True(t, ok && label != "" && !strings.Contains(label, "_") && !strings.Contains(label, "milliseconds"), "%s is called %q", s.Name, label)
		expect.True(t, said != "" && (want[s.Name] == "" || said == want[s.Name]), "%s: %q, want %q", s.Name, said, want[s.Name])
	}
}
