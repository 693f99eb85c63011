package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
)

// stage adds an empty section to the hall and returns its number. more is SQL that sets what
// the section is beyond a Swiss of five rounds.
func (h *hall) stage(name, more string) int64 {
	h.t.Helper()
	var id int64
	letter := string(name[0])
	expect.OK(h.t, h.pool.QueryRow(h.t.Context(), `insert into section (event_id, section_id, slug, name, letter, position, rulebook, system, rounds, matches_per_pairing, bye_points,
		tie_breaks, clock_ms, round_minutes, first_table) select 1, n, lower(replace($1, ' ', '-')), $1, $2 || n, n, 'FIDEX', 'team-swiss', 5, 2, 2, 'PTS, DE, BH/C1, BH, SB, WIN', 300000, 25, 100 * n
		from (select max(section_id) + 1 as n from section) x returning section_id`, name, letter).Scan(&id))
	h.exec(`insert into event_counter (event_id, name, value) select 1, c, 1000 from unnest(array['section', 'team', 'player']) c on conflict do nothing`)
	if more != "" {
		h.exec(`update section set `+more+` where section_id = $1`, id)
	}
	return id
}

func (h *hall) bookOf(section int64) *tournament.SectionBook {
	h.t.Helper()
	book := expect.Must(h.service.Reader().Book(h.t.Context(), h.event, section))(h.t)
	return book
}

func (h *hall) inRound(section int64, n int) tournament.DraftInput {
	h.t.Helper()
	r := expect.Must(h.service.Reader().DraftRound(h.t.Context(), h.event, section, n))(h.t)
	return tournament.DraftInput{SectionID: section, RoundNo: n, Revision: r.Revision}
}

// playOn drafts, publishes and plays rounds of a section. In a level tie, and in every third
// pairing elsewhere, decisive gives both matches to one side.
func (h *hall) playOn(section int64, first, last int, decisive bool) {
	h.t.Helper()
	for n := first; n <= last; n++ {
		if _, err := h.service.MakeDraft(h.t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.inRound(section, n)}); err != nil {
			h.t.Fatalf("draft round %d of section %d: %v", n, section, err)
		}
		r, err := h.service.Reader().DraftRound(h.t.Context(), h.event, section, n)
		expect.MustTrue(h.t, err == nil && len(r.Draft.Loose) == 0 && !r.Draft.Blocked(), "round %d of section %d: %v %+v", n, section, err, r.Draft)
		if _, err := h.service.PublishRound(h.t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.inRound(section, n), Typed: n}); err != nil {
			h.t.Fatalf("publish round %d of section %d: %v", n, section, err)
		}
		h.results(section, n, decisive)
	}
}

func (h *hall) results(section int64, n int, decisive bool) {
	h.t.Helper()
	lots := rand.New(rand.NewPCG(uint64(n), uint64(section)))
	for _, p := range h.bookOf(section).Round(n).Pairings {
		first := lots.IntN(2)
		for _, m := range p.Matches {
			if !decisive && lots.IntN(3) > 0 {
				first = lots.IntN(2)
			}
			outcome, one, two := "slot1", 2, 0
			if first == 1 {
				outcome, one, two = "slot2", 0, 2
			}
			h.exec(`insert into result_report (event_id, report_id, match_id, source, by_account, by_name, outcome, slot1_points, slot2_points, state, at)
				values (1, $1, $1, 'desk', 1, 'Dana Holt', $2, $3, $4, 'confirmed', $5)`, m.MatchID, outcome, one, two, h.now)
		}
	}
	h.exec(`update match set state = 'verified' where section_id = $1 and round_no = $2`, section, n)
	h.exec(`update round set state = 'complete' where section_id = $1 and round_no = $2`, section, n)
}

func fromPlaces(section int64, first, last int) phase.Feed {
	return phase.Feed{From: section, Kind: phase.Places, First: first, Last: last}
}

func ruleOf(carry phase.Carry, seeding phase.Seeding, feeds ...phase.Feed) phase.Rule {
	return phase.Rule{Feeds: feeds, Carry: carry, Seeding: seeding, Breaking: phase.TieBreaks}
}

