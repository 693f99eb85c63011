package pairing

import "github.com/tandemchess/tandem/internal/pairing/matching"

// colourFaults are the values of C10–C13 for one pair: 1 where the pair breaks the
// criterion.
type colourFaults [4]uint64

// faults judges the colours of a pair (art. 2.2).
//
// C10 and C11 can only be broken where two equal absolute preferences meet (one
// of the two is a topscorer, or C3 forbids the pair), and only by the player
// whose preference is not granted. C13 counts strong preferences; the loser of
// two absolute ones is counted by C10 or C11 already.
func (d *dutch) faults(a, b int) colourFaults {
	p, q := &d.players[a], &d.players[b]
	var f colourFaults
	if !rivals(p, q) {
		return f
	}
	f[2] = 1
	switch low := min(p.strength, q.strength); {
	case low == strong:
		f[3] = 1
	case low == absolute:
		if p.excess() > 1 && q.excess() > 1 {
			f[0] = 1
		}
		loser := p
		if colour, _ := d.colourOf(a, b, a < b); colour == p.wants {
			loser = q
		}
		if loser.twice == loser.wants.Other() {
			f[1] = 1
		}
	}
	return f
}

// criteria lays the criteria of one bracket out as digits of a wide number, most
// important on top, so that the sum over the pairs of a candidate compares like
// the criteria do. Every digit counts something good, and is as wide as its
// largest sum. Below C21 lie the digits that put equally good candidates in the
// order of art. 4: the number of exchanges, their sum, and single decisions.
type criteria struct {
	pairs      uint   // C6: pairs of the bracket
	scores     []uint // C7: paired MDPs, by score
	nextPairs  uint   // C8: pairs of the next bracket
	nextScores []uint // C8: paired there, by score: MDPs of this bracket, then residents
	games      uint   // C9: games the bye's receiver has played
	colours    [4]uint
	down, up   [2]uint   // C14 C16; C15 C17
	downScores [2][]uint // C18 C20, by score of the MDP
	upScores   [2][]uint // C19 C21
	exchanges  uint
	exchanged  uint // sum of the in-bracket numbers of those in S1
	words      int
}

const (
	// decisionBits is the lowest digit: which of two equally good choices comes
	// first. The sum over all pairs of a bracket has to fit.
	decisionBits = 56
)

// newCriteria makes room for a bracket with the given sizes: how many MDPs have
// each score, residents, players of the next scoregroup, and rounds played.
func newCriteria(levels []int, residents, next, rounds int) criteria {
	var c criteria
	at := uint(decisionBits)
	alloc := func(largest int) uint {
		offset := at
		at += matching.Digit(largest)
		return offset
	}
	// From the bottom up; within a criterion by score the highest score on top.
	byScore := func(sizes []int) []uint {
		offsets := make([]uint, len(sizes))
		for i := len(sizes) - 1; i >= 0; i-- {
			offsets[i] = alloc(sizes[i])
		}
		return offsets
	}
	moved := 0
	for _, n := range levels {
		moved += n
	}
	all := moved + residents
	c.exchanged = alloc(residents * residents)
	c.exchanges = alloc(residents)
	for _, ago := range [2]int{1, 0} {
		c.upScores[ago] = byScore(levels)
		c.downScores[ago] = byScore(levels)
	}
	for _, ago := range [2]int{1, 0} {
		c.up[ago] = alloc(all)
		c.down[ago] = alloc(all)
	}
	for i := 3; i >= 0; i-- {
		c.colours[i] = alloc(all)
	}
	c.games = alloc(rounds)
	c.nextScores = byScore(append(append([]int(nil), levels...), residents))
	c.nextPairs = alloc(all + next)
	c.scores = byScore(levels)
	c.pairs = alloc(all)
	// Sums of duals need room above the weights.
	c.words = int(at+matching.Digit(all+next)+12+63) / 64
	return c
}
