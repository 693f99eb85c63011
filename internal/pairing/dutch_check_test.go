package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestDutchCheckAgainstOracle checks drafts of the engine, which break nothing, and
// pairs drawn at random, where the oracle knows which absolute criteria are broken.
func TestDutchCheckAgainstOracle(t *testing.T) {
	found := map[string]int{}
	for seed := range uint64(rounds(400, 10_000)) {
		r := rand.New(rand.NewPCG(seed, 33))
		randomRounds(r, 4+r.IntN(7), 2+r.IntN(6), func(tournament *pairing.Tournament) *pairing.Draft {
			draft, err := pairing.PairRound(pairing.Dutch, tournament)
			if err != nil {
				return nil
			}
			broken := brokenArticles(t, tournament, draft)
			expect.True(t, len(broken) == 0, "seed %d, round %d: a draft breaks %v", seed, tournament.Round, broken)
			o := newOracle(tournament)
			o.pair() // settles the score of the bye
			shuffled := r.Perm(len(o.players))
			var pairs pairing.Draft
			var want []string
			for ; len(shuffled) > 1; shuffled = shuffled[2:] {
				p, q := o.players[shuffled[0]], o.players[shuffled[1]]
				pairs.Pairs = append(pairs.Pairs, pairing.Pair{White: p.number, Black: q.number})
				if p.met[q.number] {
					want = append(want, fmt.Sprintf("C1 %d %d", p.number, q.number))
				}
				if p.level == 3 && q.level == 3 && p.wants == q.wants && !p.top && !q.top {
					want = append(want, fmt.Sprintf("C3 %d %d", p.number, q.number))
				}
			}
			if len(shuffled) == 1 {
				p := o.players[shuffled[0]]
				pairs.Pairs = append(pairs.Pairs, pairing.Pair{White: p.number})
				if p.noBye {
					want = append(want, fmt.Sprintf("C2 %d", p.number))
				}
				if p.score > o.byeScore {
					want = append(want, fmt.Sprintf("C5 %d", p.number))
				}
			}
			got := brokenArticles(t, tournament, &pairs)
			expect.NoDiff(t, cmp.Diff(want, got), "seed %d, round %d (-oracle +check)", seed, tournament.Round)
			for _, article := range got {
				found[article[:2]]++
			}
			return draft
		})
	}
	for _, article := range []string{"C1", "C2", "C3", "C5"} {
		expect.True(t, found[article] != 0 || testing.Short(), "%s was never broken: the test shows nothing", article)
	}
}

func brokenArticles(t *testing.T, tournament *pairing.Tournament, d *pairing.Draft) []string {
	t.Helper()
	violations := expect.Must(pairing.Check(pairing.Dutch, tournament, d))(t)
	var articles []string
	for _, v := range violations {
		articles = append(articles, v.Article+" "+strings.Trim(fmt.Sprint(v.Numbers), "[]"))
	}
	// Two who have met and are forbidden as well break C1 once.
	return slices.Compact(articles)
}
