package tournament

// Score is what a pairing came to so far; index 0 is slot 1. Points are half
// points.
type Score struct {
	// Points are what the section counts: the sum of the matches, or one result
	// for the whole pairing once every match has one.
	Points [2]int
	// Matches is the sum of the match results, whatever the section counts.
	Matches     [2]int
	Missing     int  // matches without a result that counts
	Played      bool // at least one board was played
	UnderReview bool // a result may still change
}

// Score adds up a pairing of two teams. A bye has its award as points of slot 1, and
// brings as many match results as that would: where a pairing has one result, a bye
// worth a draw stands for a draw in each match (C.04.6 art. 1.4).
func (s Section) Score(p Pairing) Score {
	var sum Score
	if p.Bye != nil {
		if p.ByePoints != nil {
			sum.Points[0], sum.Matches[0] = *p.ByePoints, *p.ByePoints
			if s.Scoring == "pairing" {
				sum.Matches[0] *= s.MatchesPerPairing
			}
		}
		return sum
	}
	for i := range p.Matches {
		m := &p.Matches[i]
		sum.UnderReview = sum.UnderReview || m.UnderReview
		if m.Result == nil {
			sum.Missing++
			continue
		}
		sum.Matches[0] += m.Result.Slot1Points
		sum.Matches[1] += m.Result.Slot2Points
		sum.Played = sum.Played || !m.Result.Forfeit
	}
	if s.Scoring != "pairing" {
		sum.Points = sum.Matches
		return sum
	}
	if sum.Missing == 0 && len(p.Matches) > 0 {
		sum.Points = pairingResult(sum.Matches)
	}
	return sum
}

// pairingResult is the one result of a pairing: two half points for more match
// points, one each for as many, none for two teams that scored nothing.
func pairingResult(matches [2]int) [2]int {
	switch {
	case matches[0] > matches[1]:
		return [2]int{2, 0}
	case matches[1] > matches[0]:
		return [2]int{0, 2}
	case matches[0] == 0:
		return [2]int{}
	}
	return [2]int{1, 1}
}
