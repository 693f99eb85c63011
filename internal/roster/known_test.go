package roster_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/roster"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
)

// event is what is entered: two teams, one of them with reserves, and a player without a partner.
func event() tournament.Entries {
	in := func(id, team int64, first, last string, rating int) tournament.Player {
		p := tournament.Player{PlayerID: id, SectionID: 1, FirstName: first, LastName: last, NameKey: tournament.NameKey(first + " " + last)}
		if team != 0 {
			p.TeamID = &team
		}
		if rating != 0 {
			p.Rating = &rating
		}
		return p
	}
	return tournament.Entries{
		Teams: []tournament.Team{{TeamID: 1, SectionID: 1, Name: "Knights", NameKey: "knights"}, {TeamID: 2, SectionID: 1, Name: "Rooks", NameKey: "rooks", LeavesRound: new(1)}},
		Players: []tournament.Player{
			in(1, 1, "Ada", "Abara", 1700), in(2, 1, "Zoë", "Weiß", 0), in(3, 2, "Cy", "Poe", 1500), in(4, 2, "Di", "Fox", 1400), in(5, 0, "Ed", "Kim", 1300),
		},
	}
}

// again reads a list into an event that has some of it.
func again(t *testing.T, rows map[int]roster.Decision, lines ...string) roster.Review {
	t.Helper()
	table := expect.Must(roster.Read(t.Context(), []byte(strings.Join(lines, "\n")), ""))(t)
	sections := []tournament.Section{{SectionID: 1, Name: "Open", TeamSize: 2, Rounds: 5}, {SectionID: 2, Name: "U12", TeamSize: 2, Rounds: 5}}
	return roster.Look(table, roster.Choices{Mapping: roster.Guess(table.Columns), Default: "Open", Rows: rows}, sections, event())
}

// The newest list of a sign-up is read again: what is there already stays, whatever the order
// and the spelling of accents, and the rest is new.
func TestAListThatIsReadAgainBringsWhatIsNew(t *testing.T) {
	t.Parallel()
	r := again(t, nil, "Team,Player 1,Rating 1,Player 2,Rating 2",
		"KNIGHTS,zoe weiss,,Ada Abara,1750", "Castle,Cy Poe,1500,Di Fox,1400", "Bishops,Mia Noe,1200,Oz Pit,1100")
	expect.True(t, len(r.Problems) == 0 && len(r.Entries) == 1 && r.Entries[0].Team == "Bishops", "new: %+v, problems %+v", r.Entries, r.Problems)
	expect.MustEqual(t, len(r.Known), 2, "known: %+v", r.Known)
	var told []string
	for _, k := range r.Known {
		for _, d := range k.Differs {
			told = append(told, k.Team+": "+d.String())
		}
	}
	expect.Equal(t, strings.Join(told, "\n"), "Knights: Knights, Ada Abara: rated 1700 here, 1750 in the list.\nRooks: Rooks is withdrawn.\nRooks: Rooks is called “Castle” in the list.", "differences")
}

// The same in rows of single players, of whom one alone is known by the rating as well.
func TestARowPerPlayerIsReadAgain(t *testing.T) {
	t.Parallel()
	list := []string{"Last name,First name,Rating,Team", "Abara,Ada,1700,Knights", "Weiß,Zoë,,Knights", "Kim,Ed,1300,", "Poe,Cy,what,Rooks", "Fox,Di,1400,Rooks", "Noe,Mia,1200,Bishops", "Pit,Oz,1100,Bishops"}
	r := again(t, nil, list...)
	expect.True(t, len(r.Problems) == 0 && len(r.Entries) == 1 && len(r.Known) == 3, "review: %+v", r)
	list[3] = "Kim,Ed,900,"
	r = again(t, nil, list...)
	expect.True(t, len(r.Problems) == 1 && r.Problems[0].Line == 4 && len(r.Known) == 2, "another Ed Kim, perhaps: %+v", r.Problems)
}

// Not known is a team with another partner, the same pair in another section, and what the
// director says is somebody else.
func TestWhatDiffersInMoreIsToBeDecided(t *testing.T) {
	t.Parallel()
	r := again(t, nil, "Team,Player 1,Player 2,Section", "Knights,Ada Abara,Some Body,Open", "Knights,Ada Abara,Zoë Weiß,U12")
	expect.True(t, len(r.Known) == 0 && len(r.Problems) > 0 && r.Problems[0].Line == 2, "review: %+v", r)
	r = again(t, map[int]roster.Decision{2: roster.Accept}, "Team,Player 1,Player 2", "Others,Ada Abara,Zoë Weiß")
	expect.True(t, len(r.Known) == 0 && len(r.Entries) == 1 && r.Entries[0].SameName, "review: %+v", r)
}
