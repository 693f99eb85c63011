package tournament_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/standings"
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
)

// emptySection adds section 2 with no entries.
func (h *hall) emptySection() {
	h.t.Helper()
	h.Section(h.event, 2, "Copy", nil)
	for _, counter := range []string{"team", "player", "match", "report"} {
		h.exec(`insert into event_counter (event_id, name, value) values (1, $1, 100000000) on conflict (event_id, name) do update set value = 100000000`, counter)
	}
}

func (h *hall) importReport(key string, file *trf.File) (tournament.ImportedReport, error) {
	h.t.Helper()
	cmd := h.as(h.chief, "")
	cmd.Key = key
	return reportfile.Import(h.t.Context(), h.service, h.event, cmd, 2, "copy.trf", file)
}

func (h *hall) copied() *tournament.SectionBook {
	h.t.Helper()
	book := expect.Must(h.service.Reader().Book(h.t.Context(), h.event, 2))(h.t)
	return book
}

// allCodes are the codes that do not ask for ratings everybody has.
func allCodes() []string {
	var lists []string
	for _, name := range standings.Names() {
		if name != "PTS" {
			lists = append(lists, "PTS,"+name)
		}
	}
	return append(lists, "PTS,DE,BH/C1,BH,SB,WIN", "PTS,BH/M1,BH/F,BH/P,EMGSB/C1,PS/C1")
}

// samePlacesAndSums compares two books by team name: every value of every
// tie-break in both editions.
func samePlacesAndSums(t *testing.T, one, other *tournament.SectionBook) {
	t.Helper()
	table := func(b *tournament.SectionBook, codes string, edition int) map[string]string {
		trial := *b
		trial.Section.TieBreaks, trial.Section.TieBreakEdition = codes, edition
		s := expect.Must(trial.Standings(0))(t)
		rows := map[string]string{}
		for _, row := range s.Rows {
			rows[trial.Team(row.TeamID).Name] = fmt.Sprint(row.Place, row.Shared, row.Points, row.Values)
		}
		return rows
	}
	for _, codes := range allCodes() {
		for _, edition := range []int{2023, 2026} {
			expect.NoDiff(t, cmp.Diff(table(one, codes, edition), table(other, codes, edition)), "%s, %d", codes, edition)
		}
	}
}

// unusual are the results of each round that are not one win after the other: a
// draw, a forfeit, a table where nobody came.
var unusual = map[int]string{
	1: `update result_report r set slot1_points = 1, slot2_points = 1, outcome = 'draw' from match m
		where m.match_id = r.match_id and m.round_no = 1 and m.pairing_no = 2 and m.match_no = 1`,
	2: `update result_report r set forfeit = true from match m where m.match_id = r.match_id and m.round_no = 2 and m.pairing_no = 1`,
	3: `update result_report r set slot1_points = 0, slot2_points = 0, outcome = 'double-loss', forfeit = true from match m
		where m.match_id = r.match_id and m.round_no = 3 and m.pairing_no = 1`,
	4: `select 1`,
}

