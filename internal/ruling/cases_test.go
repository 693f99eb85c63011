package ruling_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/ruling"
	"github.com/tandemchess/tandem/internal/ruling/casefile"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// readFile reads a case file of the data sets.
func readFile(t testing.TB, name string) []casefile.Case {
	t.Helper()
	data, err := os.ReadFile(testdata.Path(t, "rulings", name))
	expect.OK(t, err)
	cases := expect.Must(casefile.Read(bytes.NewReader(data)))(t)
	return cases
}

func rule(t testing.TB, in ruling.Incident) ruling.Ruling {
	t.Helper()
	r, err := ruling.Rule(in)
	expect.MustTrue(t, err == nil, "%s: %v", in.ID, err)
	return r
}

func compare(t *testing.T, cases []casefile.Case) {
	t.Helper()
	expect.MustTrue(t, len(cases) != 0, "no cases")
	for _, c := range cases {
		if c.Expect == nil {
			t.Errorf("%s expects nothing", c.ID)
			continue
		}
		r := rule(t, c.Incident)
		for _, d := range c.Expect.Differences(r) {
			t.Errorf("%s: %s", c.ID, d)
		}
		expect.True(t, !r.Explain.Empty(), "%s is not explained", c.ID)
	}
}

func TestCases(t *testing.T) { compare(t, readFile(t, "cases.json")) }

func TestOwnCases(t *testing.T) {
	f, err := os.Open("testdata/cases.json")
	expect.OK(t, err)
	defer f.Close()
	cases := expect.Must(casefile.Read(f))(t)
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
	n := len(slices.Compact(seen))
	expect.True(t, n >= 17, "%d kinds of claim", n)
}
