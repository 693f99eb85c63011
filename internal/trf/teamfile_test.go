package trf_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// squadsOf takes the squads of a report; each player keeps his number.
func squadsOf(f *trf.File) []trf.Squad {
	players := map[int]trf.Player{}
	for _, p := range f.Players {
		players[p.ID] = p
	}
	var squads []trf.Squad
	for _, t := range f.Teams {
		s := trf.Squad{Number: t.Number, Name: t.Name, Nickname: t.Nickname, Strength: t.Strength, Rank: t.Rank}
		for _, id := range t.Players {
			s.Players = append(s.Players, players[id])
		}
		squads = append(squads, s)
	}
	return squads
}

// A team event written from its table reads back to the same table.
func TestTeamFile(t *testing.T) {
	n := 0
	for name, data := range corpus(t) {
		f := read(t, name, data)
		if len(f.Teams) == 0 || strings.Contains(name, "grandmommys") {
			continue // the latter has four boards and reserves
		}
		n++
		want := expect.Must(f.CrossTable())(t)
		compareTeamFile(t, name, f, want)
	}
	expect.True(t, n >= 50, "only %d team events", n)
}

func compareTeamFile(t *testing.T, name string, f *trf.File, want *trf.CrossTable) {
	t.Helper()
	made, err := trf.TeamFile(f.Header, want, squadsOf(f))
	expect.MustTrue(t, err == nil, "%s: %v", name, err)
	var out bytes.Buffer
	if err := made.Write(&out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	back := read(t, name+" made", out.Bytes())
	expect.NoDiff(t, cmp.Diff(made, back), "%s: file differs after writing and reading", name)
	got, err := back.CrossTable()
	expect.MustTrue(t, err == nil, "%s: %v", name, err)
	expect.NoDiff(t, cmp.Diff(want, got), "%s: table differs", name)
}

// Everything a desk can record survives: shared results, forfeits of every kind,
// byes, penalties, results to come; also of teams whose numbers do not fit into the
// columns of every record.
func TestTeamFileOfEverything(t *testing.T) {
	for _, first := range []int{1, 999, 4000} {
		teamFileOfEverything(t, first)
	}
}

func teamFileOfEverything(t *testing.T, first int) {
	t.Helper()
	match := func(kind trf.Kind, opponent int, c trf.Colour, o trf.Outcome, half int) trf.Record {
		return trf.Record{Kind: kind, Opponent: opponent, Colour: c, Outcome: o, Points: half, GamePoints: half}
	}
	played := func(opponent int, c trf.Colour, o trf.Outcome) trf.Record {
		half := map[trf.Outcome]int{trf.Won: 4, trf.Drawn: 2, trf.Lost: 0}[o]
		r := match(trf.Played, opponent, c, o, half)
		r.Boards = []int{half / 2, half / 2}
		return r
	}
	bye := func(kind trf.Kind, half int) trf.Record { return match(kind, 0, trf.NoColour, trf.NoOutcome, half) }
	table := &trf.CrossTable{
		Teams: true, Rounds: 7, Paired: 5, InitialColour: trf.White, Win: 4, Draw: 2, PAB: 2, GamePAB: 2, Boards: 2,
		Participants: []trf.Participant{
			{Number: 1, Records: []trf.Record{played(2, trf.White, trf.Won), match(trf.ForfeitWon, 3, trf.Black, 0, 4), bye(trf.AllocatedBye, 2), bye(trf.FullPointBye, 4), played(3, trf.White, trf.Drawn), {}}},
			{Number: 2, Records: []trf.Record{played(1, trf.Black, trf.Lost), bye(trf.AllocatedBye, 2), match(trf.ForfeitLost, 3, trf.White, 0, 0), bye(trf.HalfPointBye, 2), match(trf.Unfinished, 4, trf.Black, 0, 0), bye(trf.ZeroPointBye, 0)}},
			{Number: 3, Records: []trf.Record{bye(trf.AllocatedBye, 2), match(trf.ForfeitLost, 1, trf.White, 0, 0), match(trf.ForfeitLost, 2, trf.Black, 0, 0), played(4, trf.White, trf.Lost), played(1, trf.Black, trf.Drawn), {}}},
			{Number: 4, Records: []trf.Record{bye(trf.NotArrived, 0), bye(trf.NotArrived, 0), bye(trf.ZeroPointBye, 0), played(3, trf.Black, trf.Won), match(trf.Unfinished, 2, trf.White, 0, 0), {}}},
		},
	}
	table.Participants[3].Records[3].Points = 6 // two points more by decision of the chief
	table.Participants[0].Points = -2           // a penalty of one point
	table.Participants[0].Adjustments = []trf.Adjustment{{Points: -2}}
	table.Participants[1].Points, table.Participants[1].GamePoints = 1, -1 // a bonus and a penalty of round 2
	table.Participants[1].Adjustments = []trf.Adjustment{{Round: 2, Points: 1, GamePoints: -1}}
	var squads []trf.Squad
	for i := range table.Participants {
		p := &table.Participants[i]
		p.Name, p.Rating = strings.Repeat("T", p.Number), 2000-i
		p.Number += first - 1
		for k, r := range p.Records {
			if r.Opponent > 0 {
				p.Records[k].Opponent += first - 1
			}
			p.Points += r.Points
			p.GamePoints += r.GamePoints
		}
		p.Stated = p.Points
		squads = append(squads, trf.Squad{Number: p.Number, Name: p.Name, Strength: p.Rating, Players: []trf.Player{
			{ID: 2*i + 1, Name: "A"}, {ID: 2*i + 2, Name: "B"},
		}})
	}
	header := trf.Header{Name: "Everything", Type: "FIDE_TEAM_MP"}
	made, err := trf.TeamFile(header, table, squads)
	expect.OK(t, err)
	var out bytes.Buffer
	expect.OK(t, made.Write(&out))
	got := expect.Must(read(t, "everything", out.Bytes()).CrossTable())(t)
	for i := range got.Participants {
		for k := range got.Participants[i].Records {
			if r := &got.Participants[i].Records[k]; r.Kind != trf.Played {
				r.Boards = nil // two boards that share what is known of the match
			}
		}
	}
	if diff := cmp.Diff(table, got); diff != "" {
		t.Errorf("table differs:\n%s\n%s", diff, out.String())
	}
}

func TestTeamFileRefuses(t *testing.T) {
	one := []trf.Squad{{Number: 1, Players: []trf.Player{{ID: 1}}}}
	for name, table := range map[string]*trf.CrossTable{
		"too few players": {Boards: 2, Participants: []trf.Participant{{Number: 1}}},
		"no squad":        {Boards: 1, Participants: []trf.Participant{{Number: 2}}},
		"no opponent":     {Boards: 1, Participants: []trf.Participant{{Number: 1, Records: []trf.Record{{Kind: trf.Played, Opponent: 5}}}}},
	} {
		_, err := trf.TeamFile(trf.Header{}, table, one)
		expect.True(t, err != nil, "%s: no error", name)
	}
}

// The readable summaries of the official sample come out as they stand there.
func TestSummaries(t *testing.T) {
	const name = "team-50x14-grandmommys-cup.trf"
	f := read(t, name, corpus(t)[name])
	table := expect.Must(f.CrossTable())(t)
	nicknames := map[int]string{}
	for _, team := range f.Teams {
		nicknames[team.Number] = team.Nickname
	}
	var want []string
	for _, line := range f.Unknown {
		if strings.HasPrefix(line, "802") {
			want = append(want, strings.Join(strings.Fields(line), " "))
		}
	}
	var got []string
	for _, line := range table.Summaries(nicknames) {
		fields := strings.Fields(line)
		fields[3] = strings.TrimSuffix(fields[3], ".0") // the sample writes whole match points without it
		got = append(got, strings.Join(fields, " "))
	}
	diff := cmp.Diff(want, got)
	expect.True(t, diff == "", "%v", diff)
}