func (h *hall) setPhase(section int64, rule phase.Rule) error {
	h.t.Helper()
	p, _ := tournament.PhaseOfBook(h.bookOf(section))
	_, err := h.service.SetPhase(h.t.Context(), h.event, h.as(h.chief, ""), tournament.SetPhase{SectionID: section, Revision: p.Revision, Rule: rule})
	return err
}

// field is who would come in now, with the phase.
func (h *hall) field(section int64) (tournament.Phase, phase.Field) {
	h.t.Helper()
	p, _ := tournament.PhaseOfBook(h.bookOf(section))
	books := map[int64]*tournament.SectionBook{}
	for _, id := range p.SourceIDs() {
		books[id] = h.bookOf(id)
	}
	f := expect.Must(p.Field(books))(h.t)
	return p, f
}

func (h *hall) letIn(section int64) error {
	h.t.Helper()
	p, f := h.field(section)
	_, err := h.service.StartPhase(h.t.Context(), h.event, h.as(h.chief, ""), tournament.StartPhase{SectionID: section, Revision: p.Revision, Basis: f.Digest(), Seed: "b0a7"})
	return err
}

// level orders teams that are level across a line of a section, the first named first.
func (h *hall) level(section int64, f phase.Field) {
	h.t.Helper()
	for _, line := range f.Lines {
		if line.From == section && line.Level != nil {
			_, err := h.service.DecideTie(h.t.Context(), h.event, h.as(h.chief, ""), tournament.DecideTie{SectionID: section, Teams: line.Level, Seed: "4d1f"})
			expect.MustTrue(h.t, err == nil, "%v", err)
		}
	}
}

// start lets the teams in, where need be after lots for those who are level.
func (h *hall) startPhase(section int64) []tournament.PhaseEntry {
	h.t.Helper()
	p, f := h.field(section)
	for _, id := range p.SourceIDs() {
		h.level(id, f)
	}
	h.ok(h.letIn(section))
	var came []tournament.PhaseEntry
	for _, e := range h.bookOf(section).Entered {
		if e.SectionID == section {
			came = append(came, e)
		}
	}
	return came
}

func origins(entries []tournament.PhaseEntry) []int64 {
	var ids []int64
	for _, e := range entries {
		ids = append(ids, e.FromTeam)
	}
	return ids
}

// placesOf are the teams of a section in order of place.
func (h *hall) placesOf(section int64) []int64 {
	h.t.Helper()
	s := expect.Must(h.bookOf(section).Standings(0))(h.t)
	var ids []int64
	for _, row := range s.Rows {
		ids = append(ids, row.TeamID)
	}
	return ids
}

// A Swiss of five rounds, its first eight in a knockout with a match for third place, all
// others in a B-final at the same time that goes on with their points.
func TestSwissThenTopEightAndBFinal(t *testing.T) {
	t.Parallel()
	h := newHall(t, 15)
	final, bFinal := h.stage("A final", `system = 'knockout', third_place = true, rounds = 3, tie_breaks = 'PTS'`), h.stage("B final", `rounds = 2`)
	h.exec(`update team set link_hash = sha256(convert_to(slug, 'UTF8')) where team_id <= 15`)
	h.ok(h.setPhase(final, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 8))))
	h.ok(h.setPhase(bFinal, ruleOf(phase.Points, phase.ByStrength, fromPlaces(1, 9, 0))))
	h.playOn(1, 1, 4, false)
	if err := h.letIn(final); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "Open is not over") {
		t.Errorf("the final started before the Swiss was over: %v", err)
	}
	h.playOn(1, 5, 5, false)
	p, shown := h.field(final)
	came := h.startPhase(final)
	swiss := h.placesOf(1)
	expect.NoDiff(t, cmp.Diff(swiss[:8], origins(came)), "who came in, by seed")
	if _, err := h.service.StartPhase(t.Context(), h.event, h.as(h.chief, ""), tournament.StartPhase{SectionID: final, Revision: p.Revision, Basis: shown.Digest()}); !fault.Is(err, fault.Conflict) {
		t.Errorf("it started twice: %v", err)
	}
	expect.Refused(t, h.setPhase(final, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 4))), fault.Conflict)
	rest := h.startPhase(bFinal)
	got, want := slices.Sorted(slices.Values(origins(rest))), slices.Sorted(slices.Values(swiss[8:]))
	expect.True(t, slices.Equal(got, want), "the B-final has %v, want %v", got, want)
	h.carriedOver(bFinal, rest)
	h.sameTeams(final, came)
	h.playOn(final, 1, 1, true) // both at the same time
	h.playOn(bFinal, 1, 2, false)
	h.playOn(final, 2, 3, true)
	book := h.bookOf(final)
	r := book.Round(1)
	expect.Equal(t, len(r.Pairings), 4, "ties in the quarterfinals")
	for _, pair := range book.Round(1).Pairings {
		one, other := tournament.Team{}, tournament.Team{}
		one, other = book.Team(pair.TeamID(1)), book.Team(pair.TeamID(2))
		expect.Equal(t, *one.Number+*other.Number, 9, "seeds %d and %d meet in the quarterfinals", *one.Number, *other.Number)
	}
	s := expect.Must(book.Standings(0))(t)
	for i, row := range s.Rows[:4] {
		expect.True(t, row.Place == i+1 && row.Shared == 1, "place %d: %+v", i+1, row)
	}
	if bs, err := h.bookOf(bFinal).Standings(0); err != nil || len(bs.Rows) != 7 || bs.Rows[0].Points <= bs.Rows[0].Rounds[0].Points+bs.Rows[0].Rounds[1].Points {
		t.Errorf("the B-final: %v %+v", err, bs.Rows[0])
	}
	h.verifies()
}

