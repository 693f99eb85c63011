package web_test

import (
	"context"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/tournament"
)

var testActor = journal.Actor{AccountID: 0, Name: "Test"}

// matrixEvent makes the event "matrix" with the section "open", and another
// event for people whose roles are elsewhere.
func matrixEvent(t *testing.T, s *site) (event, section, other int64) {
	t.Helper()
	store := postgres.Tournament{DB: s.db}
	day := time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)
	create := func(slug string) int64 {
		e, err := store.CreateEvent(t.Context(), tournament.Event{Slug: slug, Name: slug, TimeZone: "UTC", StartsOn: day, EndsOn: day, State: tournament.EventLive},
			journal.Command{Actor: testActor}, func(tournament.FoundingTx) (journal.Change, error) {
				return journal.Change{Action: "create event", Subject: "event"}, nil
			})
		if err != nil {
			t.Fatalf("create %s: %v", slug, err)
		}
		return e.EventID
	}
	event, other = create("matrix"), create("elsewhere")
	section = addSection(t.Context(), t, s, event)
	return event, section, other
}

func addSection(ctx context.Context, t *testing.T, s *site, eventID int64) int64 {
	t.Helper()
	const insert = `insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points,
		tie_breaks, clock_ms, round_minutes) values ($1, 1, 'open', 'Open', 'O', 1, 'FIDEX', 'team-swiss', 5, 2, 2, 'PTS', 300000, 25)`
	if _, err := s.pool.Exec(ctx, insert, eventID); err != nil {
		t.Fatalf("add a section: %v", err)
	}
	return 1
}
