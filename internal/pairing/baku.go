package pairing

import "slices"

// Accelerate sets the virtual points of every participant by the Baku method
// (C.04.7) for the rounds up to the one to pair. Group A are the first
// 2·ceil(N/4) by number; the first half of the accelerated rounds gives them a
// win's points, the second half a draw's.
//
// The last member of group A stays the same all along: it is settled by those
// who were there in round 1, and late entries join the group of their place.
func Accelerate(t *Tournament) {
	var first []int
	for i := range t.Participants {
		if t.Participants[i].Arrival <= 1 {
			first = append(first, t.Participants[i].Number)
		}
	}
	slices.Sort(first)
	groupA := 2 * ((len(first) + 3) / 4)
	if len(first) == 0 {
		return
	}
	last := first[min(groupA, len(first))-1]
	accelerated := (t.Rounds + 1) / 2
	full := (accelerated + 1) / 2
	for i := range t.Participants {
		p := &t.Participants[i]
		p.Virtual = make([]int, t.Round)
		if p.Number > last {
			continue
		}
		for r := 1; r <= min(t.Round, accelerated); r++ {
			p.Virtual[r-1] = t.Points.Draw
			if r <= full {
				p.Virtual[r-1] = t.Points.Win
			}
		}
	}
}
