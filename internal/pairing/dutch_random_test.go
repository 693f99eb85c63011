package pairing_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// randomRounds plays a random tournament: each round is paired, handed to check,
// and given results. Byes, absences, forfeits, late entries, withdrawals,
// forbidden pairs and acceleration occur with varying frequency.
func randomRounds(r *rand.Rand, players, rounds int, check func(*pairing.Tournament) *pairing.Draft) {
	t := &pairing.Tournament{
		Rounds: rounds, InitialColour: pairing.Colour(1 + r.IntN(2)),
		Points: [4]pairing.PointSystem{{Win: 2, Draw: 1}, {Win: 2, Draw: 1}, {Win: 6, Draw: 2}, {Win: 6, Draw: 4, Loss: 2}}[r.IntN(4)],
	}
	t.Points.AllocatedBye = []int{t.Points.Win, t.Points.Draw, 0}[r.IntN(3)]
	worth := randomUnplayed(r, t.Points)
	drawish, trouble, absence := []int{0, 1, 2, 30}[r.IntN(4)], r.IntN(3), r.IntN(3)
	habit := r.IntN(8)
	for i := range players {
		p := pairing.Participant{Number: i + 1, Arrival: 1}
		if r.IntN(10) == 0 {
			p.Arrival = 1 + r.IntN(3)
		}
		if r.IntN(12) == 0 {
			p.Withdrawn = 2 + r.IntN(rounds)
		}
		t.Participants = append(t.Participants, p)
	}
	if r.IntN(4) == 0 {
		half := 2 * ((players + 3) / 4)
		for i := range t.Participants[:min(half, players)] {
			t.Participants[i].Virtual = []int{t.Points.Win, t.Points.Draw}
		}
	}
	for range r.IntN(3) {
		t.Forbidden = append(t.Forbidden, pairing.Forbidden{Numbers: []int{1 + r.IntN(players), 1 + r.IntN(players)}, Hard: true})
	}
	if r.IntN(6) == 0 { // a club whose members do not meet
		var club []int
		for i := range players {
			if r.IntN(8) == 0 {
				club = append(club, i+1)
			}
		}
		t.Forbidden = append(t.Forbidden, pairing.Forbidden{Numbers: club, Hard: true})
	}
	for t.Round = 1; t.Round <= rounds; t.Round++ {
		for i := range t.Participants {
			p := &t.Participants[i]
			p.Bye = pairing.NotArrived
			if r.IntN(12) < absence {
				p.Bye = []pairing.Kind{pairing.HalfBye, pairing.ZeroBye, pairing.FullBye}[min(2, r.IntN(7)/3)]
			}
		}
		draft := check(t)
		if draft == nil {
			return
		}
		played := make([]pairing.Record, players)
		for i := range t.Participants {
			p := &t.Participants[i]
			switch {
			case p.Arrival > t.Round:
				played[i] = pairing.Record{Points: worth[pairing.NotArrived]}
			case p.Bye == pairing.HalfBye, p.Bye == pairing.FullBye:
				played[i] = pairing.Record{Kind: p.Bye, Points: worth[p.Bye]}
			default:
				played[i] = pairing.Record{Kind: pairing.ZeroBye, Points: worth[pairing.ZeroBye]}
			}
		}
		for _, pair := range draft.Pairs {
			if pair.IsBye() {
				played[pair.White-1] = pairing.Record{Kind: pairing.AllocatedBye, Points: t.Points.AllocatedBye}
				continue
			}
			w := pairing.Record{Kind: pairing.Played, Opponent: pair.Black, Colour: pairing.White}
			b := pairing.Record{Kind: pairing.Played, Opponent: pair.White, Colour: pairing.Black}
			w.Points, b.Points = t.Points.Loss, t.Points.Loss
			result := r.IntN(6 + drawish)
			if r.IntN(20) > 0 {
				switch habit {
				case 1: // White wins
					result = 0
				case 2: // the stronger wins
					result = 3 * one(pair.White > pair.Black)
				case 3: // White wins against the next few, else the stronger does
					result = 3 * one(pair.White > pair.Black+players/8)
				}
			}
			switch {
			case result < 3:
				w.Points = t.Points.Win
			case result < 6:
				b.Points = t.Points.Win
			default:
				w.Points, b.Points = t.Points.Draw, t.Points.Draw
			}
			if r.IntN(15) < trouble {
				w.Kind, b.Kind = pairing.ForfeitWin, pairing.ForfeitLoss
				if r.IntN(4) == 0 {
					w.Kind, b.Kind = pairing.DoubleForfeit, pairing.DoubleForfeit
				}
				w.Points, b.Points = worth[w.Kind], worth[b.Kind]
			}
			played[pair.White-1], played[pair.Black-1] = w, b
		}
		for i := range t.Participants {
			t.Participants[i].Records = append(t.Participants[i].Records, played[i])
		}
	}
}

