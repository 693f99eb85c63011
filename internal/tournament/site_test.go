package tournament_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// desk is a service on a database of its own with one event.
type desk struct {
	*tournament.Service
	t     *testing.T
	pool  *postgres.Pool
	store postgres.Tournament
	event tournament.Event
	keys  int
}

var day = time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)

func details(name string, sections ...tournament.NewSection) tournament.NewEvent {
	return tournament.NewEvent{Name: name, TimeZone: "America/Chicago", StartsOn: day, Sections: sections}
}

// open makes the event "Lakeshore 2026" with two sections: Open (1) under FIDEX
// and U1600 (2) under USCF-R.
func open(t *testing.T) *desk {
	t.Helper()
	w := testkit.New(t, time.Now)
	d := &desk{Service: w.Tournament, t: t, pool: w.Pool, store: postgres.Tournament{DB: w.DB}}
	d.event = expect.Must(d.CreateEvent(t.Context(), d.cmd(), details("Lakeshore 2026",
		tournament.NewSection{Name: "Open", Rulebook: "FIDEX"}, tournament.NewSection{Name: "U1600", Rulebook: "USCF-R"})))(t)
	return d
}

// cmd is a command with a key of its own.
func (d *desk) cmd() journal.Command {
	d.keys++
	return journal.Command{Actor: journal.Actor{AccountID: 0, Name: "Test"}, Key: fmt.Sprintf("key-%06d", d.keys)}
}

func (d *desk) version() int64 {
	d.t.Helper()
	return expect.Must(d.store.EventBySlug(d.t.Context(), d.event.Slug))(d.t).Version
}

func (d *desk) book(sectionID int64) *tournament.SectionBook {
	d.t.Helper()
	return expect.Must(d.store.Book(d.t.Context(), d.event.EventID, sectionID))(d.t)
}

func player(name string, rating int) tournament.NewPlayer {
	first, last, _ := strings.Cut(name, " ")
	p := tournament.NewPlayer{FirstName: first, LastName: last}
	if rating > 0 {
		p.Rating = &rating
	}
	return p
}

func (d *desk) team(name string, players ...tournament.NewPlayer) tournament.Team {
	d.t.Helper()
	return expect.Must(d.AddTeam(d.t.Context(), d.event.EventID, d.cmd(), tournament.NewTeam{SectionID: 1, Name: name, Players: players}))(d.t)
}

// refused fails unless err is Invalid with a message of that field holding the words.
func refused(t *testing.T, err error, field, words string) {
	t.Helper()
	got := fault.Fields(err)[field]
	if !fault.Is(err, fault.Invalid) || !strings.Contains(got, words) {
		t.Errorf("want the field %q to say %q, got %v %v", field, words, err, maps.Collect(maps.All(fault.Fields(err))))
	}
}

// is fails unless err is of the kind and its message holds the words.
func is(t *testing.T, err error, kind fault.Kind, words ...string) {
	t.Helper()
	expect.MustTrue(t, fault.Is(err, kind), "want %s, got %v", kind, err)
	var f *fault.Error
	errors.As(err, &f)
	for _, w := range words {
		expect.True(t, strings.Contains(f.Message, w), "the message %q does not say %q", f.Message, w)
	}
}
