package localpg_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// until asks again and again; it fails the test when its patience is over.
func until(t *testing.T, what string, try func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !try(); <-time.Tick(2 * time.Millisecond) {
		expect.MustTrue(t, !time.Now().After(deadline), "waited in vain until %s", what)
	}
}

// backend is a connection and the process that serves it.
type backend struct {
	*pgx.Conn
	process int
}

func connect(t *testing.T, dsn string) backend {
	t.Helper()
	conn := expect.Must(pgx.Connect(testContext(t), dsn))(t)
	t.Cleanup(func() { conn.Close(context.Background()) })
	var process int
	expect.OK(t, conn.QueryRow(testContext(t), "select pg_backend_pid()").Scan(&process))
	return backend{conn, process}
}

// stop stops a process and waits until it stands.
func stop(t *testing.T, process int) {
	t.Helper()
	expect.OK(t, syscall.Kill(process, syscall.SIGSTOP))
	until(t, fmt.Sprintf("process %d stands", process), func() bool { return state(process) == "T" })
}

// state is the letter of a process in /proc, "" when there is none.
func state(process int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return ""
	}
	return string(text[strings.LastIndexByte(string(text), ')')+2])
}

func gone(process int) bool { return state(process) == "" || state(process) == "Z" }

// signalWriter closes seen at the first line it is given.
type signalWriter struct {
	once sync.Once
	word string
	seen chan struct{}
}

func (w *signalWriter) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.word) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(p), nil
}

// The first trap: Tandem was killed and its server is still shutting down. A connection
// that stands holds it in that state until the new start has noticed it. Stopping the
// postmaster would not: the kernel wakes a stopped group that loses its last parent.
func TestOldServerStillShuttingDown(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	old := startApp(t, dir, nil)
	old.next(t, "row")
	dsn, ok := localpg.Attach(dir)
	expect.MustTrue(t, ok, "nothing runs")
	stopped := connect(t, dsn)
	stop(t, stopped.process)
	old.kill()
	last := old.lastRow(t)

	waiting := &signalWriter{word: "Waiting", seen: make(chan struct{})}
	go func() {
		select {
		case <-waiting.seen:
		case <-time.After(patience): // the start below fails or hangs, and says so
		}
		syscall.Kill(stopped.process, syscall.SIGCONT)
	}()
	srv := start(t, localpg.Options{DataDir: dir, Log: waiting})
	select {
	case <-waiting.seen:
	default:
		t.Error("the old server was not noticed")
	}
	got := query[int](t, srv.URL(), "select max(n) from kept")
	expect.True(t, got >= last, "row %d was acknowledged, the last one kept is %d", last, got)
}

// A backend is stopped and then the postmaster killed: the backend knows nothing of it
// and never ends. The next start ends it, repairs, and has every row that was confirmed.
func TestStoppedBackendOutlivesPostmaster(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	old := startApp(t, dir, nil)
	old.next(t, "row")
	dsn, ok := localpg.Attach(dir)
	expect.MustTrue(t, ok, "nothing runs")
	stopped := connect(t, dsn)
	stop(t, stopped.process)
	expect.OK(t, syscall.Kill(old.server, syscall.SIGKILL))
	old.kill()
	last := old.lastRow(t)
	until(t, "the postmaster is gone", func() bool { return gone(old.server) })

	srv := start(t, localpg.Options{DataDir: dir})
	expect.True(t, gone(stopped.process), "the stopped backend is still there")
	got := query[int](t, srv.URL(), "select max(n) from kept")
	expect.True(t, got >= last, "row %d was acknowledged, the last one kept is %d", last, got)
}

// A backend is killed while it holds a lock inside the server, and the postmaster with
// it: who sleeps on that lock is never woken.
func TestBackendAsleepOnALockOutlivesPostmaster(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	old := start(t, localpg.Options{DataDir: dir})
	execute(t, old.URL(), "create table kept (n int)")
	holder, sleeper, onlooker := connect(t, old.URL()), connect(t, old.URL()), connect(t, old.URL())
	var saved atomic.Int64
	for _, b := range []backend{holder, sleeper} {
		go func() {
			for {
				if _, err := b.Exec(context.Background(), "insert into kept values (1)"); err != nil {
					return // killed
				}
				saved.Add(1)
			}
		}()
	}
	until(t, "one sleeps on a lock of the other", func() bool {
		stop(t, holder.process)
		looked := make(chan look, 1)
		go func() { looked <- asleep(testContext(t), onlooker, sleeper.process) }()
		var seen look
		select {
		case seen = <-looked:
			if seen.asleep {
				return true
			}
			expect.OK(t, syscall.Kill(holder.process, syscall.SIGCONT))
		case <-time.After(onlookerAnswers): // the onlooker needs what the holder has
			expect.OK(t, syscall.Kill(holder.process, syscall.SIGCONT))
			seen = <-looked
		}
		expect.OK(t, seen.err)
		return false
	})
	for _, process := range []int{old.Process(), holder.process} {
		expect.OK(t, syscall.Kill(process, syscall.SIGKILL))
	}
	asleepToo := time.Now().Add(onlookerAnswers) // the onlooker may need the same lock to end
	until(t, "those that are awake have ended", func() bool {
		return gone(holder.process) && (gone(onlooker.process) || time.Now().After(asleepToo))
	})
	expect.True(t, !gone(sleeper.process), "the sleeper woke up: this proves nothing")
	told := saved.Load()
	old.Stop() // killed already: only lets go of the folder

	srv := start(t, localpg.Options{DataDir: dir})
	expect.True(t, gone(sleeper.process) && gone(onlooker.process), "somebody who sleeps is still there")
	got := query[int64](t, srv.URL(), "select count(*) from kept")
	expect.True(t, got >= told, "%d rows were acknowledged, %d are kept", told, got)
}

