//go:build unix

package localpg_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestColdAndWarmStart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(dataDir(t), "tandem")
	srv := start(t, localpg.Options{DataDir: dir})
	query[int](t, srv.URL(), "with t as (select 1 as one) select one from t")
	got := map[string]string{}
	for _, name := range []string{
		"listen_addresses", "server_encoding", "data_checksums", "unix_socket_permissions",
		"TimeZone", "fsync", "full_page_writes", "synchronous_commit",
	} {
		got[name] = query[string](t, srv.URL(), "select current_setting('"+name+"')")
	}
	got["collation"] = query[string](t, srv.URL(), "select datcollate from pg_database where datname = current_database()")
	got["user"] = query[string](t, srv.URL(), "select current_user || '@' || current_database()")
	want := map[string]string{
		"listen_addresses": "", "server_encoding": "UTF8", "collation": "C", "data_checksums": "on", "unix_socket_permissions": "0700",
		"TimeZone": "UTC", "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on",
		"user": "tandem@tandem",
	}
	expect.NoDiff(t, cmp.Diff(want, got), "settings, -want +got")
	if group, err := syscall.Getpgid(srv.Process()); err != nil || group != srv.Process() {
		t.Errorf("process group %d (%v), want the server's own, %d: a Ctrl-C would reach it", group, err, srv.Process())
	}

	query[string](t, srv.URL(), "select set_config('search_path', '', false)")
	execute(t, srv.URL(), "create table note (text text)")
	execute(t, srv.URL(), "insert into note values ('kept')")
	expect.OK(t, srv.Stop())
	if err := srv.Stop(); err != nil {
		t.Errorf("second Stop: %v", err)
	}
	again := start(t, localpg.Options{DataDir: dir})
	expect.Equal(t, query[string](t, again.URL(), "select text from note"), "kept", "after a restart the row")
	left := remains(t, dir, again)
	expect.True(t, left == "", "%v", left)
}

// remains checks who may look into the data directory.
func remains(t *testing.T, dir string, srv *localpg.Server) string {
	t.Helper()
	for name, want := range map[string]os.FileMode{
		".": 0o711, filepath.Base(data(t, dir)): 0o700, "run": 0o700, "lock": 0o600, "postgres.log": 0o600,
	} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			return err.Error()
		}
		if got := info.Mode().Perm(); got != want {
			return name + " has mode " + got.String() + ", want " + want.String()
		}
	}
	return ""
}

func TestSecondInstanceIsRefused(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	first := start(t, localpg.Options{DataDir: dir, Scratch: true})
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dir, Scratch: true})
	var inUse *localpg.InUseError
	expect.MustTrue(t, errors.As(err, &inUse) && inUse.Process == os.Getpid(), "second start: %v, want an InUseError naming process %d", err, os.Getpid())
	dsn, ok := localpg.Attach(dir)
	expect.MustTrue(t, ok, "Attach does not find the running server")
	expect.Equal(t, query[string](t, dsn, "select current_user"), "tandem", "attached as")
	expect.OK(t, first.Stop())
	if dsn, ok := localpg.Attach(dir); ok {
		t.Errorf("Attach finds %s after Stop", dsn)
	}
}

// TestUnlockingDoesNotWaitForOthersThatStart: a process that is being started has a copy of
// every open file until its program runs, and a stopped server's folder is free all the same.
func TestUnlockingDoesNotWaitForOthersThatStart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lock := expect.Must(localpg.TakeLock(dir))(t)
	beingStarted := expect.Must(syscall.Dup(int(lock.Fd())))(t)
	defer syscall.Close(beingStarted)
	localpg.Unlock(lock)
	localpg.Unlock(expect.Must(localpg.TakeLock(dir))(t))
}

func TestServerDies(t *testing.T) {
	t.Parallel()
	srv := start(t, localpg.Options{DataDir: usedDir(t), Scratch: true})
	expect.Equal(t, query[string](t, srv.URL(), "select current_setting('dynamic_shared_memory_type')"), "mmap", "a scratch server shares memory by")
	expect.OK(t, syscall.Kill(srv.Process(), syscall.SIGKILL))
	select {
	case err := <-srv.Done():
		for _, want := range []string{"ended by itself", "killed", "ready to accept connections"} {
			expect.True(t, strings.Contains(err.Error(), want), "the error does not say %q:\n%v", want, err)
		}
	case <-time.After(patience):
		t.Fatal("nobody noticed that the server died")
	}
}

