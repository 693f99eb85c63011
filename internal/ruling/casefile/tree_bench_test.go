package casefile

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"
)

// BenchmarkTree reads a file of cases in turns into the tree and into what encoding/json makes
// of it, which forgets the order, the place and a key given twice.
func BenchmarkTree(b *testing.B) {
	data, err := os.ReadFile("../../../testdata/rulings/cases.json")
	if err != nil {
		b.Fatal(err)
	}
	var ratios []float64
	for b.Loop() {
		start := time.Now()
		if _, err := readTree(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
		tree := time.Since(start)
		start = time.Now()
		var plain any
		if err := json.Unmarshal(data, &plain); err != nil {
			b.Fatal(err)
		}
		ratios = append(ratios, float64(time.Since(start))/float64(tree))
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "plain/tree")
}
