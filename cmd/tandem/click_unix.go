//go:build !windows

package main

import (
	"os"
	"runtime"

	"github.com/mattn/go-isatty"
)

// clicked reports whether a person started the program without a terminal, in front of a
// screen. Services and scripts have no screen.
func clicked() bool {
	for _, f := range []*os.File{os.Stdin, os.Stdout, os.Stderr} {
		if isTerminal(f) {
			return false
		}
	}
	return runtime.GOOS == "darwin" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }
