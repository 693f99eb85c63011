package postgres_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trial"
)

// BenchmarkSafekeeping measures what keeping a large event safe costs: 1,000 teams after
// nine rounds of two matches, every result entered by itself.
func BenchmarkSafekeeping(b *testing.B) {
	pool := testdb.New(b)
	hall, err := trial.NewHall(b.Context(), pool, "large", 1000)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := pool.Exec(b.Context(), `update section set rounds = 9`); err != nil {
		b.Fatal(err)
	}
	if err := postgres.AcceptValues(b.Context(), pool, hall.Event, "nine rounds"); err != nil {
		b.Fatal(err)
	}
	for round := 1; round <= 9; round++ {
		playRound(b, hall, round)
	}
	var file bytes.Buffer
	full, err := postgres.Backup(b.Context(), pool, &file, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d rows, %d journal entries, %d values compared, %d bytes", full.Rows, full.Events[0].Version, full.Events[0].Compared, file.Len())
	if full.Events[0].Differs != nil {
		b.Fatal(full.Events[0].Differs)
	}
	b.Run("verify", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := postgres.VerifyJournals(b.Context(), pool); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("backup", func(b *testing.B) {
		for b.Loop() {
			if _, err := postgres.Backup(b.Context(), pool, io.Discard, time.Now()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("what-changed", func(b *testing.B) {
		for b.Loop() {
			if _, err := postgres.BackupChanged(b.Context(), pool, postgres.Manifest{Schema: full.Schema}, io.Discard, time.Now()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("restore", func(b *testing.B) {
		for b.Loop() {
			if _, err := postgres.TryRestore(b.Context(), pool, bytes.NewReader(file.Bytes())); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func playRound(b *testing.B, hall *trial.Hall, round int) {
	b.Helper()
	ctx := b.Context()
	draft := func() tournament.DraftInput {
		r, err := hall.Service.Reader().DraftRound(ctx, hall.Event, hall.Section, round)
		if err != nil {
			b.Fatal(err)
		}
		return tournament.DraftInput{SectionID: hall.Section, RoundNo: round, Revision: r.Revision}
	}
	if round > 1 {
		if _, err := hall.Service.MakeDraft(ctx, hall.Event, hall.Command(), tournament.MakeDraftInput{DraftInput: draft()}); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := hall.Service.PublishRound(ctx, hall.Event, hall.Command(), tournament.PublishRound{DraftInput: draft(), Typed: round}); err != nil {
		b.Fatal(err)
	}
	book, err := hall.Service.Reader().Book(ctx, hall.Event, hall.Section)
	if err != nil {
		b.Fatal(err)
	}
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