// onlookerAnswers is how long an onlooker is waited for before somebody else's lock is let
// go of; whoever is slower than that looks once more.
const onlookerAnswers = 2 * time.Second

// look is what an onlooker has seen.
type look struct {
	asleep bool
	err    error
}

// asleep looks whether a process waits for a lock inside the server, at every one of many
// looks.
func asleep(ctx context.Context, onlooker backend, process int) (seen look) {
	const waits = "select coalesce(wait_event_type = 'LWLock', false) from pg_stat_activity where pid = $1"
	for range 50 {
		if seen.err = onlooker.QueryRow(ctx, waits, process).Scan(&seen.asleep); seen.err != nil || !seen.asleep {
			return seen
		}
	}
	return seen
}

// A postmaster that cannot shut down, as a child of it hangs, is ended in the end, and
// the child with it.
func TestPostmasterThatCannotShutDown(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	old := start(t, localpg.Options{DataDir: dir})
	hangs := connect(t, old.URL())
	stop(t, hangs.process)
	major, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(data(t, dir)), "pg"))
	expect.OK(t, err)
	expect.OK(t, localpg.ClearLeftovers(testContext(t), dir, major, 0, 0, patience, io.Discard))
	left, err := localpg.ServersIn(data(t, dir))
	expect.True(t, err == nil && len(left) == 0, "left: %v, %v", left, err)
	old.Stop()                              // killed already: only lets go of the folder
	start(t, localpg.Options{DataDir: dir}) // takes away what the killed one shared with its processes
}

// Somebody who repairs the data by hand is not ended: the start is refused and says who.
func TestSingleUserModeIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	first := start(t, localpg.Options{DataDir: dir, Scratch: true})
	program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", first.Process()))
	expect.OK(t, err)
	expect.OK(t, first.Stop())
	folder := data(t, dir)
	byHand := exec.Command(program, "--single", "-D", folder, "tandem")
	byHand.Dir = "/"
	if os.Geteuid() == 0 {
		byHand.SysProcAttr = &syscall.SysProcAttr{Credential: owner(t, folder)}
	}
	typed := expect.Must(byHand.StdinPipe())(t)
	expect.OK(t, byHand.Start())
	t.Cleanup(func() { byHand.Process.Kill(); byHand.Wait() })
	until(t, "the server is there", func() bool {
		text, err := os.ReadFile(filepath.Join(folder, "postmaster.pid"))
		return err == nil && strings.HasPrefix(string(text), fmt.Sprintf("-%d\n", byHand.Process.Pid))
	})

	_, err = localpg.Start(testContext(t), localpg.Options{DataDir: dir, Scratch: true})
	var single *localpg.SingleUserError
	expect.True(t, errors.As(err, &single) && single.Process == byHand.Process.Pid && strings.Contains(err.Error(), "postgres --single"), "a start beside it: %v", err)
	typed.Close() // the end of the input is the end of the session
	if err := byHand.Wait(); err != nil {
		t.Errorf("the session by hand: %v", err)
	}
	start(t, localpg.Options{DataDir: dir, Scratch: true})
}

// A process that only has the name and the folder of a server is nobody's leftover.
func TestScriptOfThatNameIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	script := filepath.Join(dataDir(t), "postgres")
	expect.OK(t, os.WriteFile(script, []byte("#!/bin/sh\necho here\nread end\n"), 0o755))
	other := exec.Command(script)
	other.Dir = data(t, dir)
	typed, err := other.StdinPipe()
	expect.OK(t, err)
	said := expect.Must(other.StdoutPipe())(t)
	expect.OK(t, other.Start())
	expect.OK(t, expect.Err(said.Read(make([]byte, 1))))
	start(t, localpg.Options{DataDir: dir, Scratch: true})
	typed.Write([]byte("end\n"))
	if err := other.Wait(); err != nil {
		t.Errorf("the script was ended: %v", err)
	}
}

// Where there is no /proc, lsof tells which servers work in a folder.
func TestServersFromLsof(t *testing.T) {
	t.Parallel()
	here, elsewhere := dataDir(t), dataDir(t)
	said := strings.Join([]string{
		"p20", "R1", "fcwd", "n" + here,
		"p21", "R20", "fcwd", "n" + here + "/.",
		"p30", "R1", "fcwd", "n" + elsewhere,
		"p31", "R1", "fcwd", "n/nowhere (stat: No such file or directory)",
		"p40", "R7", "fcwd", "n" + here, "",
	}, "\n")
	found, err := localpg.ServersOpenIn(here, strings.NewReader(said))
	slices.Sort(found)
	diff := cmp.Diff([]int{20, 21, 40}, found)
	expect.True(t, err == nil && diff == "", "%v %s", err, diff)
}
