//go:build unix

package localpg_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestNewestPrograms(t *testing.T) {
	t.Parallel()
	p := localpg.NewPrograms
	cases := []struct {
		name  string
		found []localpg.Programs
		want  string // folder
		says  []string
	}{
		{"the newest", []localpg.Programs{p("a", 15), p("b", 17), p("c", 16)}, "b", nil},
		{"first of equals", []localpg.Programs{p("a", 17), p("b", 17)}, "a", nil},
		{"nothing installed", nil, "", []string{"no PostgreSQL server was found", "/usr/lib/postgresql/*/bin", "apt-get install postgresql", "brew install postgresql@17", "DATABASE_URL"}},
		{"too old", []localpg.Programs{p("/old", 13)}, "", []string{"PostgreSQL 13 is too old", "/old", "15 or newer"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := localpg.Newest(c.found)
			if c.want != "" {
				expect.MustTrue(t, err == nil && got.Dir() == c.want, "got %q, %v, want %q", got.Dir(), err, c.want)
				return
			}
			if err == nil {
				t.Fatalf("got %q, want an error", got.Dir())
			}
			for _, s := range c.says {
				expect.True(t, strings.Contains(err.Error(), s), "the message does not say %q:\n%v", s, err)
			}
		})
	}
}

// Folders that hold only half of the programs, or something else by their
// name, are passed over.
func TestInstalledSkipsOtherPrograms(t *testing.T) {
	t.Parallel()
	root := dataDir(t)
	for path, script := range map[string]string{
		"12/bin/postgres": "echo 'postgres (PostgreSQL) 12.1'", // no initdb
		"13/bin/postgres": "echo 'hello'", "13/bin/initdb": "true",
		"14/bin/postgres": "exit 1", "14/bin/initdb": "true",
		"18/bin/postgres": "echo 'postgres (PostgreSQL) 18beta1'", "18/bin/initdb": "true",
	} {
		full := filepath.Join(root, path)
		expect.OK(t, os.MkdirAll(filepath.Dir(full), 0o755))
		expect.OK(t, os.WriteFile(full, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	var dirs []string
	for _, p := range localpg.Installed([]string{root + "/*/bin"}) {
		if strings.HasPrefix(p.Dir(), root) { // PATH may add one of the machine
			dirs = append(dirs, p.Dir())
		}
	}
	want := filepath.Join(root, "18/bin")
	expect.True(t, len(dirs) == 1 && dirs[0] == want, "found %v, want only %s", dirs, want)
}

func TestBinDirWithoutPrograms(t *testing.T) {
	empty := dataDir(t)
	t.Setenv("PG_BINDIR", empty)
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dataDir(t)})
	expect.True(t, err != nil && strings.Contains(err.Error(), "PG_BINDIR: "+empty+" has no program initdb"), "got %v, want a word about PG_BINDIR", err)
}

func TestDataOfAnotherMajor(t *testing.T) {
	t.Parallel()
	dir := dataDir(t)
	for _, major := range []string{"9", "10"} { // the newer one counts
		folder := filepath.Join(dir, "pg"+major)
		expect.OK(t, os.MkdirAll(folder, 0o755))
		expect.OK(t, os.WriteFile(filepath.Join(folder, "PG_VERSION"), []byte(major+"\n"), 0o644))
	}
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dir})
	var wrong *localpg.WrongMajorError
	expect.True(t, errors.As(err, &wrong) && wrong.Data == 10, "got %v, want a WrongMajorError for 10", err)
}

func TestAccountChoice(t *testing.T) {
	t.Parallel()
	users := func(known ...string) func(string) (*user.User, error) {
		return func(key string) (*user.User, error) {
			for i, name := range known {
				if uid := strconv.Itoa(1000 + i); key == name || key == uid {
					return &user.User{Username: name, Uid: uid, Gid: uid}, nil
				}
			}
			return nil, user.UnknownUserError(key)
		}
	}
	cases := []struct {
		name     string
		euid     int
		users    []string
		want     string
		switched bool
	}{
		{"ordinary user", 1000, []string{"ana"}, "ana", false},
		{"root with postgres", 0, []string{"nobody", "postgres"}, "postgres", true},
		{"root with nobody only", 0, []string{"nobody"}, "nobody", true},
		{"root alone", 0, nil, "", false},
		{"a user without a name", 4711, []string{"ana"}, "", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			name, switched, err := localpg.ChooseAccount(c.euid, users(c.users...), users(c.users...))
			if c.want == "" {
				expect.True(t, err != nil && strings.Contains(err.Error(), "DATABASE_URL"), "got %q, %v, want an error with a way out", name, err)
				return
			}
			expect.True(t, err == nil && name == c.want && switched == c.switched, "got %q, switched %v, %v; want %q, %v", name, switched, err, c.want, c.switched)
		})
	}
}

