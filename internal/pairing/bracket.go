package pairing

import "slices"

// bracketSearch pairs one bracket exactly: among the perfect matchings with the
// least (C8, C9, C10) the one with the smallest identifier. Members are in
// ascending number, whatever their scores.
type bracketSearch struct {
	s       *swissRound
	members []int
	moved   []bool
	wants   []preference
	plain   bool // no quality criteria, the identifier alone decides
	graph   *graph
	tops    []bool // settled as top members of their pairs
	gone    []bool // already paired
	split   bool   // tops are settled: only pairs of a top with another remain
}

// pairBracket pairs residents and upfloaters and takes them out of the unpaired.
func (s *swissRound) pairBracket(residents, moved []int, criteria []Criterion) {
	score := s.all[residents[0]].pairing
	report := Bracket{Score: score, Members: s.numbers(residents), Moved: s.numbers(moved)}
	b := newBracketSearch(s, residents, moved)
	mate, total := b.best()
	many := int64(len(b.members) + 1)
	report.Criteria = append(criteria,
		Criterion{"C8", int(total / many / many)}, Criterion{"C9", int(total / many % many)}, Criterion{"C10", int(total % many)})
	s.draft.Brackets = append(s.draft.Brackets, report)
	s.draft.Work.Brackets++
	why := b.reasons(mate)
	stayed := s.upfloatReasons(residents, moved)
	for i, j := range mate {
		if i > j {
			continue
		}
		p := s.makePair(b.members[i], b.members[j], score)
		p.Reasons = why[i]
		if b.moved[i] != b.moved[j] {
			resident := i
			if b.moved[i] {
				resident = j
			}
			for _, r := range stayed {
				r.Of = s.all[b.members[resident]].number
				p.Reasons = append(p.Reasons, r)
			}
			stayed = nil
		}
		s.draft.Pairs = append(s.draft.Pairs, p)
	}
	s.remove(b.members)
}

func newBracketSearch(s *swissRound, residents, moved []int) *bracketSearch {
	b := &bracketSearch{s: s, members: slices.Concat(residents, moved)}
	score := s.all[residents[0]].pairing
	slices.Sort(b.members)
	b.moved = make([]bool, len(b.members))
	b.wants = make([]preference, len(b.members))
	for i, m := range b.members {
		b.moved[i] = s.all[m].pairing != score
		b.wants[i] = s.t.teamPreference(&s.all[m])
	}
	return b
}

// best pairs the bracket on the short way if its certificate holds.
func (b *bracketSearch) best() (mate []int, total int64) {
	if !b.s.exactOnly {
		if mate, total, ok := b.halves(); ok {
			return mate, total
		}
	}
	b.s.draft.Work.Searches++
	return b.exact()
}

// makePair settles colours and floats of two entrants.
func (s *swissRound) makePair(a, b, score int) Pair {
	white, black, rule := s.teamColours(a, b)
	w, x := &s.all[white], &s.all[black]
	p := Pair{White: w.number, Black: x.number, Bracket: score, ColourRule: "C.04.6 " + rule}
	switch {
	case w.pairing > x.pairing:
		p.WhiteFloat, p.BlackFloat = DownFloat, UpFloat
	case w.pairing < x.pairing:
		p.WhiteFloat, p.BlackFloat = UpFloat, DownFloat
	}
	return p
}

// exact finds the pairing by cheapest perfect matchings alone.
func (b *bracketSearch) exact() (mate []int, total int64) {
	n := len(b.members)
	b.graph = b.s.legalGraph(b.members)
	b.tops, b.gone = make([]bool, n), make([]bool, n)
	mate, total, _ = cheapestPerfect(n, b.cost)
	if mate == nil {
		panic("pairing: a bracket chosen as pairable has no pairing")
	}
	// The identifier begins with the top members: each member is made a top one if
	// some cheapest pairing allows it. A set of members are all top ones exactly if
	// no two of them meet and all smaller members outside it are matched downwards,
	// which holds because those were refused before.
	for i := range n {
		b.tops[i] = true
		if mate[i] > i {
			continue
		}
		other, cost, ok := cheapestPerfect(n, b.cost)
		if !ok || cost != total {
			b.tops[i] = false
			continue
		}
		mate = other
	}
	// Then the partners in the order of the tops, each as small as possible.
	b.split = true
	spent := int64(0)
	for i := range n {
		if !b.tops[i] {
			continue
		}
		for j := i + 1; j < mate[i]; j++ {
			if b.tops[j] || b.gone[j] || b.cost(i, j) < 0 {
				continue
			}
			if b.try(i, j, total-spent-b.cost(i, j), mate) {
				break
			}
		}
		spent += b.cost(i, mate[i])
		b.gone[i], b.gone[mate[i]] = true, true
	}
	return mate, total
}

// try pairs i with j in mate if the rest can then be paired at the given cost.
func (b *bracketSearch) try(i, j int, cost int64, mate []int) bool {
	b.gone[i], b.gone[j] = true, true
	defer func() { b.gone[i], b.gone[j] = false, false }()
	var rest []int
	for v := range b.members {
		if !b.gone[v] {
			rest = append(rest, v)
		}
	}
	sub, total, ok := cheapestPerfect(len(rest), func(x, y int) int64 { return b.cost(rest[x], rest[y]) })
	if !ok || total != cost {
		return false
	}
	for x, y := range sub {
		mate[rest[x]] = rest[y]
	}
	mate[i], mate[j] = j, i
	return true
}

// cost is what a pair adds to (C8, C9, C10), or -1 if it may not be made.
func (b *bracketSearch) cost(i, j int) int64 {
	switch {
	case !b.graph.has(i, j), b.tops[i] && b.tops[j]:
		return -1
	case b.split && !b.tops[i] && !b.tops[j]:
		return -1
	}
	return b.pairQuality(i, j)
}
