// Package localpg runs a private PostgreSQL for one Tandem: it finds the
// server programs of the machine, creates the data directory, starts the server
// as a child that dies with Tandem, and stops it cleanly.
//
// The server listens on a unix socket in a closed directory and knows no
// password; where no socket tells who connects (Windows), at a port of the
// loopback address, for whoever knows a generated password. It must never be
// reached from a network, never run as root, and never touch a data directory
// that another process is using.
package localpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

const (
	// databaseName and roleName are what Tandem connects as.
	databaseName = "tandem"
	roleName     = "tandem"

	// socketPort only names the socket file; nothing listens on a network port then.
	socketPort = "5432"

	// fastStop is how long a fast shutdown may take before it becomes an
	// immediate one; lastStop is how long that one may take.
	fastStop = 20 * time.Second
	lastStop = 10 * time.Second
)

// Options says where the server keeps its data.
type Options struct {
	// DataDir holds the lock, the data, the sockets and the server's log. It is
	// created when missing. See DefaultDataDir.
	DataDir string

	// Log receives one line per step of a slow start; nil is silent.
	Log io.Writer

	// Free tells how many bytes the disk of a folder has left, and of how many; nil
	// leaves a disk that runs full to the server.
	Free func(dir string) (free, total uint64, err error)

	// Loopback takes a port of the loopback address and a password for the way to the
	// server, as is done anyway where no socket tells who connects.
	Loopback bool

	// Scratch gives up durability for speed. Only for data nobody will miss.
	Scratch bool

	// Program names this Tandem in the data, for whoever finds them later.
	Program string

	// Carry brings everything from the database of an older PostgreSQL, which can only be
	// read, into a new and empty one, and proves that it arrived. Without it data stay with the
	// PostgreSQL that wrote them.
	Carry func(ctx context.Context, old, fresh string) error
}

// Server is a running PostgreSQL that belongs to this process.
type Server struct {
	lock    *os.File
	log     *serverLog
	reserve *reserve
	child   *child
	door    door
	done    chan error

	carried Carried

	stopOnce sync.Once
	stopping chan struct{}
	stopErr  error
}

// Start starts the server and returns when it answers queries. The context
// limits the start, not the life of the server; the caller ends that with Stop.
//
// It returns an *InUseError when another process holds the data directory.
func Start(ctx context.Context, opt Options) (_ *Server, err error) {
	if opt.Log == nil {
		opt.Log = io.Discard
	}
	acc, err := serverAccount()
	if err != nil {
		return nil, err
	}
	root, err := prepareRoot(opt.DataDir, acc)
	if err != nil {
		return nil, err
	}
	lock, err := takeLock(root)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			unlock(lock)
		}
	}()

	use, err := findPrograms(root, opt.Carry != nil)
	if err != nil {
		return nil, err
	}
	lay := newLayout(root, use.run.major)
	log, err := openLog(lay.log)
	if err != nil {
		return nil, err
	}
	defer log.file.Close() // the children keep their own copies
	opt.Loopback = opt.Loopback || !socketsTellUsers
	s := &Server{lock: lock, log: log, reserve: newReserve(lay, opt), done: make(chan error, 1), stopping: make(chan struct{})}
	if use.existing != 0 {
		if err := settleOwnership(newLayout(root, use.existing).data, acc, opt.Log); err != nil {
			return nil, err
		}
	}
	if err := s.prepare(ctx, lay, use, acc, opt); err != nil {
		return nil, err
	}
	if err := clearLeftovers(ctx, lay, patience{fastStop, lastStop, 2 * lastStop}, opt.Log); err != nil {
		return nil, err
	}
	if err := s.reserve.beforeStart(opt.Log); err != nil {
		return nil, err
	}
	if s.child, s.door, err = launch(ctx, use.run, acc, lay, log, opt); err != nil {
		return nil, err
	}
	if err := noteWriter(root, use.run, opt.Program); err != nil {
		fmt.Fprintln(opt.Log, err) // it only helps a later start
	}
	go s.watch()
	return s, nil
}

