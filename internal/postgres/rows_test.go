package postgres_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Rows are read as pgx reads them, value by value, whatever the types and in both
// forms that the database sends them in.
func TestRowsAreReadAsPgxReadsThem(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	type row struct {
		ID     int64
		Small  int
		Maybe  *int64
		Number *int
		Name   string
		State  tournament.MatchState
		Bye    *tournament.ByeKind
		Flag   bool
		At     time.Time
		Later  *time.Time
		Ends   json.RawMessage
		Starts []time.Time
		Codes  []string
		Share  float64
	}
	const statement = `select n::bigint as id, (n % 100 - 4)::int as small, nullif(n, 2)::bigint as maybe, nullif(n % 100 - 3, -1)::int as number,
		case when n < 4 then 'Zoé' else repeat('x', (n % 100)::int) end as name, case when n % 2 = 0 then 'open' else 'verified' end as state,
		nullif(case when n = 1 then 'half' else 'full' end, 'half') as bye, n = 3 as flag,
		timestamptz '2026-05-02 09:00:00.123456+02' + (n % 100) * interval '1 day' as at, case when n = 4 then now() end as later,
		json_build_object('a', n / 3) as ends, case when n > 1 then array[now(), now() - interval '1 hour'] end as starts,
		array['BH', 'x' || n] as codes, n / 7::float8 as share
		from (select generate_series(1, 5)::bigint as n union all select 9000000000) numbers`
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeSimpleProtocol} {
		read := func(how func(pgx.Rows) ([]row, error)) []row {
			rows := expect.Must(pool.Query(t.Context(), statement, mode))(t)
			found, err := how(rows)
			expect.MustTrue(t, err == nil, "%v: %v", mode, err)
			for i := range found {
				if found[i].Later != nil {
					found[i].Later = new(time.Time) // each statement has a now of its own
				}
				for k := range found[i].Starts {
					found[i].Starts[k] = time.Time{}
				}
			}
			return found
		}
		got := read(postgres.Collect[row])
		want := read(func(rows pgx.Rows) ([]row, error) { return pgx.CollectRows(rows, pgx.RowToStructByName[row]) })
		expect.NoDiff(t, cmp.Diff(want, got), "%v (-pgx +ours)", mode)
	}
}

// A null where the field has no place for it, a column without a field and a field
// without a column are errors that name them.
func TestRowsThatDoNotFit(t *testing.T) {
	t.Parallel()
	pool := testdb.New(t)
	type row struct {
		ID   int64
		Name string
	}
	for _, c := range []struct{ statement, want string }{
		{`select null::bigint as id, 'a' as name`, "column id"},
		{`select 1::bigint as id, null::text as name`, "column name"},
		{`select 1::bigint as id`, "no column for the field name"},
		{`select 1::bigint as id, 'a' as name, 2 as more`, "no field for the column more"},
		{`select 1::bigint / 0 as id, 'a' as name`, "division by zero"},
	} {
		rows := expect.Must(pool.Query(t.Context(), c.statement))(t)
		_, err := postgres.Collect[row](rows)
		expect.True(t, err != nil && strings.Contains(err.Error(), c.want), "%s: %v, want %q", c.statement, err, c.want)
	}
}
