// Package build says which program this is. It reads what the compiler stamped in, and
// must never decide anything by it.
package build

import "runtime/debug"

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

func stamped() (version, day string) {
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
			day = s.Value[:10]
		}
	}
	return version, day
}
