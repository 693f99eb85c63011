package desktop_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tandemchess/tandem/internal/desktop"
	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// person is somebody at the computer: what the browser was told to show, and a way to
// press buttons.
type person struct {
	t     *testing.T
	mu    sync.Mutex
	shown []string
}

func (p *person) show(address string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = append(p.shown, address)
	return nil
}

// sees waits until the browser was told to show something, and returns all of it.
func (p *person) sees() string {
	p.t.Helper()
	for p.t.Context().Err() == nil {
		p.mu.Lock()
		shown := strings.Join(p.shown, " ")
		p.mu.Unlock()
		if shown != "" {
			return shown
		}
		time.Sleep(5 * time.Millisecond)
	}
	p.t.Fatal("the browser is never told to show anything")
	return ""
}

func (p *person) read(address string) (status int, page string) {
	p.t.Helper()
	return p.answer(http.Get(address))
}

func (p *person) press(address string, form url.Values) (status int, page string) {
	p.t.Helper()
	return p.answer(http.PostForm(address, form))
}

func (p *person) answer(res *http.Response, err error) (int, string) {
	p.t.Helper()
	expect.OK(p.t, err)
	defer res.Body.Close()
	page := expect.Must(io.ReadAll(res.Body))(p.t)
	return res.StatusCode, string(page)
}

// wait reads the page until it says something; tests have a limit of their own.
func (p *person) wait(address, says string) (page string) {
	p.t.Helper()
	for p.t.Context().Err() == nil {
		if _, page = p.read(address); strings.Contains(page, says) {
			return page
		}
		time.Sleep(5 * time.Millisecond)
	}
	p.t.Fatalf("the page never says %q:\n%s", says, page)
	return ""
}

func desk(t *testing.T, p *person, dir string) *desktop.Desk {
	t.Helper()
	assets, err := static.LoadFrom(fstest.MapFS{"manifest.json": {Data: []byte(`{}`)}})
	expect.OK(t, err)
	d := expect.Must(desktop.New(desktop.Options{DataDir: dir, Version: "2026.11.23-test", Browser: p.show, Assets: assets}))(t)
	return d
}

// A start that fails, is tried again with another port, runs, is asked before it stops
// while pages are open, and stops.
func TestFromADoubleClickToTheEnd(t *testing.T) {
	t.Parallel()
	p := &person{t: t}
	d := desk(t, p, t.TempDir())
	streams := 3
	var ports []string
	ended := make(chan error, 1)
	go func() {
		err := d.Run(t.Context(), func(ctx context.Context, last desktop.Choice, ready func(desktop.Site)) error {
			ports = append(ports, last.Port)
			if last.Port == "" {
				return &desktop.ListenError{Addr: ":8080", Err: syscall.EADDRINUSE}
			}
			ready(desktop.Site{
				Local: "http://localhost:" + last.Port, Streams: func() int { return streams },
				First: func(context.Context) (string, error) { return "http://localhost:" + last.Port + "/join/once", nil },
			})
			<-ctx.Done()
			return nil
		})
		ended <- errors.Join(err, d.Close())
	}()

	page := p.wait(d.Address(), "cannot start")
	for _, says := range []string{"uses port 8080", "Try again", `name="port"`, "choose another address with TANDEM_ADDR"} {
		expect.True(t, strings.Contains(page, says), "the page does not say %q:\n%s", says, page)
	}
	status, _ := p.press(d.Address()+"again", url.Values{"port": {"none"}})
	expect.Equal(t, status, http.StatusUnprocessableEntity, "a port that is none")
	p.press(d.Address()+"again", url.Values{"port": {"8099"}})
	p.wait(d.Address(), "Tandem runs")
	expect.Equal(t, p.sees(), "http://localhost:8099/join/once", "the browser was shown")
	if _, page = p.press(d.Address()+"stop", nil); !strings.Contains(page, "3 pages follow right now") || !strings.Contains(page, "Stop all the same") {
		t.Errorf("stopping does not ask while pages are open:\n%s", page)
	}
	p.wait(d.Address(), "Tandem runs")
	if _, page = p.press(d.Address()+"stop", url.Values{"sure": {"yes"}}); !strings.Contains(page, "has stopped") {
		t.Errorf("after the end the page says\n%s", page)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	expect.Equal(t, fmt.Sprint(ports), "[ 8099]", "tried with the ports %q", ports)
}

// Whoever does not have the address sees and stops nothing.
func TestThePageIsForWhoeverHasItsAddress(t *testing.T) {
	t.Parallel()
	p := &person{t: t}
	d := desk(t, p, t.TempDir())
	defer d.Close()
	u, err := url.Parse(d.Address())
	expect.OK(t, err)
	expect.True(t, u.Hostname() == "127.0.0.1" && len(u.Path) >= 30, "the page is at %s, want this computer alone and a path that nobody guesses", u)
	for _, path := range []string{"/", "/stop", "/alive", "/" + strings.Repeat("0", 32) + "/"} {
		status, _ := p.read("http://" + u.Host + path)
		expect.Equal(t, status, http.StatusNotFound, "%s answers", path)
	}
	res := expect.Must(http.Get(d.Address()))(t)
	res.Body.Close()
	if policy := res.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || res.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("policy %q, referrers %q", policy, res.Header.Get("Referrer-Policy"))
	}
	if status, _ := p.read(d.Address() + "stop"); status != http.StatusMethodNotAllowed {
		t.Errorf("a link stops it: %d", status)
	}
}

