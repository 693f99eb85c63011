package rulebook_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A time is said and typed in minutes; only what is stored counts milliseconds.
func TestATimeIsMinutes(t *testing.T) {
	t.Parallel()
	for typed, says := range map[string]string{"300000": "5 min", "5 min": "5 min", "7min": "7 min", "90000": "90000", "0": "0 min"} {
		v, err := rulebook.ParseValue(rulebook.ExcessTimeOver, typed)
		expect.True(t, err == nil && rulebook.ExcessTimeOver.Say(v) == says, "%q is said as %q, %v; want %q", typed, rulebook.ExcessTimeOver.Say(v), err, says)
	}
	if v, err := rulebook.ParseValue(rulebook.Repetition, "3 min"); err == nil {
		t.Errorf("three minutes are %q occurrences", v)
	}
	expect.Equal(t, rulebook.Repetition.Say("4"), "4", "4 occurrences are said as")
}
