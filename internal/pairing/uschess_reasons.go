package pairing

import (
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
)

// usMatch is a pair of entrants with what spoke against more obvious opponents.
type usMatch struct {
	high, low int
	reasons   []Reason
}

// passOver notes why somebody who dropped in does not meet the highest-ranked.
func (m *usMatch) passOver(f *field, opponent int) {
	if len(m.reasons) == mostReasons {
		return
	}
	why := f.barredBecause(m.high, opponent)
	if why.Empty() {
		why = phrase.Of("the others of the group could not all be paired (27A1)")
	}
	m.reasons = append(m.reasons, Reason{Of: f.all[m.high].number, Other: f.all[opponent].number, Why: why})
}

// usByeSpared adds to a bye just given why those of the same score who are ranked lower
// were spared it.
func (s *swissRound) usByeSpared() {
	at := len(s.draft.Pairs) - 1
	if at < 0 || !s.draft.Pairs[at].IsBye() || s.draft.Pairs[at].Fixed {
		return
	}
	bye := &s.draft.Pairs[at]
	receiver := s.mustPlace(bye.White)
	if !s.usSparedBecause(receiver).Empty() {
		return // nobody else could have it
	}
	for _, i := range slices.Backward(s.left) {
		if s.all[i].pairing != bye.Bracket || s.usRank(i, receiver) < 0 || len(bye.Reasons) == mostReasons {
			return
		}
		if why := s.usSparedBecause(i); !why.Empty() && !s.all[i].noBye {
			bye.Reasons = append(bye.Reasons, Reason{Of: s.all[i].number, Why: why})
		}
	}
}

// usDropReasons says of those who drop from a group why lower-ranked members stay
// (29D). Of is who stays; the opponent is known when the dropped one is paired.
func (s *swissRound) usDropReasons(group, drop []int, why map[int][]Reason) {
	obvious := group[len(group)-len(drop):]
	below := s.left[len(group):]
	for k, d := range without(drop, obvious) {
		stays := without(obvious, drop)[k]
		set := append(without(drop, []int{d}), stays)
		r := Reason{Of: s.all[stays].number, Why: phrase.Of("others of the group would have to drop with it (29D)")}
		switch {
		case s.unmatched(without(group, set)) > 0:
			r.Why = phrase.Of("the others of its group could not all be paired without it (27A1)")
		case s.unmatched(append(append([]int{}, below...), set...)) > 0:
			r.Why = phrase.Of("those below could not all be paired with it (27A1)")
		}
		why[d] = append(why[d], r)
	}
}
