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

// TestDutchExplains checks what explanations claim on random rounds: who has met,
// who wants what, and that no pair is explained as not made.
func TestDutchExplains(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 3))
		randomRounds(r, 6+r.IntN(40), 9, func(tournament *pairing.Tournament) *pairing.Draft {
			draft, err := pairing.PairRound(pairing.Dutch, tournament)
			if err != nil {
				return nil
			}
			facts := newOracle(tournament)
			wants := map[int]pairing.Colour{}
			for _, p := range facts.players {
				wants[p.number] = p.wants
			}
			for _, pair := range draft.Pairs {
				for _, reason := range pair.Reasons {
					a, b := reason.Of, reason.Other
					if pair.Has(a) && pair.Has(b) {
						t.Errorf("seed %d round %d: %s explains itself away: %v", seed, tournament.Round, pair.Explain(), reason)
					}
					why := reason.Why.String()
					if head, tail, ok := strings.Cut(why, " would remain, "); ok {
						_, err := fmt.Sscanf(head, "%d-%d", &a, &b)
						expect.True(t, err == nil, "seed %d: cannot read %q", seed, why)
						why = tail
					}
					if i := strings.LastIndex(why, "("); i >= 0 {
						seen[why[i:]]++
					}
					var round int
					if _, err := fmt.Sscanf(why, "already met in round %d", &round); err == nil {
						seen["met"]++
						i := slices.IndexFunc(tournament.Participants, func(p pairing.Participant) bool { return p.Number == a })
						if rec := tournament.Participants[i].Records[round-1]; rec.Kind != pairing.Played || rec.Opponent != b {
							t.Errorf("seed %d round %d: %q, but %d had %+v in round %d", seed, tournament.Round, reason, a, rec, round)
						}
					}
					if strings.HasPrefix(why, "both ") && (wants[a] != wants[b] || !strings.Contains(why, wants[a].String())) {
						t.Errorf("seed %d round %d: %q, but they want %v and %v", seed, tournament.Round, reason, wants[a], wants[b])
					}
				}
			}
			return draft
		})
	}
	for _, word := range []string{"met", "(C3)", "(C12)", "(C13)", "(C14)", "(C15)", "(C16)", "(C17)", "(C2)"} {
		expect.True(t, seen[word] != 0, "no explanation names %s: %v", word, seen)
	}
	t.Log(seen)
}

// TestDutchPrices compares the price of a more obvious choice found by counting with
// the one found by pairing the bracket again. Counting knows no meetings: it may name
// a less important criterion than the one that decides, never a more important one.
func TestDutchPrices(t *testing.T) {
	same, weaker := 0, 0
	for seed := range uint64(rounds(60, 1_000)) {
		r := rand.New(rand.NewPCG(seed, 12))
		randomRounds(r, 20+r.IntN(40), 7, func(tournament *pairing.Tournament) *pairing.Draft {
			counted, err := pairing.DutchQuick(tournament, 10)
			tried, tryErr := pairing.DutchQuick(tournament, 1_000)
			if err != nil || tryErr != nil {
				return nil
			}
			truth := map[[2]int]string{}
			for _, p := range tried.Pairs {
				for _, reason := range p.Reasons {
					truth[[2]int{reason.Of, reason.Other}] = reason.Why.String()
				}
			}
			for _, p := range counted.Pairs {
				for _, reason := range p.Reasons {
					found, deciding := criterionOf(reason.Why.String()), criterionOf(truth[[2]int{reason.Of, reason.Other}])
					switch {
					case found == 0 || deciding == 0:
					case found == deciding:
						same++
					case found > deciding || found == 1:
						weaker++
					default:
						t.Errorf("seed %d round %d: %s by counting, %s", seed, tournament.Round, reason, truth[[2]int{reason.Of, reason.Other}])
					}
				}
			}
			return counted
		})
	}
	if t.Logf("%d the same, %d weaker", same, weaker); same < 10*weaker {
		t.Errorf("counting agrees with trials in %d of %d reasons only", same, same+weaker)
	}
}

// criterionOf reads the number of the criterion a reason ends with; 99 is the order of
// art. 4, 1 a meeting, 0 nothing.
func criterionOf(why string) int {
	i := strings.LastIndex(why, "(")
	if i < 0 {
		return 0
	}
	if strings.HasPrefix(why[i:], "(art. 4") {
		return 99
	}
	n := 0
	fmt.Sscanf(why[i:], "(C%d)", &n)
	return n
}

// TestDutchReportsBrackets checks a bracket's report on a small round.
func TestDutchReportsBrackets(t *testing.T) {
	tournament := &pairing.Tournament{Rounds: 3, Round: 1, InitialColour: pairing.White, Points: pairing.PointSystem{Win: 2, Draw: 1, AllocatedBye: 2}}
	for i := range 5 {
		tournament.Participants = append(tournament.Participants, pairing.Participant{Number: i + 1})
	}
	draft := expect.Must(pairing.PairRound(pairing.Dutch, tournament))(t)
	if len(draft.Brackets) != 1 || !slices.Equal(draft.Brackets[0].Members, []int{1, 2, 3, 4, 5}) || draft.Brackets[0].Criteria[0] != (pairing.Criterion{Name: "C6", Value: 1}) {
		t.Errorf("brackets %+v, want one of five players with one floater", draft.Brackets)
	}
	want := []string{"1 3", "4 2", "5 0"}
	got := draftPairs(draft)
	expect.True(t, slices.Equal(got, want), "pairs %v, want %v", got, want)
}
