package postgres_test

import (
	"io/fs"
	"strings"
	"sync"
	"testing"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/migrations"
)

// Several nodes that start at once on an empty database apply each step once.
func TestMigrateFromSeveralNodes(t *testing.T) {
	t.Parallel()
	files := expect.Must(fs.Glob(migrations.Files, "*.sql"))(t)
	dsn := testdb.Empty(t)
	var group sync.WaitGroup
	applied := make([][]postgres.Migration, 4)
	errs := make([]error, len(applied))
	for i := range applied {
		group.Go(func() { applied[i], errs[i] = postgres.Migrate(t.Context(), dsn) })
	}
	group.Wait()
	steps := 0
	for i := range applied {
		expect.True(t, errs[i] == nil, "node %d: %v", i, errs[i])
		steps += len(applied[i])
	}
	expect.True(t, steps == len(files), "%d steps were applied, want each of %d once", steps, len(files))
	again, err := postgres.Migrate(t.Context(), dsn)
	expect.True(t, err == nil && len(again) == 0, "a second time: %v, %v, want nothing to do", again, err)
}

func TestMigrateRefusesNewerSchema(t *testing.T) {
	t.Parallel()
	dsn := testdb.URL(t)
	pool := expect.Must(postgres.Connect(t.Context(), dsn))(t)
	defer pool.Close()
	expect.Must(pool.Exec(t.Context(), "insert into goose_db_version (version_id, is_applied) values (99999, true)"))(t)
	_, err := postgres.Migrate(t.Context(), dsn)
	expect.True(t, err != nil && strings.Contains(err.Error(), "schema version 99999"), "got %v, want a refusal that names the version", err)
}
