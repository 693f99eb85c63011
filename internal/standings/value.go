package standings

import (
	"fmt"
	"strconv"
)

// Unit says what one step of a Value is worth.
type Unit uint8

const (
	Whole     Unit = iota // counts, ratings, places
	Halves                // points
	Quarters              // products of two scores
	Hundredth             // averages
)

// Value is an exact tie-break value: N steps of the unit. Values of one code
// always have the same unit.
type Value struct {
	N    int
	Unit Unit
	// Undefined: the code cannot be computed, such as a rating code with
	// unrated participants. Undefined values rank last and tie with each other.
	Undefined bool
}

func (v Value) String() string {
	if v.Undefined {
		return "-"
	}
	switch v.Unit {
	case Halves:
		return decimal(v.N*5, 1)
	case Quarters:
		return decimal(v.N*25, 2)
	case Hundredth:
		return decimal(v.N, 2)
	}
	return strconv.Itoa(v.N)
}

// decimal writes n/10^places.
func decimal(n, places int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	scale := 1
	for range places {
		scale *= 10
	}
	return fmt.Sprintf("%s%d.%0*d", sign, n/scale, places, n%scale)
}

// roundHalfUp divides rounding halves towards plus infinity; d > 0.
func roundHalfUp(n, d int) int {
	return floorDiv(2*n+d, 2*d)
}

func floorDiv(n, d int) int {
	q := n / d
	if n%d != 0 && n < 0 {
		q--
	}
	return q
}
