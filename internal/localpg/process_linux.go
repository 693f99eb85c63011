package localpg

import (
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
func serversIn(dir string) ([]int, error) {
	want, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, proc := range names {
		// Processes come and go, and those of other users are closed to us: what
		// cannot be read is not a server of ours.
		comm, err := os.ReadFile(filepath.Join(proc, "comm"))
		if err != nil || !isServerName(strings.TrimSpace(string(comm))) {
			continue
		}
		cwd, err := os.Stat(filepath.Join(proc, "cwd"))
		if err != nil || !os.SameFile(cwd, want) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(proc)); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

func isServerName(comm string) bool { return comm == "postgres" || comm == "postmaster" }
