// Package desktop is Tandem as somebody meets it who started it with a double click: a
// small page in the browser that says whether it runs, what keeps it from running and what
// to do then, which address the hall uses, and that stops it.
//
// The page has a server of its own, which lives when Tandem itself cannot start. It hears
// the loopback address only, under a path that nobody can guess; it must never show
// anything of an event.
package desktop

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/tandemchess/tandem/static"
)

// Site is a Tandem that runs.
type Site struct {
	// Local is its address on this computer.
	Local string

	// First is the page to open: one that signs the first organizer in while there is
	// none, else the front page.
	First func(context.Context) (string, error)

	// Streams counts the open pages that are told of changes.
	Streams func() int

	// Renewed is what this start did with data of an earlier Tandem.
	Renewed Renewal
}

// Renewal is what a start did with data of an earlier Tandem, and the way back.
type Renewal struct {
	Saved string // the save point of everything as it was; empty: none was needed
	Kept  string // the folder with the data as an older PostgreSQL left them; empty: none was older
	Major int    // the PostgreSQL that has them now
}

// Choice is what somebody decided after a problem.
type Choice struct {
	Port   string // another port for the pages; empty: as before
	Anyway bool   // the clock is right, or it does not matter
}

// Options says what a page is about.
type Options struct {
	DataDir string
	Version string
	Browser func(address string) error // shows an address to the person
	Assets  *static.Assets
}

// Desk is the small page and what it shows.
type Desk struct {
	opt      Options
	secret   string
	address  string
	listener net.Listener
	server   *http.Server
	choices  chan Choice   // has room for the one choice that a problem waits for
	stop     chan struct{} // closed when somebody wants it to end
	ended    chan struct{} // closed when it has

	mu      sync.Mutex
	site    *Site    // nil: it does not run
	problem *Problem // nil: there is none
	result  error    // of the end
	stopped sync.Once
}

// New begins to serve the page.
func New(opt Options) (*Desk, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open the page of this computer: %w", err)
	}
	secret := make([]byte, 16)
	rand.Read(secret) // never fails
	d := &Desk{
		opt: opt, secret: hex.EncodeToString(secret), listener: listener,
		choices: make(chan Choice, 1), stop: make(chan struct{}), ended: make(chan struct{}),
	}
	d.address = "http://" + listener.Addr().String() + "/" + d.secret + "/"
	d.server = &http.Server{Handler: d.routes(), ReadHeaderTimeout: 10 * time.Second}
	go d.server.Serve(listener)
	return d, nil
}

// Address is where the page is; whoever has it can stop Tandem.
func (d *Desk) Address() string { return d.address }

// Show brings the page to the front.
func (d *Desk) Show() error { return d.opt.Browser(d.address) }

// Run runs Tandem until somebody stops it, as often as somebody wants to try it again.
// begin starts it with what was chosen last, calls ready when its pages can be reached, and
// returns when its context ends or it fails. Run returns nil after a wanted end.
func (d *Desk) Run(ctx context.Context, begin func(ctx context.Context, last Choice, ready func(Site)) error) error {
	var last Choice
	for {
		d.set(nil, nil)
		err := d.runOnce(ctx, func(ctx context.Context) error { return begin(ctx, last, d.ready) })
		if err == nil || ctx.Err() != nil {
			return err
		}
		problem := Explain(err, d.opt.DataDir)
		d.set(nil, &problem)
		select {
		case choice := <-d.choices:
			if choice.Port == "" {
				choice.Port = last.Port
			}
			choice.Anyway = choice.Anyway || last.Anyway
			last = choice
		case <-d.stop:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

func (d *Desk) runOnce(ctx context.Context, begin func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- begin(ctx) }()
	select {
	case err := <-ended:
		return err
	case <-d.stop:
		cancel()
		err := <-ended
		d.mu.Lock()
		d.result = err
		d.mu.Unlock()
		return nil
	}
}

// ready shows a Tandem that runs, and opens its first page beside the small one.
func (d *Desk) ready(site Site) {
	d.set(&site, nil)
	if first, err := site.First(context.Background()); err == nil {
		d.opt.Browser(first) // the small page has the way as well
	}
}

// choose ends the wait of a problem. The first choice counts: the problem is gone with it,
// so that neither a second press nor a late one changes what a start says meanwhile.
func (d *Desk) choose(choice Choice) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.problem == nil {
		return // it starts already, or runs
	}
	d.problem = nil
	d.choices <- choice
}

func (d *Desk) set(site *Site, problem *Problem) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.site, d.problem = site, problem
}

func (d *Desk) now() (*Site, *Problem, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.site, d.problem, d.result
}

// Close lets the page show the end and closes it.
func (d *Desk) Close() error {
	d.stopped.Do(func() { close(d.stop) })
	close(d.ended)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := d.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = d.server.Close() // somebody's browser keeps a connection
	}
	return err
}

// logName is where a Tandem without a terminal writes what it has to say.
const logName = "tandem.log"

// LogFile is the file for it in a data directory.
func LogFile(dataDir string) string { return filepath.Join(dataDir, logName) }
