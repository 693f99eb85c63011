package pairing_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestBergerTableOfSix compares with the printed table for six players.
func TestBergerTableOfSix(t *testing.T) {
	want := [][][2]int{
		{{1, 6}, {2, 5}, {3, 4}},
		{{6, 4}, {5, 3}, {1, 2}},
		{{2, 6}, {3, 1}, {4, 5}},
		{{6, 5}, {1, 4}, {2, 3}},
		{{3, 6}, {4, 2}, {5, 1}},
	}
	for round, pairs := range want {
		expect.NoDiff(t, cmp.Diff(pairs, pairing.BergerRound(6, round+1)), "round %d (-want +got)", round+1)
	}
}

func league(n int, o pairing.RoundRobinOptions, round int) *pairing.Tournament {
	t := &pairing.Tournament{Round: round, Rounds: pairing.RoundRobinRounds(n, o), RoundRobin: o}
	for i := range n {
		t.Participants = append(t.Participants, pairing.Participant{Number: i + 1})
	}
	return t
}

// TestRoundRobinIsComplete counts meetings, colours and byes of every size.
func TestRoundRobinIsComplete(t *testing.T) {
	for n := 2; n <= 21; n++ {
		for _, double := range []bool{false, true} {
			o := pairing.RoundRobinOptions{Double: double}
			meetings := map[[2]int]int{}
			balance, byes := map[int]int{}, map[int]int{}
			colours := map[int]string{}
			for round := 1; round <= pairing.RoundRobinRounds(n, o); round++ {
				d, err := pairing.PairRound(pairing.RoundRobin, league(n, o, round))
				expect.MustTrue(t, err == nil, "%d participants, round %d: %v", n, round, err)
				for _, p := range d.Pairs {
					if p.IsBye() {
						byes[p.White]++
						continue
					}
					meetings[[2]int{p.White, p.Black}]++
					balance[p.White]++
					balance[p.Black]--
					colours[p.White] += "W"
					colours[p.Black] += "B"
				}
			}
			for a := 1; a <= n; a++ {
				for b := 1; b < a; b++ {
					x, y := meetings[[2]int{a, b}], meetings[[2]int{b, a}]
					if double && (x != 1 || y != 1) || !double && x+y != 1 {
						t.Errorf("%d participants, double %v: %d-%d is played %d times, reversed %d", n, double, a, b, x, y)
					}
				}
				if limit := 1 - (n % 2); !double && (balance[a] > limit || balance[a] < -limit) || double && balance[a] != 0 {
					t.Errorf("%d participants, double %v: %d has colour balance %d", n, double, a, balance[a])
				}
				want := (n % 2) * map[bool]int{false: 1, true: 2}[double]
				expect.True(t, byes[a] == want, "%d participants, double %v: %d is free %d times, want %d", n, double, a, byes[a], want)
			}
		}
	}
}

func TestRoundRobinGroupsAndAbsence(t *testing.T) {
	groups := pairing.SnakeGroups([]int{1, 2, 3, 4, 5, 6, 7}, 2)
	diff := cmp.Diff([][]int{{1, 4, 5}, {2, 3, 6, 7}}, groups)
	expect.MustEqual(t, diff, "", "groups (-want +got)")
	e := league(7, pairing.RoundRobinOptions{Groups: groups}, 1)
	e.Participants[1].Bye = pairing.ZeroBye
	d := expect.Must(pairing.PairRound(pairing.RoundRobin, e))(t)
	var got []string
	for _, p := range d.Pairs {
		got = append(got, fmt.Sprintf("%d-%d", p.White, p.Black))
	}
	expect.NoDiff(t, cmp.Diff([]string{"4-5", "3-6", "1-0", "7-0"}, got), "(-want +got)")
	e.RoundRobin.Groups = [][]int{{1, 2}, {2, 3}}
	_, err := pairing.PairRound(pairing.RoundRobin, e)
	expect.True(t, err != nil, "a number in two groups is accepted")
}
