package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/tandemchess/tandem/internal/build"
)

var versionCommand = command{
	name:    "version",
	summary: "print the version of this program",
	example: "tandem version",
	run: func(_ context.Context, c console, args []string) int {
		fs := newFlags(c, "version", "")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if !noArguments(c, fs) {
			return exitUsage
		}
		fmt.Fprintf(c.out, "tandem %s %s\n", build.Full(), runtime.Version())
		return exitDone
	},
}
