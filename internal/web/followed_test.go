package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Who leafs through a hundred and more events of the past puts no live event out of
// memory, and of the past the event that was not read for longest goes first.
func TestArchiveReadersLeaveLiveEventsInMemory(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const insert = `insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at, state)
		select n, $1 || n, $1 || n, 'UTC', now(), now(), now(), $2 from generate_series($3::int, $4::int) n`
	for _, kind := range []struct {
		name, state string
		from, to    int
	}{{"today-", "live", 1, 102}, {"past-", "archived", 1001, 1110}} {
		expect.Must(s.pool.Exec(t.Context(), insert, kind.name, kind.state, kind.from, kind.to))(t)
	}
	reader := s.visitor()
	read := func(name string, numbers ...int) {
		for _, n := range numbers {
			reader.get(fmt.Sprintf("/e/%s%d", name, n)).wants(http.StatusOK)
		}
	}
	followed := func(what string, want func(event int64) bool, of ...int64) {
		t.Helper()
		known := s.server.Followed()
		for _, event := range of {
			expect.Equal(t, slices.Contains(known, event), want(event), "%s: event %d is in memory", what, event)
		}
	}
	always := func(int64) bool { return true }

	read("today-", 1, 2)
	for n := 1001; n <= 1098; n++ {
		read("past-", n)
	}
	read("past-", 1001) // again: now 1002 is the one not read for longest
	read("past-", 1099, 1100)
	followed("a full memory", always, 1, 2, 1001, 1004, 1099, 1100)
	followed("not read for longest", func(int64) bool { return false }, 1002, 1003)

	for n := 3; n <= 100; n++ {
		read("today-", n)
	}
	followed("a hundred live events", func(event int64) bool { return event < 1000 }, 1, 2, 50, 100, 1001, 1099, 1100)
	read("past-", 1101)
	followed("the archive beside them", func(event int64) bool { return event < 1000 }, 1, 2, 50, 100, 1101)

	read("today-", 1)
	read("today-", 101)
	followed("one more live event", func(event int64) bool { return event != 2 }, 1, 2, 3, 101)
}