// carriedOver compares the points of those who came in with those that they had.
func (h *hall) carriedOver(section int64, came []tournament.PhaseEntry) {
	h.t.Helper()
	before := expect.Must(h.book().Standings(0))(h.t)
	book := h.bookOf(section)
	for _, e := range came {
		if points, games := book.PointsOf(e.TeamID, 0); points != rowOf(h.t.(*testing.T), before, e.FromTeam).Points || games == 0 && points > 0 {
			h.t.Errorf("%s came with %d half points, %d of matches, and had %d", book.Team(e.TeamID).Name, points, games, rowOf(h.t.(*testing.T), before, e.FromTeam).Points)
		}
	}
}

// sameTeams compares names, players and links of those who came in with those before.
func (h *hall) sameTeams(section int64, came []tournament.PhaseEntry) {
	h.t.Helper()
	was, is := h.book(), h.bookOf(section)
	for i, e := range came {
		old, here := was.Team(e.FromTeam), is.Team(e.TeamID)
		expect.True(h.t, here.Name == old.Name && *here.Number == i+1 && here.Strength == 0 && old.LinkHash == nil && here.LinkHash != nil && here.Code != old.Code,
			"%+v came in as %+v", old, here)
		for k, p := range was.Members(e.FromTeam) {
			q := is.Members(e.TeamID)[k]
			expect.True(h.t, q.Name() == p.Name() && *q.SeatOrder == *p.SeatOrder && q.PlayerID != p.PlayerID, "player %+v came in as %+v", p, q)
		}
		want := fmt.Sprintf("place %d of Open", e.Place)
		if e.Shared {
			want += ", shared; the stronger team is seeded first"
		}
		expect.True(h.t, e.Place <= i+1 && tournament.SeedReason(is, e).String() == want, "seed %d because of %q", i+1, tournament.SeedReason(is, e))
	}
}

// verifies proves that the journal says what is stored of the phases.
func (h *hall) verifies() {
	h.t.Helper()
	var entries int
	err := h.pool.QueryRow(h.t.Context(), `select count(*) from journal where action in ('set phase', 'start phase')`).Scan(&entries)
	expect.True(h.t, err == nil && entries != 0, "%d entries of phases in the journal, %v", entries, err)
}

