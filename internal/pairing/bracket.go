package pairing

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// bracketSearch pairs one bracket exactly: among the perfect matchings with the
// least (C8, C9, C10) the one with the smallest identifier. Members are in
// ascending number, whatever their scores.
type bracketSearch struct {
	s       *swissRound
	members []int
	moved   []bool
	wants   []preference
	plain   bool               // no quality criteria, the identifier alone decides
	matcher *matching.Weighted // of the exact search
}

// pairBracket pairs residents and upfloaters and takes them out of the unpaired.
func (s *swissRound) pairBracket(residents, moved []int, criteria []Criterion) error {
	score := s.all[residents[0]].pairing
	report := Bracket{Score: score, Members: s.numbers(residents), Moved: s.numbers(moved)}
	b := newBracketSearch(s, residents, moved)
	mate, total, ok := b.best()
	if !ok {
		return fmt.Errorf("pairing: the bracket %v was chosen as pairable but has no pairing", s.numbers(b.members))
	}
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
	return nil
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
func (b *bracketSearch) best() (mate []int, total int64, ok bool) {
	if b.s.mode != exactMode {
		if mate, total, ok := b.halves(); ok {
			return mate, total, true
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

// Digits of the weights above the choice bits.
const (
	digitC10 = iota
	digitC9
	digitC8
	bracketDigits
)

// exact finds the pairing by perfect matchings of greatest weight: one digit per
// criterion, and bits below all criteria for the identifier.
func (b *bracketSearch) exact() (mate []int, total int64, ok bool) {
	n := len(b.members)
	width := matching.Digit(n)
	b.matcher = matching.NewWeighted(n, int(matching.ChoiceBits+bracketDigits*width+8)/64+1)
	for i := range n {
		for j := range i {
			if !b.s.all[b.members[i]].may(b.members[j]) {
				continue
			}
			weight := b.matcher.NewWeight()
			for d, cost := range b.digits(i, j) {
				if !cost {
					weight.Add(matching.ChoiceBits+uint(d)*width, 1)
				}
			}
			b.matcher.Set(i, j, weight)
		}
	}
	if !b.matcher.Solve() {
		return nil, 0, false
	}
	for i, j := range b.matcher.Mates() {
		if i < j {
			total += b.pairQuality(i, j)
		}
	}
	tops, bottoms := b.chooseTops()
	b.matcher.ChooseRows(tops, bottoms)
	return b.matcher.Mates(), total, true
}

// chooseTops settles, batch by batch, the first part of the identifier, the top
// members: the edge from a member to a larger one makes it a top member, and has
// its bit, the smallest member's the highest.
func (b *bracketSearch) chooseTops() (tops, bottoms []int) {
	n := len(b.members)
	for start := 0; start < n; start += matching.ChoiceBits {
		end := min(start+matching.ChoiceBits, n)
		for i := start; i < end; i++ {
			for j := i + 1; j < n; j++ {
				b.matcher.Add(i, j, uint(end-1-i), 1)
			}
		}
		b.matcher.Solve()
		for i := start; i < end; i++ {
			if b.matcher.Mate(i) > i {
				tops = append(tops, i)
				for j := range i {
					b.matcher.Remove(i, j)
				}
			} else {
				bottoms = append(bottoms, i)
				for j := i + 1; j < n; j++ {
					b.matcher.Remove(i, j)
				}
			}
		}
	}
	return tops, bottoms
}

// digits says which of C10, C9, C8 a pair costs something in.
func (b *bracketSearch) digits(i, j int) [bracketDigits]bool {
	many := int64(len(b.members) + 1)
	c := b.pairQuality(i, j)
	return [bracketDigits]bool{c%many > 0, c/many%many > 0, c/many/many > 0}
}
