package pace

import (
	"math"
	"time"
)

// bin is how finely lengths are told apart.
const bin = 30 * time.Second

// leastChance is what is cut off at both ends of a spread, so that it stays short.
const leastChance = 1e-5

// spread says how likely each length is: p[i] is the chance of first+i bins. Its sum is 1.
type spread struct {
	first int
	p     []float64
}

func bins(d time.Duration) int { return int(math.Round(float64(d) / float64(bin))) }

// exactly is a length that is known.
func exactly(d time.Duration) spread { return spread{bins(d), []float64{1}} }

// weighted is a length that was seen, and how much that counts.
type weighted struct {
	took   time.Duration
	weight float64
}

// spreadOf is made of lengths that were seen. Each stands for lengths like it, within a tenth.
func spreadOf(seen []weighted) spread {
	last := 0
	for _, s := range seen {
		last = max(last, bins(s.took)+bins(s.took/10)+1)
	}
	made, sum := spread{p: make([]float64, last+1)}, 0.0
	for _, s := range seen {
		mid, around := bins(s.took), max(bins(s.took/10), 1)
		for _, at := range []struct {
			bin   int
			share float64
		}{{mid - around, 0.25}, {mid, 0.5}, {mid + around, 0.25}} {
			made.p[max(at.bin, 0)] += s.weight * at.share
		}
		sum += s.weight
	}
	for i := range made.p {
		made.p[i] /= sum
	}
	return made.trimmed()
}

// plus is the sum of two lengths that do not depend on each other.
func (s spread) plus(other spread) spread {
	sum := spread{s.first + other.first, make([]float64, len(s.p)+len(other.p)-1)}
	for i, a := range s.p {
		if a == 0 {
			continue
		}
		for j, b := range other.p {
			sum.p[i+j] += a * b
		}
	}
	return sum.trimmed()
}

// later is the spread moved by a length that is known.
func (s spread) later(by time.Duration) spread { return spread{s.first + bins(by), s.p} }

// beyond is the spread once it is known that more than so much has passed; false when that was
// hardly possible.
func (s spread) beyond(passed time.Duration) (spread, bool) {
	cut := bins(passed) - s.first
	if cut < 0 {
		return s, true
	}
	if cut >= len(s.p) {
		return spread{}, false
	}
	rest, left := spread{s.first + cut, append([]float64(nil), s.p[cut:]...)}, 0.0
	for _, chance := range rest.p {
		left += chance
	}
	if left < 0.02 {
		return spread{}, false
	}
	for i := range rest.p {
		rest.p[i] /= left
	}
	return rest.trimmed(), true
}

// notBefore is the later one of the length and a moment that is set.
func (s spread) notBefore(d time.Duration) spread {
	cut := bins(d) - s.first
	if cut <= 0 {
		return s
	}
	if cut >= len(s.p) {
		return exactly(d)
	}
	rest := spread{s.first + cut, append([]float64(nil), s.p[cut:]...)}
	for _, chance := range s.p[:cut] {
		rest.p[0] += chance
	}
	return rest
}

// at is the length that is not exceeded with a chance.
func (s spread) at(chance float64) time.Duration {
	sum := 0.0
	for i, p := range s.p {
		if sum += p; sum >= chance-1e-9 {
			return time.Duration(s.first+i) * bin
		}
	}
	return time.Duration(s.first+len(s.p)-1) * bin
}

// within is the chance of not more than so much.
func (s spread) within(d time.Duration) (sum float64) {
	for i, p := range s.p {
		if s.first+i <= bins(d) {
			sum += p
		}
	}
	return min(sum, 1)
}

// trimmed cuts off what is next to impossible and shares its chance out.
func (s spread) trimmed() spread {
	from, to := 0, len(s.p)
	for low := 0.0; from < to-1; from++ {
		if low += s.p[from]; low > leastChance {
			break
		}
	}
	for high := 0.0; to > from+1; to-- {
		if high += s.p[to-1]; high > leastChance {
			break
		}
	}
	kept, sum := s.p[from:to], 0.0
	for _, p := range kept {
		sum += p
	}
	for i := range kept {
		kept[i] /= sum
	}
	return spread{s.first + from, kept}
}
