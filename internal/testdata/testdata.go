// Package testdata finds the project's shared data sets for tests: perft and
// status tables, match records, pairing and tie-break corpora, ruling cases and
// entry lists. They lie in a folder shared/testdata beside one of the checkout's
// parent folders. Only tests may import it; the product never reads these files.
package testdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns the file or folder named by elem inside the shared data sets and
// skips the test when this checkout has none beside it.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatalf("working directory: %v", err)
	}
	for {
		root := filepath.Join(dir, "shared", "testdata")
		if _, err := os.Stat(root); err == nil {
			return filepath.Join(append([]string{root}, elem...)...)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("the shared data sets are not beside this checkout")
		}
		dir = parent
	}
}
