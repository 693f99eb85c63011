package tournament_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/testkit"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

func hour(h, m int) time.Time { return time.Date(2026, 5, 2, h, m, 0, 0, time.UTC) }

// schedule gives the event a schedule.
func (h *hall) schedule(lines string) {
	h.t.Helper()
	h.exec(`update event set schedule = $1`, lines)
}

// secondSection adds the section U1600 beside Open.
func (h *hall) secondSection() {
	h.t.Helper()
	h.Section(h.event, 2, "U1600", testkit.Row{"rounds": 3})
}

func (h *hall) planned(section int64, want ...time.Time) {
	h.t.Helper()
	b := expect.Must(h.service.Reader().Book(h.t.Context(), h.event, section))(h.t)
	got := b.PlannedStarts()
	expect.True(h.t, slices.EqualFunc(got[:len(want)], want, time.Time.Equal), "section %d starts at %v, want %v", section, got, want)
}

func (h *hall) saysSchedule(want string) {
	h.t.Helper()
	got := h.book().Event.Schedule
	expect.True(h.t, got == want, "the schedule is\n%s\nwant\n%s", got, want)
}

func (h *hall) moves(section int64, minutes int, last int64) (tournament.TimeMove, error) {
	h.t.Helper()
	return h.service.MoveTimes(h.t.Context(), h.event, h.as(h.chief, ""), tournament.MoveTimes{SectionID: section, Minutes: minutes, LastMove: last})
}

func (h *hall) moved(section int64, minutes int, last int64) tournament.TimeMove {
	h.t.Helper()
	m := expect.Must(h.moves(section, minutes, last))(h.t)
	return m
}

const twoDays = "8:30 Check-in\n9:30 Round 1\n10:30 Round 2\n12:00 Lunch\n13:00 Round 3\n23:50 Dance\n2026-05-03 9:00 Round 4\n10:00 Prizes"

func TestTheScheduleIsThePlan(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.secondSection()
	h.schedule(twoDays + "\n11:00 U1600 round 5\n12:00 2. Runde\n12:30 Round 9 and dinner")
	next := 24 * time.Hour
	h.planned(hallSection, hour(9, 30), hour(10, 30), hour(13, 0), hour(9, 0).Add(next), time.Time{})
	h.planned(2, hour(9, 30), hour(10, 30), hour(13, 0), hour(9, 0).Add(next), hour(11, 0).Add(next))
	got := h.book().PlannedStart(6)
	expect.True(t, got.IsZero(), "nobody planned round 6, it starts %v", got)
}

// A move of the whole event takes the schedule along: what is still to come, lines about rounds
// that have not begun, and days that change.
func TestMovingTheWholeEvent(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.secondSection()
	h.schedule(twoDays)
	h.draft(1)
	at := hour(9, 30)
	expect.Must(h.service.PublishRound(t.Context(), 1, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(1), Typed: 1, StartsAt: &at}))(t)
	h.now = hour(9, 40) // late already, and nobody has started
	m := h.moved(0, 15, 0)
	next := 24 * time.Hour
	h.planned(hallSection, hour(9, 45), hour(10, 45), hour(13, 15), hour(9, 15).Add(next))
	h.planned(2, hour(9, 45), hour(10, 45), hour(13, 15))
	h.saysSchedule("8:30 Check-in\n9:45 Round 1\n10:45 Round 2\n12:15 Lunch\n13:15 Round 3\n2026-05-03 0:05 Dance\n9:15 Round 4\n10:15 Prizes")
	got := h.book().Round(1).StartsAt
	expect.True(t, got.Equal(hour(9, 45)), "round 1, which is out, starts %v", got)
	// A second key from a page that does not show the first move is refused.
	_, err := h.moves(0, 15, 0)
	wants(t, err, fault.Stale, "Dana Holt moved the times by 15 minutes at 09:40 meanwhile")
	// Round 1 begins: it stays where it is.
	h.start()
	m = h.moved(0, 10, m.MoveID)
	h.planned(hallSection, hour(9, 45), hour(10, 55))
	back, err := h.service.TakeMoveBack(t.Context(), 1, h.as(h.other, ""), 0, m.MoveID)
	expect.MustTrue(t, err == nil && back.Minutes == 10, "%v %v", back, err)
	h.planned(hallSection, hour(9, 45), hour(10, 45))
	h.planned(2, hour(9, 45), hour(10, 45))
	h.saysSchedule("8:30 Check-in\n9:45 Round 1\n10:45 Round 2\n12:15 Lunch\n13:15 Round 3\n2026-05-03 0:05 Dance\n9:15 Round 4\n10:15 Prizes")
	// The first move cannot be taken back any more: round 1 has begun with it.
	_, err = h.service.TakeMoveBack(t.Context(), 1, h.as(h.chief, ""), 0, m.MoveID-1)
	wants(t, err, fault.Conflict, "Open, round 1 has begun with the new time")
	_, err = h.service.TakeMoveBack(t.Context(), 1, h.as(h.chief, ""), 0, m.MoveID)
	wants(t, err, fault.Conflict, "taken back already")
}

