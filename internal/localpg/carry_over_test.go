//go:build unix

package localpg_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// inTheNameOf makes programs of another major version out of the machine's own, which say
// another number when they are asked. The step from one to the next is the same; two real
// ones are tried in cmd/tandem.
func inTheNameOf(t *testing.T, major int) (dir string) {
	t.Helper()
	found := localpg.Installed([]string{"/usr/lib/postgresql/*/bin"})
	if len(found) == 0 {
		t.Skip("this machine's PostgreSQL lies elsewhere")
	}
	dir = filepath.Join(dataDir(t), "bin")
	expect.OK(t, localpg.CreateRoot(dir))
	for _, name := range []string{"postgres", "initdb"} {
		script := fmt.Sprintf("#!/bin/sh\n[ \"$1\" = --version ] && echo 'postgres (PostgreSQL) %d.1' && exit\nexec %s/%s \"$@\"\n", major, found[0].Dir(), name)
		expect.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755))
		expect.OK(t, os.Chmod(filepath.Join(dir, name), 0o755)) // whatever the umask
	}
	return dir
}

// copyRows is what Tandem does with its own tables.
func copyRows(ctx context.Context, old, fresh string) error {
	from, err := pgx.Connect(ctx, old)
	if err != nil {
		return err
	}
	defer from.Close(ctx)
	if _, err := from.Exec(ctx, "insert into kept values (-1)"); err == nil {
		return errors.New("data that are carried over can be changed")
	}
	rows, err := from.Query(ctx, "select n from kept")
	if err != nil {
		return err
	}
	numbers, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		return err
	}
	to, err := pgx.Connect(ctx, fresh)
	if err != nil {
		return err
	}
	defer to.Close(ctx)
	_, err = to.Exec(ctx, "create table kept as select unnest($1::int[]) as n", numbers)
	return err
}

