package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// playedRounds plays a tournament round by round with the system itself and
// returns it ready for each of its rounds.
func playedRounds(tb testing.TB, system pairing.System, participants, rounds int, colours pairing.ColourMode) []*pairing.Tournament {
	tb.Helper()
	rng := rand.New(rand.NewPCG(uint64(participants), uint64(colours)))
	t := &pairing.Tournament{
		Rounds: rounds, Points: pairing.PointSystem{Win: 4, Draw: 2, AllocatedBye: 2},
		InitialColour: pairing.White, Team: pairing.TeamOptions{Colours: colours},
	}
	for i := range participants {
		t.Participants = append(t.Participants, pairing.Participant{Number: i + 1, Rating: 2400 - i*1000/participants})
	}
	var ready []*pairing.Tournament
	for round := 1; round <= rounds; round++ {
		t.Round = round
		ready = append(ready, copyTournament(t))
		draft, err := pairing.PairRound(system, t)
		expect.MustTrue(tb, err == nil, "round %d: %v", round, err)
		playDraft(rng, t, draft)
	}
	return ready
}

// playDraft enters random results for the pairs of a draft. Participants must be
// in the order of their numbers 1..n.
func playDraft(rng *rand.Rand, t *pairing.Tournament, d *pairing.Draft) {
	enter := func(number int, r pairing.Record) {
		p := &t.Participants[number-1]
		p.Records = append(p.Records, r)
	}
	for _, p := range d.Pairs {
		if p.IsBye() {
			enter(p.White, pairing.Record{Kind: pairing.AllocatedBye, Points: t.Points.AllocatedBye})
			continue
		}
		white, black := t.Points.Win, t.Points.Loss
		switch draw := rng.IntN(100); {
		case draw < 10:
			white, black = t.Points.Draw, t.Points.Draw
		case draw < 55:
			white, black = black, white
		}
		enter(p.White, pairing.Record{Kind: pairing.Played, Opponent: p.Black, Colour: pairing.White, Points: white})
		enter(p.Black, pairing.Record{Kind: pairing.Played, Opponent: p.White, Colour: pairing.Black, Points: black})
	}
	for _, b := range d.Byes {
		points := 0
		if b.Kind == pairing.HalfBye {
			points = t.Points.Draw
		}
		enter(b.Number, pairing.Record{Kind: b.Kind, Points: points})
	}
}

func copyTournament(t *pairing.Tournament) *pairing.Tournament {
	c := *t
	c.Participants = append([]pairing.Participant(nil), t.Participants...)
	for i := range c.Participants {
		c.Participants[i].Records = append([]pairing.Record(nil), c.Participants[i].Records...)
	}
	return &c
}

// BenchmarkTeam pairs single rounds of an eleven-round team Swiss.
func BenchmarkTeam(b *testing.B) {
	for _, run := range []struct {
		name    string
		teams   int
		colours pairing.ColourMode
	}{
		{"none/1000", 1000, pairing.NoColours},
		{"none/10000", 10000, pairing.NoColours},
		{"A/1000", 1000, pairing.ColoursTypeA},
		{"B/1000", 1000, pairing.ColoursTypeB},
		{"B/10000", 10000, pairing.ColoursTypeB},
	} {
		ready := playedRounds(b, pairing.TeamSwiss, run.teams, 11, run.colours)
		for i, t := range ready {
			b.Run(fmt.Sprintf("%s/round%d", run.name, i+1), func(b *testing.B) {
				b.ReportAllocs()
				var work pairing.Work
				for b.Loop() {
					draft, err := pairing.PairRound(pairing.TeamSwiss, t)
					if err != nil {
						b.Fatal(err)
					}
					work = draft.Work
				}
				b.ReportMetric(float64(work.Searches), "searches")
				b.ReportMetric(float64(work.Matchings), "matchings")
			})
		}
	}
}

// BenchmarkUSChess pairs the ninth round of a large event.
func BenchmarkUSChess(b *testing.B) {
	t := playedRounds(b, pairing.USChess, 10_000, 9, pairing.NoColours)[8]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pairing.PairRound(pairing.USChess, t); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRotating draws the ninth round of 200 single players.
func BenchmarkRotating(b *testing.B) {
	var players []pairing.SinglePlayer
	for i := range 200 {
		players = append(players, pairing.SinglePlayer{Number: i + 1})
	}
	var past []pairing.RotatingRound
	for range 8 {
		r, err := pairing.PairRotating(players, past, nil)
		if err != nil {
			b.Fatal(err)
		}
		past = append(past, *r)
	}
	for b.Loop() {
		if _, err := pairing.PairRotating(players, past, nil); err != nil {
			b.Fatal(err)
		}
	}
}
