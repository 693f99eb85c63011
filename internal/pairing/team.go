package pairing

import (
	"cmp"
	"slices"
)

func init() { systems[TeamSwiss] = pairTeam }

// pairTeam pairs one round of a team Swiss (C.04.6, 2026): the bye first, then
// bracket by bracket from the top, colours last.
func pairTeam(t *Tournament) (*Draft, error) { return pairTeamBy(t, false) }

func pairTeamBy(t *Tournament, exactOnly bool) (*Draft, error) {
	return withSoftWishes(t, func(f *field) (*Draft, error) {
		s := &teamRound{field: f, draft: &Draft{Round: t.Round, Byes: f.byes()}, exactOnly: exactOnly}
		return s.pair()
	})
}

// withSoftWishes pairs with as many soft wishes as a legal pairing allows, given
// up from the end of the list.
func withSoftWishes(t *Tournament, pair func(*field) (*Draft, error)) (*Draft, error) {
	wishes := t.softWishes()
	for kept := wishes; ; kept-- {
		f, err := newField(t, kept)
		if err != nil {
			return nil, err
		}
		d, err := pair(f)
		if _, none := err.(*NoPairingError); none && kept > 0 {
			continue
		}
		if err == nil && kept < wishes {
			d.Notes = append(d.Notes, t.givenUp(kept)...)
		}
		return d, err
	}
}

// teamRound is one round of a team Swiss on its way.
type teamRound struct {
	*field
	draft *Draft
	left  []int // unpaired entrants in ranking order
	// mostBarred bounds the forbidden opponents of any entrant.
	mostBarred int
	exactOnly  bool // leave out every shortcut (for tests)
}

func (s *teamRound) pair() (*Draft, error) {
	s.left = slices.Clone(s.active)
	for _, i := range s.left {
		s.mostBarred = max(s.mostBarred, len(s.all[i].barred))
	}
	bye, err := s.allocateBye()
	if err != nil {
		return nil, err
	}
	for len(s.left) > 0 {
		residents := s.residents()
		moved, criteria := s.upfloaters(residents)
		s.pairBracket(residents, moved, criteria)
	}
	s.draft.Pairs = append(s.draft.Pairs, s.fixed...)
	if bye >= 0 {
		e := &s.all[bye]
		s.draft.Pairs = append(s.draft.Pairs, Pair{White: e.number, Bracket: e.pairing})
	}
	s.sortBoards(s.draft.Pairs)
	return s.draft, nil
}

// allocateBye takes the receiver of the bye out of the unpaired (-1 = no bye):
// among those who may get it and whose removal leaves a legal pairing, lowest
// score, then most matches played, then largest number (C.04.6 art. 3.3).
func (s *teamRound) allocateBye() (int, error) {
	if len(s.left)%2 == 0 {
		if !s.pairable(s.left) {
			return -1, s.noPairing()
		}
		return -1, nil
	}
	order := slices.DeleteFunc(slices.Clone(s.left), func(i int) bool { return s.all[i].noBye })
	if s.byeDrawn {
		order = nil
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &s.all[a], &s.all[b]
		return cmp.Or(cmp.Compare(x.pairing, y.pairing), cmp.Compare(y.games, x.games), cmp.Compare(b, a))
	})
	for _, bye := range order {
		rest := slices.DeleteFunc(slices.Clone(s.left), func(i int) bool { return i == bye })
		if s.pairable(rest) {
			s.left = rest
			return bye, nil
		}
	}
	return -1, s.noPairing()
}

// residents are the unpaired entrants of the highest score.
func (s *teamRound) residents() []int {
	n := 1
	for n < len(s.left) && s.all[s.left[n]].pairing == s.all[s.left[0]].pairing {
		n++
	}
	return s.left[:n]
}

// pairable reports whether the members have a perfect matching of legal pairs.
func (s *teamRound) pairable(members []int) bool { return s.unmatched(members) == 0 }

// unmatched is how many members a maximum matching of legal pairs leaves over.
//
// Certificate (Ore): in a graph of n vertices where the degrees of any two sum to
// at least n-1 there is a Hamiltonian path; every second edge of it leaves at
// most one vertex over. With at most d forbidden opponents each, n > 2d is enough.
func (s *teamRound) unmatched(members []int) int {
	if s.plenty(len(members)) || s.plentyAmong(members) {
		s.draft.Work.Certificates++
		return len(members) % 2
	}
	s.draft.Work.Matchings++
	_, over := maximumMatching(s.legalGraph(members), nil)
	return over
}

// plenty reports whether any n members satisfy the certificate.
func (s *teamRound) plenty(n int) bool { return n > 2*s.mostBarred }

// plentyAmong tries the certificate with the forbidden opponents among the
// members themselves.
func (s *teamRound) plentyAmong(members []int) bool {
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
func (s *teamRound) numbers(members []int) []int {
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
func (s *teamRound) remove(members []int) {
	for _, m := range members {
		s.slot[m] = gone
	}
	s.left = slices.DeleteFunc(s.left, func(i int) bool { return s.slot[i] == gone })
}

// floatsCount reports whether earlier floats matter: not in the last two rounds.
func (s *teamRound) floatsCount() bool {
	return s.t.Rounds == 0 || s.t.Round < s.t.Rounds-1
}

// floated reports whether an entrant played a team of another score last round.
func (s *teamRound) floated(i int) bool {
	last := s.all[i].lastFloat(1)
	return last == UpFloat || last == DownFloat
}
