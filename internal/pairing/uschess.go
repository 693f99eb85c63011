package pairing

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
)

// pairUSChess suggests a round by the US Chess rules 27A1-3, 28L and 29C-D, as
// bughouse uses them: no rematch, equal scores, upper half against lower half.
// Colours never decide who meets whom. The book leaves judgement to the director;
// this is the pairing it describes when nothing calls for judgement, spelled out
// so that it is the same every time:
//
//  1. The bye goes to the lowest-rated of the lowest score who may have it and
//     whose bye leaves everybody else pairable; those rated and there since
//     round 1 come before the unrated and the late (28L).
//  2. Score groups from the top. The fewest possible drop to the next group, as
//     low in the group as possible, such that the group and all those below stay
//     pairable without a rematch (29D).
//  3. Those who dropped in are paired first, in order, each with the
//     highest-ranked player he can meet. The rest of the group is paired upper
//     half against lower half (29C), with the smallest changes that avoid
//     rematches: the upper half is kept as high as possible, then its opponents
//     as high as possible, from the top.
func pairUSChess(t *Tournament) (*Draft, error) {
	return withSoftWishes(USChess, t, func(f *field) (*Draft, error) {
		s := newSwissRound(f)
		slices.SortFunc(s.left, s.usRank)
		return s.pairUSGroups()
	})
}

// usRank orders by score, then rating, then number.
func (s *swissRound) usRank(a, b int) int {
	x, y := &s.all[a], &s.all[b]
	return cmp.Or(cmp.Compare(y.pairing, x.pairing), cmp.Compare(y.rating, x.rating), cmp.Compare(a, b))
}

func (s *swissRound) pairUSGroups() (*Draft, error) {
	if err := s.allocateBye(s.usByeOrder); err != nil {
		return nil, err
	}
	s.usByeSpared()
	var dropped []int
	why := map[int][]Reason{} // by who dropped: why nobody lower did
	for len(s.left) > 0 {
		if err := s.tell(len(s.active) - len(s.left)); err != nil {
			return nil, err
		}
		group := s.usGroup(len(dropped))
		drop := s.usDrop(group)
		stay := without(group, drop)
		score := s.all[s.left[len(dropped)]].pairing
		for _, m := range s.usPairs(stay, len(dropped)-len(overlap(drop, dropped))) {
			s.draft.Pairs = append(s.draft.Pairs, s.usPair(m, score, why))
		}
		s.usDropReasons(group, drop, why)
		s.draft.Brackets = append(s.draft.Brackets, Bracket{Score: score, Members: s.numbers(group[len(dropped):]), Moved: s.numbers(dropped)})
		s.draft.Work.Brackets++
		s.remove(stay)
		dropped = drop
	}
	s.draft.Pairs = append(s.draft.Pairs, s.fixed...)
	s.usColours()
	s.sortBoards(s.draft.Pairs)
	return s.draft, nil
}

// usGroup is the top of the unpaired: those dropped in and the next score group.
func (s *swissRound) usGroup(dropped int) []int {
	n := dropped + 1
	if n > len(s.left) {
		return s.left
	}
	for n < len(s.left) && s.all[s.left[n]].pairing == s.all[s.left[dropped]].pairing {
		n++
	}
	return slices.Clone(s.left[:n])
}

// usByeOrder lists the unpaired in the order in which they would get the bye (28L).
func (s *swissRound) usByeOrder() []int {
	order := slices.Clone(s.left)
	spared := map[int]int{} // 1 for who is
	for _, i := range order {
		if !s.usSparedBecause(i).Empty() {
			spared[i] = 1
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.all[a].pairing, s.all[b].pairing), cmp.Compare(spared[a], spared[b]), s.usRank(b, a))
	})
	return order
}

// usSparedBecause says why an entrant has the bye only when nobody else of its score can
// (28L); empty for most.
func (s *swissRound) usSparedBecause(i int) phrase.Sentence {
	switch {
	case s.all[i].rating == 0:
		return phrase.Of("has no rating, and those who have one go first (28L)")
	case s.participant(i).Arrival > 1:
		return phrase.Of("came after round 1, and those who did not go first (28L)")
	}
	return phrase.Sentence{}
}

// usDrop chooses who drops from a group: the fewest, then the lowest-ranked,
// compared from the lowest up. A set is possible if those who stay have a pairing
// and so has everybody else.
func (s *swissRound) usDrop(group []int) []int {
	below := s.left[len(group):]
	least := max(s.unmatched(group), s.unmatched(below))
	for n := least; ; n += 2 {
		if set, ok := s.usDropSet(group, below, nil, len(group)-1, n); ok {
			slices.SortFunc(set, s.usRank)
			return set
		}
	}
}

