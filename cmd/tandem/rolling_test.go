//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/static"
)

// process is a node in a process of its own.
type process struct {
	url  string
	mu   sync.Mutex
	said bytes.Buffer
}

func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.Write(text)
}

func (p *process) log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

func startProcess(t *testing.T, program release) *process {
	t.Helper()
	p := &process{}
	cmd := program.command(t, "serve")
	cmd.Env = append(cmd.Env, "TANDEM_ADDR=127.0.0.1:0")
	cmd.Stderr = p
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Logf("%s said\n%s", program.Name, p.log())
		}
	})
	printed := bufio.NewReader(out)
	line, _ := printed.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "Tandem is ready at ")
	if !ok {
		t.Fatalf("%s printed %q\n%s", program.Name, line, p.log())
	}
	go io.Copy(io.Discard, printed)
	p.url = url
	return p
}

// healthy waits for an answer of /healthz with a status that says something.
func (p *process) healthy(t *testing.T, status int, says string) {
	t.Helper()
	eventually(t, fmt.Sprintf("/healthz says %d, %q", status, says), func() error {
		res, err := http.Get(p.url + "/healthz")
		if err != nil {
			return err
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err == nil && (res.StatusCode != status || !strings.Contains(string(body), says)) {
			err = fmt.Errorf("it says %s, %q", res.Status, body)
		}
		return err
	})
}

// enterSome enters results at a desk until five are acknowledged, and returns their slips.
func enterSome(t *testing.T, d *desk, name string) (told []string) {
	t.Helper()
	n := 0
	eventually(t, "results are taken at "+d.url, func() error {
		slip := fmt.Sprintf("%s-%d", name, n)
		if d.enter(slip, n) && d.acknowledged == slip {
			told = append(told, slip)
		}
		n++
		if len(told) < 5 {
			return fmt.Errorf("%d of %d are acknowledged", len(told), n)
		}
		return nil
	})
	return told
}

// widen adds what a later release may need to every table, and a table.
const widen = `do $$ declare t text; begin
	for t in select c.relname from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'goose_db_version' loop
		execute format('alter table %I add column later_words text, add column later_count int not null default 7', t);
	end loop;
	create table later (n int primary key);
end $$;`

// Two nodes of one database are replaced by a later release, one after the other. While
// it only adds to the schema, desks at both go on; once it takes something away, the one
// from before says so and changes nothing any more. The save point that the first new node
// made is the way back, and the program from before does not start on the newer data.
func TestRollingChangeOfTwoNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server and four programs")
	}
	assets, err := static.Load()
	if err != nil {
		t.Skip(err)
	}
	server := newPrimary(t) // programs refuse the one of the tests, which gives up durability
	useDatabase(t, func(testing.TB) string { return address("tandem", "any", server) })
	if _, err := postgres.Migrate(t.Context(), os.Getenv("DATABASE_URL")); err != nil {
		t.Fatal(err)
	}
	if _, err := openDemo(t.Context(), console{out: io.Discard}, openNode(t, assets, time.Now())); err != nil {
		t.Fatal(err)
	}
	backups := filepath.Join(t.TempDir(), "backups")
	t.Setenv("TANDEM_BACKUP_DIR", backups)
	before := release{Name: "1.0-before"}
	next := release{Name: "1.1-next", Steps: map[string]string{"a_wider": widen}}
	later := release{Name: "1.2-later", Steps: map[string]string{"a_wider": widen, "b_narrower": "alter table later drop column n;"}, Takes: true}

	old := startProcess(t, before)
	old.healthy(t, http.StatusOK, "1.0-before")
	atOld := startShift(desk3(t, old.url, 7, 1), desk3(t, old.url, 10, 1))
	atOld.until(t, 4)

	fresh := startProcess(t, next)
	if said := fresh.log(); !strings.Contains(said, "a_wider") || !strings.Contains(said, "Saved everything before the migration: "+backups) {
		t.Errorf("the new node says\n%s", said)
	}
	atOld.until(t, atOld.entered.Load()+10)
	told := enterSome(t, desk3(t, fresh.url, 7, 2), "next")
	old.healthy(t, http.StatusOK, "1.0-before")

	last := startProcess(t, later)
	old.healthy(t, http.StatusServiceUnavailable, "a newer Tandem has changed the database")
	fresh.healthy(t, http.StatusServiceUnavailable, "a newer Tandem has changed the database")
	told = append(told, atOld.end()...)
	one := desk3(t, old.url, 7, 1)
	if one.enter("too-late", 0) || one.enter("too-late-again", 1) {
		t.Error("the node from before still takes results")
	}
	if page, status := fetchPage(t, old.url+"/e/"+demo.Slug); status != http.StatusOK {
		t.Errorf("readers at the node from before are answered %d:\n%s", status, page)
	}
	last.healthy(t, http.StatusOK, "1.2-later")
	told = append(told, enterSome(t, desk3(t, last.url, 11, 1), "last")...)
	for _, slip := range told {
		if psql(t, "select count(*) from result_report where slip = '"+slip+"'") != "1" {
			t.Errorf("acknowledged and lost: the slip %s", slip)
		}
	}

	said, err := before.command(t, "serve").CombinedOutput()
	if err == nil || !strings.Contains(string(said), "start tandem 1.2-later") {
		t.Errorf("the program from before starts on newer data, or does not name its program: %v\n%s", err, said)
	}
	points, err := filepath.Glob(filepath.Join(backups, "*-upgrade.tandem"))
	if err != nil || len(points) != 2 {
		t.Fatalf("save points before the two changes: %v, %v", points, err)
	}
	if err := server.exec("postgres", "create database back"); err != nil {
		t.Fatal(err)
	}
	useDatabase(t, func(testing.TB) string { return address("back", "any", server) })
	for _, args := range [][]string{{"restore", points[0]}, {"verify"}} {
		if said, err := before.command(t, args...).CombinedOutput(); err != nil {
			t.Errorf("the program from before, tandem %v: %v\n%s", args, err, said)
		}
	}
}