// The second double click finds the first; a record of one that is gone is replaced.
func TestTheSecondClickFindsTheFirst(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "not", "there yet")
	if page := desktop.Other(dir); page != "" {
		t.Errorf("found %s where nothing is", page)
	}
	p := &person{t: t}
	first := desk(t, p, dir)
	forgetFirst, err := first.Announce()
	expect.OK(t, err)
	info, err := os.Stat(filepath.Join(dir, "running.json"))
	expect.True(t, err == nil && info.Mode().Perm() == 0o600, "the record: %v, %v, want it closed to others", info, err)
	expect.Equal(t, desktop.Other(dir), first.Address(), "found")
	first.Close() // as if it was killed: the record stays
	if page := desktop.Other(dir); page != "" {
		t.Errorf("found %s, which is gone", page)
	}
	second := desk(t, p, dir)
	defer second.Close()
	forgetSecond := expect.Must(second.Announce())(t)
	forgetFirst() // must not take the record of the second away
	expect.Equal(t, desktop.Other(dir), second.Address(), "found")
	forgetSecond()
	if page := desktop.Other(dir); page != "" {
		t.Errorf("found %s after the end", page)
	}
}

// A record may name another address only by somebody's hand, or a port that another
// program has by now.
func TestRecordsAreNotBelieved(t *testing.T) {
	t.Parallel()
	listener := expect.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer listener.Close()
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("another program")) }))
	for _, text := range []string{"", "{", `{"page": "https://example.org/"}`, `{"page": "http://` + listener.Addr().String() + `/x/"}`} {
		dir := t.TempDir()
		expect.OK(t, os.WriteFile(filepath.Join(dir, "running.json"), []byte(text), 0o600))
		expect.Equal(t, desktop.Other(dir), "", "%s was believed", text)
	}
}