// One section moves alone: the others and what the schedule says of all stay.
func TestMovingOneSection(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.secondSection()
	h.schedule("9:30 Round 1\n10:30 Open: round 2\n11:30 Round 3\n12:30 Lunch")
	m := h.moved(hallSection, 20, 0)
	h.planned(hallSection, hour(9, 50), hour(10, 50), hour(11, 50))
	h.planned(2, hour(9, 30), time.Time{}, hour(11, 30))
	h.saysSchedule("9:30 Round 1\n10:50 Open: round 2\n11:30 Round 3\n12:30 Lunch")
	// A chief of the other section sees no move of the own section and is not refused.
	h.moved(2, 5, 0)
	h.planned(2, hour(9, 35), time.Time{}, hour(11, 35))
	expect.Must(h.service.TakeMoveBack(t.Context(), 1, h.as(h.chief, ""), hallSection, m.MoveID))(t)
	h.planned(hallSection, hour(9, 30), hour(10, 30), hour(11, 30))
	h.planned(2, hour(9, 35), time.Time{}, hour(11, 35))
	h.saysSchedule("9:30 Round 1\n10:30 Open: round 2\n11:30 Round 3\n12:30 Lunch")
}

// What a hidden section moved stands in nobody's way.
func TestMovesOfAHiddenSection(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.secondSection()
	h.schedule("9:30 Round 1")
	h.moved(2, 5, 0)
	_, err := h.moves(0, 10, 0)
	wants(t, err, fault.Stale, "moved the times by 5 minutes")
	h.exec(`update section set hidden = true where section_id = 2`)
	h.moved(0, 10, 0)
	h.planned(hallSection, hour(9, 40))
}

func TestMovesThatAreRefused(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	for _, minutes := range []int{0, 181, -181} {
		_, err := h.moves(hallSection, minutes, 0)
		wants(t, err, fault.Invalid, "Enter 1 to 180 minutes")
	}
	_, err := h.moves(hallSection, 15, 0)
	wants(t, err, fault.Conflict, "Plan the times first")
	h.schedule("9:10 Round 1\n10:10 Round 2")
	_, err = h.moves(7, 15, 0)
	wants(t, err, fault.NotFound, "no such section")
	_, err = h.moves(hallSection, -20, 0)
	wants(t, err, fault.Conflict, "Round 1 would start at 08:50, which has passed")
	h.planned(hallSection, hour(9, 10), hour(10, 10))
	all := h.moved(0, 15, 0)
	_, err = h.service.TakeMoveBack(t.Context(), 1, h.as(h.chief, ""), hallSection, all.MoveID)
	wants(t, err, fault.Conflict, "moved the times of all sections")
	h.schedule("9:25 Round 1\n10:25 Round 2\n12:00 Lunch")
	_, err = h.service.TakeMoveBack(t.Context(), 1, h.as(h.chief, ""), 0, all.MoveID)
	wants(t, err, fault.Conflict, "The schedule was edited since then. Move the times by -15 minutes")
}

func TestPlanningTimes(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.schedule("9:30 Round 1\n10:30 Round 2")
	plan := func(was, starts []time.Time) error {
		return h.service.PlanTimes(t.Context(), 1, h.as(h.chief, ""), tournament.PlanTimes{SectionID: hallSection, Was: was, Starts: starts})
	}
	shown := []time.Time{hour(9, 30), hour(10, 30), {}}
	wants(t, plan(shown, []time.Time{hour(9, 30), hour(9, 20), {}}), fault.Invalid, "Round 2 would not start after the round before it")
	h.ok(plan(shown, []time.Time{hour(9, 30), hour(10, 40), hour(11, 50)}))
	h.planned(hallSection, hour(9, 30), hour(10, 40), hour(11, 50))
	wants(t, plan(shown, []time.Time{hour(9, 30), hour(10, 45), {}}), fault.Stale, "The time of round 2 was changed meanwhile")
	// Without a time of its own a round goes by the schedule again.
	h.ok(plan([]time.Time{hour(9, 30), hour(10, 40), hour(11, 50)}, []time.Time{hour(9, 30), {}, hour(11, 50)}))
	h.planned(hallSection, hour(9, 30), hour(10, 30), hour(11, 50))
	// A move goes on from the plan; what was planned since stands in the way of taking it back.
	m := h.moved(hallSection, 15, 0)
	h.planned(hallSection, hour(9, 45), hour(10, 45), hour(12, 5))
	h.ok(plan([]time.Time{hour(9, 45), hour(10, 45), hour(12, 5)}, []time.Time{hour(9, 45), hour(10, 45), hour(13, 0)}))
	_, err := h.service.TakeMoveBack(t.Context(), 1, h.as(h.chief, ""), hallSection, m.MoveID)
	wants(t, err, fault.Conflict, "round 3 was planned again since then")
	h.pair(1)
	h.start()
	now := []time.Time{hour(9, 45), hour(10, 45), hour(13, 0)}
	wants(t, plan(now, []time.Time{hour(9, 50), hour(10, 45), hour(13, 0)}), fault.Invalid, "Round 1 has begun")
}

