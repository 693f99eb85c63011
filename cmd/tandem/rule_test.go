package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestRuleCheck(t *testing.T) {
	code, out, errs := runCommand("", "rule", "-check", testdata.Path(t, "rulings", "cases.json"))
	expect.True(t, code == exitDone && strings.HasSuffix(out, " passed, 0 failed\n") && !strings.HasPrefix(out, "0 ") && errs == "",
		"exit %d, printed %q, %s", code, out, errs)
}

func TestRuleCheckTellsDifferences(t *testing.T) {
	data := expect.Must(os.ReadFile(testdata.Path(t, "rulings", "cases.json")))(t)
	first, _, _ := strings.Cut(strings.TrimPrefix(string(data), "[\n"), "\n")
	wrong := strings.Replace(strings.TrimSuffix(first, ","), `"verdict": "upheld"`, `"verdict": "denied"`, 1)
	code, out, _ := runCommand("["+wrong+"]", "rule", "-check", "-")
	want := "case 1 (\"tr3-illegal-pressed\"): verdict: expected denied, got upheld\n0 passed, 1 failed\n"
	expect.True(t, code == exitNo && out == want, "exit %d, printed %q, want %q", code, out, want)
}

func TestRulePrintsOneRulingPerCase(t *testing.T) {
	file := testdata.Path(t, "rulings", "cases.json")
	code, out, errs := runCommand("", "rule", file)
	expect.MustTrue(t, code == exitDone && errs == "", "exit %d, %s", code, errs)
	data := expect.Must(os.ReadFile(file))(t)
	var cases, rulings []struct{ ID, Verdict string }
	expect.OK(t, json.Unmarshal(data, &cases))
	expect.OK(t, json.Unmarshal([]byte(out), &rulings))
	expect.MustTrue(t, len(rulings) == len(cases), "%d rulings for %d cases", len(rulings), len(cases))
	for i := range cases {
		expect.True(t, rulings[i].ID == cases[i].ID && rulings[i].Verdict != "", "ruling %d is %+v, the case is %s", i+1, rulings[i], cases[i].ID)
	}
}

func TestRuleRefusesInvalidInput(t *testing.T) {
	data := expect.Must(os.ReadFile(testdata.Path(t, "rulings", "invalid.json")))(t)
	var rows []struct {
		Path, Why string
		Input     json.RawMessage
	}
	expect.OK(t, json.Unmarshal(data, &rows))
	for _, row := range rows {
		code, out, errs := runCommand(string(row.Input), "rule", "-")
		expect.True(t, code == exitUsage && out == "" && strings.HasPrefix(errs, `case 1 ("x"): `+row.Path+": ") && strings.Count(errs, "\n") == 1,
			"%s: exit %d, printed %q, %q", row.Why, code, out, errs)
	}
}

func TestRuleCalls(t *testing.T) {
	for _, args := range [][]string{{"rule"}, {"rule", "a", "b"}, {"rule", "/nowhere/cases.json"}} {
		code, out, errs := runCommand("", args...)
		expect.True(t, code == exitUsage && out == "" && errs != "", "%v: exit %d, printed %q, %q", args, code, out, errs)
	}
	if code, out, _ := runCommand("[]", "rule", "-"); code != exitDone || strings.Join(strings.Fields(out), "") != "[]" {
		t.Errorf("no cases: exit %d, printed %q", code, out)
	}
}
