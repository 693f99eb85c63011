package tournament_test

import (
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// clock names the clock of round 1 as a form shows it now.
func (h *hall) clock() tournament.RoundClock {
	h.t.Helper()
	return tournament.RoundClock{SectionID: hallSection, RoundNo: 1, Revision: h.book().Round(1).Revision}
}

func (h *hall) start() {
	h.t.Helper()
	expect.OK(h.t, h.service.StartClock(h.t.Context(), h.event, h.as(h.chief, ""), hallSection, 1))
}

func (h *hall) pass(d time.Duration) { h.now = h.now.Add(d) }

// left fails the test unless the clock of round 1, or of one of its tables,
// shows this time.
func (h *hall) left(table int, state tournament.ClockState, want time.Duration) {
	h.t.Helper()
	r := h.book().Round(1)
	c := r.Clock(h.now)
	if table > 0 {
		c = r.TableClock(*r.AtTable(table), h.now)
	}
	expect.True(h.t, c.State == state && c.Left == want, "table %d: %s with %v left, want %s with %v", table, c.State, c.Left, state, want)
}

func (h *hall) ok(err error) {
	h.t.Helper()
	expect.OK(h.t, err)
}

func TestRoundClockRunsPausesAndGrows(t *testing.T) {
	t.Parallel()
	h, ctx := playing(t), t.Context()
	h.left(0, tournament.ClockWaiting, 0)
	wants(t, h.service.PauseClock(ctx, h.event, h.as(h.chief, ""), h.clock()), fault.Conflict, "has not started")
	h.start()
	state := h.book().Round(1).State
	expect.True(t, state == tournament.RoundInPlay, "the round is %s after its clock started", state)
	h.pass(10 * time.Minute)
	h.left(0, tournament.ClockRunning, 15*time.Minute)
	old := h.clock()
	h.ok(h.service.PauseClock(ctx, h.event, h.as(h.chief, "fire alarm"), old))
	wants(t, h.service.ResumeClock(ctx, h.event, h.as(h.other, ""), old), fault.Stale, "paused with 15:00 left")
	h.pass(time.Hour)
	h.left(0, tournament.ClockPaused, 15*time.Minute)
	wants(t, h.service.PauseClock(ctx, h.event, h.as(h.chief, ""), h.clock()), fault.Conflict, "paused already")
	left, err := h.service.AddMinutes(ctx, h.event, h.as(h.chief, ""), h.clock(), 5)
	if h.ok(err); left != 20*60 {
		t.Errorf("%d seconds left, want 1200", left)
	}
	h.ok(h.service.ResumeClock(ctx, h.event, h.as(h.chief, ""), h.clock()))
	h.pass(time.Minute)
	h.left(0, tournament.ClockRunning, 19*time.Minute)
	_, err = h.service.AddMinutes(ctx, h.event, h.as(h.chief, ""), h.clock(), -30)
	wants(t, err, fault.Conflict, "less than 30 minutes")
	for _, minutes := range []int{0, 61, -61} {
		_, err = h.service.AddMinutes(ctx, h.event, h.as(h.chief, ""), h.clock(), minutes)
		wants(t, err, fault.Invalid, "1 to 60")
	}
	h.pass(time.Hour)
	wants(t, h.service.PauseClock(ctx, h.event, h.as(h.chief, ""), h.clock()), fault.Conflict, "is over")
	_, err = h.service.AddMinutes(ctx, h.event, h.as(h.chief, ""), h.clock(), 5)
	h.ok(err)
	h.left(0, tournament.ClockRunning, 5*time.Minute)
}

func TestPausedTableKeepsItsTime(t *testing.T) {
	t.Parallel()
	h, ctx := playing(t), t.Context()
	one := tournament.TableClock{SectionID: hallSection, RoundNo: 1, Table: 1}
	wants(t, h.service.PauseTable(ctx, h.event, h.as(h.chief, "ruling"), one), fault.Conflict, "has not started")
	h.start()
	wants(t, h.service.PauseTable(ctx, h.event, h.as(h.chief, ""), one), fault.Invalid, "Say why")
	h.ok(h.service.PauseTable(ctx, h.event, h.as(h.chief, "ruling"), one))
	wants(t, h.service.PauseTable(ctx, h.event, h.as(h.other, "again"), one), fault.Conflict, "paused already: ruling")
	h.pass(4 * time.Minute)
	h.left(1, tournament.ClockPaused, 25*time.Minute)
	h.left(2, tournament.ClockRunning, 21*time.Minute)

	// The round stands for an hour, then goes on: that hour is nobody's extra time.
	h.ok(h.service.PauseClock(ctx, h.event, h.as(h.chief, ""), h.clock()))
	h.pass(time.Hour)
	h.left(1, tournament.ClockPaused, 25*time.Minute)
	h.ok(h.service.ResumeClock(ctx, h.event, h.as(h.chief, ""), h.clock()))
	h.pass(2 * time.Minute)
	extra, err := h.service.ResumeTable(ctx, h.event, h.as(h.other, ""), one)
	if h.ok(err); extra != 6*60 {
		t.Errorf("table 1 has %d seconds extra, want 360", extra)
	}
	h.left(1, tournament.ClockRunning, 25*time.Minute)
	h.left(2, tournament.ClockRunning, 19*time.Minute)
	_, err = h.service.ResumeTable(ctx, h.event, h.as(h.other, ""), one)
	wants(t, err, fault.Conflict, "not paused")
}

func TestTableGetsMinutesOnce(t *testing.T) {
	t.Parallel()
	h, ctx := playing(t), t.Context()
	h.start()
	one := tournament.TableClock{SectionID: hallSection, RoundNo: 1, Table: 1}
	again := h.as(h.chief, "late start")
	again.Key = "extend-table-one"
	for range 2 {
		extra, err := h.service.ExtendTable(ctx, h.event, again, one, 5)
		if h.ok(err); extra != 300 {
			t.Errorf("table 1 has %d seconds extra, want 300", extra)
		}
	}
	h.left(1, tournament.ClockRunning, 30*time.Minute)
	_, err := h.service.ExtendTable(ctx, h.event, h.as(h.chief, ""), one, -6)
	wants(t, err, fault.Conflict, "less than 6 minutes extra")
	_, err = h.service.ExtendTable(ctx, h.event, h.as(h.chief, ""), tournament.TableClock{SectionID: hallSection, RoundNo: 1, Table: 99}, 5)
	wants(t, err, fault.Invalid, "no table 99")
}
