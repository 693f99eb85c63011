// Command load tries a running Tandem on this machine with a hall full of phones
// and a busy desk, and prints what it measured. It makes an event of its own,
// talks to loopback addresses only, is bounded in number and time, and ends by
// itself. It must never be pointed at anything else, and refuses to be.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	mostPhones   = 20_000
	mostDesks    = 64
	mostTeams    = 1_000
	longestTrial = 2 * time.Minute // of each part
)

// trial is what the flags ask for.
type trial struct {
	url      string
	database string
	phones   int
	desks    int
	teams    int
	pause    time.Duration // of each desk between two results; every result is news for all phones
	lasts    time.Duration // the desks' work
	publish  time.Duration // between two publications while the desks work; 0 for none
	pages    time.Duration // each side of the race of the cached page; 0 for none
	pid      int           // of the server, for its memory; 0 measures none
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == constantPage {
		if err := serveConstant(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "load:", err)
			os.Exit(3)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	t, err := readFlags(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(2)
	}
	if err := t.run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(3)
	}
}

func readFlags(args []string) (trial, error) {
	var t trial
	fs := flag.NewFlagSet("load", flag.ContinueOnError)
	fs.StringVar(&t.url, "url", "http://127.0.0.1:8080", "`address` of the running Tandem, on this machine")
	fs.StringVar(&t.database, "database", os.Getenv("DATABASE_URL"), "connection `string` of its database, on this machine")
	fs.IntVar(&t.phones, "phones", 1000, "open `streams`")
	fs.IntVar(&t.desks, "desks", 4, "people entering results")
	fs.IntVar(&t.teams, "teams", 200, "teams of the section")
	fs.DurationVar(&t.pause, "pause", time.Second, "`time` each desk takes between two results while phones follow")
	fs.DurationVar(&t.lasts, "for", 15*time.Second, "how long the desks work")
	fs.DurationVar(&t.publish, "publish", 5*time.Second, "`time` between two publications while the desks work, 0 for none")
	fs.DurationVar(&t.pages, "pages", 10*time.Second, "how long each side of the race of the cached page runs, 0 for none")
	fs.IntVar(&t.pid, "pid", 0, "process `number` of the server, to read its memory")
	if err := fs.Parse(args); err != nil {
		return t, err
	}
	switch {
	case t.phones < 0 || t.phones > mostPhones:
		return t, fmt.Errorf("-phones is from 0 to %d", mostPhones)
	case t.desks < 1 || t.desks > mostDesks:
		return t, fmt.Errorf("-desks is from 1 to %d", mostDesks)
	case t.teams < 2 || t.teams > mostTeams:
		return t, fmt.Errorf("-teams is from 2 to %d", mostTeams)
	case t.lasts <= 0 || t.lasts > longestTrial || t.pages < 0 || t.pages > longestTrial || t.pause < 0 || t.publish < 0 || t.publish > 0 && t.publish < time.Second:
		return t, fmt.Errorf("-for and -pages are up to %s, -pause from 0s, -publish 0s or from 1s", longestTrial)
	}
	return t, t.checkLoopback()
}

// checkLoopback refuses every address that could be somebody else's machine.
// Names are refused too, whatever they mean today.
func (t trial) checkLoopback() error {
	page, err := url.Parse(t.url)
	if err != nil || page.Scheme != "http" || !loopback(page.Hostname()) {
		return fmt.Errorf("-url %q is not a loopback address such as http://127.0.0.1:8080; nothing else is tried", t.url)
	}
	data, err := url.Parse(t.database)
	if err != nil || data.Scheme != "postgres" && data.Scheme != "postgresql" {
		return fmt.Errorf("-database is not a connection string such as postgres://user@127.0.0.1/tandem")
	}
	// A parameter would win over the host of the address: only a socket's folder is taken there.
	host := data.Query().Get("host")
	socket := host != "" && host[0] == '/' && data.Hostname() == ""
	if !socket && (host != "" || data.Query().Has("hostaddr") || !loopback(data.Hostname())) {
		return fmt.Errorf("-database is not on a loopback address or a socket of this machine; nothing else is tried")
	}
	return nil
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// dial is a last lock on the door: whatever a redirect says, only this machine
// is called.
func dial(ctx context.Context, d *net.Dialer, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil || !loopback(host) {
		return nil, fmt.Errorf("%s is not a loopback address", address)
	}
	return d.DialContext(ctx, "tcp", address)
}

func (t trial) run(ctx context.Context, out io.Writer) error {
	h, err := t.newHall(ctx)
	if err != nil {
		return err
	}
	defer h.Pool.Close()
	crowd, err := newCrowd(ctx, t.url, h.Slug)
	if err != nil {
		return err
	}
	defer crowd.close()
	if _, err := crowd.pages.get(ctx, crowd.page); err != nil {
		return err
	}
	before := memory(t.pid)
	if err := crowd.open(ctx, t.phones); err != nil {
		return err
	}
	if before != 0 && t.phones > 0 {
		fmt.Fprintf(out, "%-34s %.1f KB of server memory each\n", fmt.Sprintf("%d streams", t.phones), float64(memory(t.pid)-before)/float64(t.phones))
	}
	version, at, err := h.publishFirst(ctx)
	if err != nil {
		return err
	}
	reached := crowd.follow(ctx, version, at, 30*time.Second)
	fmt.Fprintf(out, "%-34s %s, %d of %d phones, %d errors, %d bytes\n", "publication until fetched", reached, reached.count(), t.phones, crowd.errors.Load(), crowd.bytes.Load())
	desks, err := h.openDesks(ctx)
	if err != nil {
		return fmt.Errorf("sign in at the desk: %w", err)
	}
	publishing, stopPublishing := context.WithCancel(ctx)
	again := h.publishEvery(publishing, crowd)
	entered, err := h.work(ctx, desks)
	stopPublishing()
	versions := <-again
	if err := errors.Join(err, versions.err); err != nil {
		return err
	}
	if t.publish > 0 {
		fmt.Fprintf(out, "%-34s %s, %d publications, %d of %d fetches\n", fmt.Sprintf("each publication, every %s", t.publish), versions.times, versions.count, versions.times.count(), versions.count*t.phones)
	}
	fmt.Fprintf(out, "%-34s %s, %.0f a second\n", fmt.Sprintf("result saved, with %d phones", t.phones), entered.times, entered.rate())
	fmt.Fprintf(out, "%-34s %s\n", "desk page with the entry form", entered.forms)
	crowd.close()
	h.pause = 0
	alone, err := h.work(ctx, desks)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%-34s %s, %.0f a second\n", "result saved, desks alone", alone.times, alone.rate())
	fmt.Fprintf(out, "%-34s %d\n", "errors", crowd.errors.Load())
	if t.pages > 0 {
		return t.race(ctx, out, h.Slug)
	}
	return nil
}
