package pairing

import (
	"cmp"
	"slices"
)

func init() { systems[TeamSwiss] = pairTeam }

// pairTeam pairs one round of a team Swiss (C.04.6, 2026): the bye first, then
// bracket by bracket from the top, colours last.
func pairTeam(t *Tournament) (*Draft, error) {
	return withSoftWishes(t, func(f *field) (*Draft, error) {
		s := &teamRound{field: f, draft: &Draft{Round: t.Round, Byes: f.byes()}}
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
}

func (s *teamRound) pair() (*Draft, error) {
	s.left = slices.Clone(s.active)
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
//
// Dirac: a graph of n ≥ 2 vertices (n even) in which every degree is at least
// n/2 has a Hamiltonian cycle and therefore a perfect matching. Every second edge
// of that cycle is one.
func (s *teamRound) pairable(members []int) bool {
	if len(members)%2 == 1 {
		return false
	}
	if len(members)-1-s.maxBarred(members) >= len(members)/2 {
		s.draft.Work.Certificates++
		return true
	}
	s.draft.Work.Matchings++
	return perfect(s.legalGraph(members))
}

// maxBarred bounds the number of forbidden opponents any member has.
func (s *teamRound) maxBarred(members []int) int {
	most := 0
	for _, m := range members {
		most = max(most, len(s.all[m].barred))
	}
	return most
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
