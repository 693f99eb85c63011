//go:build unix

package localpg_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// patience is the limit of anything that waits; nothing here takes that long.
const patience = 60 * time.Second

// helperDir makes the test binary a stand-in for Tandem: it serves the data
// directory named by this variable and writes rows until it is killed.
const helperDir = "TANDEM_LOCALPG_HELPER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperDir); dir != "" {
		if err := serveAndWrite(dir); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	os.RemoveAll(templateDir)
	os.Exit(code)
}

// serveAndWrite prints the server's process, then the number of every row after
// the commit was acknowledged.
func serveAndWrite(dir string) error {
	ctx := context.Background()
	opt := localpg.Options{DataDir: dir, Program: "a stand-in"}
	if step := os.Getenv(haltAt); step != "" {
		opt.Carry, opt.Log = carryUntil(step), haltingLog(step)
	}
	srv, err := localpg.Start(ctx, opt)
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, srv.URL())
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "create table if not exists kept (n int primary key)"); err != nil {
		return err
	}
	fmt.Println("server", srv.Process())
	var n int
	if err := conn.QueryRow(ctx, "select coalesce(max(n), 0) from kept").Scan(&n); err != nil {
		return err
	}
	for {
		n++
		if _, err := conn.Exec(ctx, "insert into kept values ($1)", n); err != nil {
			return err
		}
		fmt.Println("row", n)
	}
}

// app is a running stand-in for Tandem in a process of its own.
type app struct {
	cmd    *exec.Cmd
	output *bufio.Scanner
	server int // process number of its PostgreSQL
}

// startApp starts a stand-in on dir, as another user when cred is given.
func startApp(t *testing.T, dir string, cred *syscall.Credential) *app {
	t.Helper()
	cmd := exec.Command(readableBinary(t, cred))
	cmd.Env = append(os.Environ(), helperDir+"="+dir)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
	out := expect.Must(cmd.StdoutPipe())(t)
	expect.OK(t, cmd.Start())
	a := &app{cmd: cmd, output: bufio.NewScanner(out)}
	t.Cleanup(a.kill)
	a.server = a.next(t, "server")
	return a
}

// readableBinary is this test binary, copied to where another user can run it.
func readableBinary(t *testing.T, cred *syscall.Credential) string {
	t.Helper()
	self, err := os.Executable()
	expect.OK(t, err)
	if cred == nil {
		return self
	}
	in := expect.Must(os.Open(self))(t)
	defer in.Close()
	path := filepath.Join(dataDir(t), "helper")
	out := expect.Must(os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o755))(t)
	_, err = io.Copy(out, in)
	cerr := out.Close()
	expect.MustTrue(t, err == nil && cerr == nil, "%v %v", err, cerr)
	expect.OK(t, os.Chmod(path, 0o755)) // whatever the umask
	return path
}

// next reads the number of the next line, which has to begin with word.
func (a *app) next(t *testing.T, word string) int {
	t.Helper()
	expect.MustTrue(t, a.output.Scan(), "the stand-in ended before it printed %q", word)
	first, rest, _ := strings.Cut(a.output.Text(), " ")
	n, err := strconv.Atoi(rest)
	if first != word || err != nil {
		t.Fatalf("the stand-in printed %q, want %q and a number", a.output.Text(), word)
	}
	return n
}

// kill ends the stand-in as a power switch would, and forgets it.
func (a *app) kill() {
	if a.cmd.ProcessState == nil {
		a.cmd.Process.Kill()
		a.cmd.Wait()
	}
}

// lastRow is the last row whose commit the killed stand-in has told.
func (a *app) lastRow(t *testing.T) int {
	t.Helper()
	last := 0
	for a.output.Scan() {
		if rest, ok := strings.CutPrefix(a.output.Text(), "row "); ok {
			if n, err := strconv.Atoi(rest); err == nil {
				last = n
			}
		}
	}
	return last
}

// dataDir is a folder that every user may pass through, unlike t.TempDir, and with room for
// a socket.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := testdb.ShortFolder(t)
	expect.OK(t, os.Chmod(dir, 0o711))
	return dir
}

func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// start starts a server that is stopped when the test ends.
func start(t *testing.T, opt localpg.Options) *localpg.Server {
	t.Helper()
	srv := expect.Must(localpg.Start(testContext(t), opt))(t)
	t.Cleanup(func() { srv.Stop() })
	return srv
}

// templateDir is a data directory with a database whose server was stopped cleanly. It is
// made once and removed at the end: only the tests of the creation need one of their own.
var templateDir string

var makeTemplate = sync.OnceValue(func() (err error) {
	if templateDir, err = os.MkdirTemp("", "localpg-template-"); err != nil {
		return err
	}
	if err := os.Chmod(templateDir, 0o711); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	srv, err := localpg.Start(ctx, localpg.Options{DataDir: templateDir, Scratch: true})
	if err != nil {
		return err
	}
	return srv.Stop()
})

// usedDir is a data directory with a database whose server was stopped cleanly.
func usedDir(t *testing.T) string {
	t.Helper()
	expect.OK(t, makeTemplate())
	dir := dataDir(t)
	copied, err := exec.Command("cp", "-a", templateDir+"/.", dir).CombinedOutput()
	expect.MustTrue(t, err == nil, "copying a data directory: %v\n%s", err, copied)
	return dir
}

func query[T any](t *testing.T, dsn, sql string) T {
	t.Helper()
	ctx := testContext(t)
	conn := expect.Must(pgx.Connect(ctx, dsn))(t)
	defer conn.Close(ctx)
	var v T
	err := conn.QueryRow(ctx, sql).Scan(&v)
	expect.MustTrue(t, err == nil, "%s: %v", sql, err)
	return v
}

// owner is the user and group of a file.
func owner(t *testing.T, path string) *syscall.Credential {
	t.Helper()
	info := expect.Must(os.Stat(path))(t)
	st := info.Sys().(*syscall.Stat_t)
	return &syscall.Credential{Uid: st.Uid, Gid: st.Gid}
}

// data is the folder of the PostgreSQL data in dir.
func data(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "pg[1-9][0-9]"))
	expect.MustTrue(t, err == nil && len(found) == 1, "data folders in %s: %v %v", dir, found, err)
	return found[0]
}
