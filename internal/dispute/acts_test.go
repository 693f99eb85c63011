package dispute_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Every act of the public ruling cases (but nested claims, which a card makes
// by its own fields) can be written as a line and read back.
func TestActsOfAllCasesSurviveAsLines(t *testing.T) {
	t.Parallel()
	raw := expect.Must(os.ReadFile(testdata.Path(t, "rulings", "cases.json")))(t)
	var cases []struct {
		ID       string
		Timeline []dispute.Act
	}
	expect.OK(t, json.Unmarshal(raw, &cases))
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
		diff := cmp.Diff(plain(t, acts), plain(t, back))
		expect.True(t, diff == "", "%s: %s\n%s", c.ID, diff, text)
		n += len(acts)
	}
	expect.True(t, n >= 300, "only %d acts were tried", n)
}

func plain(t *testing.T, acts []dispute.Act) []dispute.Act {
	t.Helper()
	text := expect.Must(json.Marshal(acts))(t)
	var out []dispute.Act
	expect.OK(t, json.Unmarshal(text, &out))
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

// Whatever the rulings engine takes as an act can be chosen on a card and read from
// a line, and the other way round.
func TestACardKnowsEveryActOfTheRulings(t *testing.T) {
	t.Parallel()
	samples := map[string]string{
		"c6d4 / N@e5": "N@e5", "g1 / N": "g1", "A,B WA,BB": "A,B WA,BB", "W checkmate": "W checkmate", "flag": "flag",
		"point, touch, move or press": "point", "board or clock": "board", "straighten, repunch or other": "other",
		"illegal-move, flag, advice, sit or other": "sit",
	}
	for _, kind := range dispute.ActKinds {
		who := "WA"
		switch kind.Kind {
		case "end", "no-clock":
			who = "A"
		case "lift-clock":
			who = "director"
		}
		detail, ok := samples[kind.Detail]
		if !ok {
			detail = kind.Detail
		}
		line := strings.TrimSpace(who + " " + kind.Kind + " " + detail)
		setUp := ""
		if kind.Kind == "take-back" || kind.Kind == "declare" {
			setUp = "WA move e2e4\n"
		}
		acts, err := dispute.ParseActs(setUp + line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		facts := dispute.Facts{BoardA: dispute.StartFEN, BoardB: dispute.StartFEN, Acts: acts}
		if err := facts.Check(tournament.Section{Rulebook: "TR3", TeamSize: 2, ClockMS: 180_000}); err != nil {
			t.Errorf("%s: the engine refuses it: %v", line, fault.Fields(err))
		}
		phrase := acts[len(acts)-1].Phrase().String()
		expect.True(t, phrase != kind.Kind && !strings.Contains(phrase, "%"), "%s has no words: %q", line, phrase)
	}
	for _, kind := range casefile.ActKinds() {
		expect.True(t, slices.ContainsFunc(dispute.ActKinds, func(k dispute.ActKind) bool { return k.Kind == string(kind) }), "no card offers the act %s", kind)
	}
	acts := expect.Must(dispute.ParseActs("BB move N@e5 in-time\nBB move N@e6 not-in-time\n"))(t)
	if diff := cmp.Diff("BB move N@e5 in-time\nBB move N@e6 not-in-time\n", dispute.FormatActs(acts)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"plays N@e5, handed over in time", "plays N@e6, not handed over in time"}, []string{acts[0].Phrase().String(), acts[1].Phrase().String()}); diff != "" {
		t.Error(diff)
	}
}

func TestBadLinesAreNamed(t *testing.T) {
	t.Parallel()
	for line, words := range map[string]string{
		"WA": "who and what", "WA fly": "no act", "WA move": "“move” is missing", "WA press now": "does not belong", "t=x WA press": "milliseconds",
	} {
		_, err := dispute.ParseActs("BA press\n\n" + line)
		refused(t, err, "invalid", words)
		expect.Contains(t, errFields(err), "Line 3", "%q: the line is not named", line)
	}
}

func errFields(err error) string {
	var b strings.Builder
	for _, f := range fault.Fields(err) {
		b.WriteString(f)
	}
	return b.String()
}
