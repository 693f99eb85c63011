package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// child is a started program; err may be read once done is closed.
type child struct {
	process *os.Process
	done    chan struct{}
	err     error
}

// startChild starts cmd as the account, in a process group of its own so that
// a Ctrl-C at the terminal reaches Tandem only, and with everything it prints
// going to output. Where the system can, the child gets atDeath when Tandem
// ends in whatever way.
func startChild(cmd *exec.Cmd, acc account, output *os.File, atDeath syscall.Signal) (*child, error) {
	cmd.Stdout, cmd.Stderr = output, output
	cmd.SysProcAttr = ownGroup(acc)
	dieWithParent(cmd.SysProcAttr, atDeath)

	c := &child{done: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The signal at death is tied to the thread that started the child, not
		// to the process: this thread has to live as long as the child does.
		runtime.LockOSThread()
		err := cmd.Start()
		c.process = cmd.Process
		started <- err
		if err == nil {
			c.err = cmd.Wait()
			close(c.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return c, nil
}

// stop asks for a fast shutdown, after fast for an immediate one, and after
// last more ends the child by force.
func (c *child) stop(fast, last time.Duration) error {
	steps := []struct {
		signal  syscall.Signal
		patient time.Duration
	}{{syscall.SIGINT, fast}, {syscall.SIGQUIT, last}, {syscall.SIGKILL, last}}
	for i, step := range steps {
		if err := signalChild(c.process, step.signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("stopping PostgreSQL (process %d): %w", c.process.Pid, err)
		}
		timer := time.NewTimer(step.patient)
		select {
		case <-c.done:
			timer.Stop()
			if i > 0 {
				return fmt.Errorf("PostgreSQL did not stop within %v and was ended; it will repair itself at the next start", fast)
			}
			return nil
		case <-timer.C:
		}
	}
	return fmt.Errorf("PostgreSQL (process %d) does not end", c.process.Pid)
}

// errExited is what waitReady returns when the server ended while starting.
var errExited = errors.New("the server ended while starting")

// waitReady returns when Tandem's database accepts connections. Repair after a
// crash can take minutes, so only the context and the server's own end limit it.
// The server says in its process file when it is ready; asking it by connecting
// would fill its log with refusals.
func waitReady(ctx context.Context, lay layout, way door, c *child) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		pid, err := readPidFile(lay.data) // fails until it is written
		if err == nil && pid.ready() && pid.process == c.process.Pid {
			return openDatabase(ctx, way)
		}
		select {
		case <-c.done:
			return fmt.Errorf("%w: %w", errExited, c.err)
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// openDatabase connects once to Tandem's database, which the first start creates.
func openDatabase(ctx context.Context, way door) error {
	err := tryConnect(ctx, way.url(databaseName))
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || pgErr.Code != "3D000" { // no such database
		return err
	}
	return createDatabase(ctx, way)
}

func tryConnect(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

func createDatabase(ctx context.Context, way door) error {
	conn, err := pgx.Connect(ctx, way.url("postgres"))
	if err != nil {
		return fmt.Errorf("connecting to create the database: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "set default_transaction_read_only = off") // as it is while data are carried over
	if err == nil {
		_, err = conn.Exec(ctx, "create database "+databaseName)
	}
	if err != nil {
		return fmt.Errorf("creating the database: %w", err)
	}
	return nil
}
