package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/build"
	"github.com/tandemchess/tandem/internal/desktop"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/chief"
)

// database is an open connection to Tandem's data, wherever it lives.
type database struct {
	pool   *postgres.Pool
	public *postgres.Pool // for the pages everybody may read
	dsn    string
	direct string // dsn, or the same database past a pooler

	replica *postgres.Pool // read replica for public pages, nil without one

	// died delivers an error when the embedded server ends by itself; for any
	// other server it never does.
	died <-chan error

	embedded *localpg.Server // nil when somebody else runs the server

	renewed desktop.Renewal // what the start did with data of an earlier Tandem
}

// openDatabase connects to DATABASE_URL, or starts the embedded PostgreSQL and
// owns it until close. It is for serving: a data directory in use is an error,
// and so is a server that may lose what it acknowledged.
func openDatabase(ctx context.Context, c console, s settings) (*database, error) {
	db, err := startDatabase(ctx, c, s, carriesOver)
	if err != nil {
		return nil, err
	}
	if s.listenURL != "" {
		db.direct = s.listenURL
		if err := db.pastPoolers(ctx, func(*postgres.Pool) error { return nil }); err != nil {
			return nil, errors.Join(fmt.Errorf("DATABASE_LISTEN_URL: %w", err), db.close())
		}
	}
	if err := postgres.CheckDurability(ctx, db.pool); err != nil {
		return nil, errors.Join(err, db.close())
	}
	if s.replicaURL != "" {
		if db.replica, err = postgres.ForReplica(ctx, s.replicaURL); err != nil {
			return nil, errors.Join(fmt.Errorf("DATABASE_REPLICA_URL: %w", err), db.close())
		}
	}
	return db, nil
}

// publicReader is what public pages are read through.
func (db *database) publicReader() tournament.Reader {
	public := postgres.Tournament{DB: postgres.New(db.public, nil)}
	if db.replica == nil {
		return public.Reads()
	}
	return postgres.WithReplica{Tournament: public, Replica: postgres.Tournament{DB: postgres.New(db.replica, nil)}}.Reads()
}

// replicaProgress asks how far the read replica is; nil without one.
func (db *database) replicaProgress() func(context.Context) (chief.Replica, error) {
	if db.replica == nil {
		return nil
	}
	return func(ctx context.Context) (chief.Replica, error) {
		following, behind, err := postgres.ReplicaProgress(ctx, db.pool, db.replica)
		return chief.Replica{Following: following, Behind: behind}, err
	}
}

// pastPoolers does work that settings of one connection have to last for.
func (db *database) pastPoolers(ctx context.Context, work func(*postgres.Pool) error) error {
	if db.direct == db.dsn {
		return work(db.pool)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pool, err := postgres.Connect(ctx, db.direct)
	if err != nil {
		return err
	}
	defer pool.Close()
	return work(pool)
}

// joinDatabase is for a command that works beside a running Tandem: when one
// already runs the embedded server, it uses that one. A command takes no pooler, and data
// of a later program is refused.
func joinDatabase(ctx context.Context, c console, s settings) (*database, error) {
	return joinWith(ctx, c, s, leavesMajor)
}

func joinWith(ctx context.Context, c console, s settings, older olderData) (*database, error) {
	db, err := joinServer(ctx, c, s, older)
	if err != nil {
		return nil, err
	}
	if err := postgres.CheckSchema(ctx, db.pool); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return db, nil
}

func joinServer(ctx context.Context, c console, s settings, older olderData) (*database, error) {
	s.databaseURL = s.direct()
	db, err := startDatabase(ctx, c, s, older)
	var inUse *localpg.InUseError
	if !errors.As(err, &inUse) {
		return db, err
	}
	dsn, ok := localpg.Attach(s.dataDir)
	if !ok {
		return nil, err
	}
	return connectDatabase(ctx, dsn, nil)
}

func startDatabase(ctx context.Context, c console, s settings, older olderData) (*database, error) {
	if s.databaseURL != s.direct() {
		return openPools(ctx, s.databaseURL, nil, postgres.ConnectPooler)
	}
	if s.databaseURL != "" {
		return connectDatabase(ctx, s.databaseURL, nil)
	}
	var renewed desktop.Renewal
	opt := localpg.Options{DataDir: s.dataDir, Log: c.err, Free: diskFree, Program: build.Full()}
	if older == carriesOver {
		opt.Carry = func(ctx context.Context, old, fresh string) (err error) {
			renewed.Saved, err = carryOver(ctx, c, s, old, fresh)
			return err
		}
	}
	server, err := localpg.Start(ctx, opt)
	if err != nil {
		return nil, err
	}
	db, err := connectDatabase(ctx, server.URL(), server)
	if err == nil {
		renewed.Kept, renewed.Major = server.Carried().Kept, server.Carried().To
		db.renewed = renewed
	}
	return db, err
}

func connectDatabase(ctx context.Context, dsn string, server *localpg.Server) (*database, error) {
	return openPools(ctx, dsn, server, postgres.Connect)
}

func openPools(ctx context.Context, dsn string, server *localpg.Server, connect func(context.Context, string) (*postgres.Pool, error)) (*database, error) {
	db := &database{dsn: dsn, direct: dsn, embedded: server}
	if server != nil {
		db.died = server.Done()
	}
	pool, err := connect(ctx, dsn)
	if err != nil {
		return nil, errors.Join(err, db.close())
	}
	db.pool = pool
	if db.public, err = postgres.ForPublic(ctx, pool); err != nil {
		return nil, errors.Join(err, db.close())
	}
	return db, nil
}

// room refuses changes when the disk of the embedded database is nearly full.
func (db *database) room() error {
	if db.embedded == nil {
		return nil
	}
	if err := db.embedded.Room(); err != nil {
		return fault.Wrap(fault.Unavailable, err, "The disk of this machine is full. Nothing was changed; use paper slips, and free some space.")
	}
	return nil
}

// pools are those that are open.
func (db *database) pools() []*postgres.Pool {
	return slices.DeleteFunc([]*postgres.Pool{db.replica, db.public, db.pool}, func(p *postgres.Pool) bool { return p == nil })
}

// reset lets go of all connections; those in use when they are given back.
func (db *database) reset() {
	for _, pool := range db.pools() {
		pool.Reset()
	}
}

// close closes all connections, waiting for those in use, and stops the
// embedded server when it is ours.
func (db *database) close() error {
	for _, pool := range db.pools() {
		pool.Close()
	}
	if db.embedded == nil {
		return nil
	}
	return db.embedded.Stop()
}

// databaseFailure is the exit code for an error of opening a database: a wrong
// DATABASE_URL is the caller's mistake, the rest the machine's.
func databaseFailure(err error) int {
	var connect *postgres.ConnectError
	if errors.As(err, &connect) && connect.Fault == postgres.FaultURL {
		return exitUsage
	}
	return exitMachine
}
