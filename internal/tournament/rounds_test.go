package tournament_test

import (
	"fmt"
	"slices"
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

// hall is one event with one section of teams of two, the strongest first: team
// id n is number n of the section.
type hall struct {
	*testkit.Event
	t       testing.TB
	pool    *postgres.Pool
	service *tournament.Service
	event   int64
	chief   journal.Actor
	other   journal.Actor
	now     time.Time
}

const hallSection = 1

func newHall(t testing.TB, teams int) *hall {
	t.Helper()
	h := &hall{t: t, now: testkit.Morning, other: journal.Actor{AccountID: 2, Name: "Ana Ruiz"}}
	h.Event = testkit.Lake(t, func() time.Time { return h.now }, testkit.Row{"tie_breaks": "PTS, DE, BH/C1, BH, SB, WIN"})
	h.pool, h.service, h.event, h.chief = h.Pool, h.Tournament, h.EventID, h.Chief
	h.Teams(1, hallSection, teams, testkit.Numbered("P"))
	return h
}

func (h *hall) exec(sql string, args ...any)       { h.t.Helper(); h.Exec(sql, args...) }
func (h *hall) book() *tournament.SectionBook      { h.t.Helper(); return h.Book() }
func (h *hall) round(n int) tournament.DraftRound  { h.t.Helper(); return h.Round(n) }
func (h *hall) at(n int) tournament.DraftInput     { h.t.Helper(); return h.At(n) }
func (h *hall) publish(n int) tournament.Published { h.t.Helper(); return h.Publish(n) }
func (h *hall) play(n int)                         { h.t.Helper(); h.Play(n) }

func (h *hall) as(who journal.Actor, reason string) journal.Command {
	return journal.Command{Actor: who, Reason: reason}
}

func (h *hall) draft(n int) *tournament.Draft {
	h.t.Helper()
	h.Draft(n)
	return h.round(n).Draft
}

// seated is a hall with round 1 published.
func seated(t testing.TB, teams int) *hall {
	t.Helper()
	h := newHall(t, teams)
	h.pair(1)
	return h
}

// pair drafts a round and publishes it.
func (h *hall) pair(n int) {
	h.t.Helper()
	h.draft(n)
	h.publish(n)
}

// playRounds pairs and plays the rounds 1 to last.
func (h *hall) playRounds(last int) {
	h.t.Helper()
	for n := 1; n <= last; n++ {
		h.pair(n)
		h.play(n)
	}
}

func (h *hall) edit(in tournament.DraftEditInput) error {
	h.t.Helper()
	in.DraftInput = h.at(in.RoundNo)
	_, err := h.service.EditDraft(h.t.Context(), h.event, h.as(h.chief, ""), in)
	return err
}

func TestFirstRoundIsDraftedPublishedAndSeated(t *testing.T) {
	t.Parallel()
	h := newHall(t, 7)
	d := h.draft(1)
	want := [][2]int64{{1, 4}, {5, 2}, {3, 6}}
	for i, w := range want {
		got := d.Tables[i]
		expect.True(t, got.Table == i+1 && got.First.TeamID == w[0] && got.Second.TeamID == w[1],
			"table %d: %d – %d, want %d – %d", got.Table, got.First.TeamID, got.Second.TeamID, w[0], w[1])
		expect.True(t, len(got.In(fmt.Sprintf)) != 0, "table %d has no reason", got.Table)
	}
	expect.True(t, len(d.Byes) == 1 && d.Byes[0].TeamID == 7 && d.Byes[0].Award == 2, "byes %+v, want team 7 with one point", d.Byes)
	if book := h.book(); book.Current() != nil || len(book.Rounds[0].Pairings) != 0 {
		t.Error("the draft is visible in the section's book")
	}
	expect.Equal(t, h.publish(1), (tournament.Published{Version: 1, Tables: 3, Byes: 1}), "published")
	book := h.book()
	expect.True(t, book.Section.FrozenAt != nil, "the section is not frozen")
	p := book.Current().AtTable(2)
	expect.MustTrue(t, p.TeamID(1) == 5 && len(p.Matches) == 2 && p.Matches[0].Side1Slot == 1 && p.Matches[1].Side1Slot == 2, "table 2 is %+v", p)
	// Players keep their board: team 5 has players 9 and 10, team 2 players 3 and 4.
	for m, want := range [][4]int64{{9, 3, 4, 10}, {3, 9, 10, 4}} {
		g := p.Matches[m].Games
		got := [4]int64{*g[0].WhiteID, *g[0].BlackID, *g[1].WhiteID, *g[1].BlackID}
		expect.Equal(t, got, want, "match %d seats WA BA WB BB =", m+1)
	}
	bye := book.Current().PairingOf(7)
	expect.True(t, bye.Bye != nil && *bye.Bye == tournament.ByePairing && *bye.ByePoints == 2, "the bye is %+v", bye)
}

func TestFiveRoundsPairEverybodyOnceWithNobodyTwice(t *testing.T) {
	t.Parallel()
	h := newHall(t, 9)
	met, byes := map[[2]int64]int{}, map[int64]int{}
	for n := 1; n <= 5; n++ {
		d := h.draft(n)
		expect.MustTrue(t, !d.Blocked() && !d.NeedsSignature(), "round %d has problems: %+v", n, d.Problems)
		h.publish(n)
		for _, p := range h.book().Round(n).Pairings {
			a, b := p.TeamID(1), p.TeamID(2)
			if b == 0 {
				byes[a]++
				continue
			}
			met[[2]int64{min(a, b), max(a, b)}]++
		}
		h.play(n)
	}
	for pair, times := range met {
		expect.True(t, times <= 1, "teams %v met %d times", pair, times)
	}
	for team, times := range byes {
		expect.True(t, times <= 1, "team %d had %d byes", team, times)
	}
	for n := 1; n < 5; n++ {
		s := h.book().Round(n).State
		expect.True(t, s == tournament.RoundLocked, "round %d is %s after round 5 was published, want locked", n, s)
	}
}

func TestDraftIsEditedCheckedAndTakenBack(t *testing.T) {
	t.Parallel()
	h := seated(t, 6)
	h.play(1)
	before := h.draft(2)
	first := before.Tables[0]
	// Opponents of round 1 put together again: a problem that needs a reason.
	rival := h.book().Round(1).PairingOf(first.First.TeamID)
	opponent := rival.TeamID(3 - rival.Slot(first.First.TeamID))
	expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: h.at(2), Kind: tournament.EditSwap, TeamID: first.Second.TeamID, OtherID: opponent}))
	d := h.round(2).Draft
	expect.True(t, d.Tables[0].Second.TeamID == opponent && d.Tables[0].By == "Dana Holt" && d.Tables[0].Table == first.Table,
		"table 1 is %+v after the swap", d.Tables[0])
	expect.True(t, d.NeedsSignature() && d.Problems[0].Rule == "repeat", "problems %+v, want the repeat", d.Problems)
	_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(2), Typed: 2})
	expect.True(t, fault.Fields(err)["reason"] != "", "published a repeat without a reason: %v", err)
	expect.OK(t, h.edit(tournament.DraftEditInput{DraftInput: h.at(2), Kind: tournament.EditUndo}))
	d = h.round(2).Draft
	expect.True(t, fmt.Sprint(d.Tables) == fmt.Sprint(before.Tables) && len(d.Problems) == 0, "after taking back: %+v, problems %+v", d.Tables, d.Problems)
}

