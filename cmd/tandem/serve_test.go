package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/static"
)

// emptyDataDir is a new data directory that the server's account can reach, with a name as
// people and systems give them ("Application Support").
func emptyDataDir(t *testing.T) string {
	t.Helper()
	dir := expect.Must(os.MkdirTemp("", "Ana + Bén's data "))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	expect.OK(t, os.Chmod(dir, 0o711))
	return dir
}

// A new machine: everything is created, the pages answer, the first organizer
// gets a link, and a stop signal ends all of it cleanly.
func TestServeOnANewMachine(t *testing.T) {
	if _, err := static.Load(); err != nil {
		t.Skip(err)
	}
	t.Setenv("DATABASE_URL", "")
	t.Setenv("TANDEM_DATA_DIR", emptyDataDir(t))
	t.Setenv("TANDEM_ADDR", "127.0.0.1:0")
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	begun := time.Now().Truncate(time.Minute)
	printed, out := io.Pipe()
	var messages bytes.Buffer // read after the end only
	ended := make(chan int, 1)
	go func() {
		ended <- dispatch(ctx, console{strings.NewReader(""), out, &messages}, []string{"serve"})
		out.Close()
	}()
	greeting := readGreeting(printed)
	first, rest, _ := strings.Cut(greeting, "\n")
	url, ok := strings.CutPrefix(first, "Tandem is ready at ")
	if !ok {
		t.Fatalf("printed %q, exit %d\n%s", greeting, <-ended, &messages)
	}
	expect.Contains(t, rest, url+"/join/", "printed %q, want a link for the first organizer", greeting)
	res := expect.Must(http.Get(url + "/healthz"))(t)
	res.Body.Close()
	expect.Equal(t, res.StatusCode, http.StatusOK, "healthz: %s", res.Status)
	stop()
	code := <-ended
	expect.True(t, code == exitDone, "exit %d after the stop signal\n%s", code, &messages)
	oneLink(t, begun.Add(24*time.Hour), time.Now().Add(24*time.Hour))
}

// readGreeting reads what a server prints at its start, to the line about the first
// organizer's link, and lets it print whatever it wants after that.
func readGreeting(printed io.Reader) string {
	var greeting strings.Builder
	lines := bufio.NewScanner(printed)
	for lines.Scan() {
		greeting.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "irst organizer") {
			break
		}
	}
	go io.Copy(io.Discard, printed)
	return greeting.String()
}

// oneLink starts again, which prints no second link but when the first ends, between
// earliest and latest, and prints another one in place of it.
func oneLink(t *testing.T, earliest, latest time.Time) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	printed, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- dispatch(ctx, console{strings.NewReader(""), out, io.Discard}, []string{"serve"})
		out.Close()
	}()
	greeting := readGreeting(printed)
	expect.True(t, !strings.Contains(greeting, "/join/") && strings.Contains(greeting, "tandem user link"),
		"the second start printed %q, want where another link comes from", greeting)
	_, said, _ := strings.Cut(greeting, "works until ")
	said, _, _ = strings.Cut(said, ".")
	until, err := time.Parse("2006-01-02 15:04 MST", said)
	expect.True(t, err == nil && !until.Before(earliest) && !until.After(latest), "the link works until %q, want a time from %v to %v", said, earliest.UTC(), latest.UTC())
	var again bytes.Buffer
	code := dispatch(ctx, console{strings.NewReader(""), &again, io.Discard}, []string{"user", "link"})
	expect.True(t, code == exitDone && strings.Contains(again.String(), "/join/"), "tandem user link: exit %d, printed %q", code, &again)
	stop()
	<-ended
}

// A server that may lose what it acknowledged is refused.
func TestServeRefusesWeakServer(t *testing.T) {
	if _, err := static.Load(); err != nil {
		t.Skip(err)
	}
	dsn := testdb.URL(t)
	t.Setenv("DATABASE_URL", dsn+map[bool]string{true: "&", false: "?"}[strings.Contains(dsn, "?")]+"synchronous_commit=off")
	code, _, errs := runCommand("", "serve")
	expect.True(t, code == exitMachine && strings.Contains(errs, "synchronous_commit"), "exit %d, %s", code, errs)
}
