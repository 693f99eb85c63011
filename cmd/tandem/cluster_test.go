//go:build unix

package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// pgServer is a PostgreSQL of its own kind: one that can have a standby, which
// the embedded one cannot.
type pgServer struct {
	t       *testing.T
	dir     string // holds the data
	sockets string
	cmd     *exec.Cmd
	account *syscall.Credential // PostgreSQL refuses to run as root
}

// replicationPrograms is the folder of PostgreSQL's programs, if it has all of them.
func replicationPrograms(t *testing.T) string {
	t.Helper()
	dirs := expect.Must(filepath.Glob("/usr/lib/postgresql/*/bin"))(t)
	slices.Sort(dirs)
	dirs = append(dirs, os.Getenv("PG_BINDIR"))
	for _, dir := range slices.Backward(dirs) {
		if _, err := os.Stat(filepath.Join(dir, "pg_basebackup")); dir != "" && err == nil {
			return dir
		}
	}
	t.Skip("pg_basebackup is not installed")
	return ""
}

func newPGServer(t *testing.T) *pgServer {
	t.Helper()
	s := &pgServer{t: t, dir: emptyDataDir(t), sockets: testdb.ShortFolder(t)}
	if os.Geteuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			t.Skip("root has no user postgres to run a server as")
		}
		uid := expect.Must(strconv.Atoi(u.Uid))(t)
		gid := expect.Must(strconv.Atoi(u.Gid))(t)
		s.account = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		expect.OK(t, os.Chown(s.dir, uid, gid))
		expect.OK(t, os.Chown(s.sockets, uid, gid))
	}
	return s
}

func (s *pgServer) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(replicationPrograms(s.t), program), args...)
	cmd.Dir, cmd.Env = "/", []string{"LC_ALL=C", "TZ=UTC", "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.account, Setpgid: true}
	return cmd
}

func (s *pgServer) data() string { return filepath.Join(s.dir, "data") }

func (s *pgServer) do(program string, args ...string) {
	s.t.Helper()
	out, err := s.command(program, args...).CombinedOutput()
	expect.MustTrue(s.t, err == nil, "%s: %v\n%s", program, err, out)
}

// start starts the server and waits until it answers.
func (s *pgServer) start() {
	s.t.Helper()
	s.cmd = s.command("postgres", "-D", s.data(), "-c", "listen_addresses=", "-c", "unix_socket_directories="+s.sockets,
		"-c", "dynamic_shared_memory_type=mmap", // in its folder: what killed servers share stays in the machine's memory
		"-c", "wal_level=replica", "-c", "hot_standby=on", "-c", "wal_receiver_status_interval=1", "-c", "shared_buffers=16MB")
	log := expect.Must(os.Create(filepath.Join(s.t.TempDir(), "postgres.log")))(s.t)
	s.cmd.Stdout, s.cmd.Stderr = log, log
	expect.OK(s.t, s.cmd.Start())
	s.t.Cleanup(s.kill)
	eventually(s.t, "the server "+s.dir+" answers", func() error {
		return s.exec("postgres", "select 1")
	})
}

// kill ends the server with all its processes, as a power cut would.
func (s *pgServer) kill() {
	if s.cmd.ProcessState == nil {
		syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
		s.cmd.Wait() // killed, as asked
	}
}

func (s *pgServer) exec(database, sql string) error {
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address(database, "any", s))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}

// address is the connection string for a database of several servers, tried in
// this order; wants is what PostgreSQL calls target_session_attrs.
func address(database, wants string, servers ...*pgServer) string {
	var dirs, ports []string
	for _, s := range servers {
		dirs, ports = append(dirs, s.sockets), append(ports, "5432")
	}
	q := url.Values{
		"host": {strings.Join(dirs, ",")}, "port": {strings.Join(ports, ",")}, "user": {"tandem"},
		"target_session_attrs": {wants}, "connect_timeout": {"2"}, "sslmode": {"disable"},
	}
	return fmt.Sprintf("postgres:///%s?%s", database, localpg.Parameters(q))
}

// newPrimary starts an empty primary with a database called tandem.
func newPrimary(t *testing.T) *pgServer {
	t.Helper()
	s := newPGServer(t)
	s.do("initdb", "-D", s.data(), "-U", "tandem", "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync", "--no-instructions")
	s.start()
	expect.OK(t, s.exec("postgres", "create database tandem"))
	return s
}

// newStandby starts a copy that follows the primary.
func newStandby(t *testing.T, primary *pgServer) *pgServer {
	t.Helper()
	s := newPGServer(t)
	from := url.Values{"host": {primary.sockets}, "user": {"tandem"}, "application_name": {"standby"}}
	s.do("pg_basebackup", "-D", s.data(), "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", "postgres:///?"+localpg.Parameters(from))
	s.start()
	return s
}

// eventually asks again until try succeeds; it fails the test after a minute.
func eventually(t *testing.T, what string, try func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := try()
		if err == nil {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("waited in vain until %s: %v", what, err)
		}
	}
}