func TestUnpairPairByeAndHold(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.draft(1) // 1-4, 5-2, 3-6
	do := func(in tournament.DraftEditInput) *tournament.Draft {
		t.Helper()
		in.RoundNo = 1
		err := h.edit(in)
		expect.MustTrue(t, err == nil, "%s: %v", in.Kind, err)
		return h.round(1).Draft
	}
	d := do(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditUnpair, TeamID: 5})
	expect.True(t, len(d.Loose) == 2 && d.Blocked(), "after unpairing: loose %v, problems %v", d.Loose, d.Problems)
	do(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditBye, TeamID: 5, Bye: tournament.ByeHalf})
	d = do(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditPair, TeamID: 2, OtherID: 3})
	expect.True(t, d.Tables[2].First.TeamID == 2 && d.Tables[2].Second.TeamID == 3 && len(d.Loose) == 1, "2 and 3 are not paired: %+v", d.Tables)
	d = do(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditBye, TeamID: 6, Bye: tournament.ByePairing})
	expect.True(t, !d.Blocked(), "everybody has a place, yet: %+v", d.Problems)
	d = do(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditHold, TeamID: 1, Table: 20})
	if i := d.AtTable(20); i < 0 || d.Tables[i].First.TeamID != 1 || !d.Tables[i].Held {
		t.Errorf("team 1 is not at table 20: %+v", d.Tables)
	}
	expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(1), Keep: true}))(t)
	d = h.round(1).Draft
	if i := d.AtTable(20); i < 0 || d.Tables[i].First.TeamID != 1 && d.Tables[i].Second.TeamID != 1 {
		t.Errorf("making the draft again lost the held table: %+v", d.Tables)
	}
}

