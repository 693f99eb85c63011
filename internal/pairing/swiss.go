package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// withSoftWishes pairs with as many soft wishes as a legal pairing allows, given
// up from the end of the list.
func withSoftWishes(s System, t *Tournament, pair func(*field) (*Draft, error)) (*Draft, error) {
	wishes := t.softWishes()
	for kept := wishes; ; kept-- {
		f, err := newField(s, t, kept)
		if err != nil {
			return nil, err
		}
		f.without = wishes - kept
		if err := f.tell(0); err != nil {
			return nil, err
		}
		d, err := pair(f)
		if _, none := err.(*NoPairingError); none && kept > 0 {
			continue
		}
		if err == nil && kept < wishes {
			d.GivenUp = t.givenUp(kept)
		}
		if err == nil {
			err = f.tell(len(f.active))
		}
		return d, err
	}
}

// swissRound is one round of a Swiss pairing on its way.
type swissRound struct {
	*field
	draft *Draft
	left  []int // unpaired entrants in ranking order
	// mostBarred bounds the forbidden opponents of any entrant.
	mostBarred int
	mode       searchMode
}

// searchMode lets tests compare the shortcuts with the exact search.
type searchMode int8

const (
	usualMode  searchMode = iota
	exactMode             // leave out every shortcut
	windowMode            // always the exact search for upfloaters, always in a window
)

func newSwissRound(f *field) *swissRound {
	s := &swissRound{field: f, draft: &Draft{Round: f.t.Round, Byes: f.byes()}, left: slices.Clone(f.active)}
	for _, i := range s.left {
		s.mostBarred = max(s.mostBarred, len(s.all[i].barred))
	}
	return s
}

// giveBye enters the pairing-allocated bye; order is who would have had it, in turn.
func (s *swissRound) giveBye(i int, order []int) {
	e := &s.all[i]
	s.draft.Pairs = append(s.draft.Pairs, Pair{White: e.number, Bracket: e.pairing, Reasons: s.byeReasons(order, i)})
}

// residents are the unpaired entrants of the highest score.
func (s *swissRound) residents() []int {
	n := 1
	for n < len(s.left) && s.all[s.left[n]].pairing == s.all[s.left[0]].pairing {
		n++
	}
	return s.left[:n]
}

// pairable reports whether the members have a perfect matching of legal pairs.
func (s *swissRound) pairable(members []int) bool { return s.unmatched(members) == 0 }

// unmatched is how many members a maximum matching of legal pairs leaves over.
//
// Certificate (Ore): in a graph of n vertices where the degrees of any two sum to
// at least n-1 there is a Hamiltonian path; every second edge of it leaves at
// most one vertex over. With at most d forbidden opponents each, n > 2d is enough.
func (s *swissRound) unmatched(members []int) int {
	if len(members) == 0 {
		return 0
	}
	if s.plenty(len(members)) || s.plentyAmong(members) {
		s.draft.Work.Certificates++
		return len(members) % 2
	}
	s.draft.Work.Matchings++
	_, over := matching.Maximum(s.legalGraph(members))
	return over
}

// legalGraph joins the members (indexes of unpaired entrants) that may meet.
func (f *field) legalGraph(members []int) *matching.Graph {
	g := matching.CompleteGraph(len(members))
	for i, m := range members {
		f.slot[m] = i
	}
	for i, m := range members {
		for _, b := range f.all[m].barred {
			if j := f.slot[b]; j >= 0 {
				g.Cut(i, j)
			}
		}
	}
	for _, m := range members {
		f.slot[m] = free
	}
	return g
}

// plenty reports whether any n members satisfy the certificate.
func (s *swissRound) plenty(n int) bool { return n > 2*s.mostBarred }

// plentyAmong tries the certificate with the forbidden opponents among the
// members themselves.
func (s *swissRound) plentyAmong(members []int) bool {
	for i, m := range members {
		s.slot[m] = i
	}
	most := 0
	for _, m := range members {
		barred := 0
		for _, b := range s.all[m].barred {
			if s.slot[b] >= 0 {
				barred++
			}
		}
		most = max(most, barred)
	}
	for _, m := range members {
		s.slot[m] = free
	}
	return len(members) > 2*most
}

// numbers translates entrants for reports.
func (s *swissRound) numbers(members []int) []int {
	if len(members) == 0 {
		return nil
	}
	numbers := make([]int, len(members))
	for i, m := range members {
		numbers[i] = s.all[m].number
	}
	return numbers
}

// remove takes members out of the unpaired.
func (s *swissRound) remove(members []int) {
	for _, m := range members {
		s.slot[m] = gone
	}
	s.left = slices.DeleteFunc(s.left, func(i int) bool { return s.slot[i] == gone })
}
