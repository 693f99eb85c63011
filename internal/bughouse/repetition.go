package bughouse

// Repetition counts how often the position now on a board has stood there. The
// zero value has seen nothing. Copies are independent as long as only one of
// them grows.
type Repetition struct {
	keys     []uint64
	lastDrop int // index of the first position after the last drop
}

// Add records the position that has just come about, and whether a drop brought it about.
func (r *Repetition) Add(p *Position, byDrop bool) {
	if byDrop {
		r.lastDrop = len(r.keys)
	}
	r.keys = append(r.keys[:len(r.keys):len(r.keys)], p.Key())
}

// Occurrences returns how often the last position has occurred, this time
// included: in all, and since the last drop on the board.
func (r *Repetition) Occurrences() (all, sinceDrop int) {
	if len(r.keys) == 0 {
		return 0, 0
	}
	now := r.keys[len(r.keys)-1]
	for i, key := range r.keys {
		if key != now {
			continue
		}
		all++
		if i >= r.lastDrop {
			sinceDrop++
		}
	}
	return all, sinceDrop
}
