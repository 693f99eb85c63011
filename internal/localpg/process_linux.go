package localpg

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent makes the kernel send sig to the child when Tandem ends.
func dieWithParent(attr *syscall.SysProcAttr, sig syscall.Signal) { attr.Pdeathsig = sig }

// serversIn returns the PostgreSQL processes whose present folder is dir, as
// that of every server process is its data directory. Dead and zombie processes
// have no present folder.
func serversIn(dir string) ([]server, error) {
	want, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	var found []server
	for _, proc := range names {
		if s, ok := serverAt(proc, want); ok {
			found = append(found, s)
		}
	}
	return found, nil
}

// serverAt looks at one process. Processes come and go, and those of other users are
// closed to us: what cannot be read is not a server of ours.
func serverAt(proc string, dir os.FileInfo) (server, bool) {
	stat, err := os.ReadFile(filepath.Join(proc, "stat")) // "12 (postgres) S 1 …": number, name, state, parent
	if err != nil {
		return server{}, false
	}
	before, name, _ := strings.Cut(string(stat), " (")
	end := strings.LastIndex(name, ") ")
	if end < 0 || !isServerName(name[:end]) {
		return server{}, false
	}
	after := strings.Fields(name[end+1:])
	if len(after) < 2 {
		return server{}, false
	}
	// A script of that name has a shell for its program. One whose package was replaced
	// meanwhile is called "… (deleted)". A process that is ending loses its program before
	// it lets go of the memory that servers share: it counts until its folder is gone too.
	program, err := os.Readlink(filepath.Join(proc, "exe"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil || !isServerName(strings.TrimSuffix(filepath.Base(program), " (deleted)")):
		return server{}, false
	}
	cwd, err := os.Stat(filepath.Join(proc, "cwd"))
	if err != nil || !os.SameFile(cwd, dir) {
		return server{}, false
	}
	process, err := strconv.Atoi(before)
	if err != nil {
		return server{}, false
	}
	parent, err := strconv.Atoi(after[1])
	return server{process, parent}, err == nil
}

func isServerName(name string) bool { return name == "postgres" || name == "postmaster" }

// signalServer sends a signal to a process if that still is a server in dir. The process
// is held first and looked at then: its number may go to another one at any moment.
func signalServer(dir string, process int, signal syscall.Signal) error {
	held, err := os.FindProcess(process)
	if err != nil {
		return err
	}
	defer held.Release()
	want, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if _, ok := serverAt(filepath.Join("/proc", strconv.Itoa(process)), want); !ok {
		return os.ErrProcessDone
	}
	return held.Signal(signal)
}
