//go:build unix

package localpg_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/localpg"
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
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings, -want +got:\n%s", diff)
	}
	if group, err := syscall.Getpgid(srv.Process()); err != nil || group != srv.Process() {
		t.Errorf("process group %d (%v), want the server's own, %d: a Ctrl-C would reach it", group, err, srv.Process())
	}

	query[string](t, srv.URL(), "select set_config('search_path', '', false)")
	execute(t, srv.URL(), "create table note (text text)")
	execute(t, srv.URL(), "insert into note values ('kept')")
	if err := srv.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := srv.Stop(); err != nil {
		t.Errorf("second Stop: %v", err)
	}
	again := start(t, localpg.Options{DataDir: dir})
	if got := query[string](t, again.URL(), "select text from note"); got != "kept" {
		t.Errorf("after a restart the row is %q", got)
	}
	if left := remains(t, dir, again); left != "" {
		t.Error(left)
	}
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
	dir := dataDir(t)
	first := start(t, localpg.Options{DataDir: dir, Scratch: true})
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dir, Scratch: true})
	var inUse *localpg.InUseError
	if !errors.As(err, &inUse) || inUse.Process != os.Getpid() {
		t.Fatalf("second start: %v, want an InUseError naming process %d", err, os.Getpid())
	}
	dsn, ok := localpg.Attach(dir)
	if !ok {
		t.Fatal("Attach does not find the running server")
	}
	if got := query[string](t, dsn, "select current_user"); got != "tandem" {
		t.Errorf("attached as %q", got)
	}
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	if dsn, ok := localpg.Attach(dir); ok {
		t.Errorf("Attach finds %s after Stop", dsn)
	}
}

func TestServerDies(t *testing.T) {
	t.Parallel()
	srv := start(t, localpg.Options{DataDir: dataDir(t), Scratch: true})
	if err := syscall.Kill(srv.Process(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-srv.Done():
		for _, want := range []string{"ended by itself", "killed", "ready to accept connections"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("the error does not say %q:\n%v", want, err)
			}
		}
	case <-time.After(patience):
		t.Fatal("nobody noticed that the server died")
	}
}

func TestStopIsNotADeath(t *testing.T) {
	t.Parallel()
	srv := start(t, localpg.Options{DataDir: dataDir(t), Scratch: true})
	if err := srv.Stop(); err != nil {
		t.Fatal(err)
	}
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
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	srv := start(t, localpg.Options{DataDir: dir, Scratch: true})
	sockets := query[string](t, srv.URL(), "select current_setting('unix_socket_directories')")
	if strings.HasPrefix(sockets, dir) {
		t.Fatalf("the socket is in %s, which is too long", sockets)
	}
	if _, ok := localpg.Attach(dir); !ok {
		t.Error("Attach does not find the socket")
	}
	if err := srv.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(strings.Trim(sockets, `"`)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the short folder is left: %v", err)
	}
}

func TestInterruptedCreation(t *testing.T) {
	t.Parallel()
	dir := scratchDir(t)
	made := data(t, dir)
	if err := os.Rename(made, made+".new"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(made+".new", "half"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	srv := start(t, localpg.Options{DataDir: dir, Scratch: true})
	if got := query[int](t, srv.URL(), "select 1"); got != 1 {
		t.Error("no answer")
	}
	if _, err := os.Stat(made + ".new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the half-made data is left: %v", err)
	}
}

func TestCancelledStart(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := localpg.Start(ctx, localpg.Options{DataDir: dir, Scratch: true}); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want it to be cancelled", err)
	}
	start(t, localpg.Options{DataDir: dir, Scratch: true}) // the directory is free again
}

func TestDamagedData(t *testing.T) {
	t.Parallel()
	dir := scratchDir(t)
	if err := os.Truncate(filepath.Join(data(t, dir), "global", "pg_control"), 0); err != nil {
		t.Fatal(err)
	}
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dir, Scratch: true})
	if err == nil {
		t.Fatal("a server without control file started")
	}
	for _, want := range []string{"did not start", "postgres.log", "pg_control"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q:\n%v", want, err)
		}
	}
}
