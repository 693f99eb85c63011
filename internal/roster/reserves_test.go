package roster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

var squads = []tournament.Section{{SectionID: 1, Name: "Open", Letter: "O", TeamSize: 2, SquadSize: 4, Rounds: 5}, {SectionID: 2, Name: "Pairs", Letter: "P", TeamSize: 2, Rounds: 5}}

func TestThirdAndFourthPlayersOfARow(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]roster.Field{
		"Player 3": roster.Player3, "Spieler 4": roster.Player4, "Player C rating": roster.Rating3, "Elo 4": roster.Rating4, "Nom 3": roster.Last3, "3rd player": roster.Player3,
		"Reserve": roster.Player3, "Reserve 2": roster.Player4, "Ersatzspieler": roster.Player3, "Rating reserve": roster.Rating3, "FIDE ID 4": roster.ID4, "Reserve 3": roster.Ignored,
		"Round 3": roster.Ignored, "3": roster.Ignored, "Round 5": roster.Ignored,
	} {
		expect.Equal(t, roster.Guess([]string{heading})[0], want, "%q is read as", heading)
	}
}

func entriesOf(t *testing.T, list string, into string) roster.Review {
	t.Helper()
	table := text(t, list)
	return roster.Look(table, roster.Choices{Mapping: roster.Guess(table.Columns), Default: into}, squads, tournament.Entries{})
}

// The three ways in which lists name more than two players of a team.
func TestTeamsOfThreeAndFourAreRead(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"a column each":        "Team,Player 1,Rating 1,Player 2,Rating 2,Reserve,Reserve rating,Player 4\nRooks,Ada Abara,1200,Ben Castillo,1300,Cy Dahl,1400,Dee East\nPawns,Eli Frost,,Flo Gage,,,,\n",
		"all in one cell":      "Team;Players;Rating\nRooks;Ada Abara / Ben Castillo / Cy Dahl / Dee East;1200/1300/1400\nPawns;Eli Frost / Flo Gage;\n",
		"one player in a row":  "Team,Player,Rating\nRooks,Ada Abara,1200\nRooks,Ben Castillo,1300\nPawns,Eli Frost,\nRooks,Cy Dahl,1400\nPawns,Flo Gage,\nRooks,Dee East,\n",
		"the fourth, no third": "Team,Player 1,Rating 1,Player 2,Rating 2,Player 3,Rating 3,Player 4,Rating 4\nRooks,Ada Abara,1200,Ben Castillo,1300,Cy Dahl,1400,Dee East,\nPawns,Eli Frost,,,,,,Flo Gage,\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := entriesOf(t, list, "Open")
			if len(r.Problems) > 0 || len(r.Entries) != 2 {
				t.Fatalf("%d entries, problems %v", len(r.Entries), told(r.Problems))
			}
			var got []string
			for _, e := range r.Entries {
				for _, p := range e.Players {
					text := e.Team + ": " + p.Name()
					if p.Rating != nil {
						text += " rated"
					}
					got = append(got, text)
				}
			}
			want := []string{"Rooks: Ada Abara rated", "Rooks: Ben Castillo rated", "Rooks: Cy Dahl rated", "Rooks: Dee East", "Pawns: Eli Frost", "Pawns: Flo Gage"}
			diff := cmp.Diff(want, got)
			expect.True(t, diff == "", "%v", diff)
		})
	}
}

func TestAThirdPlayerIsRefusedWhereTeamsHaveTwo(t *testing.T) {
	t.Parallel()
	r := entriesOf(t, "Team,Player 1,Player 2,Player 3\nRooks,Ada Abara,Ben Castillo,Cy Dahl\n", "Pairs")
	if len(r.Problems) != 1 || r.Problems[0].Column != "Player 3" || !strings.Contains(r.Problems[0].What.String(), "A team of Pairs has two players, not 3.") ||
		!strings.Contains(r.Problems[0].Do.String(), "let teams of the section have reserves first") {
		t.Errorf("problems %+v", r.Problems)
	}
}
