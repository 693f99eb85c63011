package tournament_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
)

// report writes a section's report and reads it back.
func (h *hall) report() *trf.File {
	h.t.Helper()
	made := expect.Must(reportfile.Of(h.book()))(h.t)
	var out bytes.Buffer
	expect.OK(h.t, made.Write(&out))
	back := expect.Must(trf.Read(&out))(h.t)
	diff := cmp.Diff(made, back)
	expect.MustEqual(h.t, diff, "", "the report reads back as something else")
	return back
}

// samePlaces compares the section's standings with those of its report.
func (h *hall) samePlaces(file *trf.File) {
	h.t.Helper()
	codes := expect.Must(standings.CodesOf(file))(h.t)
	in := expect.Must(standings.FromTRF(file))(h.t)
	table := expect.Must(standings.Compute(in, codes))(h.t)
	book := h.book()
	want := expect.Must(book.Standings(0))(h.t)
	numbers := book.Numbers(99)
	for _, row := range want.Rows {
		got := expect.Must(table.Row(numbers[row.TeamID]))(h.t)
		expect.True(h.t, got.Place == row.Place && fmt.Sprint(got.Values) == fmt.Sprint(row.Values),
			"team %d: report has place %d with %v, the section %d with %v", row.TeamID, got.Place, got.Values, row.Place, row.Values)
	}
}

func TestReportReplaysAndKeepsPlaces(t *testing.T) {
	t.Parallel()
	h := newHall(t, 9)
	h.playRounds(4)
	file := h.report()
	h.samePlaces(file)
	expect.MustEqual(t, pairing.SystemOf(file), pairing.TeamSwiss, "the report was paired with")
	h.replays(file)
}

// replays pairs every round of a report again.
func (h *hall) replays(file *trf.File) {
	h.t.Helper()
	table := expect.Must(file.CrossTable())(h.t)
	for round := 1; round <= table.Paired; round++ {
		in := expect.Must(pairing.FromTRF(file, round))(h.t)
		draft := expect.Must(pairing.PairRound(pairing.SystemOf(file), in))(h.t)
		missing, extra := pairing.Compare(pairing.PairsInTRF(table, round), draft.Pairs)
		expect.True(h.t, len(missing)+len(extra) == 0, "round %d: report has %v, pairing it again gives %v", round, missing, extra)
	}
}

// Halved pairings, forfeits, a double loss, a match still open: points that a
// result of both boards does not say come back all the same.
func TestReportOfUnusualResults(t *testing.T) {
	t.Parallel()
	for _, scoring := range []string{"match", "pairing"} {
		h := newHall(t, 9)
		h.exec(`update section set scoring = $1, bye_points = 1`, scoring)
		h.playRounds(2)
		h.exec(`update result_report r set forfeit = true from match m where m.match_id = r.match_id and m.round_no = 1 and m.pairing_no = 1`)
		h.exec(`update result_report r set slot1_points = 1, slot2_points = 1, outcome = 'draw' from match m
			where m.match_id = r.match_id and m.round_no = 1 and m.pairing_no = 2 and m.match_no = 1`)
		h.exec(`update result_report r set slot1_points = 0, slot2_points = 0, outcome = 'double-loss' from match m where m.match_id = r.match_id and m.round_no = 2 and m.pairing_no = 1`)
		h.samePlaces(h.report())
	}
}

func TestReportBeforeTheFirstRound(t *testing.T) {
	t.Parallel()
	h := newHall(t, 4)
	file := h.report()
	expect.True(t, len(file.Teams) == 4 && len(file.Players) == 8 && file.Rounds == 5 && file.PlayerCount == "8" && file.TeamCount == "4",
		"%d teams, %d players, %d rounds", len(file.Teams), len(file.Players), file.Rounds)
}

