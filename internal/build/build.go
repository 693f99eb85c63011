// Package build says which program this is. It reads what the compiler stamped in, and
// must never decide anything by it, but that a clock before the day of the program is wrong.
package build

import (
	"runtime/debug"
	"strings"
	"time"
)

// What the linker puts into a download (cmd/dist), because Go itself stamps nothing in when
// it builds in a second worktree of git: its version, and the revision and its day.
var (
	Release       string
	revision, day string
)

// Full is what people read and report: version, revision and day of a download, "2.1
// (804fb04ab12c of 2026-11-23)", or "2026.11.23-804fb04a", a version made of the other two;
// else revision and day.
func Full() string {
	switch {
	case Release == "":
		return Name()
	case len(revision) >= 8 && strings.Contains(Release, revision[:8]):
		return Release
	}
	return Release + " (" + Name() + ")"
}

// Day is the day of the revision, zero outside a checkout.
func Day() time.Time {
	_, day := stamped()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return time.Time{}
	}
	return at
}

// Version is the revision the program was built from, "devel" outside a checkout.
func Version() string {
	version, _ := stamped()
	return version
}

// Name is the version with the day of its revision, as people need it to find the
// program again: "804fb04ab12c of 2026-05-02".
func Name() string {
	version, day := stamped()
	if day == "" {
		return version
	}
	return version + " of " + day
}

func stamped() (version, on string) {
	if len(revision) >= 12 {
		return revision[:12], day
	}
	version = "devel"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version, ""
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			version = s.Value[:12]
		case s.Key == "vcs.time" && len(s.Value) >= 10:
			on = s.Value[:10]
		}
	}
	return version, on
}
