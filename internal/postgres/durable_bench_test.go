package postgres_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/localpg"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// hall fills the open section with 1,000 teams, a published round and an open
// match at each of 500 tables.
const hall = `
	insert into account (account_id, login, name, password_hash, created_at) values (1, 'ana', 'Ana', '-', now());
	insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at) values (1, 'lake', 'Lake', 'UTC', now(), now(), now());
	insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points, tie_breaks, clock_ms, round_minutes)
		values (1, 1, 'open', 'Open', 'O', 1, 'FIDEX', 'team-swiss', 5, 1, 2, 'PTS', 300000, 25);
	insert into team (event_id, team_id, section_id, name, name_key, slug, code, created_at) select 1, n, 1, 'T' || n, 't' || n, 't' || n, 'c' || n, now() from generate_series(1, 1000) n;
	insert into round (event_id, section_id, round_no, state, publication, published_at) values (1, 1, 1, 'published', 1, now());
	insert into pairing (event_id, section_id, round_no, pairing_no, table_no) select 1, 1, 1, n, n from generate_series(1, 500) n;
	insert into pairing_team (event_id, section_id, round_no, team_id, pairing_no, slot) select 1, 1, 1, n, (n + 1) / 2, 1 + n % 2 from generate_series(1, 1000) n;
	insert into match (event_id, match_id, section_id, round_no, pairing_no, match_no, side1_slot) select 1, n, 1, 1, n, 1, 1 from generate_series(1, 500) n;
	insert into game (event_id, match_id, board) select 1, n, b from generate_series(1, 500) n, unnest(array['A', 'B']) b;
	analyze;`

// BenchmarkDurableResults enters results of one event from several desks, each
// waiting for its answer, on the embedded server with fsync on.
func BenchmarkDurableResults(b *testing.B) {
	dir := expect.Must(os.MkdirTemp("", "tandem-durable-"))(b)
	defer os.RemoveAll(dir)
	expect.OK(b, os.Chmod(dir, 0o711))
	server := expect.Must(localpg.Start(b.Context(), localpg.Options{DataDir: filepath.Join(dir, "tandem")}))(b)
	defer server.Stop()
	expect.Must(postgres.Migrate(b.Context(), server.URL()))(b)
	pool := expect.Must(postgres.Connect(b.Context(), server.URL()))(b)
	defer pool.Close()
	expect.Must(pool.Exec(b.Context(), hall))(b)
	service := tournament.NewService(postgres.Tournament{DB: postgres.New(pool, nil)})
	var sent atomic.Int64
	enter := func() error {
		n := sent.Add(1)
		again, table := int((n-1)/500), int((n-1)%500)+1
		outcome := []tournament.Outcome{tournament.FirstWins, tournament.SecondWins}[again%2]
		_, err := service.EnterResult(b.Context(), 1, journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}, Key: fmt.Sprintf("result %d", n)},
			tournament.TypedResult{SectionID: 1, Round: 1, Table: table, Match: 1, Revision: again, Source: "desk", Outcome: outcome})
		return err
	}
	// A server in use has statistics a minute after the first results. Without them it
	// reads all reports of the event to find those of one match, longer with each result.
	for range 500 {
		expect.OK(b, enter())
	}
	expect.Must(pool.Exec(b.Context(), `analyze`))(b)
	for _, desks := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("desks=%d", desks), func(b *testing.B) {
			b.SetParallelism((desks + 1) / 2) // times the 2 of GOMAXPROCS
			began := time.Now()
			b.RunParallel(func(loop *testing.PB) {
				for loop.Next() {
					if err := enter(); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "results/s")
		})
	}
}
