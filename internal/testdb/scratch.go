package testdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/tandemchess/tandem/internal/localpg"
)

const scratchPattern = "tandem-scratch-"

const (
	// memoryFolder lies in memory on Linux. A database is some hundred files, and making
	// and removing them for every test costs a disk's file system a third of a test run.
	memoryFolder = "/dev/shm"

	// roomInMemory is what has to be free there, in bytes: several test binaries run at once,
	// and containers often have 64 MB.
	roomInMemory = 4 << 30
)

// scratchParent is where the folders of test servers are made. Whoever names a temporary
// folder gets them there.
func scratchParent() string {
	if os.Getenv("TMPDIR") != "" || freeIn(memoryFolder) < roomInMemory {
		return os.TempDir()
	}
	return memoryFolder
}

// startScratch starts a server for this test binary in a temporary folder.
// Nothing tells a package that its last test is over, so a small shell waits
// for the binary's end, however that comes, and cleans up behind it.
func startScratch(ctx context.Context) (admin string, caretaker io.Closer, err error) {
	parent := scratchParent()
	sweepScratch(parent)
	dir, err := os.MkdirTemp(parent, scratchPattern+strconv.Itoa(os.Getpid())+"-")
	if err != nil {
		return "", nil, fmt.Errorf("creating a folder for the test server: %w", err)
	}
	// The server may run as another user, who has to pass through.
	if err := os.Chmod(dir, 0o711); err != nil {
		return "", nil, fmt.Errorf("opening the folder of the test server: %w", err)
	}
	srv, err := localpg.Start(ctx, localpg.Options{DataDir: dir, Scratch: true})
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	caretaker, err = startCaretaker(dir, srv)
	if err != nil {
		return "", nil, errors.Join(err, srv.Stop(), os.RemoveAll(dir))
	}
	return srv.URL(), caretaker, nil
}

// sweepScratch removes the folders of test binaries whose caretaker was killed
// too, as when the whole machine was switched off.
func sweepScratch(temp string) {
	dirs, err := filepath.Glob(filepath.Join(temp, scratchPattern+"*"))
	if err != nil {
		return
	}
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err != nil || time.Since(info.ModTime()) < time.Minute {
			continue // just being made, perhaps not locked yet
		}
		lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR, 0)
		if err != nil {
			if errors.Is(err, os.ErrNotExist) {
				os.RemoveAll(dir)
			}
			continue
		}
		if nobodyHolds(lock) {
			os.RemoveAll(dir) // its owner is gone; what fails now is for the next run
		}
		lock.Close()
	}
}
