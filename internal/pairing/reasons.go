package pairing

import "github.com/tandemchess/tandem/internal/phrase"

// Reasons are found after a pairing is settled, by asking of each step what the
// more obvious choice would have been and what spoke against it. They never
// change the pairing.

// mostReasons keeps explanations readable.
const mostReasons = 3

// bracketReasons explains the pairs of a bracket, by top member: in order, each
// would have met the first bottom member still free; and a member of the smaller
// half that became a bottom member would have met its counterpart in the larger.
func (b *bracketSearch) reasons(mate []int) map[int][]Reason {
	n := len(mate)
	found := map[int][]Reason{}
	taken := make([]bool, n)
	first := 0
	for i := range n {
		j := mate[i]
		if j < i {
			continue
		}
		if j < n/2 {
			found[i] = append(found[i], b.reason(mate, j, j+n/2))
		}
		for first < n && (taken[first] || mate[first] > first) {
			first++
		}
		obvious := first
		for obvious < n && (obvious < i || taken[obvious] || mate[obvious] > obvious) {
			obvious++
		}
		if obvious != j && obvious < n {
			found[i] = append(found[i], b.reason(mate, i, obvious))
		}
		taken[j] = true
	}
	return found
}

// reason says why i does not meet the obvious one. If nothing speaks against the
// two, it is the pair that would remain: of their partners.
func (b *bracketSearch) reason(mate []int, i, obvious int) Reason {
	r := Reason{Of: b.s.all[b.members[i]].number, Other: b.s.all[b.members[obvious]].number}
	if r.Why = b.against(i, obvious, b.pairQuality(i, mate[i])); !r.Why.Empty() {
		return r
	}
	left, right := mate[i], mate[obvious]
	spent := b.pairQuality(i, left) + b.pairQuality(obvious, right) - b.pairQuality(i, obvious)
	if why := b.against(left, right, spent); !why.Empty() {
		x, y := b.s.all[b.members[left]].number, b.s.all[b.members[right]].number
		r.Why = wouldRemain(min(x, y), max(x, y), why)
		return r
	}
	r.Why = phrase.Of("the rest of the bracket could not be paired as well")
	return r
}

// wouldRemain says what speaks against the pair that two others leave.
func wouldRemain(x, y int, why phrase.Sentence) phrase.Sentence {
	return phrase.Of("%d-%d would remain, %s", x, y, why)
}

// against says what speaks against a pair that may cost no more than limit in
// (C8, C9, C10); empty if nothing.
func (b *bracketSearch) against(i, j int, limit int64) phrase.Sentence {
	if why := b.s.barredBecause(b.members[i], b.members[j]); !why.Empty() {
		return why
	}
	many := int64(len(b.members) + 1)
	switch worse := b.pairQuality(i, j) - limit; {
	case worse <= 0:
		return phrase.Sentence{}
	case worse > many*many/2:
		return phrase.Of("both want %s (C8)", phrase.Word(b.wants[i].colour.String()))
	case worse > many/2:
		return phrase.Of("both strongly want %s (C9)", phrase.Word(b.wants[i].colour.String()))
	default:
		return phrase.Of("an upfloater would meet a team that floated last round (C10)")
	}
}

// barredBecause says why two entrants must not meet; empty when they may.
func (f *field) barredBecause(a, b int) phrase.Sentence {
	if f.all[a].may(b) {
		return phrase.Sentence{}
	}
	if round := f.metIn(a, b); round > 0 {
		return phrase.Of("already met in round %d", round)
	}
	for _, g := range f.t.Forbidden {
		if g.covers(f.t.Round) && g.names(f.all[a].number) && g.names(f.all[b].number) && !g.Why.Empty() {
			return g.Why
		}
	}
	return phrase.Of("must not meet")
}

// upfloatReasons says, for the set of upfloaters of a bracket, why teams higher
// in the list stayed in their scoregroup. Of is left for the caller: the resident
// that would have met them.
func (s *swissRound) upfloatReasons(residents, moved []int) []Reason {
	if len(moved) == 0 {
		return nil
	}
	var found []Reason
	lower := s.left[len(residents):]
	chosen := make(map[int]bool, len(moved))
	for _, u := range moved {
		chosen[u] = true
	}
	next := 0
	for _, v := range lower {
		if chosen[v] {
			if next++; next == len(moved) {
				break
			}
			continue
		}
		if len(found) == mostReasons {
			break
		}
		found = append(found, Reason{Other: s.all[v].number, Why: s.stayedBecause(v, residents, moved, lower, moved[next])})
	}
	return found
}

// stayedBecause weighs v in the place of the upfloater u.
func (s *swissRound) stayedBecause(v int, residents, moved, lower []int, u int) phrase.Sentence {
	all := true
	for _, r := range residents {
		all = all && !s.all[v].may(r)
	}
	set := append(without(moved, []int{u}), v)
	switch {
	case all && len(residents) == 1:
		return s.barredBecause(residents[0], v)
	case all:
		return phrase.Of("may meet nobody of the higher score")
	case len(moved) > mostTried:
		return phrase.Of("another set of upfloaters comes first")
	case s.unmatched(append(append([]int{}, residents...), set...)) > 0:
		return phrase.Of("the higher scoregroup could not be paired with it")
	case s.unmatched(without(lower, set)) > 0:
		return phrase.Of("the teams below could not all be paired without it")
	case s.all[v].pairing < s.all[u].pairing:
		return phrase.Of("has a lower score (C5)")
	case s.floatsCount() && s.floated(v) && !s.floated(u):
		return phrase.Of("floated last round (C7)")
	default:
		return phrase.Of("its own scoregroup would then need more upfloaters (C6)")
	}
}

// byeReasons says why teams that come before the receiver of the bye did not get
// it. order is the order of the bye among all.
func (s *swissRound) byeReasons(order []int, receiver int) []Reason {
	var found []Reason
	for _, i := range order {
		if i == receiver || len(found) == mostReasons {
			break
		}
		why := phrase.Of("the others could not all be paired")
		if s.all[i].noBye {
			why = s.byeRefused(i)
		}
		found = append(found, Reason{Of: s.all[i].number, Why: why})
	}
	return found
}

// byeRefused says what bars an entrant from the bye.
func (f *field) byeRefused(i int) phrase.Sentence {
	for r, rec := range f.participant(i).Records {
		switch {
		case rec.Kind == Played || !f.barsBye(rec):
		case rec.Kind == AllocatedBye:
			return phrase.Of("had the bye in round %d", r+1)
		case rec.Kind == ForfeitWin:
			return phrase.Of("won by forfeit in round %d", r+1)
		case rec.Kind == FullBye:
			return phrase.Of("had a full-point bye in round %d", r+1)
		default:
			return phrase.Of("scored a win's points without playing in round %d", r+1)
		}
	}
	return phrase.Of("scored without playing")
}