func TestUnreachableDirectory(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root runs the server as another user")
	}
	closed := t.TempDir()
	expect.OK(t, os.Chmod(closed, 0o700))
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: filepath.Join(closed, "tandem")})
	var unreachable *localpg.UnreachableError
	expect.True(t, errors.As(err, &unreachable) && unreachable.Dir == closed, "got %v, want an UnreachableError for %s", err, closed)
}

func TestFileInPlaceOfTheFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(dataDir(t), "tandem")
	expect.OK(t, os.WriteFile(file, nil, 0o600))
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: file})
	expect.True(t, err != nil && strings.Contains(err.Error(), "is a file") && strings.Contains(err.Error(), "TANDEM_DATA_DIR"), "%v", err)
}

// A copy that kept no owners belongs to whoever made it.
func TestCopyWithoutOwners(t *testing.T) {
	t.Parallel()
	srv := start(t, localpg.Options{DataDir: copyWithoutOwners(t), Scratch: true})
	expect.Equal(t, query[int](t, srv.URL(), "select 1"), 1, "no answer")
}

func copyWithoutOwners(t *testing.T) string {
	t.Helper()
	dir := dataDir(t)
	out, err := exec.Command("cp", "-r", usedDir(t)+"/.", dir).CombinedOutput()
	expect.MustTrue(t, err == nil, "copying: %v\n%s", err, out)
	return dir
}

// Data that another user of this or another machine wrote. Root can make some, start on
// it, and do what the error says.
func TestDataOfAnotherOwner(t *testing.T) {
	t.Parallel()
	dir := copyWithoutOwners(t)
	folder := data(t, dir)
	root := os.Geteuid() == 0
	if root {
		expect.OK(t, os.Chown(folder, 54321, 54321))
	}
	err := localpg.SettleOwnership(folder, "somebody", 12345)
	if root {
		_, err = localpg.Start(testContext(t), localpg.Options{DataDir: dir, Scratch: true})
	}
	var of *localpg.OwnershipError
	expect.MustTrue(t, errors.As(err, &of), "got %v, want an OwnershipError", err)
	way := fmt.Sprintf("chown -R %s: '%s'", of.Account, folder)
	expect.True(t, strings.Contains(err.Error(), way) && strings.Contains(err.Error(), of.Owner), "%v\ndoes not say %q", err, way)
	if root {
		out, err := exec.Command("sh", "-c", way).CombinedOutput()
		expect.MustTrue(t, err == nil, "%s: %v\n%s", way, err, out)
		start(t, localpg.Options{DataDir: dir, Scratch: true})
	}
}

// What is made for the data lets the server's user pass, also where the machine closes new
// folders to all but their owner. The umask is that of a process of its own.
func TestNewFoldersLetTheServerPass(t *testing.T) {
	t.Parallel()
	if dir := os.Getenv("LOCALPG_NEW_FOLDERS"); dir != "" {
		expect.OK(t, localpg.CreateRoot(dir))
		return
	}
	top := t.TempDir()
	dir := filepath.Join(top, "one", "two")
	strict := exec.Command("/bin/sh", "-c", `umask 077; exec "$0" -test.run "^TestNewFoldersLetTheServerPass$"`, os.Args[0])
	strict.Env = append(os.Environ(), "LOCALPG_NEW_FOLDERS="+dir)
	out, err := strict.CombinedOutput()
	expect.MustTrue(t, err == nil, "%v\n%s", err, out)
	for _, made := range []string{dir, filepath.Dir(dir)} {
		info := expect.Must(os.Stat(made))(t)
		expect.Equal(t, info.Mode().Perm(), 0o711, "%s has the mode", made)
	}
}

// As an ordinary user the server simply runs as that user.
func TestOrdinaryUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("the other tests already run as an ordinary user")
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Skip("this machine has no user nobody")
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	gid, _ := strconv.Atoi(nobody.Gid)
	dir := dataDir(t)
	expect.OK(t, os.Chown(dir, uid, gid))
	a := startApp(t, dir, &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)})
	a.next(t, "row")
	got := owner(t, data(t, dir)).Uid
	expect.Equal(t, int(got), uid, "the data belongs to user %d", got)
}

func TestDefaultDataDir(t *testing.T) {
	want := "/var/lib/tandem"
	if os.Geteuid() != 0 {
		t.Setenv("XDG_DATA_HOME", "/somewhere/share")
		want = "/somewhere/share/tandem"
	}
	got, err := localpg.DefaultDataDir()
	expect.True(t, err == nil && got == want, "got %q, %v, want %q", got, err, want)
}