// usDropSet adds n more to set from position at of the group upwards.
func (s *swissRound) usDropSet(group, below, set []int, at, n int) ([]int, bool) {
	if s.unmatched(without(group, set)) > n || s.unmatched(slices.Concat(below, set)) > n {
		return nil, false
	}
	if n == 0 {
		return set, true
	}
	for i := at; i >= 0; i-- {
		if full, ok := s.usDropSet(group, below, append(slices.Clone(set), group[i]), i-1, n-1); ok {
			return full, true
		}
	}
	return nil, false
}

// usPairs pairs those who stay in a group; the first dropped of them came from
// above and meet, in order, the highest-ranked resident they can, or else one
// another. Members are in ranking order.
func (s *swissRound) usPairs(stay []int, dropped int) []usMatch {
	var pairs []usMatch
	rest := slices.Clone(stay)
	for dropped > 0 {
		order := slices.Concat(rest[dropped:], rest[1:dropped])
		residents := len(rest) - dropped
		m := usMatch{high: rest[0]}
		for k, opponent := range order {
			others := without(rest[1:], []int{opponent})
			if s.all[rest[0]].may(opponent) && s.pairable(others) {
				m.low = opponent
				pairs = append(pairs, m)
				rest = others
				if k >= residents {
					dropped-- // the opponent had dropped in as well
				}
				break
			}
			m.passOver(s.field, opponent)
		}
		dropped--
	}
	return append(pairs, s.usHalves(rest)...)
}

// usHalves pairs upper half against lower half with the smallest changes. Places
// in the list stand for the members, so that the team system's search for the
// smallest identifier serves here as well.
func (s *swissRound) usHalves(members []int) []usMatch {
	b := &bracketSearch{s: s, members: members, moved: make([]bool, len(members)), wants: make([]preference, len(members)), plain: true}
	mate, _, _ := b.best() // those who stay were chosen as pairable
	why := b.reasons(mate)
	var pairs []usMatch
	for i, j := range mate {
		if i < j {
			pairs = append(pairs, usMatch{high: members[i], low: members[j], reasons: why[i]})
		}
	}
	return pairs
}

// usPair describes a match; why holds the reasons of those who dropped.
func (s *swissRound) usPair(m usMatch, score int, why map[int][]Reason) Pair {
	a, b := m.high, m.low
	p := Pair{White: s.all[a].number, Black: s.all[b].number, Bracket: score, Reasons: m.reasons}
	if s.all[a].pairing > s.all[b].pairing {
		p.WhiteFloat, p.BlackFloat = DownFloat, UpFloat
	}
	for _, r := range why[a] {
		r.Other = s.all[b].number
		p.Reasons = append(p.Reasons, r)
	}
	return p
}

// usColours gives colours by 29E4: equalise, then alternate, then the latest
// difference, then the due colour of the higher-ranked; in a first meeting of two
// newcomers the initial colour alternates down the boards.
func (s *swissRound) usColours() {
	s.sortBoards(s.draft.Pairs)
	turn := s.initialColour()
	for k := range s.draft.Pairs {
		p := &s.draft.Pairs[k]
		if p.Fixed || p.IsBye() {
			continue
		}
		a, b := s.mustPlace(p.White), s.mustPlace(p.Black)
		if s.usRank(b, a) < 0 {
			a, b = b, a
			p.White, p.Black = p.Black, p.White
			p.WhiteFloat, p.BlackFloat = p.BlackFloat, p.WhiteFloat
		}
		colour, rule := s.usColour(&s.all[a], &s.all[b])
		if colour == NoColour {
			colour, rule = turn, "29E2 by lot, alternating down the boards"
			turn = turn.Other()
		}
		p.ColourRule = "US Chess " + rule
		if colour == Black {
			p.White, p.Black = p.Black, p.White
			p.WhiteFloat, p.BlackFloat = p.BlackFloat, p.WhiteFloat
		}
	}
}

// usColour is the colour of the higher-ranked of two; NoColour when neither has
// played.
func (s *swissRound) usColour(high, low *entrant) (Colour, string) {
	switch {
	case high.balance < low.balance:
		return White, "29E4 equalise"
	case high.balance > low.balance:
		return Black, "29E4 equalise"
	}
	if colour, ago := lastDifference(high.colours, low.colours); ago > 0 {
		if ago == 1 {
			return colour.Other(), "29E4 alternate"
		}
		return colour.Other(), "29E4 latest difference"
	}
	switch {
	case len(high.colours) > 0:
		return high.colours[len(high.colours)-1].Other(), "29E4 higher-ranked alternates"
	case len(low.colours) > 0:
		return low.colours[len(low.colours)-1], "29E4 lower-ranked alternates"
	default:
		return NoColour, ""
	}
}

// overlap lists the members of a that are in b.
func overlap(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(i int) bool { return !slices.Contains(b, i) })
}
