package roster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// The column names of lists that other programs write and people keep: each list is
// read without a hand, and what is not an entry's stays unused.
func TestHeadingsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	const no = roster.Ignored
	for _, list := range []struct {
		from, columns string
		want          roster.Mapping
	}{
		{"chess-results", "No.,Title,Name,FideID,FED,Rtg,Club/City", roster.Mapping{no, no, roster.Name, roster.ID, no, roster.Rating, roster.School}},
		{"chess-results in German", "Nr.,Name,Land,Elo,EloI,EloN,Verein/Ort", roster.Mapping{no, roster.Name, no, roster.Rating, no, no, roster.School}},
		{"Swiss-Manager", "No,Name,Title,Ident-Number,Rtg Nat,Rtg Int,Birth,Fed,Sex,Club,Club Number", roster.Mapping{no, roster.Name, no, roster.ID, roster.Rating, no, no, no, no, roster.School, no}},
		{"SwissSys", "Pair #,Name,Mem ID,Rtng,Quick Rtng,Team,Grade,Exp,Section", roster.Mapping{no, roster.Name, roster.ID, roster.Rating, no, roster.Team, roster.Grade, no, roster.Section}},
		{"Sharly", "Last name,First name,Standard rating,Rapid rating,FIDE ID,Federation,Club,Date of birth,Gender", roster.Mapping{roster.Last, roster.First, roster.Rating, no, roster.ID, no, roster.School, no, no}},
		{"Papi", "NrFFE,Nom,Prénom,Elo,Rapide,Cat.,Ligue,Club", roster.Mapping{roster.ID, roster.Last, roster.First, roster.Rating, no, no, no, roster.School}},
		{"a federation's form", "Team,Player A,USCF ID A,USCF Rtg A,Player B,USCF ID B,USCF Rtg B", roster.Mapping{roster.Team, roster.Player1, roster.ID1, roster.Rating1, roster.Player2, roster.ID2, roster.Rating2}},
		{"one with numbers first", "Team Name,P1 Name,P1 US Chess Rating,P2 Name,P2 US Chess Rating", roster.Mapping{roster.Team, roster.Player1, roster.Rating1, roster.Player2, roster.Rating2}},
		{"partners", "Name,USCF Rtg,Partner,Partner's Rtg,Section", roster.Mapping{roster.Player1, roster.Rating1, roster.Player2, roster.Rating2, roster.Section}},
		{"one per player", "First Name,Last Name,US Chess ID,US Chess Rating,School,Team", roster.Mapping{roster.First, roster.Last, roster.ID, roster.Rating, roster.School, roster.Team}},
		{"both in a cell", "Team,Player A/B,USCF Rtg", roster.Mapping{roster.Team, roster.Both, roster.Rating}},
		{"an online form", "Timestamp,Email Address,Team name,Player 1 – first and last name,Player 1 USCF ID,Player 1 rating (as of November),Player 2 – first and last name,Player 2 USCF ID,Player 2 rating,Anything else?", roster.Mapping{no, no, roster.Team, roster.Player1, roster.ID1, roster.Rating1, roster.Player2, roster.ID2, roster.Rating2, no}},
		{"questions", "Your full name;What is your rating?;Your partner's name;Do you need a partner?;Please enter the section", roster.Mapping{roster.Player1, roster.Rating1, roster.Player2, no, roster.Section}},
		{"players in words", "Team name (be creative),First player's name,First player's rating,Second player's name,Second player's rating", roster.Mapping{roster.Team, roster.Player1, roster.Rating1, roster.Player2, roster.Rating2}},
		{"one name of the ratings", "Nr;Mannschaft;Spieler 1;DWZ;Spieler 2;DWZ;Verein", roster.Mapping{no, roster.Team, roster.Player1, roster.Rating1, roster.Player2, roster.Rating2, roster.School}},
		{"one name of all", "Team;Name;USCF ID;Rating;Name;USCF ID;Rating", roster.Mapping{roster.Team, roster.Player1, roster.ID1, roster.Rating1, roster.Player2, roster.ID2, roster.Rating2}},
		{"names in parts", "Team;First name;Last name;Elo;First name;Last name;Elo", roster.Mapping{roster.Team, roster.First1, roster.Last1, roster.Rating1, roster.First2, roster.Last2, roster.Rating2}},
		{"ratings behind the names", "Team;Player 1;Player 2;Rating;Rating", roster.Mapping{roster.Team, roster.Player1, roster.Player2, roster.Rating1, roster.Rating2}},
		{"two ratings each", "Player 1;Rating;Quick rating;Player 2;Rating;Quick rating", roster.Mapping{roster.Player1, roster.Rating1, no, roster.Player2, roster.Rating2, no}},
		{"a captain", "Team;Captain;Rating;Partner;Rating", roster.Mapping{roster.Team, roster.Player1, roster.Rating1, roster.Player2, roster.Rating2}},
		{"a captain who does not play", "Team;Captain;Player 1;Player 2", roster.Mapping{roster.Team, no, roster.Player1, roster.Player2}},
		{"both parts of a name", "Nachname und Vorname;Elo", roster.Mapping{roster.Name, roster.Rating}},
		{"partners rated alike", "Name;Rating;Partner;Rating", roster.Mapping{roster.Player1, roster.Rating1, roster.Player2, roster.Rating2}},
		{"rounds are nobody's", "Rk.,Name,Rtg,1.Rd,2.Rd,3.Rd,Pts.,TB1,TB2", roster.Mapping{no, roster.Name, roster.Rating, no, no, no, no, no, no}},
	} {
		expect.NoDiff(t, cmp.Diff(list.want, roster.Guess(strings.FieldsFunc(list.columns, func(r rune) bool { return r == mark(list.columns) }))), "%s", list.from)
	}
}

