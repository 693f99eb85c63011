package founding_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/founding"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// TestAllOrNothing founds an event whose maker cannot be appointed, then one that can:
// the first leaves nothing behind, not even its address.
func TestAllOrNothing(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC)
	pool := testdb.New(t)
	db := postgres.New(pool, func() time.Time { return now })
	s := founding.NewService(postgres.Founding{DB: db})
	noor, err := account.NewService(postgres.Accounts{DB: db}, func() time.Time { return now }).
		Create(t.Context(), account.NewPerson{Login: "noor", Name: "Noor Haddad", Password: "correct horse battery"}, "organizer")
	expect.OK(t, err)
	lake := tournament.NewEvent{
		Name: "Lake Cup", TimeZone: "UTC", StartsOn: now, Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX"}, {Name: "Cup", Rulebook: "TR3"}},
	}
	cmd := func(who account.Account, key string) journal.Command {
		return journal.Command{Actor: journal.Actor{AccountID: who.AccountID, Name: who.Name}, Key: key}
	}

	nobody := account.Account{AccountID: noor.AccountID + 1, Name: "Nobody"}
	if _, err := s.Found(t.Context(), cmd(noor, "first-form"), lake, nobody, access.Organizer, access.Chief); err == nil {
		t.Fatal("somebody without an account organizes an event")
	}
	left := count(t, pool, `(select count(*) from event) + (select count(*) from section) + (select count(*) from journal) + (select count(*) from idempotency)`)
	expect.Equal(t, left, 0, "rows are left of an event that was not founded")

	e, err := s.Found(t.Context(), cmd(noor, "second-form"), lake, noor, access.Organizer, access.Chief)
	expect.MustTrue(t, err == nil, "%v %v", err, fault.Fields(err))
	again, err := s.Found(t.Context(), cmd(noor, "second-form"), lake, noor, access.Organizer, access.Chief)
	expect.True(t, err == nil && again.EventID == e.EventID, "the same form a second time: event %d, %v; want %d", again.EventID, err, e.EventID)
	expect.Equal(t, count(t, pool, `(select count(*) from role_grant)`), 2, "roles, want those of organizer and chief")
	expect.Equal(t, count(t, pool, `(select count(*) from section)`), 2, "sections")
	checked, err := postgres.Journal{DB: db}.Verify(t.Context(), e.EventID)
	expect.True(t, err == nil && len(checked.Differs) == 0 && e.Version == 3 && again.Version == 3,
		"journal of version %d, then %d, differs in %q: %v; want three entries: the event and two roles", e.Version, again.Version, checked.Differs, err)
}

func count(t *testing.T, pool *postgres.Pool, expression string) (n int) {
	t.Helper()
	expect.OK(t, pool.QueryRow(t.Context(), "select "+expression).Scan(&n))
	return n
}
