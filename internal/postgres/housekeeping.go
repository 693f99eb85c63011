package postgres

import (
	"context"
	"log/slog"
	"time"
)

// AnswersKept is how long the answer to a command stays under its one-time key. A
// device without contact keeps its queue over a tournament weekend; sent later than
// this a command is taken for a new one.
const AnswersKept = 30 * 24 * time.Hour

const (
	keepHouseEvery = time.Hour
	forgetAtOnce   = 1000 // rows of one statement: each locks its own rows for milliseconds
)

// Rows that a command or another node holds are left for the next time.
const forgetAnswers = `delete from idempotency where ctid = any (array(
	select ctid from idempotency where at < $1 order by at limit $2 for update skip locked))`

// ForgetAnswers deletes the answers to commands carried out before a time, and
// reports how many. It takes no lock that a command waits for.
func (db *DB) ForgetAnswers(ctx context.Context, before time.Time) (int64, error) {
	var forgotten int64
	for {
		n, err := exec(ctx, db.pool, "forget old answers", forgetAnswers, before, forgetAtOnce)
		forgotten += n
		if err != nil || n < forgetAtOnce {
			return forgotten, err
		}
	}
}

// KeepHouse forgets what nobody can ask for any more, until ctx ends.
func (db *DB) KeepHouse(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(keepHouseEvery)
	defer tick.Stop()
	for {
		n, err := db.ForgetAnswers(ctx, db.now().Add(-AnswersKept))
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Warn("old answers stay for now", "error", err)
		case n > 0:
			log.Info("forgot old answers", "rows", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
