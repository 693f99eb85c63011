package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/build"
	"github.com/tandemchess/tandem/internal/desktop"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web"
	"github.com/tandemchess/tandem/internal/web/chief"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/webhook"
	"github.com/tandemchess/tandem/static"
)

var serveCommand = command{
	name:    "serve",
	summary: "serve the pages; starts the embedded PostgreSQL unless DATABASE_URL is set",
	example: "TANDEM_ADDR=:8080 tandem serve",
	run: func(ctx context.Context, c console, args []string) int {
		fs := newFlags(c, "serve", "")
		if code, ok := parseFlags(c, fs, args); !ok {
			return code
		}
		if !noArguments(c, fs) {
			return exitUsage
		}
		return serve(ctx, c, "serve", nil)
	},
}

// node is one running Tandem: its services and what they stand on.
type node struct {
	db         *database
	accounts   *account.Service
	tournament *tournament.Service
	hub        *live.Hub
	backups    *savepoint.Keeper
	second     *savepoint.Second
	hooks      *webhook.Sender
	keepHouse  func(context.Context) // until its context ends
	server     *web.Server
	say        func(ctx context.Context, channel string) error
	deaf       atomic.Pointer[string] // why the node does not hear of changes; nil: it does
}

// hears reports why the node does not hear of changes; nil: it does.
func (n *node) hears() error {
	if why := n.deaf.Load(); why != nil {
		return errors.New(*why)
	}
	return nil
}

// preparation works on an open node before the first page is served; the
// greeting, if any, is printed when the pages can be reached at url.
type (
	preparation func(context.Context, *node) (greeting, error)
	greeting    func(url string)
)

// serve runs until ctx ends; prepare may be nil.
func serve(ctx context.Context, c console, name string, prepare preparation) int {
	set, err := settingsFrom(c, os.Environ())
	if err != nil {
		return fail(c, exitUsage, name, err)
	}
	clock, err := newClock(set.clockFile)
	if err != nil {
		return fail(c, exitUsage, name, err)
	}
	assets, err := static.Load()
	if err != nil {
		return fail(c, exitMachine, name, err)
	}
	code := exitDone
	for _, err := range serveWith(ctx, c, set, clock, assets, prepare) {
		code = fail(c, databaseFailure(err), name, err)
	}
	return code
}

// serveWith runs until ctx ends. It returns all that went wrong, in the order in which it did.
func serveWith(ctx context.Context, c console, set settings, clock func() time.Time, assets *static.Assets, prepare preparation) (failures []error) {
	db, err := openDatabase(ctx, c, set)
	if err != nil {
		return []error{err}
	}
	end := &shutdown{log: slog.New(slog.NewTextHandler(c.err, nil)), patience: 1}
	if err := run(ctx, c, set, clock, db, assets, end, prepare); err != nil {
		failures = append(failures, err)
	}
	if err := end.database(db); err != nil {
		failures = append(failures, err)
	}
	return failures
}

func run(ctx context.Context, c console, set settings, clock func() time.Time, db *database, assets *static.Assets, end *shutdown, prepare preparation) (err error) {
	applied, err := db.migrate(ctx, c, newKeeper(set, clock, db, end.log))
	if err != nil {
		return err
	}
	for _, m := range applied {
		fmt.Fprintf(c.err, "Migrated the schema: %s\n", m.Name)
	}
	web.CollectSeldom()
	n := newNode(set, clock, db, assets, end.log)
	stopBeside := n.runBeside(ctx)
	defer func() { err = errors.Join(err, stopBeside(end)) }() // before the database goes
	greet := greeting(func(string) {})
	if prepare != nil {
		var err error
		if greet, err = prepare(ctx, n); err != nil {
			return err
		}
	}
	listener, err := net.Listen("tcp", set.addr)
	if err != nil {
		return &desktop.ListenError{Addr: set.addr, Err: err}
	}
	listening, stopListening := context.WithCancel(ctx)
	defer stopListening()
	ready, listened := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(listened)
		n.listener(end.log).Run(listening, ready)
	}()
	select {
	case <-ready:
	case <-ctx.Done():
		listener.Close()
		return nil
	}
	url := set.publicURL
	if url == "" {
		url = pageURL(listener.Addr().String())
	}
	if err := announce(ctx, c, n, url); err != nil {
		listener.Close()
		return err
	}
	greet(url)
	err = serveHTTP(ctx, n, listener, end, db.died)
	stopListening()
	return errors.Join(err, end.step("listening for changes", besideLimit, func() error {
		<-listened
		return nil
	}, nil))
}

// listener hears of the changes of all nodes. After the database was away no
// connection of a pool can be trusted to stand: all are made anew.
func (n *node) listener(log *slog.Logger) postgres.Listener {
	return postgres.Listener{
		URL: n.db.direct, Say: n.say, Changed: n.hub.Changed, Log: log,
		State: func(err error) {
			if err == nil {
				n.deaf.Store(nil)
				return
			}
			why := err.Error()
			n.deaf.Store(&why)
		},
		Away: n.hub.Away,
		Resync: func() {
			n.db.reset()
			n.hub.Resync()
		},
		// Pages are as old as the last look then, which is better than old for ever.
		Missed: func() {
			n.hub.Resync()
			n.hub.Away()
		},
	}
}