// Made again, a draft keeps what was set by hand but for a table whose team does not play any
// more: the other one gets a new opponent. Without that the team that left is named.
func TestATableByHandGoesWithItsTeam(t *testing.T) {
	t.Parallel()
	for _, settings := range []string{"system = 'team-swiss'", "system = 'round-robin', rounds = 5", "system = 'knockout', rounds = 3, matches_per_pairing = 1", "system = 'rotating-partners', rounds = 5"} {
		h := newHall(t, 8)
		if strings.Contains(settings, "rotating") {
			h.exec(`delete from player where seat_order = 2`)
		}
		h.exec(`update section set tie_breaks = 'PTS', ` + settings)
		d := h.draft(1)
		leaves, stays := d.Tables[0].First.TeamID, d.Tables[0].Second.TeamID
		h.ok(h.edit(tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditSwap, TeamID: stays, OtherID: d.Tables[1].First.TeamID}))
		stays = d.Tables[1].First.TeamID
		expect.Must(h.service.Withdraw(t.Context(), h.event, h.as(h.chief, "ill"), leaves, 1))(t)
		_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(1), Typed: 1})
		expect.Contains(t, fault.Message(err), h.book().Team(leaves).Name, "%s: published with a team that left: %v", settings, err)
		_, err = h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(1), Keep: true})
		expect.MustTrue(t, err == nil, "%s: made again: %v", settings, err)
		again := h.round(1).Draft
		seated := func(id int64) bool {
			return slices.ContainsFunc(again.Tables, func(t tournament.DraftTable) bool { return slices.Contains(t.Entries(), id) })
		}
		expect.True(t, !seated(leaves), "%s: the team that left is paired", settings)
		expect.True(t, seated(stays) || len(again.Byes) > 0 || len(again.Loose) > 0, "%s: the other one is forgotten", settings)
	}
}

func TestResultsAfterTheDraftMakeItStale(t *testing.T) {
	t.Parallel()
	h := seated(t, 4)
	h.draft(2)
	_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(2), Typed: 2})
	expect.Equal(t, len(fault.Fields(err)), 4, "published round 2 without the results of round 1: %v", err)
	h.play(1)
	_, err = h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.at(2), Typed: 2})
	expect.True(t, fault.Is(err, fault.Conflict), "published a stale draft: %v", err)
	h.pair(2)
}

func TestOpenResultsNeedAChoiceBeforePublishing(t *testing.T) {
	t.Parallel()
	h := seated(t, 4)
	h.play(1)
	h.exec(`update match set under_review = true where match_id = 1`)
	h.draft(2)
	in := tournament.PublishRound{DraftInput: h.at(2), Typed: 2}
	_, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), in)
	expect.MustTrue(t, fault.Fields(err)["settle-1"] != "", "published over a result under review: %v", err)
	in.Settled = []int64{1}
	if _, err := h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), in); err != nil {
		t.Error(err)
	}
}

