package testdb_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tandemchess/tandem/internal/testdb"
)

// Every test gets tables of its own: the same row fits into all of them.
func TestDatabasesAreSeparate(t *testing.T) {
	for i := range 6 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			pool := testdb.New(t)
			ctx := context.Background()
			if _, err := pool.Exec(ctx, "insert into counter (name, value) values ('probe', 1)"); err != nil {
				t.Fatal(err)
			}
			var rows int
			if err := pool.QueryRow(ctx, "select count(*) from counter").Scan(&rows); err != nil {
				t.Fatal(err)
			}
			if rows != 1 {
				t.Errorf("%d rows, want the one written here", rows)
			}
		})
	}
}

func BenchmarkClone(b *testing.B) {
	testdb.URL(b)
	for b.Loop() {
		testdb.URL(b)
	}
}
