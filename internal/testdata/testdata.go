// Package testdata finds the data sets that tests read: perft and status tables,
// match records, pairing and tie-break corpora, ruling cases and entry lists.
// They lie in the folder testdata beside go.mod, so that a clone is whole by
// itself. Only tests may import it; the product never reads these files.
package testdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns the file or folder named by elem inside the data sets. A missing
// one fails the test: none is skipped for want of data.
func Path(t testing.TB, elem ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{root(t), "testdata"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("data set: %v", err)
	}
	return path
}

// root is the folder of go.mod, above the package under test.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatalf("working directory: %v", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the package under test")
		}
		dir = parent
	}
}
