package testdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
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
	var fs syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(memoryFolder, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < roomInMemory {
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
	caretaker, err = startCaretaker(dir, srv.Process())
	if err != nil {
		return "", nil, errors.Join(err, srv.Stop(), os.RemoveAll(dir))
	}
	return srv.URL(), caretaker, nil
}

// caretakerScript reads until the other end of its input is closed, which happens
// when the test binary ends. It then ends the server, waits until it has removed
// its process file (the process itself may stay on as a zombie), and removes the
// folder. $1 is the server's process, $2 the folder.
const caretakerScript = `
read -r _
kill -INT "$1" 2>/dev/null
tries=0
while ls "$2"/pg*/postmaster.pid >/dev/null 2>&1 && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries+1)); done
rm -rf "$2"
`

// startCaretaker returns what has to stay open as long as the server is wanted.
func startCaretaker(dir string, server int) (io.Closer, error) {
	cmd := exec.Command("/bin/sh", "-c", caretakerScript, "caretaker", strconv.Itoa(server), dir)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a Ctrl-C is for the tests
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("preparing the test server's caretaker: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the test server's caretaker: %w", err)
	}
	return input, nil
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
		if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.RemoveAll(dir) // its owner is gone; what fails now is for the next run
		}
		lock.Close()
	}
}
