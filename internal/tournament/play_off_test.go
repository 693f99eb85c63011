package tournament_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
)

// levelAcross is a Swiss of three rounds whose teams have equal points on both sides of the line
// to a final, which they play off for; it returns the final and the teams, in order of the table.
func levelAcross(t *testing.T, teams int, wanted func(level []int64, line int) bool) (h *hall, final int64, level []int64) {
	t.Helper()
	h = newHall(t, teams)
	h.exec(`update section set rounds = 3`)
	h.exec(`update team set link_hash = sha256(convert_to(slug, 'UTF8'))`)
	final = h.stage("Final", `system = 'knockout', rounds = 3, tie_breaks = 'PTS'`)
	h.playOn(1, 1, 3, true)
	rule := ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 2))
	rule.Breaking = phase.PlayOff
	for line := 2; line < teams; line++ {
		rule.Feeds[0].Last = line
		h.ok(h.setPhase(final, rule))
		_, f := h.field(final)
		if l := f.Lines[0].Level; len(l) > 1 && wanted(l, line) {
			return h, final, l
		}
	}
	t.Fatal("no tie across a line; choose another seed")
	return nil, 0, nil
}

func (h *hall) playOff(teams []int64, in tournament.PairPlayOff) (tournament.Section, error) {
	in.SectionID, in.Teams = 1, teams
	return h.service.PairPlayOff(h.t.Context(), h.event, h.as(h.chief, ""), in)
}

// pointsOf are points and tie-breaks of a section, by team.
func (h *hall) pointsOf(section int64) map[int64]string {
	h.t.Helper()
	s, err := h.bookOf(section).Standings(0)
	if err != nil {
		h.t.Fatal(err)
	}
	values := map[int64]string{}
	for _, row := range s.Rows {
		for _, v := range row.Values {
			values[row.TeamID] += v.String() + " "
		}
	}
	return values
}

func (h *hall) placedBy(section int64) []int64 {
	h.t.Helper()
	var order []int64
	b := h.bookOf(section)
	for _, id := range h.placesOf(section) {
		e, _ := tournament.PhaseEntryOf(b, id)
		order = append(order, e.FromTeam)
	}
	return order
}

// holdersOf are the sections in which the private links of teams of section 1 lead somewhere.
func (h *hall) holdersOf(team int64, sections ...int64) (held []int64) {
	h.t.Helper()
	for _, id := range append([]int64{1}, sections...) {
		b := h.bookOf(id)
		for _, t := range b.Teams {
			e, came := tournament.PhaseEntryOf(b, t.TeamID)
			if t.LinkHash != nil && (id == 1 && t.TeamID == team || came && e.FromTeam == team) {
				held = append(held, id)
			}
		}
	}
	return held
}

