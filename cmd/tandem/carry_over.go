package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/tandemchess/tandem/internal/desktop"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
)

// olderData is what a start does with data of an older PostgreSQL than the one that is to
// run.
type olderData bool

const (
	carriesOver olderData = true  // brings them forward, as serving and migrating do
	leavesMajor olderData = false // has the PostgreSQL that wrote them run them
)

// carryOver brings everything from the database of an older PostgreSQL into a new and
// empty one by a save point, which it returns: written as the program from before reads
// it, proved while it is read, and the way back. Nothing is saved of a database without
// tables, whose first start was cut off.
func carryOver(ctx context.Context, c console, s settings, old, fresh string) (saved string, err error) {
	db, err := connectDatabase(ctx, old, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.close()) }()
	upgrade, err := postgres.PendingUpgrade(ctx, db.pool)
	if err != nil || upgrade.From == 0 {
		return "", err
	}
	if err := postgres.CheckSchema(ctx, db.pool); err != nil {
		return "", err
	}
	keeper := newKeeper(s, time.Now, db, slog.New(slog.NewTextHandler(c.err, nil)))
	point, err := keeper.Make(ctx, savepoint.Upgrade)
	if err != nil {
		return "", fmt.Errorf("%w: %w", desktop.ErrNoSavePoint, err)
	}
	saved = filepath.Join(keeper.Dir, point.Name)
	fmt.Fprintf(c.err, "Saved everything before: %s\n", saved)
	file, err := keeper.Open(point.Name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	pool, err := postgres.Connect(ctx, fresh)
	if err != nil {
		return "", err
	}
	defer pool.Close()
	manifest, err := postgres.Restore(ctx, pool, file)
	if err == nil {
		printManifest(c.err, "Carried over", manifest)
	}
	return saved, err
}
