package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
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
		fmt.Fprintf(c.out, "tandem %s %s\n", buildVersion(), runtime.Version())
		return exitDone
	},
}

// buildVersion is the revision the program was built from, "devel" outside a checkout.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return s.Value[:12]
		}
	}
	return "devel"
}
