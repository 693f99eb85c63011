package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cli/browser"

	"github.com/tandemchess/tandem/internal/build"
	"github.com/tandemchess/tandem/internal/desktop"
	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/static"
)

var openCommand = command{
	name:    "open",
	summary: "start Tandem on this computer and show it in the browser, as a double click does",
	example: "tandem open",
	run: func(ctx context.Context, c console, args []string) int {
		flags := newFlags(c, "open", "")
		carry := flags.Bool("portable", false, "keep the data in the folder tandem-data beside the program, as a file \"portable\" there does")
		silent := flags.Bool("no-browser", false, "print the address of the small page instead of showing it")
		if code, ok := parseFlags(c, flags, args); !ok {
			return code
		}
		if !noArguments(c, flags) {
			return exitUsage
		}
		set, err := settingsFrom(c, os.Environ())
		if err != nil {
			return fail(c, exitUsage, "open", err)
		}
		if *carry {
			dir, err := besideProgram()
			if err != nil {
				return fail(c, exitMachine, "open", err)
			}
			set = set.at(filepath.Join(dir, portableData))
		}
		if set.databaseURL != "" {
			return fail(c, exitUsage, "open", errors.New("DATABASE_URL is set: use tandem serve, which leaves the database to whoever looks after it"))
		}
		show := inBrowser
		if *silent {
			show = func(address string) error {
				_, err := fmt.Fprintln(c.out, address)
				return err
			}
		}
		if err := openHere(ctx, c, set, show); err != nil {
			return fail(c, exitMachine, "open", err)
		}
		return exitDone
	},
}

// inBrowser shows an address. Some systems' programs for that last as long as the browser:
// after a moment without an error it counts as shown.
func inBrowser(address string) error {
	failed := make(chan error, 1)
	go func() { failed <- browser.OpenURL(address) }()
	select {
	case err := <-failed:
		return err
	case <-time.After(2 * time.Second):
		return nil
	}
}

// openHere runs Tandem with its small page, or shows the page of the one that runs already.
func openHere(ctx context.Context, c console, set settings, show func(address string) error) error {
	quiet, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer quiet.Close()
	browser.Stdout, browser.Stderr = quiet, quiet // what browsers have to say helps nobody
	if page := desktop.Other(set.dataDir); page != "" {
		return show(page)
	}
	assets, err := static.Load()
	if err != nil {
		return err
	}
	desk, err := desktop.New(desktop.Options{DataDir: set.dataDir, Version: build.Full(), Browser: show, Assets: assets})
	if err != nil {
		return err
	}
	if err := desk.Show(); err != nil {
		fmt.Fprintf(c.err, "No browser could be opened (%v). Open this address yourself: %s\n", err, desk.Address())
	}
	_, port, err := net.SplitHostPort(set.addr)
	if err != nil {
		return errors.Join(err, desk.Close())
	}
	remembered, err := desktop.RememberedPort(set.dataDir)
	if err == nil && remembered != "" && set.addr == defaultAddr {
		port = remembered
	}
	other := "" // somebody clicked twice, fast
	err = desk.Run(ctx, func(ctx context.Context, last desktop.Choice, ready func(desktop.Site)) error {
		if last.Port != "" {
			port = last.Port
		}
		set.addr = net.JoinHostPort(hostOf(set.addr), port)
		err := serveOpen(ctx, c, set, assets, desk, last, ready)
		var inUse *localpg.InUseError
		if errors.As(err, &inUse) {
			if other = awaitOther(ctx, set.dataDir); other != "" {
				return nil
			}
		}
		return err
	})
	if other != "" {
		err = errors.Join(err, show(other))
	}
	return errors.Join(err, desk.Close())
}

// awaitOther waits for the page of a Tandem that holds the data and may be about to start.
func awaitOther(ctx context.Context, dataDir string) (page string) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for range 50 {
		if page = desktop.Other(dataDir); page != "" {
			return page
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ""
		}
	}
	return ""
}

// serveOpen is one try to start; it returns when Tandem was told to end, or why it cannot.
func serveOpen(ctx context.Context, c console, set settings, assets *static.Assets, desk *desktop.Desk, last desktop.Choice, ready func(desktop.Site)) error {
	clock, err := newClock(set.clockFile)
	if err != nil {
		return err
	}
	if !last.Anyway {
		if err := desktop.CheckClock(clock().Local(), build.Day()); err != nil {
			return err
		}
	}
	if err := desktop.CheckRoom(set.dataDir, diskFree); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", set.addr) // asked before a database is made for nothing
	if err != nil {
		return &desktop.ListenError{Addr: set.addr, Err: err}
	}
	listener.Close()
	said, err := openLog(c, set)
	if err != nil {
		return err
	}
	defer said.Close()
	c = console{strings.NewReader(""), said, said}
	fmt.Fprintf(said, "\n%s Tandem %s\n", time.Now().Format(time.DateTime), build.Full())
	forget := func() {}
	defer func() { forget() }()
	return errors.Join(serveWith(ctx, c, set, clock, assets, func(_ context.Context, n *node) (greeting, error) {
		var err error
		if forget, err = desk.Announce(); err != nil { // the lock on the data is held by now
			return nil, err
		}
		if last.Port != "" {
			if err := desktop.RememberPort(set.dataDir, last.Port); err != nil {
				return nil, err
			}
		}
		return func(url string) {
			ready(desktop.Site{
				Local: url, Streams: n.hub.Streams, Renewed: n.db.renewed,
				First: func(ctx context.Context) (string, error) { return n.firstPage(ctx, url) },
			})
		}, nil
	})...)
}

// firstPage is a link that makes whoever opens it the first organizer, while there is none;
// an earlier link ends with it.
func (n *node) firstPage(ctx context.Context, url string) (string, error) {
	link, err := n.accounts.NewConsoleLink(ctx)
	if err != nil || link.Token == "" {
		return url + "/", err
	}
	return url + "/join/" + link.Token, nil
}

func hostOf(addr string) string {
	host, _, _ := net.SplitHostPort(addr) // it was checked when it was read
	return host
}

// openLog is where messages go: the terminal that somebody sits at, else a file. What it
// holds of earlier starts is put aside when it is large.
func openLog(c console, set settings) (io.WriteCloser, error) {
	if out, ok := c.err.(*os.File); ok && isTerminal(out) {
		return keepOpen{out}, nil
	}
	if err := localpg.CreateRoot(set.dataDir); err != nil {
		return nil, err
	}
	const large = 10 << 20 // bytes
	path := desktop.LogFile(set.dataDir)
	if info, err := os.Stat(path); err == nil && info.Size() > large {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
}

// keepOpen lends a file out.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }
