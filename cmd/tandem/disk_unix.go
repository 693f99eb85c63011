//go:build linux || darwin

package main

import (
	"fmt"
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
