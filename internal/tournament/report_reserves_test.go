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
	"github.com/tandemchess/tandem/internal/testdata"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/tournament/reportfile"
	"github.com/tandemchess/tandem/internal/trf"
)

// whoSat tells for each team and round who sat on board A and board B in match 1, by name.
func whoSat(b *tournament.SectionBook) map[string]string {
	told := map[string]string{}
	for _, r := range b.Rounds {
		for _, p := range r.Pairings {
			if p.Bye != nil {
				continue
			}
			for slot := 1; slot <= 2; slot++ {
				var names []string
				for _, g := range p.Matches[0].Games {
					id := g.BlackID
					if p.Matches[0].SlotOf("W"+g.Board) == slot {
						id = g.WhiteID
					}
					player, _ := b.Player(*id)
					names = append(names, player.Name())
				}
				told[fmt.Sprintf("%s, round %d", b.Team(p.TeamID(slot)).Name, r.RoundNo)] = strings.Join(names, " and ")
			}
		}
	}
	return told
}

// Reserves, and who sat where in each round, come back from a report as they went in.
func TestAReportKeepsWhoPlayed(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 4, tournament.UntilPublication)
	h.ok(h.lineUp(1, 1, 1, 101, 1)) // the reserve on board A
	h.draft(1)
	h.publish(1)
	h.play(1)
	h.ok(h.lineUp(2, 2, 1, 4, 103)) // the second on board A
	h.draft(2)
	h.publish(2)
	h.play(2)
	h.ok(h.lineUp(1, 3, 1, 201, 2))
	h.draft(3)
	h.publish(3)
	h.play(3)
	before := h.book()
	file, err := reportfile.Of(before)
	expect.OK(t, err)
	var text bytes.Buffer
	expect.OK(t, file.Write(&text))
	if n := strings.Count(text.String(), "\n300 "); n != 5 { // team 1 in three rounds, team 2 in two
		t.Errorf("%d line-ups (300), want 5:\n%s", n, text.String())
	}
	read := expect.Must(trf.Read(&text))(t)
	h.emptySection()
	plan, err := reportfile.NewPlan(h.copied().Section, read)
	expect.MustTrue(t, err == nil && len(plan.Problems) == 0, "%v, problems %+v", err, plan.Problems)
	made, err := h.importReport("reserves", read)
	expect.MustTrue(t, err == nil && made.Players == 13, "%+v, %v", made, err)
	after := h.copied()
	expect.True(t, after.Section.Squad() == 4, "teams of the section have up to %d players", after.Section.Squad())
	diff := cmp.Diff(whoSat(before), whoSat(after))
	expect.True(t, diff == "", "%v", diff)
	got := tournament.LineUpOf(after, after.Teams[0].TeamID, 4, 1)
	expect.Equal(t, got[0], after.Members(after.Teams[0].TeamID)[3].PlayerID, "the next round would be played by %v", got)
}

// Where the rulebook lets nobody be substituted, the first two come in, and the page says so.
func TestAReportWithReservesUnderARulebookWithoutSubstitution(t *testing.T) {
	t.Parallel()
	h := squadHall(t, 4, tournament.UntilPublication)
	h.draft(1)
	h.publish(1)
	h.play(1)
	file, err := reportfile.Of(h.book())
	expect.OK(t, err)
	section := h.book().Section
	section.Rulebook = "USCF-R"
	plan, err := reportfile.NewPlan(section, file)
	expect.MustTrue(t, err == nil && len(plan.Problems) == 0, "%v, problems %+v", err, plan.Problems)
	if len(plan.Players) != 8 || !strings.Contains(fault.Sentences(plan.Notes...).String(), "5 players are not taken over: a team of this section has at most 2.") {
		t.Errorf("%d players, notes %q", len(plan.Players), plan.Notes)
	}
}

// The sample of FIDE has teams with reserves who played.
func TestTheSampleWithReservesIsRead(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(testdata.Path(t, "trf"), "team-50x14-grandmommys-cup.trf"))
	expect.OK(t, err)
	file := expect.Must(trf.Read(bytes.NewReader(raw)))(t)
	plan, err := reportfile.NewPlan(tournament.Section{Name: "Open", Rulebook: "FIDEX", TeamSize: 2, System: tournament.TeamSwiss, TieBreaks: "PTS", Scoring: "match"}, file)
	expect.MustTrue(t, err == nil && len(plan.Problems) == 0, "%v, problems %+v", err, plan.Problems)
	players := 0
	for _, team := range file.Teams {
		players += min(4, len(team.Players))
	}
	expect.True(t, len(plan.Players) == players && plan.Section.Squad() == 4 && len(plan.LineUps) != 0,
		"%d players of %d, squads of %d, %d line-ups, notes %q", len(plan.Players), players, plan.Section.Squad(), len(plan.LineUps), plan.Notes)
}
