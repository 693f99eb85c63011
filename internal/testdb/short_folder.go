package testdb

import (
	"os"
	"testing"
)

// longestFolder leaves room for "/tandem/run/.s.PGSQL.5432" in the address of a socket on
// every system.
const longestFolder = 78

// ShortFolder is a new folder for the socket of a server, or for data with the socket inside:
// its path is short enough however long that of temporary files is. It ends with the test.
func ShortFolder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "short-")
	if err == nil && len(dir) > longestFolder {
		os.RemoveAll(dir)
		dir, err = os.MkdirTemp("/tmp", "short-")
	}
	if err != nil {
		t.Fatalf("testdb: creating a folder with a short path: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
