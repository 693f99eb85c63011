package pairing_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// annex holds the printed tables of C.05, a line per round in its order.
var annex = map[int]string{
	4: `1-4 2-3
		4-3 1-2
		2-4 3-1`,
	6: `1-6 2-5 3-4
		6-4 5-3 1-2
		2-6 3-1 4-5
		6-5 1-4 2-3
		3-6 4-2 5-1`,
	8: `1-8 2-7 3-6 4-5
		8-5 6-4 7-3 1-2
		2-8 3-1 4-7 5-6
		8-6 7-5 1-4 2-3
		3-8 4-2 5-1 6-7
		8-7 1-6 2-5 3-4
		4-8 5-3 6-2 7-1`,
	10: `1-10 2-9 3-8 4-7 5-6
		10-6 7-5 8-4 9-3 1-2
		2-10 3-1 4-9 5-8 6-7
		10-7 8-6 9-5 1-4 2-3
		3-10 4-2 5-1 6-9 7-8
		10-8 9-7 1-6 2-5 3-4
		4-10 5-3 6-2 7-1 8-9
		10-9 1-8 2-7 3-6 4-5
		5-10 6-4 7-3 8-2 9-1`,
}

// TestBergerAnnex compares with the printed tables; with an odd number the last
// place stays empty and its opponent is free.
func TestBergerAnnex(t *testing.T) {
	for even, table := range annex {
		for _, n := range []int{even - 1, even} {
			for r, line := range strings.Split(table, "\n") {
				want := strings.Fields(line)
				var got []string
				for _, p := range pairing.BergerRound(n, r+1) {
					if p[1] == 0 {
						// The free place stands first in the printed line.
						white, black, _ := strings.Cut(want[0], "-")
						if white != itoa(p[0]) && black != itoa(p[0]) {
							t.Errorf("%d places, round %d: %d is free, printed is %s", n, r+1, p[0], want[0])
						}
						continue
					}
					got = append(got, itoa(p[0])+"-"+itoa(p[1]))
				}
				if n < even {
					want = want[1:]
				}
				expect.NoDiff(t, cmp.Diff(want, got), "%d places, round %d (-annex +table)", n, r+1)
			}
		}
	}
}

func itoa(n int) string { return pairing.FormatPoints(2 * n) }

// bergerMeeting tells when two places a < b of a table for an even number meet in
// its one cycle and who has White, by the old rule of sums: two places below the last
// meet in the round that their sum less one gives (less n-1 where that is too
// much), the lower one White if the sum is odd; the last place meets a when a's double
// does, a White in the first half.
func bergerMeeting(n, a, b int) (round int, lowerWhite bool) {
	sum, white := a+b, (a+b)%2 == 1
	if b == n {
		sum, white = 2*a, 2*a <= n
	}
	if round = sum - 1; round >= n {
		round -= n - 1
	}
	return round, white
}

// TestRoundRobinAgainstEnumeration pairs random rounds of groups of up to ten, single
// and double, with absences, and compares with all pairs whose turn it is by the rule
// of sums.
func TestRoundRobinAgainstEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range rounds(20_000, 150_000) {
		o := pairing.RoundRobinOptions{Double: rng.IntN(2) == 0, KeepLastRounds: rng.IntN(2) == 0}
		var numbers []int
		for _, i := range rng.Perm(14)[:2+rng.IntN(9)] {
			numbers = append(numbers, i+1)
		}
		if rng.IntN(2) == 0 {
			slices.Sort(numbers)
		} else {
			cut := 1 + rng.IntN(len(numbers))
			o.Groups = [][]int{numbers[:cut], numbers[cut:]}
		}
		tournament := &pairing.Tournament{RoundRobin: o, Round: 1 + rng.IntN(20)}
		absent := map[int]bool{}
		for _, number := range numbers {
			p := pairing.Participant{Number: number}
			if absent[number] = rng.IntN(8) == 0; absent[number] {
				p.Bye = pairing.ZeroBye
			}
			tournament.Participants = append(tournament.Participants, p)
		}
		if o.Groups == nil {
			o.Groups = [][]int{numbers}
		}
		var want [][2]int
		for _, group := range o.Groups {
			for _, p := range enumeratedRound(group, tournament.Round, o) {
				switch white, black := p[0], p[1]; {
				case absent[white] && absent[black], black == 0 && absent[white]:
				case black == 0 || absent[black]:
					want = append(want, [2]int{white, 0})
				case absent[white]:
					want = append(want, [2]int{black, 0})
				default:
					want = append(want, p)
				}
			}
		}
		draft := expect.Must(pairing.PairRound(pairing.RoundRobin, tournament))(t)
		var got [][2]int
		for _, p := range draft.Pairs {
			got = append(got, [2]int{p.White, p.Black})
		}
		for _, list := range [][][2]int{want, got} {
			slices.SortFunc(list, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
		}
		diff := cmp.Diff(want, got)
		expect.MustEqual(t, diff, "", "%+v, round %d (-enumeration +engine)", o, tournament.Round)
	}
}

// enumeratedRound lists who meets in a round of a group, White first.
func enumeratedRound(group []int, round int, o pairing.RoundRobinOptions) [][2]int {
	n := len(group) + len(group)%2
	cycle := n - 1
	second := round > cycle
	switch {
	case len(group) < 2 || second && !o.Double || round > 2*cycle:
		return nil
	case second:
		round -= cycle
	case o.Double && !o.KeepLastRounds && cycle > 2 && round == cycle:
		round = cycle - 1
	case o.Double && !o.KeepLastRounds && cycle > 2 && round == cycle-1:
		round = cycle
	}
	var pairs [][2]int
	for b := 2; b <= n; b++ {
		for a := 1; a < b; a++ {
			r, lowerWhite := bergerMeeting(n, a, b)
			if r != round {
				continue
			}
			if b > len(group) {
				pairs = append(pairs, [2]int{group[a-1], 0})
				continue
			}
			pair := [2]int{group[a-1], group[b-1]}
			if lowerWhite == second {
				pair[0], pair[1] = pair[1], pair[0]
			}
			pairs = append(pairs, pair)
		}
	}
	return pairs
}
