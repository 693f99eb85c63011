package localpg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pidFile is what a server writes into postmaster.pid, line by line.
type pidFile struct {
	process int
	data    string
	sockets string
	status  string
}

func (p pidFile) ready() bool { return p.status == "ready" }

func readPidFile(data string) (pidFile, error) {
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return pidFile{}, err
	}
	lines := bytes.Split(text, []byte("\n"))
	line := func(n int) string {
		if n < len(lines) {
			return strings.TrimSpace(string(lines[n]))
		}
		return ""
	}
	process, err := strconv.Atoi(line(0))
	if err != nil {
		return pidFile{}, fmt.Errorf("%s/postmaster.pid: the first line %q is not a process number", data, line(0))
	}
	return pidFile{process: process, data: line(1), sockets: line(4), status: line(7)}, nil
}

// clearLeftovers makes the data directory free for a new server. Call it only
// while holding the lock: then no other Tandem is about to start a server here.
//
// Two things can be left of a Tandem that was killed. Its server may still be
// shutting down: it is told once to hurry and waited for. Or everything was
// killed, and postmaster.pid and the socket's lock name processes that are
// dead, zombies or by now somebody else's, which PostgreSQL cannot tell from a
// running server: as no server has its present folder here, they are removed.
func clearLeftovers(ctx context.Context, lay layout, log io.Writer) error {
	pid, err := readPidFile(lay.data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		pid = pidFile{} // half written before a crash: the processes decide
	}
	servers, err := serversIn(lay.data)
	if err != nil {
		return fmt.Errorf("looking for servers left in %s: %w", lay.data, err)
	}
	if len(servers) > 0 {
		fmt.Fprintln(log, "Waiting for the PostgreSQL of a Tandem that was ended to shut down")
		if err := endServers(ctx, lay, pid.process, servers); err != nil {
			return err
		}
	}
	stale := []string{filepath.Join(lay.data, "postmaster.pid")}
	for _, dir := range []string{lay.sockets, pid.sockets} {
		if dir != "" {
			stale = append(stale, filepath.Join(dir, ".s.PGSQL."+port), filepath.Join(dir, ".s.PGSQL."+port+".lock"))
		}
	}
	for _, path := range stale {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing what a killed server left: %w", err)
		}
	}
	return nil
}

// endServers tells the old server once to shut down and waits until no server
// process is left. Without a living postmaster only its children remain; they
// end by themselves as soon as they notice.
func endServers(ctx context.Context, lay layout, postmaster int, servers []int) error {
	if slices.Contains(servers, postmaster) {
		if err := syscall.Kill(postmaster, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("stopping the old server (process %d): %w", postmaster, err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, fastStop+lastStop)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for len(servers) > 0 {
		select {
		case <-ctx.Done():
			return fmt.Errorf("an old PostgreSQL (process %d) is still using %s and does not end: %w", servers[0], lay.data, ctx.Err())
		case <-tick.C:
		}
		var err error
		if servers, err = serversIn(lay.data); err != nil {
			return fmt.Errorf("looking for servers left in %s: %w", lay.data, err)
		}
	}
	return nil
}
