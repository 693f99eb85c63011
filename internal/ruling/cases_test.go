package ruling_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/testdata"
)

// readFile reads a case file of the data sets.
func readFile(t testing.TB, name string) []casefile.Case {
	t.Helper()
	data, err := os.ReadFile(testdata.Path(t, "rulings", name))
	if err != nil {
		t.Fatal(err)
	}
	cases, err := casefile.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func rule(t testing.TB, in ruling.Incident) ruling.Ruling {
	t.Helper()
	r, err := ruling.Rule(in)
	if err != nil {
		t.Fatalf("%s: %v", in.ID, err)
	}
	return r
}

func compare(t *testing.T, cases []casefile.Case) {
	t.Helper()
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		if c.Expect == nil {
			t.Errorf("%s expects nothing", c.ID)
			continue
		}
		r := rule(t, c.Incident)
		for _, d := range c.Expect.Differences(r) {
			t.Errorf("%s: %s", c.ID, d)
		}
		if r.Explain == "" {
			t.Errorf("%s is not explained", c.ID)
		}
	}
}

func TestCases(t *testing.T) { compare(t, readFile(t, "cases.json")) }

func TestOwnCases(t *testing.T) {
	f, err := os.Open("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases, err := casefile.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, cases)
}

// The public cases cover every rulebook and every kind of claim, so that the
// comparison above means something.
func TestCasesCoverTheClaims(t *testing.T) {
	var seen []string
	for _, c := range readFile(t, "cases.json") {
		if c.Claim != nil {
			seen = append(seen, string(c.Claim.Kind))
		}
	}
	slices.Sort(seen)
	if n := len(slices.Compact(seen)); n < 17 {
		t.Errorf("%d kinds of claim", n)
	}
}
