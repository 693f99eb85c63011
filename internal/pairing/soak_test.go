package pairing_test

import (
	"os"
	"testing"
)

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
