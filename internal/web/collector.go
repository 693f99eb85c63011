package web

import (
	"os"
	"runtime/debug"
)

// collectAt is how much garbage there may be for what is in use, in percent. A Tandem
// holds little, some ten megabytes for a full hall, and makes pages in bursts while
// everybody waits: with the usual 100 a third of the time to read and build pages of
// 1,000 teams went into collecting in the middle of it.
const collectAt = 300

// CollectSeldom lets the garbage collector of this process run less often, unless
// GOGC says how often.
func CollectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
}
