//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/static"
)

// Every result that was acknowledged is there after the program and its database
// were killed in the middle of result entry, and the journal is intact.
func TestKilledServerKeepsAcknowledgedResults(t *testing.T) {
	if testing.Short() {
		t.Skip("kills the program and its server")
	}
	if _, err := static.Load(); err != nil {
		t.Skip(err)
	}
	dataDir := emptyDataDir(t)
	for crash := range 2 {
		desks := enterUntilKilled(t, dataDir, crash)
		checkAfterCrash(t, dataDir, desks)
	}
}

// desk enters results of one match, over and over.
type desk struct {
	client       *http.Client
	url          string
	table, match int
	acknowledged string // the slip of the last entry that was answered
	sent         string // the slip of the last entry that was sent
}

// enterUntilKilled serves the demonstration, enters results from several desks
// at once and kills the program and its database on the way.
func enterUntilKilled(t *testing.T, dataDir string, crash int) []*desk {
	t.Helper()
	cmd := release{Name: "killed"}.command(t, "demo")
	cmd.Env = append(cmd.Env, "DATABASE_URL=", "TANDEM_DATA_DIR="+dataDir, "TANDEM_ADDR=127.0.0.1:0")
	cmd.Stderr = os.Stderr
	out := expect.Must(cmd.StdoutPipe())(t)
	expect.OK(t, cmd.Start())
	printed := bufio.NewReader(out)
	line, _ := printed.ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "Tandem is ready at ")
	if !ok {
		cmd.Process.Kill()
		t.Fatalf("printed %q", line)
	}
	go io.Copy(io.Discard, printed) // the greeting, which nobody reads

	const enough = 60
	var entered atomic.Int64
	reached := make(chan struct{})
	var desks []*desk
	var group sync.WaitGroup
	client := signIn(t, address, "demo.director")
	for _, table := range []int{7, 10, 11} {
		for match := 1; match <= 2; match++ {
			d := &desk{client: client, url: address + "/e/" + demo.Slug + "/desk/open/round/3", table: table, match: match}
			desks = append(desks, d)
			group.Go(func() {
				for n := 0; d.enter(fmt.Sprintf("%d-%d-%d-%d", crash, table, match, n), n); n++ {
					if entered.Add(1) == enough {
						close(reached)
					}
				}
			})
		}
	}
	select {
	case <-reached:
	case <-time.After(2 * time.Minute):
		t.Errorf("only %d results were entered", entered.Load())
	}
	kill(t, cmd, dataDir)
	group.Wait()
	t.Logf("killed after %d acknowledged results", entered.Load())
	return desks
}

var revision = regexp.MustCompile(`name="revision" value="(\d+)"`)

// enter enters a result and reports whether the server acknowledged it.
func (d *desk) enter(slip string, n int) bool {
	page, err := d.client.Get(fmt.Sprintf("%s/wall?table=%d&match=%d", d.url, d.table, d.match))
	if err != nil {
		return false
	}
	defer page.Body.Close()
	body, err := io.ReadAll(page.Body)
	found := revision.FindSubmatch(body)
	if err != nil || found == nil {
		return false
	}
	d.sent = slip
	answer, err := d.client.PostForm(d.url+"/entry", url.Values{
		"key": {"crash-" + slip}, "table": {strconv.Itoa(d.table)}, "match": {strconv.Itoa(d.match)}, "revision": {string(found[1])},
		"outcome": {[]string{"slot1", "slot2"}[n%2]}, "slip": {slip}, "change": {"yes"}, "reason": {"counted again"},
	})
	if err != nil {
		return false
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		return false
	}
	if strings.Contains(answer.Header.Get("Location"), "Already") {
		return true // the value stood there, and this slip was not needed
	}
	d.acknowledged = slip
	return true
}

func signIn(t *testing.T, address, login string) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	expect.OK(t, err)
	client := &http.Client{Jar: jar, Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer := expect.Must(client.PostForm(address+"/sign-in", url.Values{"login": {login}, "password": {demo.Password}}))(t)
	answer.Body.Close()
	expect.MustEqual(t, answer.StatusCode, http.StatusSeeOther, "sign in: %s", answer.Status)
	return client
}

// kill ends the program and its database as a power cut would.
func kill(t *testing.T, cmd *exec.Cmd, dataDir string) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Errorf("kill the program: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(dataDir, "pg*", "postmaster.pid"))
	expect.True(t, err == nil && len(files) == 1, "find the database: %v, %v", files, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("find the database: %v", err)
			continue
		}
		first, _, _ := strings.Cut(string(text), "\n")
		pid, err := strconv.Atoi(strings.TrimSpace(first))
		if err != nil || pid <= 1 {
			t.Errorf("%s begins with %q", file, first)
			continue
		}
		// It may have noticed the death of the program already.
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	_ = cmd.Wait() // killed, as asked
}

// checkAfterCrash starts the database on what is left on the disk.
func checkAfterCrash(t *testing.T, dataDir string, desks []*desk) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	db, err := openDatabase(ctx, console{err: os.Stderr, out: io.Discard}, settings{dataDir: dataDir})
	expect.MustTrue(t, err == nil, "start the database again: %v", err)
	defer func() {
		err := db.close()
		expect.True(t, err == nil, "%v", err)
	}()
	desk := tournament.NewService(postgres.Tournament{DB: postgres.New(db.pool, nil)})
	event := expect.Must(desk.Reader().EventBySlug(ctx, demo.Slug))(t)
	book := expect.Must(desk.Reader().Book(ctx, event.EventID, 1))(t)
	for _, d := range desks {
		if d.acknowledged == "" {
			t.Errorf("table %d, match %d: nothing was acknowledged before the crash", d.table, d.match)
			continue
		}
		stored := book.Round(3).AtTable(d.table).Matches[d.match-1].Result
		if stored == nil || stored.Slip != d.acknowledged && stored.Slip != d.sent {
			t.Errorf("table %d, match %d: %+v is stored, slip %s was acknowledged and %s sent last", d.table, d.match, stored, d.acknowledged, d.sent)
		}
	}
	journals, err := postgres.VerifyJournals(ctx, db.pool)
	expect.True(t, err == nil && len(journals) == 1 && journals[0].Broken == "", "the journal after the crash: %+v, %v", journals, err)
}
