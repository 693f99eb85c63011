package pairing_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestKnockoutEnumerated plays every bracket of two to ten participants (eight in a
// usual run), with every mix of third place and consolation, through every sequence of
// results, and checks each outcome.
func TestKnockoutEnumerated(t *testing.T) {
	sequences := 0
	for n := 2; n <= rounds(8, 10); n++ {
		for options := range 4 {
			o := pairing.KnockoutOptions{ThirdPlace: options&1 > 0, Consolation: options&2 > 0}
			var seeds []int
			for seed := range n {
				seeds = append(seeds, seed+1)
			}
			k := expect.Must(pairing.NewKnockout(seeds, o))(t)
			e := &enumeration{t: t, n: n, o: o, rounds: bits.Len(uint(n - 1)), seeds: seeds}
			e.play(k, nil)
			sequences += e.sequences
		}
	}
	t.Logf("%d sequences of results", sequences)
}

type enumeration struct {
	t         *testing.T
	n, rounds int
	o         pairing.KnockoutOptions
	seeds     []int
	sequences int
}

type played struct {
	tie           pairing.Tie
	winner, loser int
}

// play decides the first ready tie both ways.
func (e *enumeration) play(k *pairing.Knockout, history []played) {
	ready := k.Ready()
	if len(ready) == 0 {
		e.sequences++
		e.judge(k, history)
		return
	}
	playing := map[int]bool{}
	for _, tie := range ready {
		a, b, _ := k.Slots(tie.ID)
		expect.MustTrue(e.t, !playing[a] && !playing[b], "%d participants, %+v: one of %d and %d has two ties in one round: %v", e.n, e.o, a, b, history)
		playing[a], playing[b] = true, true
	}
	tie := ready[0]
	a, b, _ := k.Slots(tie.ID)
	for _, p := range []played{{tie, a, b}, {tie, b, a}} {
		next := e.replay(history)
		expect.OK(e.t, next.Win(tie.ID, p.winner))
		e.play(next, append(slices.Clone(history), p))
	}
}

func (e *enumeration) replay(history []played) *pairing.Knockout {
	k := expect.Must(pairing.NewKnockout(e.seeds, e.o))(e.t)
	for _, p := range history {
		expect.OK(e.t, k.Win(p.tie.ID, p.winner))
	}
	return k
}

// judge checks what a finished bracket must have brought.
func (e *enumeration) judge(k *pairing.Knockout, history []played) {
	t := e.t
	lost, games := map[pairing.Stage][]int{}, map[pairing.Stage]int{}
	matches, firstLosers := map[int]int{}, []int(nil)
	var semifinal, third []int
	for _, p := range history {
		stage := p.tie.Stage
		games[stage]++
		lost[stage] = append(lost[stage], p.loser)
		for _, number := range []int{p.winner, p.loser} {
			expect.True(t, !slices.Contains(lost[stage][:len(lost[stage])-1], number), "%d of %d plays on after a loss: %v", number, e.n, history)
		}
		switch stage {
		case pairing.MainStage:
			e.judgeMain(p, matches)
			if matches[p.loser] == 0 && p.tie.Round < e.rounds && !(e.o.ThirdPlace && p.tie.Round == e.rounds-1) {
				firstLosers = append(firstLosers, p.loser)
			}
			matches[p.winner]++
			matches[p.loser]++
			if p.tie.Round == e.rounds-1 {
				semifinal = append(semifinal, p.loser)
			}
		case pairing.ThirdPlaceStage:
			third = []int{p.winner, p.loser}
		}
	}
	expect.True(t, games[pairing.MainStage] == e.n-1 && !slices.Contains(lost[pairing.MainStage], k.Champion()),
		"%d participants: %d main ties, champion %d: %v", e.n, games[pairing.MainStage], k.Champion(), history)
	if e.o.ThirdPlace && len(semifinal) == 2 {
		expect.True(t, slices.Contains(third, semifinal[0]) && slices.Contains(third, semifinal[1]),
			"%d participants: third place is played by %v, the semifinals were lost by %v", e.n, third, semifinal)
	} else if len(third) > 0 {
		t.Errorf("%d participants: %v play for third place", e.n, third)
	}
	e.judgeConsolation(history, firstLosers)
}

// judgeMain: free rounds go to the first seeds, and among the first 2^k seeds nobody
// meets before only 2^k are left.
func (e *enumeration) judgeMain(p played, matches map[int]int) {
	free := 1<<e.rounds - e.n
	for _, number := range []int{p.winner, p.loser} {
		first := matches[number] == 0
		expect.True(e.t, !first || (p.tie.Round == 2) == (number <= free), "%d participants: %d begins in round %d", e.n, number, p.tie.Round)
	}
	left := 1 << (e.rounds - p.tie.Round + 1)
	expect.True(e.t, max(p.winner, p.loser) > left/2, "%d participants: %d and %d meet with %d left", e.n, p.winner, p.loser, left)
}

// judgeConsolation: all who lost their first match before the final, and do not play
// for third place, take part, nobody else, and all but one of them lose.
func (e *enumeration) judgeConsolation(history []played, firstLosers []int) {
	var members []int
	ties := 0
	for _, p := range history {
		if p.tie.Stage == pairing.ConsolationStage {
			ties++
			members = append(members, p.winner, p.loser)
		}
	}
	slices.Sort(members)
	slices.Sort(firstLosers)
	members = slices.Compact(members)
	if !e.o.Consolation || len(firstLosers) < 2 {
		expect.True(e.t, ties <= 0, "%d participants: a consolation of %v", e.n, members)
		return
	}
	expect.True(e.t, slices.Equal(members, firstLosers) && ties == len(firstLosers)-1,
		"%d participants: %d consolation ties of %v, first matches lost by %v", e.n, ties, members, firstLosers)
}
