package postgres_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// BenchmarkRows reads rows like the games of a large section in turns as collect does and as
// pgx does, and tells how much longer pgx takes: the median of the turns, and the middle half.
func BenchmarkRows(b *testing.B) {
	pool := testdb.New(b)
	type row struct {
		SectionID                            int64
		RoundNo, PairingNo, MatchNo, BoardNo int
		WhiteID, BlackID                     *int64
		State                                tournament.MatchState
		Points, Against                      int
		Note                                 string
	}
	for _, n := range []int{100, 18000} {
		b.Run(fmt.Sprint("rows=", n), func(b *testing.B) {
			const statement = `select 7::bigint as section_id, (n / 2000)::int as round_no, (n / 4)::int as pairing_no, (n % 2)::int as match_no,
				(n % 4)::int as board_no, n::bigint as white_id, nullif(n, 3)::bigint as black_id, 'verified' as state, 1 as points, 0 as against, '' as note
				from generate_series(1, $1::int) n`
			read := func(how func(pgx.Rows) ([]row, error)) time.Duration {
				start := time.Now()
				rows := expect.Must(pool.Query(b.Context(), statement, n))(b)
				if found, err := how(rows); err != nil || len(found) != n {
					b.Fatal(len(found), err)
				}
				return time.Since(start)
			}
			var ratios []float64
			for b.Loop() {
				ours := read(postgres.Collect[row])
				theirs := read(func(r pgx.Rows) ([]row, error) { return pgx.CollectRows(r, pgx.RowToStructByName[row]) })
				ratios = append(ratios, float64(theirs)/float64(ours))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "pgx/ours")
			b.ReportMetric(ratios[len(ratios)/4], "quarter")
			b.ReportMetric(ratios[len(ratios)*3/4], "three-quarters")
		})
	}
}
