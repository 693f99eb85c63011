package pairing

import "slices"

// pairTeam pairs one round of a team Swiss (C.04.6, 2026): the bye first, then
// bracket by bracket from the top, colours last.
func pairTeam(t *Tournament) (*Draft, error) { return pairTeamBy(t, usualMode) }

func pairTeamBy(t *Tournament, mode searchMode) (*Draft, error) {
	return withSoftWishes(TeamSwiss, t, func(f *field) (*Draft, error) {
		s := newSwissRound(f)
		s.mode = mode
		return s.pairTeams()
	})
}

func (s *swissRound) pairTeams() (*Draft, error) {
	if err := s.allocateBye(s.byeOrder); err != nil {
		return nil, err
	}
	for len(s.left) > 0 {
		if err := s.tell(len(s.active) - len(s.left)); err != nil {
			return nil, err
		}
		residents := s.residents()
		moved, criteria := s.upfloaters(residents)
		if err := s.pairBracket(residents, moved, criteria); err != nil {
			return nil, err
		}
	}
	s.draft.Pairs = append(s.draft.Pairs, s.fixed...)
	s.sortBoards(s.draft.Pairs)
	return s.draft, nil
}

// allocateBye takes the receiver of the bye out of the unpaired: the first of the
// system's order who may get it and whose removal leaves a legal pairing.
func (s *swissRound) allocateBye(inOrder func() []int) error {
	if len(s.left)%2 == 0 {
		if !s.pairable(s.left) {
			return s.noPairing()
		}
		return nil
	}
	if s.byeDrawn {
		return s.noPairing()
	}
	order := inOrder()
	for _, bye := range order {
		if s.all[bye].noBye {
			continue
		}
		if rest := without(s.left, []int{bye}); s.pairable(rest) {
			s.left = rest
			s.giveBye(bye, order)
			return nil
		}
	}
	return s.noPairing()
}

// byeOrder lists the unpaired in the order in which they would get the bye: lowest
// score, then most matches played, then largest number (C.04.6).
func (s *swissRound) byeOrder() []int {
	keys := make([]int64, len(s.left))
	for k, i := range s.left {
		e := &s.all[i]
		keys[k] = int64(e.pairing)<<32 | int64(mostRounds-e.games)<<placeBits | int64(1<<placeBits-1-i)
	}
	slices.Sort(keys)
	order := make([]int, len(keys))
	for k, key := range keys {
		order[k] = 1<<placeBits - 1 - int(key&(1<<placeBits-1))
	}
	return order
}

// floatsCount reports whether earlier floats matter: not in the last two rounds.
func (s *swissRound) floatsCount() bool {
	return s.t.Rounds == 0 || s.t.Round < s.t.Rounds-1
}

// floated reports whether an entrant played a team of another score last round.
func (s *swissRound) floated(i int) bool {
	last := s.all[i].lastFloat(1)
	return last == UpFloat || last == DownFloat
}
