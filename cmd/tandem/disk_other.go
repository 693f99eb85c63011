//go:build !linux && !darwin && !windows

package main

import (
	"errors"
	"math"
)

func diskFree(string) (free, total uint64, err error) {
	return 0, 0, errors.New("this system does not tell its free space")
}

func openFiles() uint64 { return math.MaxInt32 }
