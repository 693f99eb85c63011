//go:build linux || darwin

package main

import (
	"fmt"
	"math"
	"syscall"
)

// diskFree is how many bytes of how many the disk with dir has left.
func diskFree(dir string) (free, total uint64, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, 0, fmt.Errorf("ask for the free space of %s: %w", dir, err)
	}
	return s.Bavail * uint64(s.Bsize), s.Blocks * uint64(s.Bsize), nil
}

// openFiles is how many files and connections this process may have open; Go has
// raised it to what the machine allows.
func openFiles() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxInt32
	}
	return limit.Cur
}
