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
)

func execute(t *testing.T, dsn, sql string) {
	t.Helper()
	ctx := testContext(t)
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// The server ends with Tandem, however that ends, without any new start.
func TestServerDiesWithApp(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	a := startApp(t, dir, nil)
	a.kill()
	folder := data(t, dir)
	deadline := time.Now().Add(patience)
	for {
		left, err := localpg.ServersIn(folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("processes %v outlive the application", left)
		}
		<-time.Tick(5 * time.Millisecond)
	}
}

// The second trap: everything was killed, and what is left names processes that
// are dead, zombies or by now somebody else's.
func TestStaleProcessFiles(t *testing.T) {
	t.Parallel()
	dir := scratchDir(t)
	folder := data(t, dir)
	cred := owner(t, folder)

	alive := exec.Command("sleep", "600")
	zombie := exec.Command("true") // not waited for until the end
	for _, cmd := range []*exec.Cmd{alive, zombie} {
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: cred}
		}
		cmd.Dir = "/"
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	}
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		pid  int
	}{{"dead", dead.Process.Pid}, {"zombie", zombie.Process.Pid}, {"somebody else's", alive.Process.Pid}} {
		t.Run(c.name, func(t *testing.T) {
			sockets := filepath.Join(dir, "run")
			pidFile := fmt.Sprintf("%d\n%s\n1700000000\n5432\n%s\n\n  1234567 7\nready   \n", c.pid, folder, sockets)
			lockFile := fmt.Sprintf("%d\n%s\n1700000000\n5432\n%s\n", c.pid, folder, sockets)
			for path, text := range map[string]string{
				filepath.Join(folder, "postmaster.pid"):      pidFile,
				filepath.Join(sockets, ".s.PGSQL.5432.lock"): lockFile,
			} {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chown(path, int(cred.Uid), int(cred.Gid)); err != nil {
					t.Fatal(err)
				}
			}
			srv := start(t, localpg.Options{DataDir: dir, Scratch: true})
			if got := query[int](t, srv.URL(), "select 1"); got != 1 {
				t.Error("no answer")
			}
			if err := srv.Stop(); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(alive.Process.Pid, 0); err != nil {
				t.Fatalf("somebody else's process was ended: %v", err)
			}
		})
	}
}

// killRounds is how often TestNoAcknowledgedRowIsLost kills in a normal run.
const killRounds = 3

func TestNoAcknowledgedRowIsLost(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
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
		all, err := localpg.ServersIn(data(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, pid := range all {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	a.kill()
	last := a.lastRow(t)
	srv := start(t, localpg.Options{DataDir: dir})
	rows := query[int](t, srv.URL(), "select count(*) from kept")
	newest := query[int](t, srv.URL(), "select max(n) from kept")
	if newest < last || rows != newest {
		t.Errorf("round %d: row %d was acknowledged; %d rows are left, the last is %d", round, last, rows, newest)
	}
	if err := srv.Stop(); err != nil {
		t.Fatal(err)
	}
}