// randomUnplayed is what each kind of round without a game is worth: mostly the usual,
// else what an event's own points (162 A, BBZ, BBF, XXS) may make of it.
func randomUnplayed(r *rand.Rand, p pairing.PointSystem) map[pairing.Kind]int {
	worth := map[pairing.Kind]int{pairing.ForfeitWin: p.Win, pairing.FullBye: p.Win, pairing.HalfBye: p.Draw}
	if r.IntN(2) == 0 {
		absence := r.IntN(p.Win + 1)
		worth[pairing.NotArrived], worth[pairing.ZeroBye] = absence, absence
		worth[pairing.ForfeitLoss] = []int{absence, r.IntN(p.Win + 1)}[r.IntN(2)]
		worth[pairing.DoubleForfeit] = worth[pairing.ForfeitLoss]
	}
	if r.IntN(4) == 0 {
		for _, kind := range []pairing.Kind{pairing.ForfeitWin, pairing.FullBye, pairing.HalfBye} {
			worth[kind] = r.IntN(p.Win + 1)
		}
	}
	return worth
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// TestDutchOracle compares the engine with plain enumeration of all candidates on
// random rounds.
func TestDutchOracle(t *testing.T) {
	want, paired, impossible := rounds(4_000, 150_000), 0, 0
	for seed := uint64(1); paired < want && !t.Failed(); seed++ {
		r := rand.New(rand.NewPCG(seed, 2026))
		randomRounds(r, 2+r.IntN(9), 2+r.IntN(7), func(tournament *pairing.Tournament) *pairing.Draft {
			paired++
			pairs, possible := newOracle(tournament).pair()
			draft, err := pairing.DutchQuick(tournament, 2+int(seed%24))
			if !possible {
				impossible++
				none := (*pairing.NoPairingError)(nil)
				expect.True(t, errors.As(err, &none), "seed %d round %d: no pairing exists, got %v, %v", seed, tournament.Round, draft, err)
				return nil
			}
			if err != nil {
				t.Errorf("seed %d round %d: %v", seed, tournament.Round, err)
				return nil
			}
			var expected []string
			for _, p := range pairs {
				expected = append(expected, fmt.Sprintf("%d %d", p[0], p[1]))
			}
			slices.Sort(expected)
			if got := draftPairs(draft); !slices.Equal(expected, got) {
				t.Errorf("seed %d round %d of %d:\n want %q\n got  %q", seed, tournament.Round, tournament.Rounds, expected, got)
				return nil
			}
			return draft
		})
	}
	t.Logf("%d rounds, %d without a legal pairing", paired, impossible)
}

// TestDutchShortcuts compares the shortcuts with matching alone on larger random
// rounds.
func TestDutchShortcuts(t *testing.T) {
	var work pairing.Work
	want, paired := rounds(1_500, 40_000), 0
	for seed := uint64(1); paired < want && !t.Failed(); seed++ {
		r := rand.New(rand.NewPCG(seed, 77))
		players := 8 + r.IntN(60)
		if seed%16 == 0 {
			players = 100 + r.IntN(100)
		}
		randomRounds(r, players, 3+r.IntN(9), func(tournament *pairing.Tournament) *pairing.Draft {
			paired++
			whole, wholeErr := pairing.DutchWhole(tournament)
			quick, err := pairing.DutchQuick(tournament, 2+int(seed%12))
			expect.Equal(t, (err == nil), (wholeErr == nil), "seed %d round %d: %v with shortcuts, %v without", seed, tournament.Round, err, wholeErr)
			if err != nil || wholeErr != nil {
				return nil
			}
			if expected, got := draftPairs(whole), draftPairs(quick); !slices.Equal(expected, got) {
				t.Errorf("seed %d, %d players, round %d of %d:\n want %q\n got  %q", seed, players, tournament.Round, tournament.Rounds, expected, got)
				return nil
			}
			addWork(&work, quick.Work)
			return whole
		})
	}
	t.Logf("%d rounds, %+v", paired, work)
}