// A play-off is a match like any other, and counts for nothing but the line.
func TestAPlayOffIsPlayed(t *testing.T) {
	t.Parallel()
	h, final, level := levelAcross(t, 12, func([]int64, int) bool { return true })
	before := h.pointsOf(1)
	if _, err := h.playOff(level[:1], tournament.PairPlayOff{}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a play-off of others than those who are level: %v", err)
	}
	h.exec(`update section set hold_final = true where section_id = 1`)
	if _, err := h.playOff(level, tournament.PairPlayOff{}); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "Announce first") {
		t.Errorf("a play-off told results that are held: %v", err)
	}
	h.exec(`update section set hold_final = false, max_grade = 5 where section_id = 1`)
	h.exec(`update event set hide_minors = true`)
	off, err := h.playOff(level, tournament.PairPlayOff{Matches: 1, FirstTable: 7})
	h.ok(err)
	book := h.bookOf(off.SectionID)
	if got := tournament.PlayOffTeams(book); !slices.Equal(got, level) || off.Name != "Play-off Open" || off.FirstTable != 7 || off.MatchesPerPairing != 1 || book.Members(book.Teams[0].TeamID) == nil {
		t.Fatalf("%+v plays off in %+v, want %v", got, off, level)
	}
	if !tournament.HidesNames(book) {
		t.Error("the play-off shows names that the section hides")
	}
	for _, id := range level {
		if at := h.holdersOf(id, off.SectionID, final); !slices.Equal(at, []int64{off.SectionID}) {
			t.Errorf("the link of %d leads to %v", id, at)
		}
	}
	if _, err := h.playOff(level, tournament.PairPlayOff{}); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "play off already") {
		t.Errorf("a second play-off: %v", err)
	}
	if _, err := h.service.DecideTie(t.Context(), h.event, h.as(h.chief, ""), tournament.DecideTie{SectionID: 1, Teams: level, Seed: "1"}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a lot while they play: %v", err)
	}
	if err := h.letIn(final); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "in Play-off Open") {
		t.Errorf("the final before the play-off: %v", err)
	}
	last := book.LastRound()
	h.playOn(off.SectionID, 1, last, true)
	_, f := h.field(final)
	if !f.Ready || f.Lines[0].Broken != "play-off" || f.Lines[0].Level != nil {
		t.Fatalf("after the play-off: %+v", f)
	}
	order, places := h.placedBy(off.SectionID), h.placesOf(1)
	if at := slices.Index(places, order[0]); !slices.Equal(places[at:at+len(order)], order) {
		t.Errorf("the standings have %v, the play-off %v", places, order)
	}
	if diff := cmp.Diff(before, h.pointsOf(1)); diff != "" {
		t.Errorf("the play-off counted in the section: %s", diff)
	}
	if p, _ := tournament.PhaseOfBook(h.bookOf(final)); slices.ContainsFunc(tournament.Phases(h.book().Path), func(p tournament.Phase) bool { return p.PlayOff() }) || p.PlayOff() {
		t.Error("the play-off is a phase of the path")
	}

	// Corrected, it names who would go on instead; and nobody is held by it who is through.
	named := 0
	for _, p := range h.bookOf(off.SectionID).Round(last).Pairings {
		for _, m := range p.Matches {
			for _, o := range []tournament.Outcome{tournament.FirstWins, tournament.SecondWins} {
				e, err := h.bookOf(off.SectionID).CorrectionEffect(tournament.Correction{MatchID: m.MatchID, Outcome: o})
				h.ok(err)
				for _, c := range e.Phases {
					named++
					if c.Phase.SectionID != final || c.From.Team(append(append(c.In, c.Out...), c.Level...)[0]).Name == "" {
						t.Errorf("%+v", c)
					}
				}
			}
		}
	}
	if named == 0 {
		t.Error("no correction of the play-off says that others would go on")
	}
	came := h.startPhase(final)
	for _, e := range came {
		if at := h.holdersOf(e.FromTeam, off.SectionID, final); !slices.Equal(at, []int64{final}) {
			t.Errorf("the link of %d leads to %v", e.FromTeam, at)
		}
	}
	p, _ := tournament.PhaseOfBook(h.bookOf(off.SectionID))
	if err := h.service.TakeStartBack(t.Context(), h.event, h.as(h.chief, ""), off.SectionID, p.Revision); !fault.Is(err, fault.Conflict) {
		t.Errorf("taken back under its round: %v", err)
	}
}

// What a play-off of several leaves level is drawn by lot, or played for again.
func TestAPlayOffOfSeveral(t *testing.T) {
	t.Parallel()
	h, final, level := levelAcross(t, 12, func(level []int64, _ int) bool { return len(level) > 2 })
	if _, err := h.playOff(level, tournament.PairPlayOff{System: tournament.TeamSwiss}); fault.Fields(err)["system"] == "" {
		t.Errorf("a Swiss of %d: %v", len(level), err)
	}
	off, err := h.playOff(level, tournament.PairPlayOff{Matches: 2})
	h.ok(err)
	if off.System != tournament.RoundRobin || off.Rounds != len(level)-1+len(level)%2 {
		t.Errorf("%d teams play %+v", len(level), off)
	}
	h.playOn(off.SectionID, 1, off.Rounds, true)
	h.exec(`update result_report r set outcome = 'draw', slot1_points = 1, slot2_points = 1 from match m where m.match_id = r.match_id and m.section_id = $1`, off.SectionID)
	_, f := h.field(final)
	if !slices.Equal(slices.Sorted(slices.Values(f.Lines[0].Level)), slices.Sorted(slices.Values(level))) {
		t.Fatalf("all drew, and level are %v", f.Lines[0].Level)
	}
	if _, err := h.service.DecideTie(t.Context(), h.event, h.as(h.chief, ""), tournament.DecideTie{SectionID: 1, Teams: level, Seed: "b0a7"}); err != nil {
		t.Fatal(err)
	}
	if _, f = h.field(final); !f.Ready || f.Lines[0].Broken != "lot" {
		t.Errorf("after the lot: %+v", f)
	}
}