// Four groups in which everybody meets everybody, and the first two of each in a knockout.
func TestFourGroupsThenAKnockout(t *testing.T) {
	t.Parallel()
	h := newHall(t, 16)
	h.exec(`update section set system = 'round-robin', group_count = 4, rounds = 3, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	final := h.stage("Final", `system = 'knockout', rounds = 3, tie_breaks = 'PTS'`)
	h.ok(h.setPhase(final, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 2))))
	p, _ := tournament.PhaseOfBook(h.bookOf(final))
	expect.Equal(t, p.Words(), "places 1 to 2 of every group of "+h.book().Section.Name, "comes in")
	h.playOn(1, 1, 3, false)
	came := h.startPhase(final)
	expect.MustEqual(t, len(came), 8, "%+v", came)
	groups := map[string][]int{}
	for _, e := range came {
		groups[e.TableName] = append(groups[e.TableName], e.Place)
		expect.True(t, e.Shared || e.Place == 1 == (e.SeedNo <= 4), "%+v", e)
	}
	expect.Equal(t, len(groups), 4, "qualified: %v", groups)
	h.playOn(final, 1, 3, true)
	group := map[int64]string{}
	for _, e := range came {
		group[e.TeamID] = e.TableName
	}
	for n := 1; n <= 2; n++ {
		for _, p := range h.bookOf(final).Round(n).Pairings {
			expect.True(t, p.Bye != nil || group[p.TeamID(1)] != group[p.TeamID(2)], "two of group %s meet in round %d", group[p.TeamID(1)], n)
		}
	}
	champion := h.placesOf(final)[0]
	expect.True(t, group[champion] != "", "%d won", champion)
}

// Two sections feed a final in which everybody meets everybody and the results among those
// who come in count: nobody of one section meets again.
func TestTwoSectionsFeedAFinal(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'round-robin', rounds = 7, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	other := h.stage("Under 12", `system = 'round-robin', rounds = 7, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	h.exec(`insert into team (event_id, team_id, section_id, name, name_key, slug, code, strength, state, created_at)
		select 1, 100 + n, $1, case n when 1 then 'Team 0001' else 'Young ' || n end, case n when 1 then 'team 0001' else 'young ' || n end, 'young-' || n, 'Y' || n, 4000 - n, 'here', $2 from generate_series(1, 8) n`, other, h.now)
	h.exec(`insert into player (event_id, player_id, section_id, team_id, seat_order, first_name, last_name, name_key, created_at)
		select 1, 100 + 2 * n + s, $1, 100 + n, s, 'Q' || n, 'Young' || s, 'q', $2 from generate_series(1, 8) n, generate_series(1, 2) s`, other, h.now)
	final := h.stage("Final", `system = 'round-robin', rounds = 7, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	h.ok(h.setPhase(final, ruleOf(phase.Results, phase.ByPlace, fromPlaces(1, 1, 3), fromPlaces(other, 1, 3))))
	h.playOn(1, 1, 7, false)
	h.playOn(other, 1, 7, false)
	came := h.startPhase(final)
	expect.MustTrue(t, len(came) == 6 && came[0].Place == 1 && came[1].Place == 1 && came[0].FromSection != came[1].FromSection, "%+v", came)
	book := h.bookOf(final)
	if want := 2 * (3 + 3); len(book.Carried) != want { // three among each three, seen from both sides
		t.Errorf("%d results came along, want %d", len(book.Carried), want)
	}
	before, err := book.Standings(0)
	expect.OK(t, err)
	sum := 0
	for _, row := range before.Rows {
		expect.Equal(t, row.Points, row.Carried, "before round 1: %+v", row)
		sum += row.Points
	}
	if sum != 6*4 { // six pairings of two matches, four half points each
		t.Errorf("%d half points came along", sum)
	}
	expect.Equal(t, book.PlannedRounds(), 5, "rounds are planned")
	h.playOn(final, 1, 5, false)
	home, met := map[int64]int64{}, 0
	for _, e := range came {
		home[e.TeamID] = e.FromSection
	}
	book = h.bookOf(final)
	for _, r := range book.Rounds {
		for _, p := range r.Pairings {
			if p.Bye != nil {
				continue
			}
			if met++; home[p.TeamID(1)] == home[p.TeamID(2)] {
				t.Errorf("%s and %s meet again", book.Team(p.TeamID(1)).Name, book.Team(p.TeamID(2)).Name)
			}
		}
	}
	expect.Equal(t, met, 9, "pairings, want nine: three against three")
	after := expect.Must(book.Standings(0))(t)
	sum = 0
	for _, row := range after.Rows {
		sum += row.Points
		explained, err := after.Explain(row.TeamID, 0)
		expect.True(t, err == nil && explained.Value.N == row.Points, "%d half points, explained as %+v, %v", row.Points, explained, err)
	}
	expect.Equal(t, sum, 15*4, "half points in all, want those of fifteen pairings")
	file := expect.Must(reportfile.Of(book))(t)
	table := expect.Must(file.CrossTable())(t)
	for _, p := range table.Participants {
		id := book.Teams[slices.IndexFunc(book.Teams, func(team tournament.Team) bool { return *team.Number == p.Number })].TeamID
		want := rowOf(t, after, id).Points
		expect.True(t, p.Points == want, "the report file gives number %d %d half points, the standings %d", p.Number, p.Points, want)
	}
	if p, err := tournament.ProspectsOf(book); err != nil || !p.Over {
		t.Errorf("after the last round: %v %+v", err, p)
	}
}

// The losers of the first two rounds of a knockout play on in a Swiss while the bracket goes
// on. One of a repeated name keeps a name of its own.
func TestKnockoutWithConsolation(t *testing.T) {
	t.Parallel()
	h := newHall(t, 16)
	h.exec(`update section set system = 'knockout', rounds = 4, tie_breaks = 'PTS'`)
	second := h.stage("Second chance", `rounds = 3`)
	expect.OK(t, h.setPhase(second, ruleOf(phase.Results, phase.ByLot, phase.Feed{From: 1, Kind: phase.Losers, First: 1, Last: 2})))
	h.playOn(1, 1, 1, true)
	expect.Refused(t, h.letIn(second), fault.Conflict)
	h.playOn(1, 2, 2, true)
	came := h.startPhase(second)
	expect.MustEqual(t, len(came), 12, "%+v", came)
	book := h.bookOf(second)
	p, _ := tournament.PhaseOfBook(book)
	for i := 1; i < len(came); i++ {
		expect.True(t, phase.Lot(p.Lot, h.book().Team(came[i-1].FromTeam).Code) <= phase.Lot(p.Lot, h.book().Team(came[i].FromTeam).Code),
			"seed %d was not drawn: %+v", i, came)
	}
	expect.Equal(t, p.Lot, "b0a7", "the seed of the lot")
	if len(book.Carried) != 2*4 { // who lost in round 2 beat one in round 1
		t.Errorf("%d results came along", len(book.Carried))
	}
	h.playOn(second, 1, 3, false)
	h.playOn(1, 3, 4, true)
	book = h.bookOf(second)
	for _, c := range book.Carried {
		for _, r := range book.Rounds {
			for _, q := range r.Pairings {
				expect.True(t, q.Bye != nil || q.TeamID(1) != c.TeamID || q.TeamID(2) != c.OpponentID,
					"%d and %d met in the bracket and meet again in round %d", c.TeamID, c.OpponentID, r.RoundNo)
			}
		}
	}
	main := h.placesOf(1)
	for _, e := range came {
		expect.True(t, slices.Index(main, e.FromTeam) >= 4, "%+v was among the last four", e)
	}
}

// Whose semifinal losers play on elsewhere hears of their match for third place, until it is
// played; the same goes for a consolation bracket of its own.
func TestLosersWithAMatchOfTheirOwnAreTold(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'knockout', rounds = 3, tie_breaks = 'PTS'`)
	second := h.stage("Second chance", `rounds = 3`)
	told := func(third, consolation bool, last int) string {
		t.Helper()
		h.exec(`update section set third_place = $1, consolation = $2 where section_id = 1`, third, consolation)
		h.exec(`with feeds as (delete from phase_feed) delete from phase`)
		expect.OK(t, h.setPhase(second, ruleOf(phase.Nothing, phase.ByLot, phase.Feed{From: 1, Kind: phase.Losers, First: 1, Last: last})))
		p, _ := h.field(second)
		return fault.Sentences(p.DoubleBookedWords(map[int64]*tournament.SectionBook{1: h.book()})...).String()
	}
	expect.Equal(t, told(false, false, 2), "", "neither")
	expect.Equal(t, told(true, false, 1), "", "the quarterfinals only")
	for _, last := range []int{2, 3, 0} {
		if said := told(true, false, last); !strings.Contains(said, "for third place") || strings.Contains(said, "consolation") {
			t.Errorf("losers up to round %d beside third place: %q", last, said)
		}
	}
	if said := told(false, true, 1); !strings.Contains(said, "consolation bracket") {
		t.Errorf("losers beside a consolation: %q", said)
	}
	p, book := tournament.Phase{Rule: ruleOf(phase.Nothing, phase.ByLot, phase.Feed{From: 1, Kind: phase.Losers, First: 1, Last: 2})}, *h.book()
	book.Section.ThirdPlace, book.Section.Consolation, book.Teams = true, false, nil
	expect.Equal(t, len(p.DoubleBookedWords(map[int64]*tournament.SectionBook{1: &book})), 1, "matches of their own before anybody has entered")
	told(true, false, 2)
	h.playOn(1, 1, 3, true)
	expect.Equal(t, told(true, false, 2), "", "third place is decided")
}

// What was shown is what is let in; the start can be taken back until a round stands on it;
// links go along and come back.
func TestStartingIsCheckedAndTakenBack(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.exec(`update section set system = 'round-robin', rounds = 5, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	h.exec(`update team set link_hash = sha256(convert_to(slug, 'UTF8'))`)
	final := h.stage("Final", `system = 'knockout', rounds = 1, tie_breaks = 'PTS'`)
	h.ok(h.setPhase(final, ruleOf(phase.Points, phase.ByPlace, fromPlaces(1, 1, 2))))
	if _, err := h.service.SetPhase(t.Context(), h.event, h.as(h.chief, ""), tournament.SetPhase{SectionID: final, Rule: ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 4))}); !fault.Is(err, fault.Stale) {
		t.Errorf("an old form: %v", err)
	}
	if err := h.setPhase(1, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(final, 1, 2))); fault.Fields(err)["feeds.0.from"] == "" {
		t.Errorf("a circle: %v", err)
	}
	h.playOn(1, 1, 5, true)
	p, f := h.field(final)
	h.level(1, f)
	p, f = h.field(final)
	in := tournament.StartPhase{SectionID: final, Revision: p.Revision, Basis: f.Digest()}

	// A result that changes who qualifies is named before it is signed, and the old preview is
	// refused afterwards.
	book := h.book()
	var correction tournament.Correction
	var effect tournament.CorrectionEffect
	for _, r := range book.Rounds {
		for _, pair := range r.Pairings {
			for _, m := range pair.Matches {
				for _, o := range []tournament.Outcome{tournament.FirstWins, tournament.SecondWins} {
					in := tournament.Correction{MatchID: m.MatchID, Outcome: o}
					e := expect.Must(book.CorrectionEffect(in))(t)
					if len(e.Phases) == 1 && len(e.Phases[0].In) == 1 && len(e.Phases[0].Level) == 0 && pair.Slot(e.Phases[0].In[0]) != 0 {
						correction, effect = in, e
					}
				}
			}
		}
	}
	expect.MustTrue(t, correction.MatchID != 0, "no result decides who qualifies; choose another seed")
	c := effect.Phases[0]
	expect.True(t, len(c.Out) == 1 && c.Phase.Name == "Final" && c.Phase.StartedAt == nil, "%+v", c)
	one, two := correction.Outcome.Points()
	h.exec(`update result_report set outcome = $2, slot1_points = $3, slot2_points = $4 where match_id = $1`, correction.MatchID, correction.Outcome, one, two)
	if _, err := h.service.StartPhase(t.Context(), h.event, h.as(h.chief, ""), in); !fault.Is(err, fault.Stale) && !fault.Is(err, fault.Conflict) {
		t.Errorf("others were let in than those shown: %v", err)
	}
	h.exec(`update section set hold_final = true where section_id = 1`)
	if err := h.letIn(final); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "Announce first") {
		t.Errorf("who came in told results that are held: %v", err)
	}
	h.exec(`update section set hold_final = false where section_id = 1`)
	came := h.startPhase(final)
	expect.True(t, slices.Contains(origins(came), effect.Phases[0].In[0]), "%+v came in, want %v", came, effect.Phases[0].In)

	// Once it has started the correction back says that others would be there, and that what
	// they brought changes.
	back := correction
	back.Outcome = map[tournament.Outcome]tournament.Outcome{tournament.FirstWins: tournament.SecondWins, tournament.SecondWins: tournament.FirstWins}[correction.Outcome]
	e, err := h.book().CorrectionEffect(back)
	if err != nil || len(e.Phases) != 1 || !slices.Equal(e.Phases[0].Out, effect.Phases[0].In) || e.Phases[0].Phase.StartedAt == nil || !e.Phases[0].Carried {
		t.Errorf("corrected back: %v %+v", err, e.Phases)
	}
	p, _ = tournament.PhaseOfBook(h.bookOf(final))
	expect.Refused(t, h.service.TakeStartBack(t.Context(), h.event, h.as(h.chief, ""), final, p.Revision-1), fault.Stale)
	h.ok(h.service.TakeStartBack(t.Context(), h.event, h.as(h.chief, ""), final, p.Revision))
	b := h.bookOf(final)
	expect.Equal(t, len(b.Teams)+len(b.Players)+len(b.Points)+len(b.Entered), 0, "left behind: %+v %+v %+v", b.Teams, b.Points, b.Entered)
	for _, team := range h.book().Teams {
		expect.True(t, team.LinkHash != nil, "%s has lost its link", team.Name)
	}
	h.startPhase(final)
	h.playOn(final, 1, 1, true)
	p, _ = tournament.PhaseOfBook(h.bookOf(final))
	expect.Refused(t, h.service.TakeStartBack(t.Context(), h.event, h.as(h.chief, ""), final, p.Revision), fault.Conflict)
}

// Teams with equal points on both sides of the line play off where the phase says so, whatever
// the tie-breaks say; the line tells what decided.
func TestAPlayOffDecides(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set rounds = 3`)
	final := h.stage("Final", `system = 'knockout', rounds = 2, tie_breaks = 'PTS'`)
	h.playOn(1, 1, 3, true)
	s := expect.Must(h.book().Standings(0))(t)
	line := 0
	for i := 1; i < 6; i++ {
		if s.Rows[i].Points == s.Rows[i+1].Points && s.Rows[i].Place != s.Rows[i+1].Place {
			line = i + 1
			break
		}
	}
	expect.MustTrue(t, line != 0, "no tie that tie-breaks break; choose another seed")
	rule := ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, line))
	h.ok(h.setPhase(final, rule))
	_, f := h.field(final)
	expect.MustTrue(t, f.Ready && f.Lines[0].Broken != "" && f.Lines[0].Level == nil, "tie-breaks: %+v", f)
	rule.Breaking = phase.PlayOff
	h.ok(h.setPhase(final, rule))
	if _, f = h.field(final); f.Ready || len(f.Lines[0].Level) < 2 {
		t.Fatalf("a play-off: %+v", f)
	}
	if err := h.letIn(final); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "Pair a play-off") {
		t.Errorf("%v", err)
	}
	order := slices.Clone(f.Lines[0].Level)
	slices.Reverse(order)
	in := tournament.DecideTie{SectionID: 1, Teams: order, PlayOff: true}
	if _, err := h.service.DecideTie(t.Context(), h.event, h.as(h.chief, ""), in); fault.Fields(err)["reason"] == "" {
		t.Errorf("a play-off without its results: %v", err)
	}
	expect.OK(t, expect.Err(h.service.DecideTie(t.Context(), h.event, h.as(h.chief, "2–1 and 2–0"), in)))
	_, f = h.field(final)
	expect.True(t, f.Ready && f.Lines[0].Broken == "play-off", "after the play-off: %+v", f)
	after := h.placesOf(1)
	at := slices.Index(after, order[0])
	expect.True(t, slices.Equal(after[at:at+len(order)], order), "the standings have %v, the play-off %v", after, order)
	h.startPhase(final)
}

