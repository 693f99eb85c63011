package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/tournament"
)

// WithReplica reads events for public pages from a streaming replica when that
// has come as far as it is asked for, and everything else from the primary. A
// replica that is behind, away or broken costs a moment and is never believed.
type WithReplica struct {
	Tournament
	Replica Tournament
}

// Reads are the reads of public pages.
func (r WithReplica) Reads() tournament.Reader {
	reads := r.Tournament.Reads()
	reads.PublicReader = r
	return reads
}

const (
	// News travels faster than the rows it is about: a replica gets this long.
	replicaPatience = 200 * time.Millisecond
	replicaAskAgain = 10 * time.Millisecond
)

// PublicState implements tournament.PublicReader. atLeast 0 means that nobody
// knows how far the event has come; then only the primary can tell.
func (r WithReplica) PublicState(ctx context.Context, eventID, atLeast int64, since tournament.Since) (tournament.PublicState, error) {
	if atLeast > 0 && r.reached(ctx, eventID, atLeast) {
		if state, err := r.Replica.PublicState(ctx, eventID, atLeast, since); err == nil {
			return state, nil
		}
	}
	return r.Tournament.PublicState(ctx, eventID, atLeast, since)
}

const versionOf = `select version from event where event_id = $1`

// reached waits a moment for the replica to have a version.
func (r WithReplica) reached(ctx context.Context, eventID, atLeast int64) bool {
	ctx, cancel := context.WithTimeout(ctx, replicaPatience)
	defer cancel()
	tick := time.NewTicker(replicaAskAgain)
	defer tick.Stop()
	for {
		var version int64
		if err := r.Replica.pool.QueryRow(ctx, versionOf, eventID).Scan(&version); err != nil {
			return false // away, or a replica that does not have the event yet
		}
		if version >= atLeast {
			return true
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false
		}
	}
}

const (
	allEntries      = `select coalesce(sum(version), 0)::bigint from event`
	replicaProgress = `select pg_is_in_recovery(), coalesce(sum(version), 0)::bigint from event`
)

// ReplicaProgress says whether a replica still follows its primary, and how many
// journal entries of that it lacks.
func ReplicaProgress(ctx context.Context, primary, replica *Pool) (following bool, behind int64, err error) {
	var has, all int64
	if err := replica.QueryRow(ctx, replicaProgress).Scan(&following, &has); err != nil {
		return false, 0, failed("ask the replica how far it is", err)
	}
	if err := primary.QueryRow(ctx, allEntries).Scan(&all); err != nil {
		return false, 0, failed("ask the database how far it is", err)
	}
	return following, max(0, all-has), nil
}

// ForReplica opens the pool of a replica. Nothing is connected yet: a node starts
// without its replica, and finds it when it is there.
func ForReplica(ctx context.Context, dsn string) (*Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, &ConnectError{Fault: FaultURL}
	}
	config.MaxConns, config.MinConns = publicConns, 0
	config.ConnConfig.ConnectTimeout = replicaPatience
	config.PingTimeout = replicaPatience
	config.ConnConfig.DialFunc = dialer.DialContext
	config.ConnConfig.RuntimeParams["application_name"] = "tandem replica"
	config.ConnConfig.RuntimeParams["statement_timeout"] = publicStatement
	TimesInUTC(config)
	takesPulse(ctx, config).take()
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, newConnectError(config.ConnConfig.Config, err)
	}
	return pool, nil
}