func TestUnpublishOnlyBeforeTheFirstResult(t *testing.T) {
	t.Parallel()
	h := seated(t, 4)
	take := func() error {
		_, err := h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "wrong hall"), tournament.UnpublishInput{DraftInput: h.at(1), Typed: 1})
		return err
	}
	expect.OK(t, take())
	expect.True(t, h.book().Current() == nil, "the round is still public")
	p := h.publish(1)
	expect.Equal(t, p.Version, 2, "published again as version")
	pubs, err := h.service.Reader().Publications(t.Context(), h.event, hallSection, 1)
	expect.True(t, err == nil && len(pubs) == 2 && pubs[0].WithdrawnAt != nil && pubs[1].WithdrawnAt == nil, "publications %+v, %v", pubs, err)
	h.play(1)
	expect.Refused(t, take(), fault.Conflict, "tables 1 and 2 have a result.")
}

// The time to appeal that a publication ended runs on when the round is taken back, and a window
// that an earlier round ended stays ended.
func TestATakenBackRoundGivesTheTimeToAppealBack(t *testing.T) {
	t.Parallel()
	h := seated(t, 4)
	h.exec(`update section set rounds = 3`)
	ruled := func(id int64, round int, until time.Duration) {
		h.exec(`insert into incident (event_id, incident_id, section_id, match_id, state, opened_at)
			select event_id, $1, section_id, match_id, 'ruled', $3 from match where round_no = $2 order by match_id limit 1`, id, round, h.now)
		h.exec(`insert into ruling (event_id, ruling_id, incident_id, level, made_by, made_by_name, at, verdict, follows, proposal, decision, articles, basis, sentence, reason, state, appeal_until)
			values ($1, $2, $2, 'director', $3, 'Dana', $4, 'upheld', true, '{}', '{}', '', '', '', 'seen', 'standing', $5)`, h.event, id, h.chief.AccountID, h.now, h.now.Add(until))
	}
	windows := func() (open []time.Time) {
		for _, w := range expect.Must(h.service.Reader().AppealWindows(t.Context(), h.event, hallSection, h.now))(t) {
			open = append(open, w.Until.UTC())
		}
		return open
	}
	publish := func(n int) {
		h.now = h.now.Add(time.Minute)
		h.play(n - 1)
		h.draft(n)
		in := tournament.PublishRound{DraftInput: h.at(n), Typed: n}
		for _, p := range h.book().Round(n - 1).Pairings {
			in.Settled = append(in.Settled, p.Matches[0].MatchID)
		}
		expect.Must(h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), in))(t)
	}
	ruled(1, 1, time.Hour)
	publish(2)
	until := h.now.Add(10 * time.Minute).UTC()
	ruled(2, 2, 10*time.Minute)
	publish(3)
	expect.Equal(t, len(windows()), 0, "windows after the publication")
	h.now = h.now.Add(2 * time.Minute)
	expect.Must(h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "wrong hall"), tournament.UnpublishInput{DraftInput: h.at(3), Typed: 3}))(t)
	again := windows()
	expect.True(t, len(again) == 1 && again[0].Equal(until), "windows after the round was taken back: %v, want %v", again, until)
}

// Who may not change tables reads what stands at which of them.
func TestAChangeOfTablesNamesWhatStandsInItsWay(t *testing.T) {
	t.Parallel()
	h := seated(t, 6) // 1-4, 5-2, 3-6
	record := func(table int) {
		h.exec(`insert into match_act (event_id, match_id, seq, at, by_name, act) select event_id, match_id, 1, now(), 'Kim', '{}'
			from match join pairing using (event_id, section_id, round_no, pairing_no) where table_no = $1 and match_no = 1`, table)
	}
	record(1)
	_, err := h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "sisters"), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: 4, OtherID: 2})
	if !fault.Is(err, fault.Conflict) || !strings.HasPrefix(fault.Message(err), "A pairing with something on record stays: moves are recorded at table 1.") {
		t.Errorf("two teams change places: %v", err)
	}
	record(3)
	h.exec(`insert into incident (event_id, incident_id, section_id, match_id, state, opened_by, opened_at)
		select event_id, 1, section_id, match_id, 'ruled', $1, now() from match join pairing using (event_id, section_id, round_no, pairing_no) where table_no = 2 limit 1`, h.chief.AccountID)
	_, err = h.service.Unpublish(t.Context(), h.event, h.as(h.chief, "wrong hall"), tournament.UnpublishInput{DraftInput: h.at(1), Typed: 1})
	if !fault.Is(err, fault.Conflict) || !strings.Contains(fault.Message(err), "cannot be taken back: table 2 has an incident; moves are recorded at tables 1 and 3.") {
		t.Errorf("the round is taken back: %v", err)
	}
}

