package pairing

import "github.com/tandemchess/tandem/internal/pairing/matching"

// memberKind is all the quality criteria C8-C10 look at in a member of a bracket.
type memberKind struct {
	preference
	moved   bool // an upfloater
	floated bool // a resident that floated last round, while that matters (C10)
}

func (b *bracketSearch) kind(i int) memberKind {
	if b.plain {
		return memberKind{}
	}
	k := memberKind{preference: b.wants[i], moved: b.moved[i]}
	k.floated = !k.moved && b.s.floatsCount() && b.s.floated(b.members[i])
	return k
}

// kindQuality is what a pair of two kinds adds to (C8, C9, C10), packed in base
// len(members)+1.
func (b *bracketSearch) kindQuality(x, y memberKind) int64 {
	many := int64(len(b.members) + 1)
	var c int64
	if x.colour != NoColour && x.colour == y.colour {
		c += many * many
		if b.s.t.Team.Colours == ColoursTypeB && x.strong && y.strong {
			c += many
		}
	}
	if x.moved && y.floated || y.moved && x.floated {
		c++
	}
	return c
}

// pairQuality is what a pair adds to (C8, C9, C10), packed likewise.
func (b *bracketSearch) pairQuality(i, j int) int64 { return b.kindQuality(b.kind(i), b.kind(j)) }

// halves pairs the smaller half against the larger half, which is the smallest
// identifier there can be: its top members are 1..h. ok is false when that is
// not proven to be best; then the exact search decides.
//
// The proof is a certificate from counting kinds of members, of which there are at
// most fifteen:
//
//   - Any pairing of the bracket, read in both directions, is a transport of all
//     members onto all members by kind, so twice its cost is at least the cheapest
//     such transport. Let low be half of that, rounded up.
//   - The cheapest transport of the lower half onto the upper half costs split. If
//     split equals low and some legal pairing of the halves uses only tight cells
//     of that transport, this pairing is a best one of all, and by complementary
//     slackness the best pairings of the halves are exactly those that use tight
//     cells only.
//
// The smallest identifier among them is then the lexicographically first perfect
// matching of a bipartite graph, which matching.FirstPerfect finds.
func (b *bracketSearch) halves() (mate []int, total int64, ok bool) {
	n := len(b.members)
	half := n / 2
	kinds, of := b.countKinds()
	cost := make([][]int64, len(kinds))
	for x := range kinds {
		cost[x] = make([]int64, len(kinds))
		for y := range kinds {
			cost[x][y] = b.kindQuality(kinds[x], kinds[y])
		}
	}
	low, high, all := make([]int, len(kinds)), make([]int, len(kinds)), make([]int, len(kinds))
	for i, k := range of {
		all[k]++
		if i < half {
			low[k]++
		} else {
			high[k]++
		}
	}
	split, plan, tight := matching.Transport(low, high, cost)
	if double, _, _ := matching.Transport(all, all, cost); 2*split > double+1 {
		return nil, 0, false
	}
	bottoms, ok := matching.FirstPerfect(of[:half], of[half:], tight, plan, func(top, bottom int) bool {
		return !b.s.all[b.members[top]].may(b.members[half+bottom])
	})
	if !ok {
		return nil, 0, false
	}
	b.s.draft.Work.Certificates++
	mate = make([]int, n)
	for top, bottom := range bottoms {
		mate[top], mate[half+bottom] = half+bottom, top
	}
	return mate, split, true
}

// countKinds lists the kinds in the bracket and gives each member's.
func (b *bracketSearch) countKinds() (kinds []memberKind, of []int) {
	of = make([]int, len(b.members))
	place := map[memberKind]int{}
	for i := range b.members {
		kind := b.kind(i)
		k, known := place[kind]
		if !known {
			k = len(kinds)
			place[kind] = k
			kinds = append(kinds, kind)
		}
		of[i] = k
	}
	return kinds, of
}
