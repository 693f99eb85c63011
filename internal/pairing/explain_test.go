package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestReasonsAreTrue checks on random rounds that every reason speaks of a pair
// that was not made, and that meetings and preferences it names are so.
func TestReasonsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	said := map[string]int{}
	for i := range rounds(6_000, 100_000) {
		e := randomTournament(rng, 14)
		system := pairing.TeamSwiss
		if i%3 == 0 {
			system = pairing.USChess
			for k := range e.Participants {
				e.Participants[k].Rating = 1500 + 50*rng.IntN(12)
			}
		}
		d, err := pairing.PairRound(system, e)
		if err != nil {
			continue
		}
		made := sortedPairs(d)
		for _, p := range d.Pairs {
			for _, r := range p.Reasons {
				expect.MustTrue(t, !r.Why.Empty(), "%d-%d: a reason without words", p.White, p.Black)
				said[kindOfReason(r.Why.String())]++
				expect.MustTrue(t, !slices.Contains(made, [2]int{min(r.Of, r.Other), max(r.Of, r.Other)}), "%s, but the pair was made\n%+v", r, e)
				expect.MustTrue(t, r.Other != 0 || !slices.Contains(made, [2]int{r.Of, 0}), "%s, but it has the bye\n%+v", r, e)
				var round int
				if n, _ := fmt.Sscanf(r.Why.String(), "already met in round %d", &round); n == 1 && !met(e, r.Of, r.Other, round) {
					t.Fatalf("%s: they did not meet then\n%+v", r, e)
				}
				var a, b int
				if n, _ := fmt.Sscanf(r.Why.String(), "%d-%d would remain, already met in round %d", &a, &b, &round); n == 3 && !met(e, a, b, round) {
					t.Fatalf("%s: they did not meet then\n%+v", r, e)
				}
			}
			text := p.Explain()
			expect.MustTrue(t, strings.HasPrefix(text, fmt.Sprint(p.White)), "explanation %q", text)
		}
	}
	for _, kind := range []string{"met", "C6", "C7", "C8", "C9", "C10", "bye", "forfeit", "27A1"} {
		expect.True(t, said[kind] != 0 || testing.Short(), "no reason speaks of %s: %v", kind, said)
	}
}

func kindOfReason(why string) string {
	for _, kind := range []string{"27A1", "C10", "C9", "C8", "C7", "C6", "C5", "forfeit", "bye", "met"} {
		if strings.Contains(why, kind) {
			return kind
		}
	}
	return "other"
}

func met(e *pairing.Tournament, a, b, round int) bool {
	for _, p := range e.Participants {
		if p.Number == a && round <= len(p.Records) {
			r := p.Records[round-1]
			return r.Kind == pairing.Played && r.Opponent == b
		}
	}
	return false
}
