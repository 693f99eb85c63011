package matching_test

import (
	"os"
	"testing"
)

// TestSoakMatching runs the comparisons with enumeration on many more random graphs
// than a usual test does.
func TestSoakMatching(t *testing.T) {
	if os.Getenv("TANDEM_SOAK") == "" {
		t.Skip("set TANDEM_SOAK to run it")
	}
	t.Run("matchers", TestMatchersAgainstEnumeration)
	t.Run("sizes", TestMatchingSizesByRank)
	t.Run("weighted", TestWeightedMatchesEnumeration)
	t.Run("kinds", TestWarmStartAgainstCold)
}

// graphs is how many random graphs a test tries: a few in a short run, normal in a
// usual one, soak when TANDEM_SOAK is set (make soak).
func graphs(normal, soak int) int {
	switch {
	case os.Getenv("TANDEM_SOAK") != "":
		return soak
	case testing.Short():
		return normal / 10
	default:
		return normal
	}
}
