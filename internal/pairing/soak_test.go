package pairing_test

import (
	"os"
	"testing"
)

// TestSoakPairing runs the comparisons with enumeration and with the exact search
// on many more random rounds than a usual test does.
func TestSoakPairing(t *testing.T) {
	if os.Getenv("TANDEM_SOAK") == "" {
		t.Skip("set TANDEM_SOAK to run it")
	}
	t.Run("dutch", TestDutchOracle)
	t.Run("dutch shortcuts", TestDutchShortcuts)
	t.Run("dutch habits", TestDutchHabits)
	t.Run("dutch check", TestDutchCheckAgainstOracle)
	t.Run("team", TestTeamAgainstEnumeration)
	t.Run("team shortcuts", TestTeamShortcutsAgainstExactSearch)
	t.Run("team windows", TestWindowsAgainstExactSearch)
	t.Run("uschess", TestUSChessAgainstEnumeration)
	t.Run("round robin", TestRoundRobinAgainstEnumeration)
	t.Run("knockout", TestKnockoutEnumerated)
	t.Run("rotating", TestRotatingPartnersAgainstEnumeration)
	t.Run("rotating apart", TestRotatingApartAgainstEnumeration)
	t.Run("rotating cycles", TestRotatingBounds)
	t.Run("advice", TestAdviceHelps)
	t.Run("reasons", TestReasonsAreTrue)
}

// rounds is how many random cases a test tries: a few in a short run, normal in
// a usual one, soak when TANDEM_SOAK is set (make soak).
func rounds(normal, soak int) int {
	switch {
	case os.Getenv("TANDEM_SOAK") != "":
		return soak
	case testing.Short():
		return normal / 10
	default:
		return normal
	}
}