// The moments of a round come from its rows: the first publication, not the last; the first word
// about a result, not its correction.
func TestTheMomentsOfARound(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.draft(1)
	h.now = hour(9, 4)
	h.publish(1)
	h.now = hour(9, 10)
	h.start()
	results := []time.Time{hour(9, 20), hour(9, 31), hour(9, 22), hour(9, 40)}
	for i, at := range results {
		h.now = at
		h.must(h.enter(h.chief, tournament.TypedResult{Table: i/2 + 1, Match: i%2 + 1, Outcome: tournament.FirstWins}))
	}
	in := tournament.PaceOf(h.book(), h.now)
	expect.MustEqual(t, len(in.Rounds), 1, "%+v", in.Rounds)
	r := in.Rounds[0]
	expect.True(t, r.Drafted.Equal(hour(9, 0)) && r.Published.Equal(hour(9, 4)) && r.Started.Equal(hour(9, 10)) && r.Verified.IsZero() && r.Open == 0, "%+v", r)
	slices.SortFunc(r.Results, time.Time.Compare)
	slices.SortFunc(results, time.Time.Compare)
	expect.True(t, slices.EqualFunc(r.Results, results, time.Time.Equal), "results at %v, want %v", r.Results, results)
	if got := tournament.LastMoment(h.book()); !got.Equal(hour(9, 40)) {
		t.Errorf("the last thing happened at %v", got)
	}
	// Somebody else reads the slips: the last one says when the round was checked.
	for i := range results {
		h.now = hour(9, 42+i)
		m := h.match(i/2+1, i%2+1)
		h.ok(h.service.VerifyResult(t.Context(), 1, h.as(h.other, ""), tournament.Verdict{MatchID: m.MatchID, Revision: m.Revision, Confirm: true}))
	}
	in = tournament.PaceOf(h.book(), h.now)
	if got := in.Rounds[0].Verified; !got.Equal(hour(9, 45)) {
		t.Errorf("the round was checked at %v", got)
	}
	l := in.Lengths()[0]
	if l[pace.Walking].Took != 6*time.Minute || l[pace.Playing].Took != 30*time.Minute || l[pace.Checking].Took != 5*time.Minute || !l[pace.Pairing].Running {
		t.Errorf("the parts took %+v", l)
	}
	// A correction an hour later makes the round no longer.
	h.now = hour(10, 45)
	m := h.match(1, 1)
	h.must(h.enter(h.other, tournament.TypedResult{Table: 1, Match: 1, Outcome: tournament.SecondWins, Revision: m.Revision, MayChange: true, Reason: "the slip was read wrongly"}))
	m = h.match(1, 1)
	h.ok(h.service.ResolveConflict(t.Context(), 1, h.as(h.chief, ""), tournament.Resolution{MatchID: m.MatchID, Revision: m.Revision, ReportID: m.Reports[1].ReportID, Reason: "read again"}))
	if m := h.match(1, 1); m.Result == nil || !m.Result.At.Equal(hour(10, 45)) || m.Result.Outcome != tournament.SecondWins {
		t.Fatalf("the correction does not count: %+v", m)
	}
	if got := tournament.PaceOf(h.book(), h.now).Rounds[0].Last(); !got.Equal(hour(9, 40)) {
		t.Errorf("after a correction the last result is of %v", got)
	}
}

func TestOneRoundMoreOrLess(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	set := func(was, rounds int) error {
		_, err := h.service.SetRounds(t.Context(), 1, h.as(h.chief, ""), hallSection, was, rounds)
		return err
	}
	h.ok(set(5, 6))
	wants(t, set(5, 6), fault.Stale, "plays 6 rounds by now")
	h.draft(1)
	wants(t, set(6, 0), fault.Conflict, "Round 1 exists already")
	if got := h.book(); got.Section.Rounds != 6 || tournament.PaceOf(got, h.now).Plan.Rounds != 6 {
		t.Errorf("%d rounds are played, %d planned", got.Section.Rounds, tournament.PaceOf(got, h.now).Plan.Rounds)
	}
	h.exec(`update section set system = 'knockout'`)
	wants(t, set(6, 7), fault.Conflict, "follows from its system")
}
