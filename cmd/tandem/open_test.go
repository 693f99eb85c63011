package main

import (
	"bufio"
	"context"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// clickedOpen is a Tandem that somebody started with a double click: what its browser
// would be shown comes line by line.
type clickedOpen struct {
	t     *testing.T
	shown chan string // closed at its end
	ended chan int
}

func open(t *testing.T, ctx context.Context) *clickedOpen {
	t.Helper()
	printed, out := io.Pipe()
	o := &clickedOpen{t: t, shown: make(chan string, 8), ended: make(chan int, 1)}
	go func() {
		for lines := bufio.NewScanner(printed); lines.Scan(); {
			o.shown <- lines.Text()
		}
		close(o.shown)
	}()
	go func() {
		o.ended <- dispatch(ctx, console{strings.NewReader(""), out, io.Discard}, []string{"open", "-no-browser"})
		out.Close()
	}()
	return o
}

func (o *clickedOpen) next() string {
	o.t.Helper()
	line, more := <-o.shown
	if !more {
		o.t.Fatalf("nothing more is shown, exit %d", <-o.ended)
	}
	return line
}

// offeredPort is what a small page offers in place of one that is taken.
var offeredPort = regexp.MustCompile(`name="port" value="(\d+)"`)

// takesAnother takes the port that the small page offers, and the next one where somebody took
// that meanwhile, until something is shown.
func (o *clickedOpen) takesAnother(small string) (line, port string) {
	o.t.Helper()
	for {
		select {
		case line, more := <-o.shown:
			if !more {
				o.t.Fatalf("nothing more is shown, exit %d", <-o.ended)
			}
			return line, port
		case <-time.After(50 * time.Millisecond): // the page changes
		}
		page, _ := fetchPage(o.t, small)
		if offered := offeredPort.FindStringSubmatch(page); offered != nil {
			port = offered[1]
			pressButton(o.t, small+"again", url.Values{"port": {port}})
		}
	}
}

func fetchPage(t *testing.T, address string) (string, int) {
	t.Helper()
	res, err := http.Get(address)
	expect.OK(t, err)
	defer res.Body.Close()
	text := expect.Must(io.ReadAll(res.Body))(t)
	return string(text), res.StatusCode
}

func pressButton(t *testing.T, address string, form url.Values) string {
	t.Helper()
	res, err := http.PostForm(address, form)
	expect.OK(t, err)
	defer res.Body.Close()
	text := expect.Must(io.ReadAll(res.Body))(t)
	return string(text)
}

// From a double click on a new computer, whose usual port is taken and whose user has a
// name with blanks and umlauts, to the first organizer; a second double click; the end.
func TestOpenOnANewComputer(t *testing.T) {
	if _, err := static.Load(); err != nil {
		t.Skip(err)
	}
	home := filepath.Join(emptyDataDir(t), "Jörg Müller", "My Tournaments")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	defer taken.Close()
	t.Setenv("DATABASE_URL", "")
	t.Setenv("TANDEM_DATA_DIR", home)
	t.Setenv("TANDEM_ADDR", taken.Addr().String())
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()

	first := open(t, ctx)
	small := first.next()
	var page string
	for !strings.Contains(page, "uses port") && ctx.Err() == nil {
		page, _ = fetchPage(t, small)
	}
	if _, err := os.Stat(home); err == nil {
		t.Errorf("a database was begun before the pages had an address")
	}
	offered := offeredPort.FindStringSubmatch(page)
	expect.MustTrue(t, offered != nil, "no other port is offered:\n%s", page)
	grabbed, err := net.Listen("tcp", "127.0.0.1:"+offered[1]) // as another program may, before the button is pressed
	if err == nil {
		defer grabbed.Close()
	}
	link, port := first.takesAnother(small)
	want := "http://127.0.0.1:" + port + "/join/"
	expect.MustTrue(t, strings.HasPrefix(link, want), "the browser is shown %s, want %s…", link, want)
	text, status := fetchPage(t, link)
	expect.True(t, status == http.StatusOK && strings.Contains(text, "rganizer"), "the first page answers %d:\n%s", status, text)
	if page, _ = fetchPage(t, small); !strings.Contains(page, "Tandem runs") || !strings.Contains(html.UnescapeString(page), home) {
		t.Errorf("the small page says\n%s", page)
	}

	second := open(t, ctx)
	expect.Equal(t, second.next(), small, "the second double click")
	expect.Equal(t, <-second.ended, exitDone, "the second double click ends with")

	if page = pressButton(t, small+"stop", nil); !strings.Contains(page, "has stopped") {
		t.Errorf("after the end the page says\n%s", page)
	}
	expect.Equal(t, <-first.ended, exitDone, "exit")
	log, err := os.ReadFile(filepath.Join(home, "tandem.log"))
	expect.True(t, err == nil && strings.Contains(string(log), "Tandem is ready"), "the log says %q, %v", log, err)
	if left, err := filepath.Glob(filepath.Join(home, "running.json")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// While another Tandem, started with serve, holds the data, the page says so.
func TestOpenIsForAComputerOfOnesOwn(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://db.example.org/tandem")
	code, _, errs := runCommand("", "open")
	expect.True(t, code == exitUsage && strings.Contains(errs, "tandem serve"), "exit %d, %s", code, errs)
}

func TestPortableFolder(t *testing.T) {
	t.Parallel()
	plain, marked, hidden := t.TempDir(), t.TempDir(), t.TempDir()
	for _, mark := range []string{filepath.Join(marked, "portable"), filepath.Join(hidden, "portable.txt")} {
		expect.OK(t, os.WriteFile(mark, nil, 0o600))
	}
	for folder, want := range map[string]string{plain: "", marked: filepath.Join(marked, "tandem-data"), hidden: filepath.Join(hidden, "tandem-data")} {
		expect.Equal(t, portableDir(folder), want, "%s", folder)
	}
	for program, want := range map[string]string{
		"/media/stick/tandem/tandem":                               "/media/stick/tandem",
		"/media/stick/tandem/Tandem.app/Contents/MacOS/tandem":     "/media/stick/tandem",
		"/opt/MacOS/tandem":                                        "/opt/MacOS",
		"/Users/ana/Downloads/My Tandem.app/Contents/MacOS/tandem": "/Users/ana/Downloads",
	} {
		got := folderOf(filepath.FromSlash(program))
		expect.True(t, got == filepath.FromSlash(want), "%s lies in %s, want %s", program, got, want)
	}
	s := settings{dataDir: "/old", backupDir: filepath.Join("/old", "backups"), rulebooks: "/media/rulebooks"}.at("/stick")
	expect.True(t, s.dataDir == "/stick" && s.backupDir == filepath.Join("/stick", "backups") && s.rulebooks == "/media/rulebooks", "moved to %+v", s)
}