func TestEachProblemHasASentenceAndAWay(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	taken, err := net.Listen("tcp", ":0")
	expect.OK(t, err)
	defer taken.Close()
	_, port, err := net.SplitHostPort(taken.Addr().String())
	expect.OK(t, err)
	for _, c := range []struct {
		err            error
		sentence, next string
	}{
		{&desktop.ListenError{Addr: ":" + port, Err: syscall.EADDRINUSE}, "uses port " + port, "another port"},
		{&localpg.InUseError{Dir: "/d", Process: 42}, "runs on these data already", "process 42"},
		{&localpg.FullError{Dir: "/d", Free: 10 << 20, Needs: 512 << 20}, "10 MB are free", "Free some space"},
		{fmt.Errorf("write: %w", syscall.ENOSPC), "disk is full", "Nothing that was saved is lost"},
		{errors.New("PANIC: could not write: No space left on device"), "disk is full", "Free some space"},
		{&postgres.NewerSchemaError{Found: 99, Known: 40, Program: "abc of 2027-01-02"}, "newer Tandem, version abc of 2027-01-02", "Start version abc"},
		{&postgres.NewerSchemaError{Found: 99, Known: 40}, "newer Tandem, and", "newest"},
		{&localpg.WrongMajorError{Data: 18, Installed: []int{17}, Program: "2027.01.02-abc"}, "newer Tandem, version 2027.01.02-abc", "Start version 2027.01.02-abc"},
		{&localpg.WrongMajorError{Data: 17, Installed: []int{18}}, "PostgreSQL 17", "“postgresql-17”"},
		{&localpg.WrongMajorError{Data: 17, Installed: []int{18}}, "not touched", "Continue from a save point"},
		{&localpg.SingleUserError{Dir: "/d", Process: 42}, "process 42", "End that program"},
		{desktop.ErrNoSavePoint, "left as they are", "the Tandem from before works on"},
		{desktop.CheckClock(made.AddDate(-7, 0, 0), made), "2019-11-23", "Set the date"},
		{&fs.PathError{Op: "mkdir", Path: "/d", Err: syscall.EACCES}, "may not write", "right to write"},
		{&fs.PathError{Op: "mkdir", Path: "/d", Err: syscall.EROFS}, "may not write", "portable"},
		{errors.New("something nobody thought of"), "could not start", "details"},
	} {
		p := desktop.Explain(fmt.Errorf("around it: %w", c.err), "/home/ana/data")
		expect.True(t, strings.Contains(p.Sentence.String(), c.sentence) && strings.Contains(p.Next.String(), c.next),
			"%v\nsays  %s\nnext  %s\nwant  %q, %q", c.err, p.Sentence, p.Next, c.sentence, c.next)
		expect.Contains(t, p.Details, c.err.Error(), "%v: the details", c.err)
	}
	for range 5 { // somebody may take it meanwhile
		p := desktop.Explain(&desktop.ListenError{Addr: ":" + port, Err: syscall.EADDRINUSE}, "/d")
		var free net.Listener
		if free, err = net.Listen("tcp", ":"+p.Port); err == nil && p.Port != "" {
			free.Close()
			return
		}
	}
	t.Errorf("offers ports that are not free: %v", err)
}

func TestClockAndRoomBeforeAStart(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for now, wrong := range map[time.Time]bool{
		made.Add(-12 * time.Hour): false, made.Add(-25 * time.Hour): true, made.AddDate(5, 0, 0): false, {}: true,
	} {
		err := desktop.CheckClock(now, made)
		expect.Equal(t, (err != nil), wrong, "at %s: %v", now, err)
	}
	if err := desktop.CheckClock(time.Time{}, time.Time{}); err != nil {
		t.Errorf("a program outside a checkout knows no day: %v", err)
	}

	empty, filled := filepath.Join(t.TempDir(), "not", "there"), t.TempDir()
	expect.OK(t, os.Mkdir(filepath.Join(filled, "pg17"), 0o700))
	little := func(string) (uint64, uint64, error) { return 100 << 20, 1 << 40, nil }
	var full *localpg.FullError
	if err := desktop.CheckRoom(empty, little); !errors.As(err, &full) {
		t.Errorf("new data on a full disk: %v", err)
	}
	if err := desktop.CheckRoom(filled, little); err != nil {
		t.Errorf("data that are there start on a full disk too, which the database knows how to: %v", err)
	}
	if err := desktop.CheckRoom(empty, func(string) (uint64, uint64, error) { return 0, 0, errors.New("nobody can tell") }); err != nil {
		t.Errorf("a disk that nobody can tell of: %v", err)
	}
}

func TestThePortIsKeptInMind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if port, err := desktop.RememberedPort(dir); port != "" || err != nil {
		t.Errorf("nothing was chosen: %q, %v", port, err)
	}
	expect.OK(t, desktop.RememberPort(dir, "8099"))
	if port, err := desktop.RememberedPort(dir); port != "8099" || err != nil {
		t.Errorf("%q, %v", port, err)
	}
	expect.OK(t, os.WriteFile(filepath.Join(dir, "port"), []byte("eighty"), 0o600))
	if _, err := desktop.RememberedPort(dir); err == nil {
		t.Error("a word was taken for a port")
	}
}
