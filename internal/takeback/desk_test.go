package takeback_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/takeback"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// hall is an event with a section of teams, two people and the desk that takes back.
type hall struct {
	*tournament.Service
	t    *testing.T
	pool *postgres.Pool
	desk takeback.Desk
	now  time.Time
}

const (
	event   = 1
	section = 1
	dana    = 1
	ana     = 2
)

var names = map[int64]string{dana: "Dana Holt", ana: "Ana Ruiz"}

func newHall(t *testing.T, teams int) *hall {
	t.Helper()
	h := &hall{t: t, pool: testdb.New(t), now: time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC)}
	db := postgres.New(h.pool, func() time.Time { return h.now })
	h.Service = tournament.NewService(postgres.Tournament{DB: db})
	h.desk = takeback.Desk{
		Journal: postgres.Journal{DB: db}, Tournament: h.Service, Dispute: dispute.NewService(postgres.Disputes{DB: db}),
		Accounts: account.NewService(postgres.Accounts{DB: db}, func() time.Time { return h.now }),
	}
	h.exec(`insert into account (account_id, login, name, password_hash, created_at) values (1, 'dana', 'Dana Holt', '-', $1), (2, 'ana', 'Ana Ruiz', '-', $1)`, h.now)
	h.exec(`insert into event (event_id, slug, name, time_zone, starts_on, ends_on, created_at) values (1, 'lake', 'Lake', 'UTC', $1::timestamptz::date, $1::timestamptz::date, $1::timestamptz)`, h.now)
	h.exec(`insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points,
		tie_breaks, clock_ms, round_minutes) values (1, 1, 'open', 'Open', 'O', 1, 'FIDEX', 'team-swiss', 5, 2, 2, 'PTS, DE, BH/C1, BH, SB, WIN', 300000, 25)`)
	h.exec(`insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, created_at)
		select 1, n, 1, 'Team ' || n, 'team ' || n, 'team-' || n, 'T' || n, 0, 'here', $2 from generate_series(1, $1::int) n`, teams, h.now)
	h.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		select 1, 2 * n - 2 + s, 1, n, s, 'P' || n, case s when 1 then 'Ahead' else 'Behind' end, 'p' || n || case s when 1 then ' ahead' else ' behind' end, $2
		from generate_series(1, $1::int) n, generate_series(1, 2) s`, teams, h.now)
	h.exec(`insert into event_counter (event_id, name, value) values (1, 'team', $1), (1, 'player', 2 * $1), (1, 'section', 1)`, teams)
	return h
}

func (h *hall) exec(sql string, args ...any) {
	h.t.Helper()
	if _, err := h.pool.Exec(h.t.Context(), sql, args...); err != nil {
		h.t.Fatalf("%s: %v", sql[:min(60, len(sql))], err)
	}
}

// as is a command of a person.
func as(who int64) journal.Command {
	return journal.Command{Actor: journal.Actor{AccountID: who, Name: names[who]}, Reason: "a reason"}
}

func person(who int64) takeback.Person {
	return takeback.Person{
		Command: journal.Command{Actor: as(who).Actor}, By: access.Actor{AccountID: who, Grants: []access.Grant{{EventID: event, Role: access.Organizer}, {EventID: event, Role: access.Chief}}},
		May: func(access.Action, int64) bool { return true },
	}
}

func (h *hall) must(err error) {
	h.t.Helper()
	expect.MustTrue(h.t, err == nil, "%v (%v)", err, fault.Fields(err))
}

func (h *hall) last(who int64) takeback.Offer {
	h.t.Helper()
	o, err := h.desk.Last(h.t.Context(), event, person(who))
	h.must(err)
	return o
}

// undoes takes back a person's last act, which has to be that one, and says so in these words.
func (h *hall) undoes(who int64, action, then string) {
	h.t.Helper()
	o := h.last(who)
	expect.MustTrue(h.t, o.Action == action && o.Why() == "" && strings.Contains(o.Then, then),
		"the offer is %q (%q, why not: %q), want %q with %q", o.Action, o.Then, o.Why(), action, then)
	_, err := h.desk.Undo(h.t.Context(), event, person(who), o.Seq)
	h.must(err)
	var reason, undoes string
	h.must(h.pool.QueryRow(h.t.Context(), `select data ->> 'reason', data ->> 'undoes' from journal order by seq desc limit 1`).Scan(&reason, &undoes))
	want := strings.TrimSpace(undoes)
	expect.MustTrue(h.t, want != "" && strings.Contains(reason, action), "the entry of the undo says %q and takes back %q", reason, undoes)
}

// stays asks for the last act, which cannot be undone for this reason.
func (h *hall) stays(who int64, action, why string) {
	h.t.Helper()
	o := h.last(who)
	expect.MustTrue(h.t, o.Action == action && strings.Contains(o.Why(), why) && o.Then == "",
		"the offer is %q, why not: %q (then %q), want %q refused with %q", o.Action, o.Why(), o.Then, action, why)
	_, err := h.desk.Undo(h.t.Context(), event, person(who), o.Seq)
	expect.MustTrue(h.t, err != nil, "%s was undone although %s", action, why)
}

func (h *hall) book() *tournament.SectionBook {
	h.t.Helper()
	b, err := h.Reader().Book(h.t.Context(), event, section)
	h.must(err)
	return b
}

func (h *hall) text(sql string, args ...any) string {
	h.t.Helper()
	var s string
	h.must(h.pool.QueryRow(h.t.Context(), sql, args...).Scan(&s))
	return s
}

// everything is all rows of what tournaments are made of, so that an undo can be compared with the
// time before it. Revisions count on.
func (h *hall) everything() string {
	h.t.Helper()
	var all []string
	for _, table := range []string{"team", "player", "section", "bye_request", "forbidden_pair", "pairing", "prize", "hall_screen", "planned_start", "event"} {
		all = append(all, table+" "+h.text(`select coalesce(json_agg(to_jsonb(t) - 'revision' - 'version' - 'public_version' order by to_jsonb(t) - 'revision')::text, '') from `+table+` t`))
	}
	return strings.Join(all, "\n")
}

func (h *hall) publish(round int) {
	h.t.Helper()
	h.draft(round)
	_, err := h.PublishRound(h.t.Context(), event, as(dana), tournament.PublishRound{DraftInput: h.at(round), Typed: round})
	h.must(err)
}

func (h *hall) draft(round int) {
	h.t.Helper()
	_, err := h.MakeDraft(h.t.Context(), event, as(dana), tournament.MakeDraftInput{DraftInput: h.at(round)})
	h.must(err)
}

func (h *hall) at(round int) tournament.DraftInput {
	h.t.Helper()
	r, err := h.Reader().DraftRound(h.t.Context(), event, section, round)
	h.must(err)
	return tournament.DraftInput{SectionID: section, RoundNo: round, Revision: r.Revision}
}

func (h *hall) enter(who int64, o tournament.Outcome) error {
	h.t.Helper()
	m := h.book().Round(1).AtTable(1).Matches[0]
	_, err := h.EnterResult(h.t.Context(), event, as(who), tournament.TypedResult{SectionID: section, Round: 1, Table: 1, Match: 1, Revision: m.Revision, Source: "desk", Outcome: o})
	return err
}

func (h *hall) match() tournament.Match {
	h.t.Helper()
	return h.book().Round(1).AtTable(1).Matches[0]
}

// Each act before the first round leaves everything as it was once it is taken back.
func TestAnUndoLeavesEverythingAsItWas(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	ctx := t.Context()
	rating := 1700
	h.exec(`update team set name = 'Abara / Castillo', name_key = 'abara / castillo' where team_id = 2`) // as Tandem calls a team without a name
	h.must(h.ForbidPair(ctx, event, as(dana), tournament.ForbiddenPair{TeamID: 3, OtherID: 4, LastRound: 2, Hard: true}))
	h.must(h.RequestBye(ctx, event, as(dana), 5, 2, tournament.ByeZero))
	_, err := h.CheckIn(ctx, event, as(dana), 6, tournament.TeamEntered)
	h.must(err)
	_, err = h.Withdraw(ctx, event, as(dana), 5, 4)
	h.must(err)
	tests := []struct {
		action, then string
		do           func() error
	}{
		{"check in", "Abara / Castillo is here again.", func() error { _, err := h.CheckIn(ctx, event, as(ana), 2, tournament.TeamAbsent); return err }},
		{"withdraw team", "Team 6 is in again", func() error { _, err := h.Withdraw(ctx, event, as(ana), 6, 0); return err }},
		{"withdraw team", "Team 5 is withdrawn from round 4 on again.", func() error { _, err := h.Withdraw(ctx, event, as(ana), 5, 3); return err }},
		{"return team", "Team 5 is withdrawn from round 4 on again.", func() error { _, err := h.Return(ctx, event, as(ana), 5); return err }},
		{"request bye", "Team 1 plays round 2.", func() error { return h.RequestBye(ctx, event, as(ana), 1, 2, tournament.ByeZero) }},
		{"request bye", "Team 5 has its zero bye in round 2 again.", func() error { return h.RequestBye(ctx, event, as(ana), 5, 2, "") }},
		{"close check-in", "waited for again", func() error {
			return h.CloseCheckIn(ctx, event, as(ana), section, map[int64]tournament.CheckInChoice{6: tournament.ChoiceOut})
		}},
		{"close check-in", "waited for again", func() error {
			return h.CloseCheckIn(ctx, event, as(ana), section, map[int64]tournament.CheckInChoice{6: tournament.ChoiceBye})
		}},
		{"edit team", "what they were", func() error {
			_, err := h.EditTeam(ctx, event, as(ana), tournament.TeamEdit{
				TeamID: 1, Revision: h.book().Team(1).Revision, Name: "Red Knights", School: "Lake", Categories: "K-8",
				Players: []tournament.NewPlayer{{FirstName: "Mia", LastName: "Ahead", Rating: &rating}, {FirstName: "P1", LastName: "Behind", Grade: "7"}},
			})
			return err
		}},
		{"keep teams apart", "but what was before", func() error {
			return h.ForbidPair(ctx, event, as(ana), tournament.ForbiddenPair{TeamID: 1, OtherID: 2})
		}},
		{"keep teams apart", "but what was before", func() error {
			return h.ForbidPair(ctx, event, as(ana), tournament.ForbiddenPair{TeamID: 3, OtherID: 4, LastRound: 4})
		}},
		{"let teams meet", "kept apart again", func() error { return h.AllowPair(ctx, event, as(ana), 3, 4) }},
		{"edit section", "Open, ", func() error {
			to := tournament.SettingsOf(h.book().Section)
			to.Hall = "North hall"
			_, err := h.EditSection(ctx, event, as(ana), tournament.SectionEdit{SectionID: section, Revision: h.book().Section.Revision, To: to})
			return err
		}},
		{"edit section", "again.", func() error { _, err := h.SetRounds(ctx, event, as(ana), section, 5, 6); return err }},
		{"lay out the hall", "rows of the hall", func() error { return h.SetHallRows(ctx, event, as(ana), section, tournament.HallRows{TablesPerRow: 6}) }},
		{"steer screen", "all pairings", func() error {
			_, err := h.SteerScreen(ctx, event, as(ana), tournament.Steering{To: tournament.Screen{Name: "Main", Programme: tournament.ShowNames}})
			return err
		}},
		{"edit event", "what it was", func() error {
			e, err := h.Reader().EventBySlug(ctx, "lake")
			h.must(err)
			_, err = h.EditEvent(ctx, event, as(ana), tournament.EventEdit{To: tournament.NewEvent{Name: "Lakeshore", Slug: "lake", TimeZone: e.TimeZone, StartsOn: e.StartsOn, EndsOn: e.EndsOn, Venue: "Hall"}})
			return err
		}},
		{"plan times", "planned as before", func() error {
			return h.PlanTimes(ctx, event, as(ana), tournament.PlanTimes{SectionID: section, Starts: []time.Time{h.now.Add(time.Hour), h.now.Add(2 * time.Hour)}})
		}},
		{"set event state", "being set up again", func() error { return h.SetEventState(ctx, event, as(ana), tournament.EventArchived) }},
	}
	for _, tt := range tests {
		before := h.everything()
		h.must(tt.do())
		expect.True(t, h.everything() != before, "%s changed nothing", tt.action)
		h.undoes(ana, tt.action, tt.then)
		after := h.everything()
		expect.True(t, after == before, "after %s was undone:\n%s\nbefore:\n%s", tt.action, after, before)
	}
	checked, err := h.desk.Journal.Verify(ctx, event)
	h.must(err)
	for _, differs := range checked.Differs {
		if !strings.Contains(differs, "no entry of the journal wrote it") { // the rows that the test began with
			t.Errorf("the journal and the tables differ: %s", differs)
		}
	}
	o := h.last(ana)
	expect.Equal(t, o.Seq, 0, "everything of hers was taken back, and she is offered %+v", o)
}

// What somebody else did with the same thing, and what is built on it, stands on an act and is named.
func TestWhatStandsOnItIsSaid(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	_, err := h.CheckIn(ctx, event, as(ana), 2, tournament.TeamAbsent)
	h.must(err)
	_, err = h.CheckIn(ctx, event, as(dana), 2, tournament.TeamHere)
	h.must(err)
	h.stays(ana, "check in", "Something stands on it: Dana Holt, check in, Open, team Team 2.")
	h.undoes(dana, "check in", "Team 2 is absent again.") // with his gone, nothing stands on hers
	h.undoes(ana, "check in", "Team 2 is here again.")

	_, err = h.CheckIn(ctx, event, as(ana), 3, tournament.TeamAbsent)
	h.must(err)
	h.publish(1)
	h.stays(ana, "check in", "Dana Holt, publish round, Open, round 1.")
	h.undoes(dana, "publish round", "a draft again")
	h.undoes(ana, "check in", "Team 3 is here again.")
	expect.Equal(t, h.text(`select state from round`), "draft", "the round is still published")
}

// What somebody else took back is no act to undo any more, also when its table is gone with it.
func TestWhatAnotherTookBackStays(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.publish(1)
	h.must(h.enter(ana, tournament.FirstWins))
	_, err := h.TakeResultBack(t.Context(), event, as(dana), tournament.TakeResultBack{MatchID: h.match().MatchID, Revision: h.match().Revision, Reason: "the slip of table 2"})
	h.must(err)
	h.stays(ana, "enter result", "Dana Holt, take back result")
	h.stays(dana, "take back result", "Enter the result again")
	_, err = h.Unpublish(t.Context(), event, as(dana), tournament.UnpublishInput{DraftInput: h.at(1), Typed: 1})
	h.must(err)
	h.stays(ana, "enter result", "Dana Holt, unpublish round")
}

// A result goes back for as long as nobody else has looked at it; a round with a result stays.
func TestResultsAndRounds(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.publish(1)
	h.must(h.enter(ana, tournament.FirstWins))
	h.stays(dana, "publish round", "Ana Ruiz, enter result, Open, round 1, table 1, match 1.")
	h.now = h.now.Add(time.Hour) // the wall's own key has long given up
	h.undoes(ana, "enter result", "no longer counts")
	if m := h.match(); m.State != tournament.MatchOpen || m.Result != nil {
		t.Errorf("the match is %s with %+v", m.State, m.Result)
	}
	h.undoes(dana, "publish round", "a draft again") // its only result was taken back
	h.publish(1)

	h.must(h.enter(ana, tournament.Drawn))
	h.must(h.VerifyResult(t.Context(), event, as(dana), tournament.Verdict{MatchID: h.match().MatchID, Revision: h.match().Revision, Confirm: true}))
	h.stays(ana, "enter result", "Dana Holt, verify result")
	h.undoes(dana, "verify result", "second pair of eyes")
	if m := h.match(); m.State != tournament.MatchReported || m.Result.VerifiedBy != nil {
		t.Errorf("the match is %s with %+v", m.State, m.Result)
	}
	h.must(h.VerifyResult(t.Context(), event, as(dana), tournament.Verdict{MatchID: h.match().MatchID, Revision: h.match().Revision, Reason: "the slip says White"}))
	h.undoes(dana, "reject result", "second pair of eyes")
	if m := h.match(); m.State != tournament.MatchReported || m.Result.Outcome != tournament.Drawn {
		t.Errorf("the match is %s with %+v", m.State, m.Result)
	}
	h.undoes(ana, "enter result", "no longer counts")
	if got := h.last(ana); got.Seq != 0 {
		t.Errorf("after two undos she is offered %+v", got)
	}

	// The key of the wall takes results back without naming the entry: it is passed over as well.
	h.must(h.enter(ana, tournament.Drawn))
	h.must(h.UndoResult(t.Context(), event, as(ana), h.match().MatchID))
	if got := h.last(ana); got.Seq != 0 {
		t.Errorf("after an undo on the wall she is offered %+v", got)
	}
	h.must(h.NotePrinted(t.Context(), event, as(ana), []tournament.Printing{{SectionID: section, RoundNo: 1, Paper: "names"}}))
	h.stays(ana, "print", "cannot be unprinted")
}

// A page that is out of date undoes nothing; the same form twice undoes once.
func TestOldPagesUndoNothing(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	_, err := h.CheckIn(ctx, event, as(ana), 2, tournament.TeamAbsent)
	h.must(err)
	shown := h.last(ana)
	_, err = h.CheckIn(ctx, event, as(ana), 3, tournament.TeamAbsent)
	h.must(err)
	expect.Refused(t, expect.Err(h.desk.Undo(ctx, event, person(ana), shown.Seq)), fault.Stale)
	newest := h.last(ana)
	for range 2 {
		_, err := h.desk.Undo(ctx, event, person(ana), newest.Seq)
		h.must(err)
	}
	got := h.text(`select count(*)::text from journal where action = 'check in'`)
	expect.True(t, got == "3", "there are %s check-ins, want two and one undo", got)
	h.undoes(ana, "check in", "Team 2 is here again.") // and on to the act before

	refused := person(ana)
	_, err = h.CheckIn(ctx, event, as(ana), 4, tournament.TeamAbsent)
	h.must(err)
	refused.May = func(access.Action, int64) bool { return false }
	if o, err := h.desk.Last(ctx, event, refused); err != nil || !strings.Contains(o.Why(), "You may not do this here any more") {
		t.Errorf("without the right: %+v, %v", o, err)
	}
	expect.Refused(t, expect.Err(h.desk.Undo(ctx, event, refused, h.last(ana).Seq)), fault.Forbidden)
}

// others acts between the look and the undo, as a busy hall does.
type others struct {
	journal.Reader
	act func()
}

func (o *others) Since(ctx context.Context, eventID, seq int64) ([]journal.Entry, error) {
	entries, err := o.Reader.Since(ctx, eventID, seq)
	if act := o.act; act != nil {
		o.act = nil
		act()
	}
	return entries, err
}

// Whoever saves between the look and the undo is seen: the undo looks again.
func TestNothingSlipsInBetween(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	ctx := t.Context()
	between := &others{Reader: h.desk.Journal}
	h.desk.Journal = between
	_, err := h.CheckIn(ctx, event, as(ana), 2, tournament.TeamAbsent)
	h.must(err)
	seq := h.last(ana).Seq
	between.act = func() { _, err := h.CheckIn(ctx, event, as(dana), 2, tournament.TeamEntered); h.must(err) }
	expect.Refused(t, expect.Err(h.desk.Undo(ctx, event, person(ana), seq)), fault.Conflict, "Dana Holt")
	_, err = h.CheckIn(ctx, event, as(ana), 3, tournament.TeamAbsent)
	h.must(err)
	seq = h.last(ana).Seq
	between.act = func() { _, err := h.CheckIn(ctx, event, as(dana), 4, tournament.TeamEntered); h.must(err) }
	if _, err := h.desk.Undo(ctx, event, person(ana), seq); err != nil {
		t.Errorf("somebody changed another team in between: %v", err)
	}
	_, err = h.CheckIn(ctx, event, journal.Command{Actor: as(ana).Actor, At: 1}, 3, tournament.TeamAbsent)
	moved := new(journal.Moved)
	expect.True(t, errors.As(err, &moved), "a command for an old version was carried out: %v", err)
}

// Points that were given are taken back; the list keeps them.
func TestGivenPointsAreTakenBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	_, err := h.GivePoints(t.Context(), event, as(ana), tournament.GivePoints{SectionID: section, TeamID: 3, MatchPoints: -2})
	h.must(err)
	h.undoes(ana, "give points", "Team 3 has those points no more")
	given, err := h.Reader().PointsGiven(t.Context(), event, section)
	h.must(err)
	points := h.book().Points
	expect.True(t, len(points) == 0 && len(given) == 1 && given[0].TakenBackName == "Ana Ruiz", "%d points count, the list says %+v", len(points), given)
}
