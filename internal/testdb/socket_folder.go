package testdb

import (
	"os"
	"testing"
)

// longestFolder leaves room for "/.s.PGSQL.5432" in the address of a socket on every system.
const longestFolder = 88

// SocketFolder is a new folder for the socket of a server, whose path is short enough for one
// however long that of temporary files is. It ends with the test.
func SocketFolder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sockets-")
	if err == nil && len(dir) > longestFolder {
		os.RemoveAll(dir)
		dir, err = os.MkdirTemp("/tmp", "sockets-")
	}
	if err != nil {
		t.Fatalf("testdb: creating a folder for a socket: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
