package ruling_test

import "testing"

// BenchmarkRule rules on every public case in turn; one operation is one ruling,
// open points included.
func BenchmarkRule(b *testing.B) {
	cases := readFile(b, "cases.json")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		rule(b, cases[i%len(cases)].Incident)
	}
}

// BenchmarkRuleLong rules on the longest timeline among the public cases.
func BenchmarkRuleLong(b *testing.B) {
	cases := readFile(b, "cases.json")
	longest := cases[0]
	for _, c := range cases {
		if len(c.Timeline) > len(longest.Timeline) {
			longest = c
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		rule(b, longest.Incident)
	}
}
