package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/tournament"
)

// league is a site with one event, "lake", and one section, "open", whose chief
// is signed in. Teams are called Team 0001 … and have two players each.
type league struct {
	*site
	event, section int64
	chief          *browser
	keys           int
}

func newLeague(t testing.TB, teams int, tune ...func(*pgxpool.Config)) *league {
	t.Helper()
	l := &league{site: newSite(t, tune...)}
	actor := journal.Command{Actor: testActor, Key: "create-the-league"}
	e, err := l.tournament.CreateEvent(t.Context(), actor, tournament.NewEvent{
		Name: "Lake", Slug: "lake", TimeZone: "UTC", StartsOn: l.now, Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX"}},
	})
	if err != nil {
		t.Fatalf("create the event: %v", err)
	}
	sections, err := l.tournament.Reader().Sections(t.Context(), e.EventID)
	if err != nil {
		t.Fatal(err)
	}
	l.event, l.section = e.EventID, sections[0].SectionID
	l.exec(`insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, created_at)
		select $1, n, $2, 'Team ' || lpad(n::text, 4, '0'), 'team ' || lpad(n::text, 4, '0'), 'team-' || n, 'T' || n, 5000 - n, 'here', now()
		from generate_series(1, $3::int) n`, l.event, l.section, teams)
	l.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		select $1, 2 * n - 2 + s, $2, n, s, 'Zoé' || n, case s when 1 then 'Ahead' else 'Behind' end, 'zoe' || n || case s when 1 then ' ahead' else ' behind' end, now()
		from generate_series(1, $3::int) n, generate_series(1, 2) s`, l.event, l.section, teams)
	l.exec(`insert into event_counter (event_id, name, value) values ($1, 'team', $2::bigint), ($1, 'player', 2 * $2::bigint)
		on conflict (event_id, name) do update set value = excluded.value`, l.event, teams)
	l.exec(`update event set state = 'live' where event_id = $1`, l.event)
	l.chief = l.person("dana", "Dana Holt", "none")
	l.give(l.chief, l.event, l.section, access.SectionChief)
	return l
}

// accept puts what tests wrote past the program under the journal's seal.
func (l *league) accept() {
	l.t.Helper()
	if err := postgres.AcceptValues(l.t.Context(), l.pool, l.event, "the teams of this test came past the program"); err != nil {
		l.t.Fatal(err)
	}
}

func (l *league) exec(sql string, args ...any) {
	l.t.Helper()
	if _, err := l.pool.Exec(l.t.Context(), sql, args...); err != nil {
		l.t.Fatalf("%s: %v", sql[:min(70, len(sql))], err)
	}
}

// key is a fresh one-time key.
func (l *league) key() string {
	l.keys++
	return "test-key-" + strconv.Itoa(l.keys)
}

func (l *league) command() journal.Command {
	return journal.Command{Actor: journal.Actor{AccountID: l.chief.accountID, Name: "Dana Holt"}, Key: l.key()}
}

func (l *league) at(round int) tournament.DraftInput {
	l.t.Helper()
	r, err := l.tournament.Reader().DraftRound(l.t.Context(), l.event, l.section, round)
	if err != nil {
		l.t.Fatal(err)
	}
	return tournament.DraftInput{SectionID: l.section, RoundNo: round, Revision: r.Revision}
}

func (l *league) draft(round int) {
	l.t.Helper()
	if _, err := l.tournament.MakeDraft(l.t.Context(), l.event, l.command(), tournament.MakeDraftInput{DraftInput: l.at(round)}); err != nil {
		l.t.Fatalf("draft %d: %v", round, err)
	}
	l.settle()
}

func (l *league) publish(round int) {
	l.t.Helper()
	if _, err := l.tournament.PublishRound(l.t.Context(), l.event, l.command(), tournament.PublishRound{DraftInput: l.at(round), Typed: round}); err != nil {
		l.t.Fatalf("publish %d: %v %v", round, err, fault.Fields(err))
	}
	l.settle()
}

// settle waits until this node knows of the last change, as it does within
// milliseconds in an event.
func (l *league) settle() {
	l.t.Helper()
	e, err := l.tournament.Reader().EventBySlug(l.t.Context(), "lake")
	if err != nil {
		l.t.Fatal(err)
	}
	l.hub.Changed(l.event, e.Version, journal.Reach{})
	l.server.CatchUp(l.event)
}

// play lets the smaller team id win every match of a round, without the desk.
func (l *league) play(round int) {
	l.t.Helper()
	l.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
		select m.event_id, m.match_id + 100000, m.match_id, 'desk', $2, 'Dana Holt', case when a.team_id < b.team_id then 'slot1' else 'slot2' end,
			case when a.team_id < b.team_id then 2 else 0 end, case when a.team_id < b.team_id then 0 else 2 end, 'confirmed', now()
		from match m join pairing_team a on (a.event_id, a.round_no, a.pairing_no, a.slot, a.seat_order) = (m.event_id, m.round_no, m.pairing_no, 1, 1)
		join pairing_team b on (b.event_id, b.round_no, b.pairing_no, b.slot, b.seat_order) = (m.event_id, m.round_no, m.pairing_no, 2, 1)
		where m.event_id = $1 and m.round_no = $3
			and not exists (select from result_report r where (r.event_id, r.match_id, r.state) = (m.event_id, m.match_id, 'confirmed'))`, l.event, l.chief.accountID, round)
	l.exec(`update match set state = 'reported' where event_id = $1 and round_no = $2`, l.event, round)
	l.exec(`update round set state = 'complete', completed_at = now() where event_id = $1 and round_no = $2`, l.event, round)
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