// A play-off that nobody has paired yet is taken back without a trace in sight.
func TestAPlayOffIsTakenBack(t *testing.T) {
	t.Parallel()
	h, final, level := levelAcross(t, 12, func(level []int64, _ int) bool { return len(level) == 2 })
	off, err := h.playOff(level, tournament.PairPlayOff{})
	h.ok(err)
	if off.System != tournament.Knockout || off.Rounds != 1 || off.FirstTable != h.book().Section.FirstTable {
		t.Errorf("%+v", off)
	}
	h.ok(h.service.TakeStartBack(t.Context(), h.event, h.as(h.chief, ""), off.SectionID, 1))
	for _, id := range level {
		if at := h.holdersOf(id, final); !slices.Equal(at, []int64{1}) {
			t.Errorf("the link of %d leads to %v", id, at)
		}
	}
	sections, err := h.service.Reader().Sections(t.Context(), h.event)
	if err != nil || slices.ContainsFunc(sections, func(s tournament.Section) bool { return s.SectionID == off.SectionID }) {
		t.Errorf("the play-off is in sight: %v", err)
	}
	if b := h.book(); len(b.PlayOffs) != 0 || len(tournament.PlayOffsOf(b.Path, 1)) != 0 {
		t.Errorf("%+v", b.PlayOffs)
	}
	if _, err := h.service.ShowSection(t.Context(), h.event, h.as(h.chief, ""), off.SectionID); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "on the page of Open") {
		t.Errorf("a play-off without teams is brought back: %v", err)
	}
	again, err := h.playOff(level, tournament.PairPlayOff{})
	if err != nil || again.Name != "Play-off Open 2" {
		t.Errorf("%+v %v", again, err)
	}
}

// A play-off goes out as a report file like any section and comes back from it in the same order;
// the file of the section that it is for has the places that it decided.
func TestAPlayOffComesBackFromItsReport(t *testing.T) {
	t.Parallel()
	for name, wanted := range map[string]func(level []int64, line int) bool{
		"a match":     func(level []int64, _ int) bool { return len(level) == 2 },
		"round robin": func(level []int64, _ int) bool { return len(level) > 2 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, _, level := levelAcross(t, 12, wanted)
			made := h.stage("Copy", "")
			before := h.placesOf(1)
			off, err := h.playOff(level, tournament.PairPlayOff{})
			h.ok(err)
			h.playOn(off.SectionID, 1, off.Rounds, true)
			order := h.placedBy(off.SectionID)
			if slices.Equal(order, level) { // let it decide what the tie-breaks did not
				h.exec(`update result_report r set outcome = case outcome when 'slot1' then 'slot2' else 'slot1' end, slot1_points = slot2_points, slot2_points = slot1_points
					from match m where m.match_id = r.match_id and m.section_id = $1`, off.SectionID)
				order = h.placedBy(off.SectionID)
			}
			places := h.placesOf(1)
			expect.True(t, !slices.Equal(before, places), "the play-off changed nothing: choose another seed")

			of := expect.Must(reportfile.Of(h.book()))(t)
			numbers := h.book().Numbers(99)
			for i, id := range places {
				at := slices.IndexFunc(of.Teams, func(team trf.Team) bool { return team.Number == numbers[id] })
				expect.Equal(t, of.Teams[at].Rank, i+1, "the rank of %s in the file of the section", h.book().Team(id).Name)
			}

			var file bytes.Buffer
			h.ok(expect.Must(reportfile.Of(h.bookOf(off.SectionID)))(t).Write(&file))
			read := expect.Must(trf.Read(bytes.NewReader(file.Bytes())))(t)
			h.exec(`update section set system = $1, rounds = $2, matches_per_pairing = $3, tie_breaks = $4 where section_id = $5`, off.System, off.Rounds, off.MatchesPerPairing, off.TieBreaks, made)
			h.exec(`insert into event_counter (event_id, name, value) select 1, c, 100000000 from unnest(array['match', 'report']) c
				on conflict (event_id, name) do update set value = excluded.value`) // past what the test stored by itself
			_, err = reportfile.Import(t.Context(), h.service, h.event, h.as(h.chief, ""), made, "play-off.trf", read)
			h.ok(err)
			copied := h.bookOf(made)
			var again []string
			for _, id := range h.placesOf(made) {
				again = append(again, copied.Team(id).Name)
			}
			var want []string
			for _, id := range order {
				want = append(want, h.book().Team(id).Name)
			}
			expect.NoDiff(t, cmp.Diff(want, again), "the order that came back")
		})
	}
}