// A table of a published round gets another number, who sits there stays; where another table has
// it the two trade, and what has something on record stays.
func TestAPublishedTableGetsAnotherNumber(t *testing.T) {
	t.Parallel()
	h := seated(t, 6) // 1-4, 5-2, 3-6
	move := func(table, to int, reason string) error {
		_, err := h.service.MoveTable(t.Context(), h.event, h.as(h.chief, reason), tournament.MoveTableInput{DraftInput: h.at(1), Table: table, To: to})
		return err
	}
	h.exec(`update pairing set extra_s = 300 * table_no where table_no in (1, 3)`)
	expect.OK(t, move(1, 90, "broken clock"))
	r := h.book().Round(1)
	expect.Equal(t, r.AtTable(90).ExtraS, 300, "its own time")
	moved := r.AtTable(90)
	expect.MustTrue(t, r.Publication == 2 && r.AtTable(1) == nil && moved.TeamID(1) == 1 && moved.TeamID(2) == 4 && len(moved.Matches) == 2, "moved: version %d, %+v", r.Publication, moved)
	why, _ := moved.Why(fmt.Sprintf)
	expect.True(t, len(why) > 0, "why the two meet is lost")
	expect.OK(t, move(2, 3, "a ramp"))
	r = h.book().Round(1)
	expect.True(t, r.AtTable(3).TeamID(1) == 5 && r.AtTable(2).TeamID(1) == 3, "traded: %+v, %+v", r.AtTable(3), r.AtTable(2))
	expect.True(t, r.AtTable(2).ExtraS == 900 && r.AtTable(3).ExtraS == 0, "their time: %d and %d s", r.AtTable(2).ExtraS, r.AtTable(3).ExtraS)
	for field, err := range map[string]error{"table": move(1, 5, "x"), "to": move(90, 90, "x"), "reason": move(90, 5, "")} {
		expect.True(t, fault.Fields(err)[field] != "", "%s: %v", field, err)
	}
	expect.True(t, fault.Fields(move(90, 0, "x"))["to"] != "", "number 0")
	m := r.AtTable(3).Matches[0]
	expect.Must(h.service.EnterResult(t.Context(), h.event, h.as(h.chief, ""), tournament.TypedResult{SectionID: 1, Round: 1, Table: 3, Match: 1, Revision: m.Revision, Source: "desk", Outcome: tournament.FirstWins}))(t)
	for _, tables := range [][2]int{{3, 50}, {2, 3}} {
		expect.Refused(t, move(tables[0], tables[1], "x"), fault.Conflict, "A pairing with something on record stays")
	}
	h.play(1)
}

func TestTwoTeamsChangePlacesAfterPublication(t *testing.T) {
	t.Parallel()
	h := seated(t, 6) // 1-4, 5-2, 3-6
	h.exec(`update pairing set extra_s = 300, paused_at = $1, pause_reason = 'men are missing' where table_no = 2`, h.now)
	in := tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: 4, OtherID: 2}
	expect.Must(h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "sisters"), in))(t)
	r := h.book().Round(1)
	expect.True(t, r.AtTable(2).ExtraS == 300 && r.AtTable(2).PausedAt != nil && r.AtTable(2).PauseReason == "men are missing" && r.AtTable(1).ExtraS == 0, "the time of the tables is lost: %+v", r.AtTable(2))
	expect.True(t, r.Publication == 2 && r.AtTable(1).TeamID(2) == 2 && r.AtTable(2).TeamID(2) == 4 && len(r.AtTable(1).Matches) == 2, "after the swap: %+v", r)
	pubs, err := h.service.Reader().Publications(t.Context(), h.event, hallSection, 1)
	expect.MustTrue(t, err == nil && len(pubs) == 2, "publications %v, %v", pubs, err)
	moved := tournament.TablesMoved(pubs[0].Tables, pubs[1].Tables)
	expect.Equal(t, fmt.Sprint(moved), "map[2:2 4:1]", "moved %v", moved)
	_, err = h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "sisters"), in)
	is(t, err, fault.Stale, fmt.Sprintf("since this page was shown: Dana Holt published version 2 at %s, with %s at table 1, %s at table 2. Nothing was saved",
		pubs[1].PublishedAt.In(h.book().Event.Zone()).Format("15:04"), h.book().Team(2).Name, h.book().Team(4).Name))
	h.play(1)
	in.DraftInput = h.at(1)
	expect.Refused(t, expect.Err(h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "late"), in)), fault.Conflict)
}

