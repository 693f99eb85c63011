//go:build unix && !linux

package localpg

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// dieWithParent does nothing here: the server outlives a Tandem that was
// killed, and the next start shuts it down (see clearLeftovers).
func dieWithParent(*syscall.SysProcAttr, syscall.Signal) {}

// serversIn returns the PostgreSQL processes that work in dir. lsof tells the present
// folder of each, and macOS always has it. Without it only a postmaster is found, by its
// command line; whether a child outlived one is then for PostgreSQL to find out, which
// refuses to start beside it.
func serversIn(dir string) ([]server, error) {
	list := exec.Command("lsof", "-w", "-a", "-c", "postgres", "-d", "cwd", "-F", "pRn")
	out, err := list.Output()
	var exit *exec.ExitError
	switch {
	case err == nil, errors.As(err, &exit): // it exits with 1 when there is none
		return serversOpenIn(dir, bytes.NewReader(out))
	case !errors.Is(err, exec.ErrNotFound):
		return nil, fmt.Errorf("listing processes: %w", err)
	}
	return postmastersOf(dir)
}

func postmastersOf(dir string) ([]server, error) {
	out, err := exec.Command("ps", "-axww", "-o", "pid=,ppid=,stat=,command=").Output()
	if err != nil {
		return nil, fmt.Errorf("listing processes: %w", err)
	}
	var found []server
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) < 4 || strings.HasPrefix(fields[2], "Z") || !strings.Contains(line, "postgres -D "+dir+" ") {
			continue
		}
		process, err := strconv.Atoi(fields[0])
		parent, err2 := strconv.Atoi(fields[1])
		if err == nil && err2 == nil {
			found = append(found, server{process, parent})
		}
	}
	return found, nil
}

// signalServer sends a signal to a process that was just seen in dir.
func signalServer(_ string, process int, signal syscall.Signal) error {
	held, err := os.FindProcess(process)
	if err != nil {
		return err
	}
	return held.Signal(signal)
}
