//go:build unix

package testdb

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"github.com/tandemchess/tandem/internal/localpg"
)

// freeIn is how many bytes are free in a folder, 0 where it is not there.
func freeIn(folder string) uint64 {
	var fs syscall.Statfs_t
	if syscall.Statfs(folder, &fs) != nil {
		return 0
	}
	return uint64(fs.Bavail) * uint64(fs.Bsize) // the types differ by system
}

// nobodyHolds reports whether the data directory with this lock has no owner.
func nobodyHolds(lock *os.File) bool {
	return syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// caretakerScript reads until the other end of its input is closed, which happens
// when the test binary ends. It then ends the server, waits until it has removed
// its process file (the process itself may stay on as a zombie), and removes the
// folders. $1 is the server's process, $2 the folder of its data, $3 that of its socket,
// which lies elsewhere when the path of the first is too long for one.
const caretakerScript = `
read -r _
kill -INT "$1" 2>/dev/null
tries=0
while ls "$2"/pg*/postmaster.pid >/dev/null 2>&1 && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries+1)); done
rm -rf "$2" "$3"
`

// startCaretaker returns what has to stay open as long as the server is wanted.
func startCaretaker(dir string, srv *localpg.Server) (io.Closer, error) {
	address, err := url.Parse(srv.URL())
	if err != nil {
		return nil, fmt.Errorf("reading the test server's address: %w", err)
	}
	cmd := exec.Command("/bin/sh", "-c", caretakerScript, "caretaker", strconv.Itoa(srv.Process()), dir, address.Query().Get("host"))
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
