package tournament

import "slices"

// TieChange is a pairing of a later round of a knockout before and after a
// correction; a side is 0 while nobody is known.
type TieChange struct {
	Round         BracketRound // without its ties
	Before, After [2]int64
}

// tiesMoved compares who meets whom in the bracket now and with result in place;
// nothing in a section without one.
func tiesMoved(b *SectionBook, result Hypothetical) []TieChange {
	last := b.Current()
	if last == nil || !b.Section.System.Bracket() || last.RoundNo < b.FirstKnockout() {
		return nil
	}
	// An error is a tie without a winner: the bracket is good up to there.
	before, _ := b.Bracket(last.RoundNo + 1)
	after, _ := with(b, result).Bracket(last.RoundNo + 1)
	if before == nil || after == nil {
		return nil
	}
	was, is := before.Rounds(b.Section), after.Rounds(b.Section)
	var moved []TieChange
	for i := range min(len(was), len(is)) {
		for k := range min(len(was[i].Ties), len(is[i].Ties)) {
			change := TieChange{Round: was[i], Before: was[i].Ties[k].teams(), After: is[i].Ties[k].teams()}
			if change.Before != change.After {
				change.Round.Ties = nil
				moved = append(moved, change)
			}
		}
	}
	return moved
}

func (t BracketTie) teams() [2]int64 { return [2]int64{t.Slots[0].TeamID, t.Slots[1].TeamID} }

// overtaken reports whether later rounds have played a tie that result takes out of the bracket.
func overtaken(b *SectionBook, result Hypothetical) bool {
	corrected, _ := b.FindMatch(result.MatchID)
	return slices.ContainsFunc(offBracket(with(b, result)), func(p Pairing) bool { return p.RoundNo > corrected.RoundNo && p.Begun() })
}

// OffBracket are the published tables that do not meet in the bracket as the results are now, such
// as those whose teams came there by a result that was corrected since. They are of one round, the
// first that has any; nil for none, and while an earlier tie has no winner.
func OffBracket(b *SectionBook) []Pairing {
	off := offBracket(b)
	if len(off) == 0 {
		return nil
	}
	if _, err := b.Bracket(off[0].RoundNo); err != nil {
		return nil
	}
	first := off[0].RoundNo
	return slices.DeleteFunc(off, func(p Pairing) bool { return p.RoundNo != first })
}

// offBracket are those of all rounds.
func offBracket(b *SectionBook) []Pairing {
	last := b.Current()
	if last == nil || !b.Section.System.Bracket() || last.RoundNo < b.FirstKnockout() {
		return nil
	}
	k, _ := b.Bracket(last.RoundNo + 1) // as far as it is good
	if k == nil {
		k = &Bracket{} // it has none, since the groups do not say who goes on
	}
	return k.off(b, last.RoundNo)
}

// Begun reports whether a result of the pairing is in.
func (p *Pairing) Begun() bool {
	return slices.ContainsFunc(p.Matches, func(m Match) bool { return m.Result != nil })
}
