//go:build unix

package localpg_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func execute(t *testing.T, dsn, sql string) {
	t.Helper()
	ctx := testContext(t)
	conn := expect.Must(pgx.Connect(ctx, dsn))(t)
	defer conn.Close(ctx)
	_, err := conn.Exec(ctx, sql)
	expect.MustTrue(t, err == nil, "%s: %v", sql, err)
}

// The server ends with Tandem, however that ends, without any new start.
func TestServerDiesWithApp(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	a := startApp(t, dir, nil)
	a.kill()
	folder := data(t, dir)
	deadline := time.Now().Add(patience)
	for {
		left := expect.Must(localpg.ServersIn(folder))(t)
		if len(left) == 0 {
			return
		}
		expect.MustTrue(t, !time.Now().After(deadline), "processes %v outlive the application", left)
		<-time.Tick(5 * time.Millisecond)
	}
}

// The second trap: everything was killed, and what is left names processes that
// are dead, zombies or by now somebody else's.
func TestStaleProcessFiles(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	folder := data(t, dir)
	cred := owner(t, folder)

	alive := exec.Command("sleep", "600")
	zombie := exec.Command("true") // not waited for until the end
	for _, cmd := range []*exec.Cmd{alive, zombie} {
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
		}
		cmd.Dir = "/"
		expect.OK(t, cmd.Start())
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	}
	dead := exec.Command("true")
	expect.OK(t, dead.Run())
	for _, c := range []struct {
		name string
		pid  int
	}{{"dead", dead.Process.Pid}, {"zombie", zombie.Process.Pid}, {"somebody else's", alive.Process.Pid}} {
		t.Run(c.name, func(t *testing.T) {
			sockets := filepath.Join(dir, "run")
			expect.OK(t, os.MkdirAll(sockets, 0o700))
			pidFile := fmt.Sprintf("%d\n%s\n1700000000\n5432\n%s\n\n  1234567 7\nready   \n", c.pid, folder, sockets)
			lockFile := fmt.Sprintf("%d\n%s\n1700000000\n5432\n%s\n", c.pid, folder, sockets)
			for path, text := range map[string]string{
				filepath.Join(folder, "postmaster.pid"):      pidFile,
				filepath.Join(sockets, ".s.PGSQL.5432.lock"): lockFile,
			} {
				expect.OK(t, os.WriteFile(path, []byte(text), 0o600))
				expect.OK(t, os.Chown(path, int(cred.Uid), int(cred.Gid)))
			}
			srv := start(t, localpg.Options{DataDir: dir, Scratch: true})
			expect.Equal(t, query[int](t, srv.URL(), "select 1"), 1, "no answer")
			expect.OK(t, srv.Stop())
			err := syscall.Kill(alive.Process.Pid, 0)
			expect.MustTrue(t, err == nil, "somebody else's process was ended: %v", err)
		})
	}
}

// killRounds is how often TestNoAcknowledgedRowIsLost kills in a normal run.
const killRounds = 3

func TestNoAcknowledgedRowIsLost(t *testing.T) {
	t.Parallel()
	dir := usedDir(t)
	for round := range killRounds {
		killAndCheck(t, dir, round)
	}
}

// TestSoakKills goes on killing for the time TANDEM_SOAK says, such as "10m".
func TestSoakKills(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv("TANDEM_SOAK"))
	if err != nil {
		t.Skip("runs only with TANDEM_SOAK=10m or the like: make soak")
	}
	dir := dataDir(t)
	end := time.Now().Add(limit)
	round := 0
	for ; time.Now().Before(end); round++ {
		killAndCheck(t, dir, round)
	}
	t.Logf("%d rounds without a lost row", round)
}

// killAndCheck kills a writing application in one of three ways and looks for
// every row whose commit it was told.
func killAndCheck(t *testing.T, dir string, round int) {
	t.Helper()
	a := startApp(t, dir, nil)
	for range 20 + 7*round%50 {
		a.next(t, "row")
	}
	switch round % 3 {
	case 0: // the application alone
	case 1: // the server first, as when memory runs out
		syscall.Kill(a.server, syscall.SIGKILL)
	case 2: // everything at once, as when the machine loses power
		all := expect.Must(localpg.ServersIn(data(t, dir)))(t)
		for _, pid := range all {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	a.kill()
	last := a.lastRow(t)
	srv := start(t, localpg.Options{DataDir: dir})
	rows := query[int](t, srv.URL(), "select count(*) from kept")
	newest := query[int](t, srv.URL(), "select max(n) from kept")
	expect.True(t, newest >= last && rows == newest, "round %d: row %d was acknowledged; %d rows are left, the last is %d", round, last, rows, newest)
	expect.OK(t, srv.Stop())
}
