package dispute_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testdata"
)

// Every act of the public ruling cases (but nested claims, which a card makes
// by its own fields) can be written as a line and read back.
func TestActsOfAllCasesSurviveAsLines(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(testdata.Path(t, "rulings", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		ID       string
		Timeline []dispute.Act
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range cases {
		var acts []dispute.Act
		for _, a := range c.Timeline {
			if a["act"] != "claim" {
				acts = append(acts, a)
			}
		}
		text := dispute.FormatActs(acts)
		back, err := dispute.ParseActs(text)
		if err != nil {
			t.Errorf("%s: %v\n%s", c.ID, err, text)
			continue
		}
		if diff := cmp.Diff(plain(t, acts), plain(t, back)); diff != "" {
			t.Errorf("%s: %s\n%s", c.ID, diff, text)
		}
		n += len(acts)
	}
	if n < 300 {
		t.Errorf("only %d acts were tried", n)
	}
}

func plain(t *testing.T, acts []dispute.Act) []dispute.Act {
	t.Helper()
	text, err := json.Marshal(acts)
	if err != nil {
		t.Fatal(err)
	}
	var out []dispute.Act
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	for _, a := range out { // written out defaults
		for _, field := range []string{"released", "deliberate"} {
			if a[field] == true {
				delete(a, field)
			}
		}
		if a["linked"] == false {
			delete(a, "linked")
		}
	}
	return out
}

func TestBadLinesAreNamed(t *testing.T) {
	t.Parallel()
	for line, words := range map[string]string{
		"WA": "who and what", "WA fly": "no act", "WA move": "move is missing", "WA press now": "does not belong", "t=x WA press": "milliseconds",
	} {
		_, err := dispute.ParseActs("BA press\n\n" + line)
		refused(t, err, "invalid", words)
		if !strings.Contains(errFields(err), "Line 3") {
			t.Errorf("%q: the line is not named: %v", line, errFields(err))
		}
	}
}

func errFields(err error) string {
	var b strings.Builder
	for _, f := range fault.Fields(err) {
		b.WriteString(f)
	}
	return b.String()
}
