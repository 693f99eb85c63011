package testkit

import (
	"fmt"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Event is one event of a world with the section that the test plays.
type Event struct {
	*World
	EventID, SectionID int64
	Chief              journal.Actor // carries out what the test does not say of anybody
	keys               int
}

// Lake writes the event "Lake" with its section "Open" past the program, and Dana Holt
// and Ana Ruiz, who direct it; Dana is its chief.
func Lake(t testing.TB, clock func() time.Time, section Row) *Event {
	t.Helper()
	w := New(t, clock)
	chief := w.People("Dana Holt", "Ana Ruiz")[0]
	w.BareEvent(1, "Lake")
	w.Section(1, 1, "Open", section)
	return &Event{World: w, EventID: 1, SectionID: 1, Chief: chief}
}

// Founded makes the event "Lake" with its section "Open" by the command of an organizer,
// and lets it begin.
func (w *World) Founded(by journal.Actor) *Event {
	w.T.Helper()
	e := &Event{World: w, Chief: by}
	made := expect.Must(w.Tournament.CreateEvent(w.T.Context(), e.Command(), tournament.NewEvent{
		Name: "Lake", Slug: "lake", TimeZone: "UTC", StartsOn: w.Clock(), Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX"}},
	}))(w.T)
	sections := expect.Must(w.Tournament.Reader().Sections(w.T.Context(), made.EventID))(w.T)
	e.EventID, e.SectionID = made.EventID, sections[0].SectionID
	w.Exec(`update event set state = 'live' where event_id = $1`, e.EventID)
	return e
}

// Key is a one-time key that no form had before.
func (e *Event) Key() string {
	e.keys++
	return fmt.Sprintf("test-key-%d", e.keys)
}

// Command is a command of the chief with a key of its own.
func (e *Event) Command() journal.Command {
	return journal.Command{Actor: e.Chief, Key: e.Key()}
}

// Book is what stands in the books of the section now.
func (e *Event) Book() *tournament.SectionBook {
	e.T.Helper()
	return expect.Must(e.Tournament.Reader().Book(e.T.Context(), e.EventID, e.SectionID))(e.T)
}

// Round is a round with its draft, as the workbench shows it.
func (e *Event) Round(n int) tournament.DraftRound {
	e.T.Helper()
	return expect.Must(e.Tournament.Reader().DraftRound(e.T.Context(), e.EventID, e.SectionID, n))(e.T)
}

// At names a round at its present revision.
func (e *Event) At(round int) tournament.DraftInput {
	e.T.Helper()
	return tournament.DraftInput{SectionID: e.SectionID, RoundNo: round, Revision: e.Round(round).Revision}
}

// Draft pairs a round.
func (e *Event) Draft(round int) {
	e.T.Helper()
	e.OK(expect.Err(e.Tournament.MakeDraft(e.T.Context(), e.EventID, e.Command(), tournament.MakeDraftInput{DraftInput: e.At(round)})))
}

// Publish publishes the draft of a round.
func (e *Event) Publish(round int) tournament.Published {
	e.T.Helper()
	return expect.Must(e.Tournament.PublishRound(e.T.Context(), e.EventID, e.Command(), tournament.PublishRound{DraftInput: e.At(round), Typed: round}))(e.T)
}

// Play lets the smaller team id win every match of a round that has no result, past the
// desk, and completes the round.
func (e *Event) Play(round int) {
	e.T.Helper()
	e.Exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
		select m.event_id, m.match_id + 100000, m.match_id, 'desk', $2, $3, case when a.team_id < b.team_id then 'slot1' else 'slot2' end,
			case when a.team_id < b.team_id then 2 else 0 end, case when a.team_id < b.team_id then 0 else 2 end, 'confirmed', $5
		from match m join pairing_team a on (a.event_id, a.round_no, a.pairing_no, a.slot, a.seat_order) = (m.event_id, m.round_no, m.pairing_no, 1, 1)
		join pairing_team b on (b.event_id, b.round_no, b.pairing_no, b.slot, b.seat_order) = (m.event_id, m.round_no, m.pairing_no, 2, 1)
		where m.event_id = $1 and m.round_no = $4
			and not exists (select from result_report r where (r.event_id, r.match_id, r.state) = (m.event_id, m.match_id, 'confirmed'))`,
		e.EventID, e.Chief.AccountID, e.Chief.Name, round, e.Clock())
	e.Exec(`update match set state = 'reported' where event_id = $1 and round_no = $2`, e.EventID, round)
	e.Exec(`update round set state = 'complete', completed_at = $3 where event_id = $1 and round_no = $2`, e.EventID, round, e.Clock())
}