// A bracket with a level tie is not over: no lot orders who would still meet, or not. Without
// such a tie it may have fewer rounds than it needs, and its last four go on.
func TestABracketWithALevelTieIsNotOver(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.exec(`update section set system = 'knockout', rounds = 1, matches_per_pairing = 2, tie_breaks = 'PTS'`)
	final := h.stage("Final", `system = 'round-robin', rounds = 3, tie_breaks = 'PTS'`)
	h.ok(h.setPhase(final, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 4))))
	h.playOn(1, 1, 1, true)
	level := h.match(1, 1)
	h.exec(`update result_report set outcome = case when match_id = $1 then 'slot1' else 'slot2' end, slot1_points = case when match_id = $1 then 2 else 0 end,
		slot2_points = case when match_id = $1 then 0 else 2 end where match_id in ($1, $2)`, level.MatchID, h.match(1, 2).MatchID)
	_, f := h.field(final)
	for _, line := range f.Lines {
		expect.Equal(t, len(line.Level), 0, "level across a line of an open bracket: %+v", line)
	}
	err := h.letIn(final)
	expect.True(t, fault.Is(err, fault.Conflict) && strings.Contains(fault.Message(err), "Open is not over"), "let in: %v", err)
	expect.Must(h.service.SetDecider(t.Context(), h.event, h.as(h.chief, ""), tournament.Decider{SectionID: 1, RoundNo: 1, Table: 1, Slot: 1, How: tournament.DecidedByLot}))(t)
	expect.Equal(t, len(h.startPhase(final)), 4, "teams that came in")
}