// mark stands between the names.
func mark(columns string) rune {
	if strings.Contains(columns, ";") {
		return ';'
	}
	return ','
}

// Above the row of column names stands what people write there.
func TestATitleAboveTheColumns(t *testing.T) {
	t.Parallel()
	table := text(t, "Lakeshore Bughouse,,\nTeams,as of Friday,\n,,\nTeam,Player A/B,USCF Rtg\nAsh,Ada Abara / Ben Castillo,1500/1620\nBirch,Cleo Rossi & Mei Xu,1400/unr.\n")
	if table.Columns[1] != "Player A/B" || len(table.Rows) != 2 || table.Rows[0].Line != 5 || len(table.Notes) != 1 || !strings.Contains(table.Notes[0].String(), "“Lakeshore Bughouse”") {
		t.Fatalf("%+v", table)
	}
	r := look(table, roster.Choices{Default: "Open"})
	if len(r.Problems) != 0 || len(r.Entries) != 2 {
		t.Fatalf("%v %+v", told(r.Problems), r.Entries)
	}
	ash, birch := r.Entries[0].Players, r.Entries[1].Players
	if ash[0].LastName != "Abara" || ash[1].LastName != "Castillo" || *ash[0].Rating != 1500 || *ash[1].Rating != 1620 || birch[1].LastName != "Xu" || birch[1].Rating != nil {
		t.Errorf("%+v %+v", ash, birch)
	}
}

// A section of single players: the problem stands at its own row, in words that are
// true, and each way to settle it settles that row.
func TestOneNameTwiceAmongSinglePlayers(t *testing.T) {
	t.Parallel()
	single := []tournament.Section{{SectionID: 1, Name: "Open", Letter: "O", TeamSize: 1, Rounds: 5}}
	table := text(t, "Name,Rtg\nMei Xu,1400\nAda Abara,1500\nBen Castillo,1620\nada abara,1300\n")
	check := func(rows map[int]roster.Decision) roster.Review {
		return roster.Look(table, roster.Choices{Mapping: roster.Guess(table.Columns), Default: "Open", Rows: rows}, single, tournament.Entries{})
	}
	diff := cmp.Diff([]string{"5/Name: Ada Abara is entered already."}, told(check(nil).Problems))
	expect.True(t, diff == "", "%v", diff)
	if r := check(map[int]roster.Decision{5: roster.Accept}); len(r.Problems) != 0 || len(r.Entries) != 4 {
		t.Errorf("accepted: %v, %d entries", told(r.Problems), len(r.Entries))
	}
	if r := check(map[int]roster.Decision{5: roster.Leave}); len(r.Problems) != 0 || len(r.Entries) != 3 || r.Left != 1 {
		t.Errorf("left out: %v, %d entries", told(r.Problems), len(r.Entries))
	}
}