// An event with byes, forfeits, a late team, a withdrawal and a return goes out
// as a report that replays, and comes back with the same standings.
func TestAnEventComesBackFromItsReport(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"team-swiss", "dutch", "us-swiss", "round-robin", "singles"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			teams, players := 10, 20
			if system == "round-robin" {
				teams, players = 9, 18
			}
			h := newHall(t, teams)
			if system == "singles" {
				system, players = "dutch", 10
				h.exec(`delete from player where seat_order = 2`)
				h.exec(`update section set rulebook = 'JARED', team_size = 1`)
				h.exec(`update player set rating = 3000 - team_id`)
				h.exec(`update team set strength = 3000 - team_id`)
			}
			h.exec(`update team set name = 'Gymnázium Jiřího z Poděbrad ' || (array['Žlutí', 'Žlutavě zelení', 'Červení'])[team_id], name_key = 'long ' || team_id where team_id < 4`)
			h.exec(`update section set system = $1, rounds = 6, accelerated = $2`, system, system == "dutch")
			if system != "round-robin" {
				h.exec(`update team set arrives_round = 2 where team_id = 6`)
				h.exec(`update team set arrives_round = 5 where team_id = 10`)
				h.exec(`insert into bye_request (event_id, section_id, round_no, team_id, kind) values (1, 1, 2, 3, 'half'), (1, 1, 3, 3, 'zero'), (1, 1, 1, 4, 'full')`)
			}
			for n := 1; n <= 4; n++ {
				if n == 3 && system != "round-robin" {
					h.exec(`update team set state = 'withdrawn', leaves_round = 3 where team_id = 5`)
				}
				if n == 4 {
					h.exec(`update team set state = 'here', leaves_round = null where team_id = 5`)
				}
				h.pair(n)
				h.play(n)
				h.exec(unusual[n])
			}
			if system != "round-robin" {
				h.exec(`update team set state = 'withdrawn', leaves_round = 5 where team_id = 2`)
				h.exec(`insert into bye_request (event_id, section_id, round_no, team_id, kind) values (1, 1, 5, 3, 'half')`)
			}
			h.exec(`insert into forbidden_pair (event_id, section_id, team_id, other_id, first_round, last_round) values (1, 1, 4, 7, 5, 6)`)
			file := h.report()
			if system == "team-swiss" || system == "dutch" {
				replays(t, file)
				h.goesOn(file)
			}
			h.emptySection()
			h.exec(`update section set rulebook = s.rulebook, team_size = s.team_size from section s where s.section_id = 1 and section.section_id = 2`)
			made, err := h.importReport("import-it-once", file)
			expect.MustTrue(t, err == nil && made.Teams == teams && made.Rounds == 4 && made.Players == players, "%+v, %v", made, err)
			h.exec(`update team t set name = f.name from team f where t.section_id = 2 and f.section_id = 1 and f.team_id = t.number and (length(f.name) > 32 or $1)`, players == teams)
			samePlacesAndSums(t, h.book(), h.copied())
			if again, err := h.importReport("import-it-once", file); err != nil || again != made {
				t.Errorf("the repeat answers %+v, %v", again, err)
			}
			_, err = h.importReport("import-it-twice", file)
			is(t, err, fault.Conflict, "has entries already")
			second := expect.Must(reportfile.Of(h.copied()))(t)
			expect.NoDiff(t, cmp.Diff(rounds(t, file), rounds(t, second)), "its own report tells other rounds")
			diff := cmp.Diff(file.Forbidden, second.Forbidden)
			expect.True(t, diff == "" && len(file.Forbidden) == 1, "its own report keeps others apart:\n%s", diff)
		})
	}
}

// goesOn compares the coming round as paired from a report with the section's own.
func (h *hall) goesOn(file *trf.File) {
	h.t.Helper()
	system := pairing.SystemOf(file)
	outside := expect.Must(pairing.FromTRF(file, 5))(h.t)
	inside := expect.Must(h.book().PairingInput(5))(h.t)
	got := expect.Must(pairing.PairRound(system, outside))(h.t)
	want := expect.Must(pairing.PairRound(system, inside.Tournament))(h.t)
	missing, extra := pairing.Compare(want.Pairs, got.Pairs)
	expect.True(h.t, len(missing)+len(extra) == 0 && len(want.Pairs) == 4, "round 5 from the report lacks %v and has %v besides", missing, extra)
}

// A knockout goes out and comes back at any stage: the same bracket, whatever the
// section that takes it was set up to play for.
func TestAKnockoutComesBackFromItsReport(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		third, consolation bool
		rounds             int // 0: all
		leaves             bool
	}{{false, false, 0, false}, {true, false, 0, false}, {false, true, 0, false}, {true, true, 0, false}, {true, true, 3, false}, {false, false, 2, false}, {false, false, 0, true}} {
		t.Run(fmt.Sprint(tc), func(t *testing.T) {
			t.Parallel()
			h := newHall(t, 11)
			h.exec(`update section set system = 'knockout', third_place = $1, consolation = $2, rounds = 9, tie_breaks = 'PTS,WIN'`, tc.third, tc.consolation)
			last := tc.rounds
			if last == 0 {
				last = h.book().PlannedRounds()
			}
			for n := 1; n <= last; n++ {
				if tc.leaves && n == 3 {
					d := h.draft(n)
					expect.Must(h.service.Withdraw(t.Context(), h.event, h.as(h.chief, ""), d.Tables[0].First.TeamID, 0))(t)
				}
				h.next(n, true)
			}
			file := h.report()
			h.emptySection()
			_, err := h.importReport("into-a-swiss", file)
			is(t, err, fault.Invalid, "The file is a knockout")
			h.exec(`update section set system = 'knockout', third_place = true where section_id = 2`)
			expect.Must(h.importReport("into-a-knockout", file))(t)
			copied := h.copied()
			if tc.rounds == 0 && (copied.Section.ThirdPlace != tc.third || copied.Section.Consolation != tc.consolation) {
				t.Errorf("third place %v, consolation %v", copied.Section.ThirdPlace, copied.Section.Consolation)
			}
			if copied.Section.ThirdPlace == tc.third && copied.Section.Consolation == tc.consolation {
				samePlacesAndSums(t, h.book(), copied)
			}
			second := expect.Must(reportfile.Of(copied))(t)
			expect.NoDiff(t, cmp.Diff(rounds(t, file), rounds(t, second)), "its own report tells other rounds")
		})
	}
}

