package pairing_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// players makes a tournament of n players before its first round.
func players(n, rounds int) *pairing.Tournament {
	t := &pairing.Tournament{Rounds: rounds, Round: 1, InitialColour: pairing.White, Points: pairing.PointSystem{Win: 2, Draw: 1, AllocatedBye: 2}}
	for i := range n {
		t.Participants = append(t.Participants, pairing.Participant{Number: i + 1})
	}
	return t
}

// play adds a game: the first number had White and scored the points.
func play(t *pairing.Tournament, white, black, points int) {
	w, b := &t.Participants[white-1], &t.Participants[black-1]
	w.Records = append(w.Records, pairing.Record{Kind: pairing.Played, Opponent: black, Colour: pairing.White, Points: points})
	b.Records = append(b.Records, pairing.Record{Kind: pairing.Played, Opponent: white, Colour: pairing.Black, Points: 2 - points})
}

func dutchPairs(t *testing.T, tournament *pairing.Tournament) []string {
	t.Helper()
	draft := expect.Must(pairing.PairRound(pairing.Dutch, tournament))(t)
	return draftPairs(draft)
}

// TestDutchSmallFields pairs fields of nobody, one and two.
func TestDutchSmallFields(t *testing.T) {
	for n, want := range [][]string{nil, {"1 0"}, {"1 2"}, {"1 2", "3 0"}} {
		got := dutchPairs(t, players(n, 5))
		expect.True(t, slices.Equal(got, want), "%d players: %v, want %v", n, got, want)
	}
}

// TestDutchDrawnByHand keeps the pairs drawn by hand and pairs the others.
func TestDutchDrawnByHand(t *testing.T) {
	tournament := players(8, 5)
	tournament.Fixed = []pairing.Pair{{White: 8, Black: 1}}
	want := []string{"5 2", "3 6", "7 4", "8 1"}
	slices.Sort(want)
	if got := dutchPairs(t, tournament); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	tournament = players(7, 5)
	tournament.Fixed = []pairing.Pair{{White: 1}}
	want = []string{"1 0", "5 2", "3 6", "7 4"}
	slices.Sort(want)
	if got := dutchPairs(t, tournament); !slices.Equal(got, want) {
		t.Errorf("bye by hand: %v, want %v", got, want)
	}
	tournament = players(6, 5)
	tournament.Fixed = []pairing.Pair{{White: 1}}
	none := (*pairing.NoPairingError)(nil)
	_, err := pairing.PairRound(pairing.Dutch, tournament)
	expect.True(t, errors.As(err, &none), "a bye by hand among six leaves five: %v, want no pairing", err)
}

// TestDutchImpossible names those in the way and a way out.
func TestDutchImpossible(t *testing.T) {
	tournament := players(4, 5)
	play(tournament, 1, 3, 2)
	play(tournament, 4, 2, 1)
	play(tournament, 2, 1, 1)
	play(tournament, 3, 4, 0)
	play(tournament, 1, 4, 1)
	play(tournament, 2, 3, 1)
	tournament.Round = 4
	_, err := pairing.PairRound(pairing.Dutch, tournament)
	none := (*pairing.NoPairingError)(nil)
	expect.MustTrue(t, errors.As(err, &none), "error %v, want no pairing: everybody has met everybody", err)
	expect.True(t, len(none.Witness) != 0 && none.Round == 4, "%+v names nobody", none)
	expect.True(t, len(none.Relax) != 0, "%+v offers nothing to relax", none)
}

// TestDutchSoftWishes gives up a soft wish only where it makes the round impossible.
func TestDutchSoftWishes(t *testing.T) {
	tournament := players(4, 5)
	tournament.Forbidden = []pairing.Forbidden{{Numbers: []int{1, 3}}}
	got, want := dutchPairs(t, tournament), []string{"1 4", "3 2"}
	expect.True(t, !slices.Contains(got, "1 3"), "%v, want a pairing without 1-3 such as %v", got, want)
	tournament.Forbidden = []pairing.Forbidden{{Numbers: []int{1, 2, 3, 4}}}
	draft := expect.Must(pairing.PairRound(pairing.Dutch, tournament))(t)
	expect.Equal(t, len(draft.GivenUp), 1, "wishes given up")
}

// TestDutchColours checks each rule of art. 5.2 by the rule a pair names.
func TestDutchColours(t *testing.T) {
	tests := []struct {
		name         string
		first, other string // games: w and b
		white        int
		rule         string
	}{
		{"nobody played", "", "", 1, "C.04.3 5.2.5 initial colour"},
		{"only one played", "w", "", 2, "C.04.3 5.2.1 the only preference"},
		{"both satisfied", "w", "b", 2, "C.04.3 5.2.1 both preferences"},
		{
			"absolute over strong", "ww", "w", 2,
			"C.04.3 5.2.2 stronger preference",
		},
		{"strong over mild", "wb", "b", 2, "C.04.3 5.2.2 stronger preference"},
		{"two absolute ones", "bb", "wbb", 1, "C.04.3 5.2.2 wider colour difference"},
		{"wider difference", "wwbwbw", "wwbww", 1, "C.04.3 5.2.2 wider colour difference"},
		{"last different round", "wbwb", "bwwb", 1, "C.04.3 5.2.3 alternate from the last round with different colours"},
		{"higher-ranked", "wb", "wb", 1, "C.04.3 5.2.4 preference of the higher-ranked player"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			pair := colourTest(t, test.first, test.other)
			expect.True(t, pair.White == test.white && pair.ColourRule == test.rule, "White %d by %q, want %d by %q", pair.White, pair.ColourRule, test.white, test.rule)
		})
	}
}

// colourTest pairs 1 and 2 after games against others, who are absent now; equal
// scores, and the round is the last so that equal absolute preferences may meet.
func colourTest(t *testing.T, first, other string) pairing.Pair {
	rounds := max(len(first), len(other))
	tournament := players(2, rounds+1)
	tournament.Round = rounds + 1
	for i, games := range []string{first, other} {
		p := &tournament.Participants[i]
		for r := range rounds {
			if r < rounds-len(games) {
				p.Records = append(p.Records, pairing.Record{Kind: pairing.HalfBye, Points: 2})
				continue
			}
			opponent := len(tournament.Participants) + 1
			colour := pairing.White
			if games[r-(rounds-len(games))] == 'b' {
				colour = pairing.Black
			}
			p.Records = append(p.Records, pairing.Record{Kind: pairing.Played, Opponent: opponent, Colour: colour, Points: 2})
			stranger := pairing.Participant{Number: opponent, Bye: pairing.ZeroBye}
			for range r {
				stranger.Records = append(stranger.Records, pairing.Record{Kind: pairing.ZeroBye})
			}
			stranger.Records = append(stranger.Records, pairing.Record{Kind: pairing.Played, Opponent: i + 1, Colour: colour.Other()})
			tournament.Participants = append(tournament.Participants, stranger)
			p = &tournament.Participants[i]
		}
	}
	draft := expect.Must(pairing.PairRound(pairing.Dutch, tournament))(t)
	return draft.Pairs[0]
}
