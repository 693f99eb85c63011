package testdb_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Every test gets tables of its own: the same row fits into all of them.
func TestDatabasesAreSeparate(t *testing.T) {
	for i := range 6 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			pool := testdb.New(t)
			ctx := context.Background()
			expect.OK(t, expect.Err(pool.Exec(ctx, "insert into counter (name, value) values ('probe', 1)")))
			var rows int
			expect.OK(t, pool.QueryRow(ctx, "select count(*) from counter").Scan(&rows))
			expect.Equal(t, rows, 1, "rows, want the one written here")
		})
	}
}

// A source is filled once; what one test does to its copy no other sees.
func TestCopiesOfASourceAreSeparate(t *testing.T) {
	t.Parallel()
	filled := 0
	source := testdb.NewSource(func(t testing.TB, pool *pgxpool.Pool) {
		filled++
		expect.OK(t, expect.Err(pool.Exec(t.Context(), "insert into counter (name, value) values ('source', 1)")))
	})
	for range 3 {
		pool := source.New(t)
		var rows int
		err := pool.QueryRow(t.Context(), "select count(*) from counter").Scan(&rows)
		expect.True(t, err == nil && rows == 1, "%d rows, %v; want the one of the source", rows, err)
		expect.OK(t, expect.Err(pool.Exec(t.Context(), "insert into counter (name, value) values ('copy', 1)")))
	}
	expect.True(t, filled == 1, "the source was filled %d times", filled)
}

func BenchmarkClone(b *testing.B) {
	testdb.URL(b)
	for b.Loop() {
		testdb.URL(b)
	}
}