// The next round is paired on this one, also where this one has an open table.
func TestARoundStaysOnceTheNextIsOut(t *testing.T) {
	t.Parallel()
	h := seated(t, 6)
	h.draft(2)
	in := tournament.PublishRound{DraftInput: h.at(2), Typed: 2}
	for _, p := range h.book().Round(1).Pairings {
		for _, m := range p.Matches {
			in.Settled = append(in.Settled, m.MatchID)
		}
	}
	expect.Must(h.service.PublishRound(t.Context(), h.event, h.as(h.chief, "settled"), in))(t)
	swap := tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: 4, OtherID: 2}
	_, err := h.service.SwapPublished(t.Context(), h.event, h.as(h.chief, "sisters"), swap)
	is(t, err, fault.Conflict, "Round 2 is published already")
	_, err = h.service.RepairRound(t.Context(), h.event, h.as(h.chief, "again"), tournament.RepairInput{DraftInput: h.at(1), Tables: []int{1, 2}})
	is(t, err, fault.Conflict, "Round 2 is published already")
}

func TestDraftBelongsToOneEditorAndStaleFormsAreRefused(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	old := h.at(1)
	h.draft(1)
	_, err := h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: old})
	is(t, err, fault.Stale, "since this page was shown: Dana Holt made it anew at ")
	edit := tournament.DraftEditInput{DraftInput: h.at(1), Kind: tournament.EditSwap, TeamID: 1, OtherID: 2}
	expect.Refused(t, expect.Err(h.service.EditDraft(t.Context(), h.event, h.as(h.other, ""), edit)), fault.Conflict)
	expect.Must(h.service.TakeOverDraft(t.Context(), h.event, h.as(h.other, ""), h.at(1)))(t)
	edit.DraftInput = h.at(1)
	if _, err := h.service.EditDraft(t.Context(), h.event, h.as(h.other, ""), edit); err != nil {
		t.Errorf("after the handover: %v", err)
	}
}

func TestRepeatOfTheSameFormPublishesOnce(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.draft(1)
	in := tournament.PublishRound{DraftInput: h.at(1), Typed: 1}
	cmd := journal.Command{Actor: h.chief, Key: "one-time-key"}
	first := expect.Must(h.service.PublishRound(t.Context(), h.event, cmd, in))(t)
	again, err := h.service.PublishRound(t.Context(), h.event, cmd, in)
	expect.True(t, err == nil && again == first, "the repeat answered %+v, %v", again, err)
}

func TestNoLegalPairingNamesTheTeams(t *testing.T) {
	t.Parallel()
	h := seated(t, 2)
	h.play(1)
	d := h.draft(2)
	expect.MustTrue(t, d.NoPairing != nil && len(d.NoPairing.Teams) != 0 && len(d.Loose) == 2 && d.Blocked(), "draft %+v", d)
	expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(2), Fix: [][]int64{{1, 2}}}))(t)
	if d := h.round(2).Draft; d.NoPairing != nil || len(d.Tables) != 1 || !d.NeedsSignature() {
		t.Errorf("with the exception: %+v", d)
	}
}