// A file whose rounds no bracket explains is refused as a knockout.
func TestRoundsThatAreNoKnockoutAreRefused(t *testing.T) {
	t.Parallel()
	h := newHall(t, 8)
	h.playRounds(3)
	file := h.report()
	h.emptySection()
	h.exec(`update section set system = 'knockout' where section_id = 2`)
	_, err := h.importReport("a-swiss-system", file)
	is(t, err, fault.Invalid, "the file is none")
	file.Type = "CUSTOM_TEAM_KNOCKOUT"
	_, err = h.importReport("called-a-knockout", file)
	is(t, err, fault.Invalid, "are no knockout of the teams")
}

func rounds(t *testing.T, f *trf.File) []trf.Participant {
	t.Helper()
	table := expect.Must(f.CrossTable())(t)
	return table.Participants
}

// replays pairs every round of a report anew, as "tandem check" does.
func replays(t *testing.T, file *trf.File) {
	t.Helper()
	table := expect.Must(file.CrossTable())(t)
	for round := 1; round <= table.Paired; round++ {
		in := expect.Must(pairing.FromTRF(file, round))(t)
		made := expect.Must(pairing.PairRound(pairing.SystemOf(file), in))(t)
		missing, extra := pairing.Compare(pairing.PairsInTRF(table, round), made.Pairs)
		expect.True(t, len(missing)+len(extra) == 0, "round %d: the report has %v, pairing it again gives %v", round, missing, extra)
	}
}

// The sample files of team events come in with the points and the places they
// imply; what counts boards one by one leaves the order, and the page says so.
func TestSampleReportsComeIn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"team-9x7-two-boards.trf", "team-50x14-grandmommys-cup.trf"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := expect.Must(os.ReadFile(filepath.Join(testdata.Path(t, "trf"), name)))(t)
			file := expect.Must(trf.Read(bytes.NewReader(raw)))(t)
			h := newHall(t, 2)
			h.emptySection()
			plan := expect.Must(reportfile.NewPlan(h.copied().Section, file))(t)
			notes := fault.Sentences(plan.Notes...).String()
			expect.MustTrue(t, len(plan.Problems) == 0 && strings.Contains(notes, "left out of the tie-breaks"), "problems %+v, notes %s", plan.Problems, notes)
			made, err := h.importReport("sample-report", file)
			expect.MustTrue(t, err == nil && made.Teams == len(file.Teams), "%+v, %v", made, err)
			codes := expect.Must(standings.ParseCodes(h.copied().Section.TieBreaks))(t)
			in := expect.Must(standings.FromTRF(file))(t)
			want := expect.Must(standings.Compute(in, codes))(t)
			got := expect.Must(h.copied().Standings(0))(t)
			book := h.copied()
			for _, row := range got.Rows {
				file, err := want.Row(*book.Team(row.TeamID).Number)
				if err != nil || file.Place != row.Place || fmt.Sprint(file.Values) != fmt.Sprint(row.Values) {
					t.Errorf("%s has place %d with %v, the file implies %d with %v (%v)", book.Team(row.TeamID).Name, row.Place, row.Values, file.Place, file.Values, err)
				}
			}
		})
	}
}