// Results against a team that came in and left before it played do not count: the section had no
// standings once it was published.
func TestResultsAgainstWhoNeverPlaysDoNotCount(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"round-robin", "team-swiss"} {
		h := newHall(t, 6)
		h.exec(`update section set system = 'round-robin', rounds = 5, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
		final := h.stage("Final", `system = '`+system+`', rounds = 3, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
		h.ok(h.setPhase(final, ruleOf(phase.Results, phase.ByPlace, fromPlaces(1, 1, 4))))
		h.playOn(1, 1, 5, true)
		came := h.startPhase(final)
		left := came[1].TeamID
		want := map[int64]int{}
		for _, r := range h.bookOf(final).Carried {
			if r.OpponentID != left {
				want[r.TeamID] += r.Points
			}
		}
		_, err := h.service.Withdraw(t.Context(), h.event, h.as(h.chief, "went home"), left, 1)
		expect.OK(t, err)
		for _, row := range expect.Must(h.bookOf(final).Standings(0))(t).Rows {
			expect.True(t, row.TeamID == left || row.Points == want[row.TeamID], "%s, before round 1: team %d has %d half points, want %d", system, row.TeamID, row.Points, want[row.TeamID])
		}
		expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.inRound(final, 1)}))(t)
		d := expect.Must(h.service.Reader().DraftRound(t.Context(), h.event, final, 1))(t).Draft
		if d.NoPairing != nil { // all of them have met
			expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.inRound(final, 1), Fix: d.NoPairing.Relax[0].Allow}))(t)
		}
		expect.Must(h.service.PublishRound(t.Context(), h.event, h.as(h.chief, "all have met"), tournament.PublishRound{DraftInput: h.inRound(final, 1), Typed: 1}))(t)
		s := expect.Must(h.bookOf(final).Standings(0))(t)
		expect.Equal(t, len(s.Rows), 3, "%s: teams of the final", system)
		for _, row := range s.Rows {
			expect.Equal(t, row.Carried, want[row.TeamID], "%s: half points that team %d brought along", system, row.TeamID)
		}
		expect.Must(reportfile.Of(h.bookOf(final)))(t)
		if system == "round-robin" { // nobody meets anybody again, in no round
			expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.inRound(final, 2)}))(t)
			expect.Must(h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.inRound(final, 2), Typed: 2}))(t)
			expect.Must(reportfile.Of(h.bookOf(final)))(t)
		}
	}
}

// Who came into a section by its place does not move on by hand: the server failed.
func TestWhoCameInDoesNotMove(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.exec(`update section set system = 'round-robin', rounds = 5, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	final, other := h.stage("Final", `system = 'knockout', rounds = 2, tie_breaks = 'PTS'`), h.stage("Other", "")
	h.ok(h.setPhase(final, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 4))))
	h.playOn(1, 1, 5, true)
	came := h.startPhase(final)[0]
	team := h.bookOf(final).Team(came.TeamID)
	_, err := h.service.MoveTeam(t.Context(), h.event, h.as(h.chief, ""), tournament.TeamMove{TeamID: team.TeamID, Revision: team.Revision, SectionID: other, SameName: true})
	expect.True(t, fault.Is(err, fault.Conflict) && strings.Contains(fault.Message(err), "by its places"), "moved out of the final: %v", err)
}