// Who meets a lower score goes down to that group, in the systems that move those who are
// over: the reason names the team that moves, and the group where it plays.
func TestADownfloaterComesDown(t *testing.T) {
	t.Parallel()
	for _, system := range []tournament.System{tournament.Dutch, tournament.USSwiss} {
		h := newHall(t, 6)
		h.exec(`update section set system = $1, rounds = 5, matches_per_pairing = 1`, string(system))
		moved := 0
		for n := 1; n <= 4; n++ {
			for _, table := range h.draft(n).Tables {
				high, low := table.First, table.Second
				if high.Points < low.Points {
					high, low = low, high
				}
				why := strings.Join(table.In(fmt.Sprintf), " ")
				expect.True(t, !strings.Contains(why, "come up"), "%s, round %d: %s", system, n, why)
				if high.Points == low.Points {
					continue
				}
				moved++
				want := fmt.Sprintf("%s come down to the group of %d point", h.book().Team(high.TeamID).Name, low.Points/2)
				expect.True(t, strings.Contains(why, want), "%s, round %d: %q, want %q", system, n, why, want)
			}
			h.publish(n)
			h.play(n)
		}
		expect.True(t, moved > 0, "%s: nobody met a lower score", system)
	}
}

func TestEverySystemPairsItsRounds(t *testing.T) {
	t.Parallel()
	for _, system := range []tournament.System{tournament.TeamSwiss, tournament.Dutch, tournament.USSwiss, tournament.RoundRobin, tournament.DoubleRoundRobin, tournament.Knockout} {
		t.Run(string(system), func(t *testing.T) {
			t.Parallel()
			h := newHall(t, 6)
			h.exec(`update section set system = $1, rounds = 10`, string(system))
			rounds := map[tournament.System]int{tournament.DoubleRoundRobin: 10, tournament.Knockout: 3, tournament.RoundRobin: 5}[system]
			met := map[[2]int64]int{}
			for n := 1; n <= max(rounds, 3); n++ {
				d := h.draft(n)
				expect.MustTrue(t, len(d.Problems) == 0 && d.NoPairing == nil && len(d.Tables) != 0, "round %d: %+v", n, d)
				h.publish(n)
				for _, p := range h.book().Round(n).Pairings {
					if p.Bye == nil {
						met[[2]int64{min(p.TeamID(1), p.TeamID(2)), max(p.TeamID(1), p.TeamID(2))}]++
					}
				}
				h.play(n)
			}
			games := 0
			for _, times := range met {
				games += times
			}
			want := map[tournament.System]int{tournament.RoundRobin: 15, tournament.DoubleRoundRobin: 30, tournament.Knockout: 5}
			w, ok := want[system]
			expect.True(t, !ok || games == w, "%d pairings in all, want %d", games, w)
			if system == tournament.Knockout {
				d := h.draft(4)
				expect.True(t, len(d.Tables) == 0 && len(d.Notes) == 1 && d.Notes[0] == "Team 0001 have won the knockout.", "after the final: %+v", d)
			}
		})
	}
}

// A reason of blanks is none, and an exception names teams of the section.
func TestReasonsAndExceptionsOfRoundsAreRead(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.draft(1)
	for what, fix := range map[string][][]int64{
		"nobody": {{}}, "three": {{1, 2, 3}}, "a stranger": {{1, 99}}, "oneself": {{1, 1}}, "twice": {{1, 2}, {2, 3}}, "no team": {{0}},
	} {
		_, err := h.service.MakeDraft(t.Context(), 1, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(1), Fix: fix})
		expect.True(t, fault.Is(err, fault.Invalid) && fault.Fields(err)["relax"] != "", "%s: %v, want a message about the exception", what, err)
	}
	h.pair(1)
	h.exec(`update round set clock_started = $1`, h.now)
	_, unpublish := h.service.Unpublish(t.Context(), 1, h.as(h.chief, " \n"), tournament.UnpublishInput{DraftInput: h.at(1), Typed: 1})
	_, swap := h.service.SwapPublished(t.Context(), 1, h.as(h.chief, "\t "), tournament.SwapPublishedInput{DraftInput: h.at(1), TeamID: 1, OtherID: 2})
	pause := h.service.PauseTable(t.Context(), 1, h.as(h.chief, "  "), tournament.TableClock{SectionID: 1, RoundNo: 1, Table: 1})
	for what, err := range map[string]error{"unpublish": unpublish, "swap": swap, "pause": pause} {
		expect.True(t, fault.Fields(err)["reason"] != "", "%s without a reason: %v", what, err)
	}
}

