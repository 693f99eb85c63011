//go:build unix

package localpg_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A file keeps space back, and a nearly full disk takes no changes. Only a start on such
// a disk uses the space up; then all is as before when there is room for both again.
func TestReserveForAFullDisk(t *testing.T) {
	t.Parallel()
	var free uint64
	dir := t.TempDir()
	room, beforeStart := localpg.NewReserve(dir, func(string) (uint64, uint64, error) { return free, 2 << 30, nil })
	look := func(when string, mb, needs uint64, keeps int64) {
		t.Helper()
		free = mb << 20
		err := room()
		var full *localpg.FullError
		expect.True(t, errors.As(err, &full) == (needs > 0) && (needs != 0 || err == nil) && (full == nil || full.Needs>>20 == needs), "%s: %v", when, err)
		var kept int64
		if info, err := os.Stat(filepath.Join(dir, "reserve")); err == nil {
			kept = info.Size() >> 20
		}
		expect.Equal(t, kept, keeps, "%s: MB are kept back", when)
	}
	start := func(mb uint64) {
		t.Helper()
		free = mb << 20
		expect.OK(t, beforeStart(io.Discard))
	}
	start(1000)
	look("no room for the reserve", 127, 128, 0)
	look("room", 1000, 0, 64)
	look("with the reserve, little is enough", 32, 0, 64)
	look("nearly full", 31, 32, 64)
	look("full", 0, 32, 64)
	look("space was freed", 32, 0, 64)
	start(32)
	look("started with little room", 32, 0, 64)
	start(0)
	look("started on a full disk", 64, 128, 0)
	look("the reserve alone is no room", 127, 128, 0)
	look("space was freed again", 128, 0, 64)
}

// Where nobody can tell the free space the server decides alone.
func TestRoomUnknown(t *testing.T) {
	t.Parallel()
	for name, free := range map[string]func(string) (uint64, uint64, error){
		"not asked": nil,
		"an error":  func(string) (uint64, uint64, error) { return 0, 0, errors.New("no such disk") },
	} {
		room, beforeStart := localpg.NewReserve(t.TempDir(), free)
		err := errors.Join(beforeStart(io.Discard), room())
		expect.True(t, err == nil, "%s: %v", name, err)
	}
}