// runBeside starts what works beside the pages; stop waits for its end.
func (n *node) runBeside(ctx context.Context) (stop func(*shutdown) error) {
	ctx, cancel := context.WithCancel(ctx)
	ended := map[string]chan struct{}{}
	for name, work := range map[string]func(context.Context){
		"the save points": n.backups.Run, "the copies of save points": n.second.Run, "the webhooks": n.hooks.Run, "the housekeeping": n.keepHouse,
		"the watch on the clock": n.server.WatchClock, "the watch on saving": n.server.WatchSaving,
	} {
		done := make(chan struct{})
		ended[name] = done
		go func() {
			defer close(done)
			work(ctx)
		}()
	}
	return func(s *shutdown) error {
		cancel()
		return s.step("what works beside the pages", besideLimit, func() error {
			for _, done := range ended {
				<-done
			}
			return nil
		}, func() string { return strings.Join(running(ended), ", ") })
	}
}

// running are the names of what has not ended yet.
func running(ended map[string]chan struct{}) []string {
	var names []string
	for name, done := range ended {
		select {
		case <-done:
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func newNode(set settings, clock func() time.Time, db *database, assets *static.Assets, log *slog.Logger) *node {
	store := postgres.New(db.pool, clock)
	store.AskFirst(db.room)
	n := &node{
		db:         db,
		say:        store.Say,
		accounts:   account.NewService(postgres.Accounts{DB: store}, clock),
		tournament: tournament.NewService(postgres.Tournament{DB: store}),
		hub:        live.NewHub(),
		keepHouse:  func(ctx context.Context) { store.KeepHouse(ctx, log) },
	}
	n.backups = newKeeper(set, clock, db, log)
	n.second = newSecond(set, n.backups, clock, log)
	n.hooks = webhook.New(webhook.Sender{Store: postgres.Webhooks{DB: store}, Client: webhook.NewClient(set.privateHooks), Now: clock, Log: log})
	n.hub.OnChange(func(int64, int64, journal.Reach) {
		n.backups.Changed()
		n.hooks.Changed()
	})
	n.server = web.New(web.Deps{
		Log: log, Now: clock, Founding: founding.NewService(postgres.Founding{DB: store}), Tournament: n.tournament, Public: db.publicReader(),
		Dispute: dispute.NewService(postgres.Disputes{DB: store}), Journal: postgres.Journal{DB: store}, Accounts: n.accounts, Hub: n.hub,
		Asset: assets.Path, Static: assets, Ready: store.Ping, Hears: n.hears, CanSave: store.CanSave, Backups: n.backups, Second: n.second, Guests: newGuests(set, clock), Carry: n.newCarry(set, clock, log),
		Machine:       chief.Machine{Build: build.Version(), Program: build.Full(), DataDir: cmp.Or(set.dataDir, set.backupDir), Free: diskFree, Database: store.About, Queue: store.Waiting, Replica: db.replicaProgress(), Ahead: func() chief.Ahead { return chief.Ahead(store.Ahead()) }},
		MostStreams:   int(min(openFiles()/5*4, 1<<30)),
		RulebookTexts: set.rulebooks,

		HealthToken: set.healthToken,
		RefusesHook: webhook.Refuses(set.privateHooks),
		OwnMachine:  db.embedded != nil,
		Secure:      set.secure(), URL: set.publicURL, Proxies: set.proxies,
	})
	return n
}

// announce prints where the pages are and, once on a server without officials, the
// link of the first organizer.
func announce(ctx context.Context, c console, n *node, url string) error {
	link, err := n.accounts.ConsoleLink(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "Tandem is ready at %s\n", url)
	if err := n.backups.Prepare(); err != nil {
		fmt.Fprintf(c.out, "No save point can be made: %v. Let Tandem write there, or name another folder in TANDEM_BACKUP_DIR.\n", err)
	} else if second := n.second.Status(); n.backups.Dir != "" && second.Where == "" && !second.Waived {
		fmt.Fprintln(c.out, `Save points are on this machine only. "tandem second-place FOLDER" copies them to another disk or a synchronised folder, "tandem second-place none" if you look after that yourself.`)
	}
	switch {
	case link.Token != "":
		printConsoleLink(c, url, link)
	case !link.Until.IsZero():
		fmt.Fprintf(c.out, "The link of the first organizer was printed at an earlier start and works until %s. If it is lost, \"tandem user link\" prints another.\n",
			link.Until.Format("2006-01-02 15:04 UTC"))
	}
	return nil
}

func printConsoleLink(c console, url string, link account.ConsoleLink) {
	fmt.Fprintf(c.out, "First organizer, open this link once within 24 hours: %s/join/%s\n", strings.TrimSuffix(url, "/"), link.Token)
}

// serveHTTP answers until ctx ends or the embedded database dies.
func serveHTTP(ctx context.Context, n *node, listener net.Listener, end *shutdown, died <-chan error) error {
	srv := &http.Server{
		Handler:           n.server,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		// Who asks and does not read is cut. Streams take their connections over, and
		// routes that work long by nature take the limit back.
		WriteTimeout: 2 * time.Minute,
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(visit.Listen(srv, listener)) }()
	var cause error
	select {
	case <-ctx.Done():
	case cause = <-failed:
		cause = fmt.Errorf("serve pages: %w", cause)
	case cause = <-died:
	}
	err := end.step("open requests", drain, func() error {
		n.hub.Close()
		err := srv.Shutdown(context.WithoutCancel(ctx))
		if errors.Is(err, http.ErrServerClosed) {
			return nil
		}
		return err
	}, func() string { return strings.Join(n.server.Open(), ", ") })
	return errors.Join(cause, err)
}