func TestTeamsLeaveFromARoundThatThereIs(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	rounds := h.book().Section.Rounds
	for _, round := range []int{-1, rounds + 1, 1_000_000} {
		_, err := h.service.Withdraw(t.Context(), 1, h.as(h.chief, ""), 1, round)
		expect.True(t, fault.Fields(err)["round"] != "", "a team leaves from round %d of %d: %v", round, rounds, err)
	}
	gone, err := h.service.Withdraw(t.Context(), 1, h.as(h.chief, ""), 1, rounds)
	expect.True(t, err == nil && *gone.Team.LeavesRound == rounds, "from the last round: %+v, %v", gone.Team, err)
}

// What a draft without a legal pairing offers is done when it is asked for: where everybody has
// met, all the pairs that have to meet again at once, and where a pair set by hand is in the way,
// the draft without it.
func TestWhatIsOfferedIsDone(t *testing.T) {
	t.Parallel()
	h := newHall(t, 5)
	h.playRounds(4)
	h.exec(`update section set rounds = 9`)
	for n := 5; n <= 7; n++ {
		d := h.draft(n)
		if d.NoPairing == nil {
			h.publish(n)
			h.play(n)
			continue
		}
		expect.MustTrue(t, len(d.NoPairing.Relax) > 0, "nothing is offered: %+v", d.NoPairing)
		offer := d.NoPairing.Relax[0]
		expect.True(t, strings.Contains(offer.Sentence, "Team 000"), "the offer names nobody: %q", offer.Sentence)
		expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(n), Keep: true, Fix: offer.Allow}))(t)
		d = h.round(n).Draft
		expect.MustTrue(t, d.NoPairing == nil && len(d.Tables) == 2 && len(d.Byes) == 1 && d.NeedsSignature(), "round %d as offered (%s): %+v", n, offer.Sentence, d)
		expect.Must(h.service.PublishRound(t.Context(), h.event, h.as(h.chief, "everybody has met"), tournament.PublishRound{DraftInput: h.at(n), Typed: n}))(t)
		h.play(n)
	}
}

func TestAPairByHandIsGivenUp(t *testing.T) {
	t.Parallel()
	h := seated(t, 4) // 1 – 3 and 2 – 4, or so
	h.play(1)
	d := h.draft(2)
	one, other := d.Tables[0].First.TeamID, d.Tables[1].First.TeamID
	rest := []int64{d.Tables[0].Second.TeamID, d.Tables[1].Second.TeamID}
	h.ok(h.service.ForbidPair(t.Context(), h.event, h.as(h.chief, ""), tournament.ForbiddenPair{TeamID: rest[0], OtherID: rest[1], FirstRound: 1, LastRound: 5, Hard: true}))
	h.ok(h.edit(tournament.DraftEditInput{DraftInput: h.at(2), Kind: tournament.EditPair, TeamID: one, OtherID: other}))
	expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(2), Keep: true}))(t)
	d = h.round(2).Draft
	expect.MustTrue(t, d.NoPairing != nil, "draft %+v", d)
	i := slices.IndexFunc(d.NoPairing.Relax, func(r tournament.Relaxation) bool { return len(r.Undo) == 2 })
	expect.MustTrue(t, i >= 0, "the pair by hand is not offered back: %+v", d.NoPairing.Relax)
	expect.Contains(t, d.NoPairing.Relax[i].Sentence, h.book().Team(one).Name, "the offer")
	expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.at(2), Keep: true, Undo: d.NoPairing.Relax[i].Undo}))(t)
	d = h.round(2).Draft
	expect.True(t, d.NoPairing == nil && len(d.Tables) == 2 && !d.Blocked(), "without the pair by hand: %+v", d)
}