// Who has left does not play off.
func TestNobodyWhoLeftPlaysOff(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	h.exec(`update section set system = 'knockout', rounds = 2, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	final := h.stage("Final", `system = 'round-robin', rounds = 3, tie_breaks = 'PTS'`)
	h.ok(h.setPhase(final, ruleOf(phase.Nothing, phase.ByPlace, fromPlaces(1, 1, 3))))
	h.playOn(1, 1, 1, true)
	_, f := h.field(final)
	expect.True(t, len(f.Lines) == 0 || f.Lines[0].Level == nil, "level before the final: %+v", f.Lines)
	var lost []int64
	for _, row := range expect.Must(h.book().Standings(0))(t).Rows[2:] {
		lost = append(lost, row.TeamID)
	}
	_, err := h.service.Withdraw(t.Context(), h.event, h.as(h.chief, "went home"), lost[0], 2)
	expect.OK(t, err)
	h.playOn(1, 2, 2, true)
	_, err = h.playOff(lost, tournament.PairPlayOff{})
	expect.Contains(t, fault.Message(err), "has left and cannot play off", "a play-off of %v: %v", lost, err)
	_, err = h.service.DecideTie(t.Context(), h.event, h.as(h.chief, "the other one left"), tournament.DecideTie{SectionID: 1, Teams: []int64{lost[1], lost[0]}})
	expect.OK(t, err)
	expect.Equal(t, len(h.startPhase(final)), 3, "teams that came in")
}

// Of two teams of which one is absent, the draft says how the other one wins.
func TestAnAbsentTeamOfTheOnlyTie(t *testing.T) {
	t.Parallel()
	h := newHall(t, 2)
	h.exec(`update section set system = 'knockout', rounds = 1, matches_per_pairing = 1, tie_breaks = 'PTS'`)
	h.comes(2, tournament.TeamAbsent)
	d := h.draft(1)
	expect.MustTrue(t, len(d.Problems) == 1, "problems: %+v", d.Problems)
	expect.Contains(t, d.Problems[0].Sentence, "enter after publishing that it did not come", "the draft says")
}

// A play-off that one team leaves before it begins is won by the other.
func TestAPlayOffWithoutAnOpponent(t *testing.T) {
	t.Parallel()
	h, final, level := levelAcross(t, 12, func(level []int64, _ int) bool { return len(level) == 2 })
	off, err := h.playOff(level, tournament.PairPlayOff{})
	expect.OK(t, err)
	leaves := h.bookOf(off.SectionID).Teams[0]
	_, err = h.service.Withdraw(t.Context(), h.event, h.as(h.chief, "had to catch the train"), leaves.TeamID, 1)
	expect.OK(t, err)
	e, _ := tournament.PhaseEntryOf(h.bookOf(off.SectionID), leaves.TeamID)
	_, f := h.field(final)
	expect.MustTrue(t, f.Ready && f.Lines[0].Broken == "play-off", "the field: %+v", f)
	expect.True(t, !slices.ContainsFunc(f.Entrants, func(in phase.Entrant) bool { return in.Team == e.FromTeam }), "team %d, which left the play-off, comes in: %+v", e.FromTeam, f.Entrants)
	h.startPhase(final)
}
