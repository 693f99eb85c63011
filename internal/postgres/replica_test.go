package postgres_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A replica is read when it has the version asked for, and only then. A database
// that stands still plays the replica: what it says tells who was asked.
func TestReplicaIsReadOnlyWhenItHasTheVersion(t *testing.T) {
	t.Parallel()
	primary, replica := filled(t), filled(t)
	run(t, primary, `update event set name = 'of the primary' where event_id = 2`)
	run(t, replica, `update event set name = 'of the replica' where event_id = 2`)
	read := func(r postgres.WithReplica, atLeast int64) string {
		t.Helper()
		state := expect.Must(r.PublicState(t.Context(), 2, atLeast, nil))(t)
		return state.Event.Name
	}
	reader := func(p *postgres.Pool) postgres.Tournament { return postgres.Tournament{DB: postgres.New(p, nil)} }
	both := postgres.WithReplica{Tournament: reader(primary), Replica: reader(replica)}
	expect.Equal(t, read(both, 3), "of the replica", "at its version the event")
	expect.Equal(t, read(both, 0), "of the primary", "at an unknown version the event")
	run(t, primary, `update event set version = 4 where event_id = 2`)
	expect.Equal(t, read(both, 4), "of the primary", "when the replica is behind the event")
	following, behind, err := postgres.ReplicaProgress(t.Context(), primary, replica)
	expect.True(t, err == nil && !following && behind == 1, "a copy that follows nothing and lacks an entry: following %v, %d behind, %v", following, behind, err)
	away := expect.Must(postgres.ForReplica(t.Context(), "postgres://nobody@127.0.0.1:1/nowhere"))(t)
	t.Cleanup(away.Close)
	expect.Equal(t, read(postgres.WithReplica{Tournament: reader(primary), Replica: reader(away)}, 3), "of the primary", "when the replica is away the event")
	got := read(postgres.WithReplica{Tournament: reader(primary), Replica: reader(testdb.New(t))}, 3)
	expect.Equal(t, got, "of the primary", "when the replica does not know the event it")
}
