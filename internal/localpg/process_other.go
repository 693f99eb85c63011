//go:build unix && !linux

package localpg

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent does nothing here: the server outlives a Tandem that was
// killed, and the next start shuts it down (see clearLeftovers).
func dieWithParent(*syscall.SysProcAttr, syscall.Signal) {}

// serversIn returns the PostgreSQL servers that were started with dir as their
// data directory. Without /proc the command line is what tells.
func serversIn(dir string) ([]int, error) {
	out, err := exec.Command("ps", "-axww", "-o", "pid=,stat=,command=").Output()
	if err != nil {
		return nil, fmt.Errorf("listing processes: %w", err)
	}
	var pids []int
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) < 3 || strings.HasPrefix(fields[1], "Z") || !strings.Contains(line, "postgres -D "+dir+" ") {
			continue
		}
		if pid, err := strconv.Atoi(fields[0]); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}
