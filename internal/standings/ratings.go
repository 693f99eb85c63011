package standings

import "slices"

// This file holds the codes made from ratings (C.07 art. 10). They count games
// over the board only, are undefined when somebody is unrated, and 0 for those who
// have played nobody.

// opponentRatings lists the ratings of the opponents played.
func opponentRatings(e *engine, i int, c Code, list []Contribution) []Contribution {
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind != Played {
			continue
		}
		rating := e.entries[int(r.opponent)].rating
		list = append(list, Contribution{Round: k + 1, Opponent: int(r.number), N: rating, Score: rating, Points: gameResult(r)})
	}
	cutLow(list, c.CutLow)
	cutHigh(list, c.CutHigh)
	return list
}

// gameResult is 1, ½, 0 in half points whatever the event awards.
func gameResult(r *round) int {
	switch r.outcome {
	case Win:
		return 2
	case Draw:
		return 1
	}
	return 0
}

// counted sums the contributions that count and how many they are.
func counted(list []Contribution) (total, half, n int) {
	for _, c := range list {
		if !c.Cut.Left() {
			total += c.N
			half += c.Points
			n++
		}
	}
	return total, half, n
}

// averageWhole is the average rounded to the nearest whole number, halves up.
func averageWhole(_ *engine, _ int, _ Code, list []Contribution) Value {
	total, _, n := counted(list)
	if n == 0 {
		return Value{}
	}
	return Value{N: roundHalfUp(total, n)}
}

// performance is the average rating of the opponents plus the difference that
// belongs to the percentage scored (C.07 art. 10.2).
func performance(_ *engine, _ int, _ Code, list []Contribution) Value {
	total, half, n := counted(list)
	if n == 0 {
		return Value{}
	}
	return Value{N: roundHalfUp(total, n) + differenceFor(roundHalfUp(100*half, 2*n))}
}

// perfectPerformance is the lowest rating whose expected score against these
// opponents is not below the score made (C.07 art. 10.3).
func perfectPerformance(_ *engine, _ int, _ Code, list []Contribution) Value {
	_, half, n := counted(list)
	if n == 0 {
		return Value{}
	}
	low, high := list[0].N, list[0].N
	for _, c := range list {
		low, high = min(low, c.N), max(high, c.N)
	}
	if half == 0 {
		return Value{N: low - 800}
	}
	low, high = low-801, high+800 // below expects nothing, above everything
	for high-low > 1 {
		middle := low + (high-low)/2
		expected := 0
		for _, c := range list {
			expected += expectation(middle - c.N)
		}
		if expected >= 50*half {
			high = middle
		} else {
			low = middle
		}
	}
	return Value{N: high}
}

// ofOpponents lists a rating value of every opponent played who has one.
func ofOpponents(finish func(*engine, int, Code, []Contribution) Value) func(*engine, int, Code, []Contribution) []Contribution {
	return func(e *engine, i int, c Code, list []Contribution) []Contribution {
		n := e.entries[i]
		for k := range n.rounds {
			r := &n.rounds[k]
			if r.kind != Played {
				continue
			}
			j := int(r.opponent)
			value := finish(e, j, c, opponentRatings(e, j, Code{}, nil))
			list = append(list, Contribution{Round: k + 1, Opponent: int(r.number), N: value.N, Score: value.N, Points: gameResult(r)})
		}
		return list
	}
}

// differences gives the rating difference for each percentage from 50 to 100
// (FIDE B.02, table 8.1.1).
var differences = [51]int{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117,
	125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
	284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
}

// differenceFor is the rating difference that belongs to a percentage.
func differenceFor(percent int) int {
	if percent < 50 {
		return -differences[50-percent]
	}
	return differences[percent-50]
}

// steps are the largest rating differences at which the expectation of the
// stronger side is still 50, 51, ... 99 percent (FIDE B.02, table 8.1.2).
var steps = []int{
	3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121,
	129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278,
	290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
}

// expectation is the expected score in percent at a rating difference.
func expectation(difference int) int {
	if difference < 0 {
		return 100 - expectation(-difference)
	}
	k, _ := slices.BinarySearch(steps, difference)
	return 50 + k
}
