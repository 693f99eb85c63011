package main

import (
	"fmt"
	"math"

	"golang.org/x/sys/windows"
)

// diskFree is how many bytes of how many the disk with dir has left for this user.
func diskFree(dir string) (free, total uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &free, &total, nil)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("ask for the free space of %s: %w", dir, err)
	}
	return free, total, nil
}

// openFiles: Windows has no such limit that programs would meet.
func openFiles() uint64 { return math.MaxInt32 }
