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
	terminal := isTerminal(os.Stdin) || isTerminal(os.Stdout) || isTerminal(os.Stderr)
	return !terminal && hasScreen(runtime.GOOS, os.Getenv)
}

// hasScreen reports whether a program was started where windows can be shown. On macOS
// only services are not, and they have arguments.
func hasScreen(system string, env func(string) string) bool {
	return system == "darwin" || env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != ""
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }
