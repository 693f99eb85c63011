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
	process int // negative for a server in single-user mode
	data    string
	port    string
	sockets string // empty for a server that hears the loopback address
	status  string
}

func (p pidFile) ready() bool { return p.status == "ready" }

// startedIn reports whether the server was started in this data directory. A folder that
// is copied while its server runs takes that server's process file along.
func (p pidFile) startedIn(data string) bool {
	here, err := os.Stat(data)
	if err != nil {
		return false
	}
	there, err := os.Stat(p.data)
	return err == nil && os.SameFile(here, there)
}

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
	return pidFile{process: process, data: line(1), port: line(3), sockets: line(4), status: line(7)}, nil
}

// clearLeftovers makes the data directory free for a new server. Call it only
// while holding the lock: then no other Tandem is about to start a server here.
//
// Three things can be left of a Tandem that was killed. Its server may still be
// shutting down: it is told to hurry and waited for. Its postmaster may be gone and
// some of its children not, see endOrphans. Or everything was killed, and
// postmaster.pid and the socket's lock name processes that are dead, zombies or by
// now somebody else's, which PostgreSQL cannot tell from a running server: as no
// server has its present folder here, they are removed. The short folder for the socket
// of data with a long path goes with them, but nothing elsewhere that this data's process
// file only knows because it was copied: there another server may be alive.
func clearLeftovers(ctx context.Context, lay layout, patient patience, log io.Writer) error {
	pid, unreadable := readPidFile(lay.data) // half written before a crash: the processes decide
	servers, err := serversIn(lay.data)
	if err != nil {
		return fmt.Errorf("looking for servers left in %s: %w", lay.data, err)
	}
	if len(servers) > 0 {
		if err := endServers(ctx, lay.data, pid.process, patient, log); err != nil {
			return err
		}
	}
	if errors.Is(unreadable, fs.ErrNotExist) {
		return nil
	}
	stale := append(socketFiles(lay.sockets), filepath.Join(lay.data, "postmaster.pid"))
	if short := pid.sockets; isShortFolder(short) && pid.startedIn(lay.data) {
		stale = append(append(socketFiles(short), short), stale...)
	}
	for _, path := range stale {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing what a killed server left: %w", err)
		}
	}
	return nil
}

// socketFiles are what a server makes in the folder of its socket.
func socketFiles(dir string) []string {
	socket := filepath.Join(dir, ".s.PGSQL."+socketPort)
	return []string{socket, socket + ".lock"}
}

// server is a PostgreSQL process that works in a data directory.
type server struct{ process, parent int }

// patience is how long an old server may take to shut down, then to drop everything, and
// then until the machine has ended it by force.
type patience struct{ fast, immediate, forced time.Duration }

// SingleUserError says that somebody repairs the data by hand. That is never ended.
type SingleUserError struct {
	Dir     string
	Process int
}

func (e *SingleUserError) Error() string {
	return fmt.Sprintf(`somebody works on the data in %s with "postgres --single" (process %d).
Leave that one first, or choose another folder with TANDEM_DATA_DIR.`, e.Dir, e.Process)
}

// endServers ends what is left of an old server and waits until no process of it is.
// recorded is the process in postmaster.pid, 0 when that cannot be read. Who is left
// is found out anew at every step: a postmaster may end before its children do.
func endServers(ctx context.Context, data string, recorded int, patient patience, log io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, patient.fast+patient.immediate+patient.forced)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	end := ending{dir: data, patient: patient, log: log, began: time.Now(), told: map[server]syscall.Signal{}}
	for {
		servers, err := serversIn(data)
		if err != nil {
			return fmt.Errorf("looking for servers left in %s: %w", data, err)
		}
		if len(servers) == 0 {
			return nil
		}
		if i := slices.IndexFunc(servers, func(s server) bool { return s.process == -recorded }); i >= 0 {
			return &SingleUserError{Dir: data, Process: servers[i].process}
		}
		if postmaster, ok := postmasterOf(servers, recorded); ok {
			err = end.hurry(postmaster)
		} else {
			err = end.orphans(servers)
		}
		if err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("an old PostgreSQL (process %d) is still using %s and does not end: %w", servers[0].process, data, ctx.Err())
		}
	}
}

// postmasterOf finds the living postmaster: the one that postmaster.pid names, or when
// that says nothing the parent of others.
func postmasterOf(servers []server, recorded int) (server, bool) {
	for _, s := range servers {
		if s.process == recorded {
			return s, true
		}
	}
	for _, s := range servers {
		if slices.ContainsFunc(servers, func(child server) bool { return child.parent == s.process }) {
			return s, true
		}
	}
	return server{}, false
}

// ending remembers whom it has told what.
type ending struct {
	dir     string
	patient patience
	log     io.Writer
	began   time.Time
	told    map[server]syscall.Signal
}

// hurry tells a postmaster to shut down. One that cannot (a child of it may hang) has to
// drop everything, and is ended by force at last: the next server repairs the data.
func (e *ending) hurry(postmaster server) error {
	signal := syscall.SIGINT
	switch waited := time.Since(e.began); {
	case waited > e.patient.fast+e.patient.immediate:
		signal = syscall.SIGKILL
	case waited > e.patient.fast:
		signal = syscall.SIGQUIT
	}
	if len(e.told) == 0 {
		fmt.Fprintln(e.log, "Waiting for the PostgreSQL of a Tandem that was ended to shut down")
	}
	return e.tell(postmaster, signal)
}

// orphans ends the children of a postmaster that is gone. Most see that by themselves and
// end. One that is stopped, or asleep on a lock whose holder was killed, never does, and
// no new server may work on the data beside it. Nothing is lost by ending it: what was
// confirmed is in the log from which the new server repairs the data, and there is nobody
// left whom it could confirm anything to.
func (e *ending) orphans(servers []server) error {
	if len(e.told) == 0 {
		fmt.Fprintf(e.log, "Ending what is left of a PostgreSQL that was killed (%d processes)\n", len(servers))
	}
	for _, s := range servers {
		if err := e.tell(s, syscall.SIGKILL); err != nil {
			return err
		}
	}
	return nil
}

// tell sends each signal once to each process.
func (e *ending) tell(s server, signal syscall.Signal) error {
	if e.told[s] == signal {
		return nil
	}
	e.told[s] = signal
	if err := signalServer(e.dir, s.process, signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("ending an old PostgreSQL (process %d): %w", s.process, err)
	}
	return nil
}
