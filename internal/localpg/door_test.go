//go:build unix

package localpg_test

import (
	"errors"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Where no socket tells who connects, the server is reached through the loopback address
// alone, and only with the password that lies in a closed file, until it has stopped.
func TestLoopback(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(dataDir(t), "tandem")
	srv := start(t, localpg.Options{DataDir: dir, Loopback: true})
	for setting, want := range map[string]string{"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "on"} {
		expect.Equal(t, query[string](t, srv.URL(), "select current_setting('"+setting+"')"), want, "%s", setting)
	}
	expect.Equal(t, query[string](t, srv.URL(), "select left(rolpassword, 13) from pg_authid where rolname = 'tandem'"), "SCRAM-SHA-256", "the password is kept as")
	execute(t, srv.URL(), "create table note (text text)")
	execute(t, srv.URL(), "insert into note values ('kept')")

	info, err := os.Stat(filepath.Join(dir, "password"))
	expect.True(t, err == nil && info.Mode().Perm() == 0o600, "the file of the password: %v, %v, want it closed to others", info, err)
	for _, password := range []string{"", "wrong"} {
		err := connectWith(t, srv.URL(), password)
		expect.True(t, refused(err), "with the password %q: %v, want to be refused", password, err)
	}
	where, ok := localpg.Attach(dir)
	expect.True(t, ok && where == srv.URL(), "Attach says %s, want what the server itself says", where)

	expect.OK(t, srv.Stop())
	again := start(t, localpg.Options{DataDir: dir, Loopback: true})
	expect.Equal(t, query[string](t, again.URL(), "select text from note"), "kept", "after a restart the row")

	u := expect.Must(url.Parse(again.URL()))(t)
	expect.OK(t, again.Stop())
	if conn, err := net.Dial("tcp", u.Host); err == nil {
		conn.Close()
		t.Errorf("something still listens at %s after the server has stopped", u.Host)
	}
}

// connectWith tries another password.
func connectWith(t *testing.T, dsn, password string) error {
	t.Helper()
	u, err := url.Parse(dsn)
	expect.OK(t, err)
	u.User = url.UserPassword(u.User.Username(), password)
	conn, err := pgx.Connect(testContext(t), u.String())
	if err == nil {
		conn.Close(testContext(t))
	}
	return err
}

func refused(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "28P01" || err != nil && strings.Contains(err.Error(), "password")
}

// Killed in the middle, everything confirmed is there after the next start, at another port.
func TestLoopbackAfterAKill(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	srv := start(t, localpg.Options{DataDir: dir, Loopback: true})
	execute(t, srv.URL(), "create table note (text text)")
	execute(t, srv.URL(), "insert into note values ('kept')")
	expect.OK(t, syscall.Kill(srv.Process(), syscall.SIGKILL))
	<-srv.Done()
	srv.Stop()
	again := start(t, localpg.Options{DataDir: dir, Loopback: true})
	expect.Equal(t, query[string](t, again.URL(), "select text from note"), "kept", "after a kill the row")
}

// Without its password nobody comes to the data; that is said before a server is started.
func TestLoopbackWithoutItsPassword(t *testing.T) {
	t.Parallel()
	dir := usedDir(t) // made where sockets tell users
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dir, Loopback: true, Scratch: true})
	expect.True(t, err != nil && strings.Contains(err.Error(), "password") && strings.Contains(err.Error(), "save point"),
		"got %v, want a word about the password and the save points", err)
}

// Paths as people have them: blanks, other letters, 200 characters; both ways to the server.
func TestFoldersOfPeople(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]string{
		"many signs":  `My Tournaments 2026 (spring)/it's Größe Šachy é 将棋/a,b;"c" 50% $HOME [x]`,
		"200 letters": strings.Repeat("a rather long name of a folder /", 7),
	} {
		for _, throughLoopback := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				dir := filepath.Join(dataDir(t), filepath.FromSlash(folder))
				srv := start(t, localpg.Options{DataDir: dir, Loopback: throughLoopback, Scratch: true})
				expect.Equal(t, query[int](t, srv.URL(), "select 1"), 1, "no answer")
			})
		}
	}
}

// A download has its server beside it, on macOS inside the application.
func TestProgramsBroughtAlong(t *testing.T) {
	t.Parallel()
	root := dataDir(t)
	for path, says := range map[string]string{
		"plain/postgresql/bin":                           "postgres (PostgreSQL) 17.1",
		"Tandem.app/Contents/Resources/postgresql/bin":   "postgres (PostgreSQL) 16.1",
		"broken/postgresql/bin":                          "",
		"elsewhere/Resources/postgresql/bin":             "postgres (PostgreSQL) 15.1",
		"Tandem.app/Contents/MacOS/unused/of/this/place": "",
	} {
		for _, name := range []string{"postgres", "initdb"} {
			file := filepath.Join(root, path, name)
			expect.OK(t, os.MkdirAll(filepath.Dir(file), 0o755))
			expect.OK(t, os.WriteFile(file, []byte("#!/bin/sh\necho '"+says+"'\n"), 0o755))
		}
	}
	for program, want := range map[string]string{
		"plain/tandem":                     "plain/postgresql/bin",
		"Tandem.app/Contents/MacOS/tandem": "Tandem.app/Contents/Resources/postgresql/bin",
		"elsewhere/bin/tandem":             "",
	} {
		found, err := localpg.Brought(filepath.Join(root, program))
		expect.True(t, err == nil, "%s: %v", program, err)
		got := ""
		if len(found) > 0 {
			got = found[0].Dir()
		}
		if want != "" {
			want = filepath.Join(root, want)
		}
		expect.Equal(t, got, want, "%s takes", program)
	}
	if _, err := localpg.Brought(filepath.Join(root, "broken/tandem")); err == nil {
		t.Error("programs that do not run were passed over in silence")
	}
}

func TestDefaultFolders(t *testing.T) {
	t.Parallel()
	home := dataDir(t)
	old := dataDir(t)
	expect.OK(t, os.MkdirAll(filepath.Join(old, ".local/share/tandem"), 0o700))
	for _, c := range []struct {
		system string
		user   int
		env    map[string]string
		want   string
	}{
		{"linux", 0, map[string]string{"HOME": "/root"}, "/var/lib/tandem"},
		{"linux", 1000, map[string]string{"HOME": home}, home + "/.local/share/tandem"},
		{"linux", 1000, map[string]string{"HOME": home, "XDG_DATA_HOME": "/data"}, "/data/tandem"},
		{"darwin", 501, map[string]string{"HOME": home}, home + "/Library/Application Support/Tandem"},
		{"darwin", 501, map[string]string{"HOME": old}, old + "/.local/share/tandem"},
		{"windows", -1, map[string]string{"LOCALAPPDATA": "/Users/Ana/AppData/Local"}, "/Users/Ana/AppData/Local/Tandem"},
		{"windows", -1, nil, ""},
		{"linux", 1000, nil, ""},
	} {
		got, err := localpg.DefaultDirOn(c.system, c.user, func(name string) string { return c.env[name] })
		expect.True(t, got == c.want && (err == nil) == (c.want != ""), "%s, user %d, %v: %q, %v, want %q", c.system, c.user, c.env, got, err, c.want)
	}
}