// prepare makes the data of the programs to run: new ones, or those of an older PostgreSQL
// carried over. What an interrupted start had begun is made anew.
func (s *Server) prepare(ctx context.Context, lay layout, use choice, acc account, opt Options) error {
	if err := removeUnfinished(ctx, lay, opt.Log); err != nil {
		return err
	}
	switch {
	case use.carriesOver():
		return s.carryOver(ctx, lay, use, acc, opt)
	case use.existing == 0:
		fmt.Fprintf(opt.Log, "Creating the database in %s (once, takes a few seconds)\n", lay.data)
		fresh := lay.unfinished()
		if err := initialize(ctx, use.run, fresh, acc, s.log, opt); err != nil {
			return err
		}
		return moveIntoPlace(fresh.data, lay.data)
	}
	return nil
}

// URL is the connection string of Tandem's database, for pgx and for psql.
func (s *Server) URL() string { return s.door.url(databaseName) }

// Process is the process number of the server.
func (s *Server) Process() int { return s.child.process.Pid }

// Done delivers one error when the server ends without having been told to;
// the error carries the last lines of its log. After Stop it delivers nothing.
func (s *Server) Done() <-chan error { return s.done }

// Stop shuts the server down and releases the data directory. Close every
// connection first. Stop may be called more than once and by several
// goroutines; all get the same answer.
func (s *Server) Stop() error {
	s.stopOnce.Do(func() {
		close(s.stopping)
		s.stopErr = s.child.stop(fastStop, lastStop)
		s.door.remove()
		unlock(s.lock)
	})
	return s.stopErr
}

// launch starts a server and returns when its database answers. settings come on top of
// those that every server has.
func launch(ctx context.Context, p programs, acc account, lay layout, log *serverLog, opt Options, settings ...string) (*child, door, error) {
	way, err := openDoor(lay, acc, opt.Loopback)
	if err != nil {
		return nil, door{}, err
	}
	if err := writeAccessRules(lay, acc, way); err != nil {
		return nil, door{}, err
	}
	for tries := 3; ; tries-- {
		c, err := launchOnce(ctx, p, acc, lay, log, serverArgs(lay, way, opt.Scratch, settings...), way)
		if err == nil {
			return c, way, nil
		}
		if tries > 1 && way.taken(err) && way.move() == nil {
			continue
		}
		way.remove()
		return nil, door{}, err
	}
}

func launchOnce(ctx context.Context, p programs, acc account, lay layout, log *serverLog, args []string, way door) (*child, error) {
	c, err := startChild(p.command("postgres", args...), acc, log.file, syscall.SIGINT)
	if err != nil {
		return nil, startFailure(p, log, err)
	}
	if err := waitReady(ctx, lay, way, c); err != nil {
		stopErr := c.stop(fastStop, lastStop)
		if ctx.Err() != nil {
			return nil, errors.Join(fmt.Errorf("starting PostgreSQL: %w", ctx.Err()), stopErr)
		}
		return nil, startFailure(p, log, err)
	}
	return c, nil
}

// watch turns an unexpected end of the server into an error for Done.
func (s *Server) watch() {
	select {
	case <-s.stopping:
	case <-s.child.done:
		select {
		case <-s.stopping: // Stop and the exit raced: it was told to
			return
		default:
		}
		s.done <- fmt.Errorf("PostgreSQL ended by itself (%v). Its last lines (%s):\n%s",
			s.child.err, s.log.path, indent(s.log.lastLines()))
	}
}

// Attach returns the connection string of the server that another process is
// running in dir. ok is false when none is running there, in a copy of a folder whose
// server runs, and while the data are being carried over: what was changed then would
// stay behind.
func Attach(dir string) (dsn string, ok bool) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	major, err := existingMajor(root)
	if err != nil || major == 0 || len(unfinishedIn(root)) > 0 {
		return "", false
	}
	lay := newLayout(root, major)
	pid, err := readPidFile(lay.data)
	if err != nil || !pid.ready() || gone(pid.process) || !pid.startedIn(lay.data) {
		return "", false
	}
	way, err := doorOf(lay, pid)
	return way.url(databaseName), err == nil
}
