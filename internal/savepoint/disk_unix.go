//go:build unix

package savepoint

import (
	"os"
	"syscall"
)

// sameDisk reports whether two folders are on one disk; false where one is not there.
func sameDisk(a, b string) bool {
	here, err := os.Stat(a)
	there, err2 := os.Stat(b)
	if err != nil || err2 != nil {
		return false
	}
	at, ok := here.Sys().(*syscall.Stat_t)
	other, ok2 := there.Sys().(*syscall.Stat_t)
	return ok && ok2 && at.Dev == other.Dev
}
