package testdb_test

import (
	"bufio"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// hold makes TestHoldsDatabase, in a process of its own, print its database and
// wait to be killed.
const hold = "TANDEM_TESTDB_HOLD"

func TestHoldsDatabase(t *testing.T) {
	if os.Getenv(hold) == "" {
		t.Skip("only TestKilledRunLeavesNothing runs this, in a process of its own")
	}
	os.Stdout.WriteString(testdb.URL(t) + "\n")
	select {}
}

// A test run that is killed takes its server and its folder with it.
func TestKilledRunLeavesNothing(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0], "-test.run=^TestHoldsDatabase$")
	cmd.Env = append(os.Environ(), hold+"=yes", "TEST_DATABASE_URL=")
	out, err := cmd.StdoutPipe()
	expect.OK(t, err)
	expect.OK(t, cmd.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	u, err := url.Parse(lines.Text())
	if err != nil || u.Scheme == "" {
		t.Fatalf("printed %q: %v", lines.Text(), err)
	}
	dir := filepath.Dir(u.Query().Get("host"))
	expect.OK(t, expect.Err(os.Stat(dir)))
	cmd.Process.Kill()
	cmd.Wait()
	deadline := time.Now().Add(30 * time.Second)
	for {
		if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
			return
		}
		expect.MustTrue(t, !time.Now().After(deadline), "%s is left", dir)
		<-time.After(10 * time.Millisecond)
	}
}

// On a server that outlives the tests only the template stays, and what killed
// runs left hours ago goes.
func TestOnASharedServer(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "testdb-shared-")
	expect.OK(t, err)
	defer os.RemoveAll(dir)
	expect.OK(t, os.Chmod(dir, 0o711))
	srv := expect.Must(localpg.Start(t.Context(), localpg.Options{DataDir: dir, Scratch: true}))(t)
	defer srv.Stop()
	conn := expect.Must(pgx.Connect(t.Context(), srv.URL()))(t)
	defer conn.Close(t.Context())
	for _, name := range []string{"tandem_test_1000000000_1_1", "tandem_test_99999999999_1_1", "tandem_template_of_another_schema", "tandem_testing"} {
		expect.OK(t, expect.Err(conn.Exec(t.Context(), "create database "+name)))
	}
	for range 2 { // the second run finds the template of the first
		cmd := exec.Command(os.Args[0], "-test.run=^TestDatabasesAreSeparate$", "-test.v")
		cmd.Env = append(os.Environ(), "TEST_DATABASE_URL="+srv.URL())
		out, err := cmd.CombinedOutput()
		expect.MustTrue(t, err == nil && strings.Contains(string(out), "--- PASS: TestDatabasesAreSeparate"), "%v\n%s", err, out)
	}
	rows, _ := conn.Query(t.Context(), "select datname::text from pg_database where datname like 'tandem_%' order by 1")
	left := expect.Must(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
	templates := slices.DeleteFunc(slices.Clone(left), func(name string) bool { return !strings.HasPrefix(name, "tandem_template_") })
	others := slices.DeleteFunc(left, func(name string) bool { return strings.HasPrefix(name, "tandem_template_") })
	expect.True(t, len(templates) == 1 && templates[0] != "tandem_template_of_another_schema", "templates %v, want that of this schema alone", templates)
	want := []string{"tandem_test_99999999999_1_1", "tandem_testing"}
	expect.True(t, slices.Equal(others, want), "databases %v are left, want %v", others, want)
}
