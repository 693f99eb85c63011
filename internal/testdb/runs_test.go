package testdb_test

import (
	"bufio"
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

// A test run that is killed takes its server and its folders with it, also that of the
// socket, which lies elsewhere when the path is too long for one.
func TestKilledRunLeavesNothing(t *testing.T) {
	t.Parallel()
	temp := filepath.Join(testdb.ShortFolder(t), strings.Repeat("long", 30))
	expect.OK(t, os.Mkdir(temp, 0o711))
	expect.OK(t, os.Chmod(filepath.Dir(temp), 0o711))
	cmd := exec.Command(os.Args[0], "-test.run=^TestHoldsDatabase$")
	cmd.Env = append(os.Environ(), hold+"=yes", "TEST_DATABASE_URL=", "TMPDIR="+temp)
	out, err := cmd.StdoutPipe()
	expect.OK(t, err)
	expect.OK(t, cmd.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	u, err := url.Parse(lines.Text())
	if err != nil || u.Scheme == "" {
		t.Fatalf("printed %q: %v", lines.Text(), err)
	}
	folders := func() []string {
		return append(expect.Must(filepath.Glob(temp+"/*"))(t), expect.Must(filepath.Glob(u.Query().Get("host")))(t)...)
	}
	expect.MustTrue(t, len(folders()) == 2, "folders %v, want that of the data and that of the socket", folders())
	cmd.Process.Kill()
	cmd.Wait()
	deadline := time.Now().Add(30 * time.Second)
	for len(folders()) > 0 {
		expect.MustTrue(t, !time.Now().After(deadline), "%v are left", folders())
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