// writtenBy16 is a data directory of the given programs, which say that they are PostgreSQL
// 16, with three rows.
func writtenBy16(t *testing.T, programs string) (dir string) {
	t.Helper()
	dir = usedDir(t)
	t.Setenv("PG_BINDIR", programs)
	if err := os.Rename(data(t, dir), filepath.Join(dir, "pg16")); err != nil {
		t.Fatal(err)
	}
	srv := start(t, localpg.Options{DataDir: dir, Program: "2026.05.02-before"})
	ctx := testContext(t)
	conn, err := pgx.Connect(ctx, srv.URL())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, "create table kept as select n from generate_series(1, 3) n"); err != nil {
		t.Fatal(err)
	}
	conn.Close(ctx)
	if err := srv.Stop(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Data of an older PostgreSQL are carried over, once, by the programs that wrote them,
// wherever those were; the old data stay; nobody changes them meanwhile.
func TestOlderDataAreCarriedOver(t *testing.T) {
	dir := writtenBy16(t, inTheNameOf(t, 16))
	t.Setenv("PG_BINDIR", inTheNameOf(t, 17))
	var said strings.Builder
	attached, carried := true, 0
	opt := localpg.Options{DataDir: dir, Log: &said, Carry: func(ctx context.Context, old, fresh string) error {
		carried++
		_, attached = localpg.Attach(dir)
		return copyRows(ctx, old, fresh)
	}}
	srv := start(t, opt)
	if got := query[int](t, srv.URL(), "select count(*) from kept"); got != 3 || carried != 1 {
		t.Errorf("%d rows after %d carryings, want all 3 after one", got, carried)
	}
	if attached {
		t.Error("another command could work on the old data meanwhile")
	}
	kept := filepath.Join(dir, "pg16")
	if got := srv.Carried(); got.From != 16 || got.To != 17 || got.Kept != kept {
		t.Errorf("says %+v", got)
	}
	if _, err := os.Stat(filepath.Join(kept, "PG_VERSION")); err != nil {
		t.Errorf("the old data: %v", err)
	}
	if !strings.Contains(said.String(), "PostgreSQL 16. Carrying them over to PostgreSQL 17") {
		t.Errorf("said %s", &said)
	}
	if err := srv.Stop(); err != nil {
		t.Fatal(err)
	}
	again := start(t, opt)
	if carried != 1 || again.Carried() != (localpg.Carried{}) {
		t.Errorf("carried %d times, %+v", carried, again.Carried())
	}
	again.Stop()

	// The way back by the folder that was kept.
	if err := os.Rename(filepath.Join(dir, "pg17"), filepath.Join(dir, "aside")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PG_BINDIR", inTheNameOf(t, 16))
	back := start(t, localpg.Options{DataDir: dir})
	if got := query[int](t, back.URL(), "select count(*) from kept"); got != 3 {
		t.Errorf("%d rows where nothing was carried", got)
	}
}

// Whoever may not carry over works with the programs that wrote the data; without them
// nothing is touched and the way forward is said.
func TestWithoutCarryingOver(t *testing.T) {
	programs := inTheNameOf(t, 16)
	dir := writtenBy16(t, programs)
	t.Setenv("PG_BINDIR", "")
	t.Setenv("PATH", inTheNameOf(t, 99)+":"+os.Getenv("PATH")) // the newest of the machine
	srv := start(t, localpg.Options{DataDir: dir})
	if got := query[int](t, srv.URL(), "select count(*) from kept"); got != 3 {
		t.Errorf("%d rows", got)
	}
	srv.Stop()
	if err := os.RemoveAll(programs); err != nil {
		t.Fatal(err)
	}
	_, err := localpg.Start(testContext(t), localpg.Options{DataDir: dir, Carry: copyRows})
	var wrong *localpg.WrongMajorError
	if !errors.As(err, &wrong) || !wrong.Older() || wrong.Data != 16 || wrong.Program != "2026.05.02-before" {
		t.Fatalf("got %v", err)
	}
	for _, says := range []string{"PostgreSQL 16 (Tandem 2026.05.02-before)", "carried over to 99", "postgresql-16", programs, "/usr/lib/postgresql/16/bin", "restore " + filepath.Join(dir, "backups")} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("does not say %q:\n%v", says, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "pg99")); err == nil {
		t.Error("new data were begun")
	}
}

// A second copy has to fit on the disk, and one that fails leaves the old data alone.
func TestCarryingOverThatFails(t *testing.T) {
	dir := writtenBy16(t, inTheNameOf(t, 16))
	t.Setenv("PG_BINDIR", inTheNameOf(t, 17))
	opt := localpg.Options{DataDir: dir, Carry: copyRows, Free: func(string) (uint64, uint64, error) { return 70 << 20, 1 << 40, nil }}
	var full *localpg.FullError
	if _, err := localpg.Start(testContext(t), opt); !errors.As(err, &full) || full.Needs <= 70<<20 {
		t.Errorf("on a full disk: %v", err)
	}
	opt.Free = nil
	refused := errors.New("a newer Tandem wrote them")
	opt.Carry = func(context.Context, string, string) error { return refused }
	if _, err := localpg.Start(testContext(t), opt); !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "pg17*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	opt.Carry = copyRows
	if got := query[int](t, start(t, opt).URL(), "select count(*) from kept"); got != 3 {
		t.Errorf("%d rows after the next try", got)
	}
}

// haltAt names the step of carrying over at which a stand-in stops and waits to be killed.
const haltAt = "TANDEM_LOCALPG_HALT"

func halt() {
	fmt.Println("halt 1")
	select {}
}

func carryUntil(step string) func(context.Context, string, string) error {
	return func(ctx context.Context, old, fresh string) error {
		if step == "both run" {
			halt()
		}
		if err := copyRows(ctx, old, fresh); err != nil {
			return err
		}
		if step == "rows are there" {
			halt()
		}
		return nil
	}
}

// haltingLog stops at a step that only the log tells.
func haltingLog(step string) io.Writer {
	return writerFunc(func(line string) {
		if step != "" && strings.Contains(line, step) {
			halt()
		}
	})
}

type writerFunc func(string)

func (w writerFunc) Write(p []byte) (int, error) {
	w(string(p))
	return len(p), nil
}

// Killed at any step, the next start has every row: it begins again, or finds that all was
// done.
func TestKilledWhileCarryingOver(t *testing.T) {
	dir := writtenBy16(t, inTheNameOf(t, 16))
	t.Setenv("PG_BINDIR", inTheNameOf(t, 17))
	for _, step := range []string{"Carrying them over", "both run", "rows are there", "Carried over."} {
		cmd := exec.Command(readableBinary(t, nil))
		cmd.Env = append(os.Environ(), helperDir+"="+dir, haltAt+"="+step)
		cmd.Dir = "/"
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		a := &app{cmd: cmd, output: bufio.NewScanner(out)}
		t.Cleanup(a.kill)
		a.next(t, "halt")
		a.kill()
		_, done := os.Stat(filepath.Join(dir, "pg17"))
		if finished := step == "Carried over."; (done == nil) != finished {
			t.Errorf("killed at %q: the new data are there: %v", step, done == nil)
		}
	}
	srv := start(t, localpg.Options{DataDir: dir, Carry: func(context.Context, string, string) error { return errors.New("carried over twice") }})
	if got := query[string](t, srv.URL(), "select string_agg(n::text, ' ' order by n) from kept"); got != "1 2 3" {
		t.Errorf("the rows are %s", got)
	}
}
