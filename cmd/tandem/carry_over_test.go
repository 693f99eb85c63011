//go:build unix

package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/backupfile"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/static"
)

// twoServers are the programs of two real major versions: the machine's own, and those
// that the downloads bring, fetched as cmd/dist does it and held to their sum.
func twoServers(t *testing.T) (older, newer string) {
	t.Helper()
	if testing.Short() {
		t.Skip("fetches a server")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the machine's own server is looked for where Debian puts it")
	}
	newer = emptyDataDir(t)
	if out, err := exec.Command("go", "-C", "../..", "run", "./cmd/dist", "-server", newer).CombinedOutput(); err != nil {
		t.Skipf("the server of the downloads is not to be had: %v\n%s", err, out)
	}
	if out, err := exec.Command("chmod", "-R", "a+rX", newer).CombinedOutput(); err != nil { // whatever the umask
		t.Fatalf("%v\n%s", err, out)
	}
	newer = filepath.Join(newer, "bin")
	for _, major := range []string{"15", "16"} { // older than that of the downloads
		older = filepath.Join("/usr/lib/postgresql", major, "bin")
		if _, err := os.Stat(filepath.Join(older, "initdb")); err == nil {
			return older, newer
		}
	}
	t.Skip("this machine has no older PostgreSQL than the downloads")
	return "", ""
}

// The demonstration event, written by one PostgreSQL, is carried over to the next with
// every row, and comes back by the save point that was made before.
func TestCarriedOverToTheNextPostgreSQL(t *testing.T) {
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	older, newer := twoServers(t)
	useDatabase(t, testdb.URL)
	if _, err := openDemo(t.Context(), console{out: io.Discard}, openNode(t, assets, time.Now())); err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	must := func(args ...string) (said string) {
		t.Helper()
		code, out, errs := runCommand("", args...)
		if code != exitDone {
			t.Fatalf("tandem %v: exit %d\n%s%s", args, code, out, errs)
		}
		return errs
	}
	tables := func(name string) map[string]string { // of a backup made now, their digests
		t.Helper()
		path := filepath.Join(files, name)
		must("backup", path)
		return digests(t, path)
	}
	first := filepath.Join(files, "first")
	must("backup", first)

	home := emptyDataDir(t)
	t.Setenv("DATABASE_URL", "")
	t.Setenv("TANDEM_DATA_DIR", home)
	t.Setenv("PG_BINDIR", older)
	must("restore", first)
	before := tables("before")

	t.Setenv("PG_BINDIR", newer)
	said := must("migrate")
	for _, says := range []string{"Carrying them over to PostgreSQL 17", "Saved everything before: " + home, "Carried over "} {
		if !strings.Contains(said, says) {
			t.Errorf("does not say %q:\n%s", says, said)
		}
	}
	must("verify")
	same(t, "carried over", tables("after"), before)
	kept, err := filepath.Glob(filepath.Join(home, "pg1*", "PG_VERSION"))
	if err != nil || len(kept) != 2 {
		t.Errorf("the data lie in %v, %v", kept, err)
	}

	points, err := filepath.Glob(filepath.Join(home, "backups", "*-upgrade.tandem"))
	if err != nil || len(points) != 1 {
		t.Fatalf("save points %v, %v", points, err)
	}
	t.Setenv("PG_BINDIR", older)
	t.Setenv("TANDEM_DATA_DIR", emptyDataDir(t))
	must("restore", points[0])
	must("verify")
	same(t, "gone back", tables("back"), before)
}

// digests are those of every table in a backup.
func digests(t *testing.T, path string) map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := backupfile.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for {
		table, rows, err := in.Next()
		if errors.Is(err, io.EOF) {
			return sums
		}
		sum := sha256.New()
		if err == nil {
			_, err = io.Copy(sum, rows)
		}
		if err != nil {
			t.Fatal(err)
		}
		sums[table.Name] = fmt.Sprintf("%x", sum.Sum(nil))
	}
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(want) < 40 || len(got) != len(want) {
		t.Errorf("%s: %d tables, want %d", what, len(got), len(want))
	}
	for name, sum := range want {
		if got[name] != sum {
			t.Errorf("%s: the table %s differs", what, name)
		}
	}
}
