package postgres_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trial"
)

// BenchmarkSafekeeping measures what keeping a large event safe costs: 1,000 teams after
// nine rounds of two matches, every result entered by itself.
func BenchmarkSafekeeping(b *testing.B) {
	pool := testdb.New(b)
	hall := expect.Must(trial.NewHall(b.Context(), pool, "large", 1000))(b)
	expect.Must(pool.Exec(b.Context(), `update section set rounds = 9`))(b)
	expect.OK(b, postgres.AcceptValues(b.Context(), pool, hall.Event, "nine rounds"))
	for round := 1; round <= 9; round++ {
		playRound(b, hall, round)
	}
	var file bytes.Buffer
	full := expect.Must(postgres.Backup(b.Context(), pool, &file, time.Now()))(b)
	b.Logf("%d rows, %d journal entries, %d values compared, %d bytes", full.Rows, full.Events[0].Version, full.Events[0].Compared, file.Len())
	if full.Events[0].Differs != nil {
		b.Fatal(full.Events[0].Differs)
	}
	b.Run("verify", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			expect.Must(postgres.VerifyJournals(b.Context(), pool))(b)
		}
	})
	b.Run("backup", func(b *testing.B) {
		for b.Loop() {
			expect.Must(postgres.Backup(b.Context(), pool, io.Discard, time.Now()))(b)
		}
	})
	b.Run("what-changed", func(b *testing.B) {
		for b.Loop() {
			expect.Must(postgres.BackupChanged(b.Context(), pool, postgres.Manifest{Schema: full.Schema}, io.Discard, time.Now()))(b)
		}
	})
	b.Run("restore", func(b *testing.B) {
		for b.Loop() {
			expect.Must(postgres.TryRestore(b.Context(), pool, bytes.NewReader(file.Bytes())))(b)
		}
	})
}

func playRound(b *testing.B, hall *trial.Hall, round int) {
	b.Helper()
	ctx := b.Context()
	draft := func() tournament.DraftInput {
		r := expect.Must(hall.Service.Reader().DraftRound(ctx, hall.Event, hall.Section, round))(b)
		return tournament.DraftInput{SectionID: hall.Section, RoundNo: round, Revision: r.Revision}
	}
	if round > 1 {
		expect.Must(hall.Service.MakeDraft(ctx, hall.Event, hall.Command(), tournament.MakeDraftInput{DraftInput: draft()}))(b)
	}
	expect.Must(hall.Service.PublishRound(ctx, hall.Event, hall.Command(), tournament.PublishRound{DraftInput: draft(), Typed: round}))(b)
	book := expect.Must(hall.Service.Reader().Book(ctx, hall.Event, hall.Section))(b)
	for i, p := range book.Current().Pairings {
		for _, m := range p.Matches {
			outcome := []tournament.Outcome{"slot1", "slot2", "slot1", "draw"}[(i+m.MatchNo)%4]
			if _, err := hall.Service.EnterResult(ctx, hall.Event, hall.Command(), tournament.TypedResult{
				SectionID: hall.Section, Round: round, Table: p.Table(), Match: m.MatchNo, Revision: m.Revision, Source: "desk", Outcome: outcome,
			}); err != nil {
				b.Fatal(round, p.Table(), err)
			}
		}
	}
}