func TestStopIsNotADeath(t *testing.T) {
	t.Parallel()
	srv := start(t, localpg.Options{DataDir: usedDir(t), Scratch: true})
	expect.OK(t, srv.Stop())
	select {
	case err := <-srv.Done():
		t.Errorf("Done after Stop: %v", err)
	default:
	}
}

// A socket's address has room for about a hundred bytes.
func TestLongPath(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(dataDir(t), strings.Repeat("long-folder-name/", 7))
	srv := start(t, localpg.Options{DataDir: dir, Scratch: true})
	sockets := query[string](t, srv.URL(), "select current_setting('unix_socket_directories')")
	expect.MustTrue(t, !strings.HasPrefix(sockets, dir), "the socket is in %s, which is too long", sockets)
	_, ok := localpg.Attach(dir)
	expect.True(t, ok, "Attach does not find the socket")
	process := expect.Must(os.ReadFile(filepath.Join(data(t, dir), "postmaster.pid")))(t)
	short := strings.Trim(sockets, `"`)
	expect.OK(t, srv.Stop())
	gone := func(after string) {
		_, err := os.Stat(short)
		expect.True(t, errors.Is(err, os.ErrNotExist), "after %s the short folder is left: %v", after, err)
	}
	gone("its end")

	expect.OK(t, os.WriteFile(filepath.Join(data(t, dir), "postmaster.pid"), process, 0o600))
	expect.OK(t, os.Mkdir(short, 0o700))
	t.Cleanup(func() { os.RemoveAll(short) })
	expect.OK(t, os.WriteFile(filepath.Join(short, ".s.PGSQL.5432.lock"), nil, 0o600))
	start(t, localpg.Options{DataDir: dir, Scratch: true})
	gone("the end of everything by force, and a new start,")
}

// A folder is copied while its server runs, with the process file that names that server: what
// is done with the copy concerns the copy alone.
func TestCopyOfAFolderInUse(t *testing.T) {
	t.Parallel()
	dir, copied := usedDir(t), dataDir(t)
	srv := start(t, localpg.Options{DataDir: dir, Scratch: true})
	out, err := exec.Command("cp", "-a", dir+"/.", copied).CombinedOutput()
	expect.MustTrue(t, err == nil, "copying: %v\n%s", err, out)
	dsn, ok := localpg.Attach(copied)
	expect.True(t, !ok, "the copy's server is said to be at %s, which is the first one's", dsn)
	of := start(t, localpg.Options{DataDir: copied, Scratch: true})
	for folder, server := range map[string]*localpg.Server{dir: srv, copied: of} {
		expect.Equal(t, query[string](t, server.URL(), "select current_setting('data_directory')"), data(t, folder), "the data of %s", folder)
	}
}

func TestInterruptedCreation(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	made := data(t, dir)
	expect.OK(t, os.Rename(made, made+".new"))
	expect.OK(t, os.WriteFile(filepath.Join(made+".new", "half"), nil, 0o600))
	srv := start(t, localpg.Options{DataDir: dir, Scratch: true})
	expect.Equal(t, query[int](t, srv.URL(), "select 1"), 1, "no answer")
	_, err := os.Stat(made + ".new")
	expect.True(t, errors.Is(err, os.ErrNotExist), "the half-made data is left: %v", err)
}

func TestCancelledStart(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := localpg.Start(ctx, localpg.Options{DataDir: dir, Scratch: true})
	expect.MustTrue(t, errors.Is(err, context.Canceled), "got %v, want it to be cancelled", err)
	start(t, localpg.Options{DataDir: dir, Scratch: true}) // the directory is free again
}

func TestDamagedData(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	expect.OK(t, os.Truncate(filepath.Join(data(t, dir), "global", "pg_control"), 0))
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dir, Scratch: true})
	expect.MustTrue(t, err != nil, "a server without control file started")
	for _, want := range []string{"did not start", "postgres.log", "pg_control"} {
		expect.True(t, strings.Contains(err.Error(), want), "the error does not say %q:\n%v", want, err)
	}
}
