package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"github.com/tandemchess/tandem/internal/desktop"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/savepoint"
)

const (
	// keepSavePoints is how many automatic save points stay: a weekend of rounds.
	keepSavePoints = 48
	// saveEvery is how much of the desk's work may be in no save point while results come.
	saveEvery = 3 * time.Minute
)

func newKeeper(set settings, clock func() time.Time, db *database, log *slog.Logger) *savepoint.Keeper {
	store := postgres.New(db.pool, clock)
	return savepoint.New(savepoint.Options{
		Dir: set.backupDir, Keep: keepSavePoints, Every: saveEvery, Milestones: store.Milestones, Now: clock, Log: log,
		Write: func(ctx context.Context, w io.Writer) error {
			_, err := postgres.Backup(ctx, db.pool, w, clock())
			return err
		},
		WritePart: func(ctx context.Context, w io.Writer, since savepoint.Point) (bool, error) {
			then := postgres.Manifest{TakenAt: since.TakenAt, Schema: since.Schema}
			for _, e := range since.Events {
				then.Events = append(then.Events, postgres.Sealed{EventID: e.EventID, Version: e.Version})
			}
			m, err := postgres.BackupChanged(ctx, db.pool, then, w, clock())
			return len(m.Events) > 0, err
		},
		Try: func(ctx context.Context, r io.Reader) error {
			return db.pastPoolers(ctx, func(pool *postgres.Pool) error {
				_, err := postgres.TryRestore(ctx, pool, r)
				return err
			})
		},
	})
}

// secondAnswers is how long another Tandem may take to begin its answer.
const secondAnswers = 30 * time.Second

func newSecond(set settings, keeper *savepoint.Keeper, clock func() time.Time, log *slog.Logger) *savepoint.Second {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = secondAnswers
	return savepoint.NewSecond(savepoint.SecondOptions{
		Keeper: keeper, Fixed: set.secondPlace, Client: &http.Client{Transport: transport}, Now: clock, Log: log,
	})
}

// migrate brings the schema up to date and returns the steps. Before a schema is changed
// that somebody has worked with, a save point is made, which programs from before the
// change can read; without a folder for save points there is none, and that is said. A
// save point that fails keeps the schema as it is.
func (db *database) migrate(ctx context.Context, c console, keeper *savepoint.Keeper) ([]postgres.Migration, error) {
	upgrade, err := postgres.PendingUpgrade(ctx, db.pool)
	if err != nil {
		return nil, err
	}
	if upgrade.Due && upgrade.Filled {
		if db.renewed.Saved, err = saveBefore(ctx, c, keeper); err != nil {
			return nil, err
		}
	}
	applied, err := postgres.Migrate(ctx, db.direct)
	if err != nil {
		return nil, err
	}
	events, err := postgres.SealValues(ctx, db.pool)
	if events > 0 {
		fmt.Fprintf(c.err, "The values of %d events are under the seals of their journals now.\n", events)
	}
	return applied, err
}

// saveBefore returns the file of the save point; empty where there is none.
func saveBefore(ctx context.Context, c console, keeper *savepoint.Keeper) (string, error) {
	if keeper == nil {
		return "", nil // it was asked for
	}
	if keeper.Dir == "" {
		fmt.Fprintln(c.err, "No save point is made before the migration: there is no folder for it. Set TANDEM_BACKUP_DIR to have one.")
		return "", nil
	}
	point, err := keeper.Make(ctx, savepoint.Upgrade)
	if err != nil {
		return "", fmt.Errorf("%w: %w", desktop.ErrNoSavePoint, err)
	}
	path := filepath.Join(keeper.Dir, point.Name)
	fmt.Fprintf(c.err, "Saved everything before the migration: %s\n", path)
	return path, nil
}

// newGuests keeps save points of others beside the own.
func newGuests(set settings, clock func() time.Time) *savepoint.Guests {
	guests := &savepoint.Guests{Free: diskFree, Now: clock}
	if set.backupDir != "" {
		guests.Dir = filepath.Join(set.backupDir, "guests")
	}
	return guests
}