// A report of every system names it by a code of TRF-2026 and reads back to the same
// points, and to the same places where there is one table without a plan behind it.
func TestReportOfOtherSystems(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		teams, rounds int
		section, kind string
		places        bool
	}{
		"rotating partners": {9, 4, `system = 'rotating-partners', rounds = 9, tie_breaks = 'PTS,WIN,WON,PS,REP,BPG,BWG'`, "CUSTOM_SWISS", true},
		"round robin":       {6, 5, `system = 'round-robin', rounds = 5, tie_breaks = 'PTS,DE,SB,WIN', bye_points = 0`, "BERGER_TEAM_ROUNDROBIN", true},
		"odd round robin":   {5, 5, `system = 'round-robin', rounds = 5, tie_breaks = 'PTS', bye_points = 0`, "BERGER_TEAM_ROUNDROBIN", true},
		"double":            {4, 6, `system = 'double-round-robin', rounds = 6, tie_breaks = 'PTS,SB', bye_points = 0`, "CUSTOM_TEAM_ROUNDROBIN", true},
		"groups":            {8, 3, `system = 'round-robin', group_count = 2, rounds = 3, tie_breaks = 'PTS', bye_points = 0`, "CUSTOM_TEAM_ROUNDROBIN", false},
		"groups, knockout":  {6, 4, `system = 'groups-knockout', group_count = 2, advance = 2, rounds = 5, tie_breaks = 'PTS', bye_points = 0`, "CUSTOM_TEAM_KNOCKOUT", false},
		"knockout":          {8, 3, `system = 'knockout', rounds = 3, tie_breaks = 'PTS'`, "CUSTOM_TEAM_KNOCKOUT", false},
		"US Chess":          {8, 3, `system = 'us-swiss', rounds = 3, tie_breaks = 'PTS,SOLK'`, "CUSTOM_TEAM_SWISS", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, test.teams)
			if test.kind == "CUSTOM_SWISS" {
				h = soloHall(t, test.teams)
			}
			h.exec(`update section set ` + test.section)
			for n := 1; n <= test.rounds; n++ {
				if n == 4 {
					h.decideLevel()
				}
				h.next(n, !test.places)
			}
			file := h.report()
			expect.Equal(t, file.Type, test.kind, "coded type")
			if test.places {
				h.samePlaces(file)
			}
			h.samePoints(file)
			if pairing.SystemOf(file) == pairing.RoundRobin {
				h.replays(file)
			}
		})
	}
}

// decideLevel draws lots wherever finished groups have level teams.
func (h *hall) decideLevel() {
	h.t.Helper()
	s := expect.Must(h.book().Standings(0))(h.t)
	for _, g := range s.Groups {
		for _, ids := range g.Level {
			expect.Must(h.service.DecideTie(h.t.Context(), h.event, h.as(h.chief, "Lots."), tournament.DecideTie{SectionID: hallSection, Teams: ids, Seed: "4d1f"}))(h.t)
		}
	}
}

// samePoints compares every participant's points with those of the report: of all
// rounds, also where the section's own table is that of its groups.
func (h *hall) samePoints(file *trf.File) {
	h.t.Helper()
	table := expect.Must(file.CrossTable())(h.t)
	book := h.book()
	numbers := book.Numbers(99)
	want := map[int]int{}
	for _, round := range book.Rounds {
		for _, p := range round.Pairings {
			if p.Bye != nil {
				want[numbers[p.TeamID(1)]] += *p.ByePoints
				continue
			}
			for slot := 1; slot <= 2; slot++ {
				for _, id := range p.InSlot(slot) {
					want[numbers[id]] += book.Section.Score(p).Points[slot-1]
				}
			}
		}
	}
	for _, p := range table.Participants {
		expect.True(h.t, p.Points == want[p.Number], "participant %d: the report has %d half points, the rounds %d", p.Number, p.Points, want[p.Number])
	}
	expect.Equal(h.t, len(table.Participants), len(book.Teams), "participants of")
}

// Rounds in which everybody has met already have nothing that a report could say.
func TestReportOfRoundsWithoutPlay(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.exec(`update section set system = 'round-robin', rounds = 5, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	final := h.stage("Final", `system = 'round-robin', rounds = 3, bye_points = 0, tie_breaks = 'PTS, DE, WIN, SB'`)
	h.ok(h.setPhase(final, ruleOf(phase.Results, phase.ByPlace, fromPlaces(1, 1, 4))))
	h.playOn(1, 1, 5, true)
	h.startPhase(final)
	for n := 1; n <= 2; n++ {
		expect.Must(h.service.MakeDraft(t.Context(), h.event, h.as(h.chief, ""), tournament.MakeDraftInput{DraftInput: h.inRound(final, n)}))(t)
		expect.Must(h.service.PublishRound(t.Context(), h.event, h.as(h.chief, ""), tournament.PublishRound{DraftInput: h.inRound(final, n), Typed: n}))(t)
		expect.Must(reportfile.Of(h.bookOf(final)))(t)
	}
}
