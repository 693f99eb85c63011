package trf_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/trf"
)

// samePlayerFile writes the table of an event of single players and reads it back.
func samePlayerFile(t *testing.T, name string, h trf.Header, table *trf.CrossTable, players []trf.Player) *trf.File {
	t.Helper()
	made, err := trf.PlayerFile(h, table, players)
	expect.MustTrue(t, err == nil, "%s: %v", name, err)
	var out bytes.Buffer
	if err := made.Write(&out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	back := read(t, name+" made", out.Bytes())
	expect.NoDiff(t, cmp.Diff(made, back), "%s: file differs after writing and reading", name)
	got, err := back.CrossTable()
	expect.MustTrue(t, err == nil, "%s: %v", name, err)
	expect.NoDiff(t, cmp.Diff(table, got, cmpopts.IgnoreFields(trf.Participant{}, "Stated")), "%s: table differs", name)
	return back
}

// An event of players written from its table reads back to the same table.
func TestPlayerFile(t *testing.T) {
	n := 0
	for name, data := range corpus(t) {
		f := read(t, name, data)
		table, err := f.CrossTable()
		if err != nil || table.Teams {
			continue
		}
		n++
		samePlayerFile(t, name, f.Header, table, f.Players)
	}
	expect.True(t, n >= 50, "only %d events of players", n)
}

// Everything a desk can record of single players survives: late entries, byes of every
// kind, forfeits, halved results, a penalty, a result to come.
func TestPlayerFileOfEverything(t *testing.T) {
	rec := func(kind trf.Kind, opponent int, c trf.Colour, o trf.Outcome, half int) trf.Record {
		return trf.Record{Kind: kind, Opponent: opponent, Colour: c, Outcome: o, Points: half, GamePoints: half}
	}
	table := &trf.CrossTable{Rounds: 5, Paired: 3, InitialColour: trf.Black, Win: 4, Draw: 2, PAB: 2, GamePAB: 2, Boards: 1}
	for number, records := range [][]trf.Record{
		{rec(trf.Played, 2, trf.White, trf.Won, 4), rec(trf.ForfeitWon, 3, trf.Black, 0, 4), rec(trf.Unfinished, 4, trf.White, 0, 0)},
		{rec(trf.Played, 1, trf.Black, trf.Lost, 0), rec(trf.HalfPointBye, 0, 0, 0, 2), rec(trf.FullPointBye, 0, 0, 0, 4)},
		{rec(trf.AllocatedBye, 0, 0, 0, 2), rec(trf.ForfeitLost, 1, trf.White, 0, 0), rec(trf.Played, 5, trf.White, trf.Won, 3)},
		{rec(trf.NotArrived, 0, 0, 0, 0), rec(trf.Played, 5, trf.White, trf.Drawn, 2), rec(trf.Unfinished, 1, trf.Black, 0, 0)},
		{rec(trf.ZeroPointBye, 0, 0, 0, 0), rec(trf.Played, 4, trf.Black, trf.Drawn, 2), rec(trf.Played, 3, trf.Black, trf.Lost, 1)},
	} {
		p := trf.Participant{Number: number + 1, Name: string(rune('A' + number)), Rating: 2000 - number, Records: records}
		for _, r := range records {
			p.Points += r.Points
		}
		if number == 1 {
			p.Points -= 3 // a penalty that belongs to no round, and one of round 2
			p.Adjustments = []trf.Adjustment{{Round: 2, Points: -2, GamePoints: -2}, {Points: -1, GamePoints: -1}}
		}
		p.GamePoints = p.Points
		table.Participants = append(table.Participants, p)
	}
	var players []trf.Player
	for _, p := range table.Participants {
		players = append(players, trf.Player{ID: p.Number, Name: p.Name, Rating: p.Rating})
	}
	file := samePlayerFile(t, "everything", trf.Header{Name: "Everything", Type: "CUSTOM_SWISS"}, table, players)
	expect.True(t, len(file.Abnormal) != 0 && len(file.Teams) == 0, "abnormal points %v, %d teams", file.Abnormal, len(file.Teams))
	if _, err := trf.PlayerFile(trf.Header{}, table, players[1:]); err == nil {
		t.Error("a player nothing is said about is written")
	}
	table.Participants[0].Records[0].Outcome = trf.NoOutcome
	if _, err := trf.PlayerFile(trf.Header{}, table, players); err == nil {
		t.Error("a game without an outcome is written")
	}
}
