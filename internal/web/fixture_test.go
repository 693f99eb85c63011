package web_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit/expect"
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
		e, err := store.CreateEvent(t.Context(), tournament.Event{Slug: slug, Name: slug, TimeZone: "UTC", StartsOn: day, EndsOn: day, State: tournament.EventLive, PaperLanguage: "en"},
			journal.Command{Actor: testActor}, func(tournament.FoundingTx) (journal.Change, error) {
				return journal.Change{Action: "create event", Subject: "event"}, nil
			})
		expect.MustTrue(t, err == nil, "create %s: %v", slug, err)
		return e.EventID
	}
	event, other = create("matrix"), create("elsewhere")
	s.world.Section(event, 1, "Open", nil)
	return event, 1, other
}