// Penalties and bonuses of a report stay what they are: points of the team's own,
// beside its results, in the standings, in the next pairing and in the next report.
func TestPenaltiesSurviveTheImport(t *testing.T) {
	t.Parallel()
	h := newHall(t, 6)
	h.playRounds(2)
	file := h.report()
	file.Abnormal = append(file.Abnormal,
		trf.Abnormal{MatchPoints: -2, Round: 1, IDs: []int{1, 5}}, trf.Abnormal{MatchPoints: -1, GamePoints: -2, Round: 2, IDs: []int{1}}, trf.Abnormal{MatchPoints: 3, IDs: []int{6}})
	h.emptySection()
	h.exec(`update section set rounds = 5 where section_id = 2`)
	expect.Must(h.importReport("with-penalties", file))(t)
	copied := h.copied()
	ids := map[int]int64{}
	for _, team := range copied.Teams {
		ids[*team.Number] = team.TeamID
	}
	if diff := cmp.Diff([]tournament.TeamPoints{
		{PointsID: 1, TeamID: ids[1], RoundNo: 1, MatchPoints: -2, Reason: "Penalty of round 1 in the imported report (record 299)."},
		{PointsID: 2, TeamID: ids[1], RoundNo: 2, MatchPoints: -1, GamePoints: -2, Reason: "Penalty of round 2 in the imported report (record 299)."},
		{PointsID: 3, TeamID: ids[5], RoundNo: 1, MatchPoints: -2, Reason: "Penalty of round 1 in the imported report (record 299)."},
		{PointsID: 4, TeamID: ids[6], RoundNo: 2, MatchPoints: 3, Reason: "Bonus in the imported report (record 299)."},
	}, copied.Points); diff != "" {
		t.Fatalf("(-want +stored):\n%s", diff)
	}
	codes := expect.Must(standings.ParseCodes(copied.Section.TieBreaks))(t)
	in := expect.Must(standings.FromTRF(file))(t)
	want := expect.Must(standings.Compute(in, codes))(t)
	before := expect.Must(h.book().Standings(0))(t)
	got := expect.Must(copied.Standings(0))(t)
	for _, row := range got.Rows {
		number := *copied.Team(row.TeamID).Number
		implied, err := want.Row(number)
		expect.True(t, err == nil && implied.Place == row.Place && fmt.Sprint(implied.Values) == fmt.Sprint(row.Values),
			"team %d has place %d with %v, the file implies %d with %v (%v)", number, row.Place, row.Values, implied.Place, implied.Values, err)
		for _, old := range before.Rows {
			adjusted := map[int]int{1: -3, 5: -2, 6: 3}[number]
			if h.book().Numbers(99)[old.TeamID] == number && (row.Points != old.Points+adjusted || row.Adjusted != adjusted) {
				t.Errorf("team %d has %d half points with %d beside its rounds, before it had %d", number, row.Points, row.Adjusted, old.Points)
			}
		}
	}
	if first, err := copied.Standings(1); err != nil || first.Rows[len(first.Rows)-1].Adjusted != -2 {
		t.Errorf("after round 1: %+v, %v", first.Rows, err)
	}
	input := expect.Must(copied.PairingInput(3))(t)
	outside := expect.Must(pairing.FromTRF(file, 3))(t)
	draft := expect.Must(pairing.PairRound(pairing.TeamSwiss, input.Tournament))(t)
	again := expect.Must(pairing.PairRound(pairing.TeamSwiss, outside))(t)
	expect.NoDiff(t, cmp.Diff(again.Pairs, draft.Pairs), "round 3 (-from the file +from the section)")
	without := *copied
	without.Points = nil
	if bare, err := without.PairingInput(3); err != nil || bare.Basis == input.Basis {
		t.Errorf("a draft would not be stale without the points: %v", err)
	}
	second := expect.Must(reportfile.Of(copied))(t)
	table := expect.Must(second.CrossTable())(t)
	expect.NoDiff(t, cmp.Diff([]trf.Adjustment{{Round: 1, Points: -2}, {Round: 2, Points: -1, GamePoints: -2}}, table.Participants[0].Adjustments), "its own report")
}

func TestReportsThatASectionCannotHold(t *testing.T) {
	t.Parallel()
	h := seated(t, 4)
	h.play(1)
	h.emptySection()
	for name, test := range map[string]struct {
		change func(*trf.File)
		says   string
	}{
		"single players":  {func(f *trf.File) { f.Teams, f.Unknown = nil, nil }, "single players"},
		"three for a win": {func(f *trf.File) { f.MatchPoints.Draw = 1 }, "for a win"},
		"a name twice":    {func(f *trf.File) { f.Teams[1].Name = f.Teams[0].Name }, "cannot tell apart"},
		"odd match points": {func(f *trf.File) {
			f.Abnormal = append(f.Abnormal, trf.Abnormal{Type: trf.UnratedWin, MatchPoints: 3, Round: 1, IDs: []int{1}})
		}, "cannot come from 2 matches"},
	} {
		file := h.report()
		test.change(file)
		plan, err := reportfile.NewPlan(h.copied().Section, file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		said := ""
		for _, p := range plan.Problems {
			said += p.Sentence().String() + "\n"
		}
		expect.Contains(t, said, test.says, "%s: does not say", name)
		expect.Refused(t, expect.Err(h.importReport("refused-"+strings.ReplaceAll(name, " ", "-"), file)), fault.Invalid)
		b := h.copied()
		expect.True(t, len(b.Teams)+len(b.Players)+len(b.Rounds) == 0 && b.Section.Revision == 0, "%s: something was written", name)
	}
}
