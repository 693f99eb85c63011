package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// league is a site with one event, "lake", and one section, "open", whose chief
// is signed in. Teams are called Team 0001 … and have two players each.
type league struct {
	*site
	*testkit.Event
	event, section int64
	chief          *browser
}

func newLeague(t testing.TB, teams int, tune ...func(*pgxpool.Config)) *league {
	t.Helper()
	l := &league{site: newSite(t, tune...)}
	l.Event = l.world.Founded(testActor)
	l.event, l.section = l.EventID, l.SectionID
	l.Teams(l.event, l.section, teams, testkit.Numbered("Zoé"))
	l.chief = l.person("dana", "Dana Holt", "none")
	l.give(l.chief, l.event, l.section, access.SectionChief)
	l.Chief = journal.Actor{AccountID: l.chief.accountID, Name: "Dana Holt"}
	return l
}

// seated is a league with round 1 published.
func seated(t testing.TB, teams int, tune ...func(*pgxpool.Config)) *league {
	t.Helper()
	l := newLeague(t, teams, tune...)
	l.pair(1)
	return l
}

// accept puts what tests wrote past the program under the journal's seal.
func (l *league) accept() {
	l.t.Helper()
	expect.OK(l.t, postgres.AcceptValues(l.t.Context(), l.pool, l.event, "the teams of this test came past the program"))
}

func (l *league) exec(sql string, args ...any)       { l.t.Helper(); l.Exec(sql, args...) }
func (l *league) key() string                        { return l.Key() }
func (l *league) command() journal.Command           { return l.Command() }
func (l *league) at(round int) tournament.DraftInput { l.t.Helper(); return l.At(round) }

func (l *league) draft(round int) {
	l.t.Helper()
	l.Draft(round)
	l.settle()
}

func (l *league) publish(round int) {
	l.t.Helper()
	l.Publish(round)
	l.settle()
}

// pair drafts a round and publishes it.
func (l *league) pair(round int) {
	l.t.Helper()
	l.draft(round)
	l.publish(round)
}

// playRounds pairs and plays the rounds 1 to last.
func (l *league) playRounds(last int) {
	l.t.Helper()
	for round := 1; round <= last; round++ {
		l.pair(round)
		l.play(round)
	}
}

// settle waits until this node shows the last change, as it does within milliseconds in an
// event.
func (l *league) settle() { l.t.Helper(); l.settleOn("lake") }

func (l *league) settleOn(slug string) {
	l.t.Helper()
	e := expect.Must(l.tournament.Reader().EventBySlug(l.t.Context(), slug))(l.t)
	l.hub.Changed(e.EventID, e.Version, journal.Reach{}) // passed over where the database is just saying it
	l.server.Hear(e.EventID, e.Version)
	l.server.CatchUp(e.EventID)
}

// play lets the smaller team id win every match of a round, without the desk.
func (l *league) play(round int) {
	l.t.Helper()
	l.Play(round)
	l.exec(`update event set version = version + 0 where event_id = $1`, l.event)
	l.hub.Resync()
	l.server.CatchUp(l.event)
}

// send posts a form of a page with its key and the values given.
func (l *league) send(to string, form url.Values) *answer {
	l.t.Helper()
	if form == nil {
		form = url.Values{}
	}
	if !form.Has("key") {
		form.Set("key", l.key())
	}
	a := l.chief.post(to, form)
	if a.status == http.StatusSeeOther {
		l.settle()
	}
	return a
}

// row is the text of the first row of a team in a list.
func row(a *answer, selector, team string) string {
	for _, n := range find(a.doc, selector) {
		if text := textOf(n); strings.Contains(text, team) {
			return text
		}
	}
	return ""
}
