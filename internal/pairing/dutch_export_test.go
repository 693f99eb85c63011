package pairing

// WeightedMatching lets tests outside the package run the weighted matcher: edges
// are u, v, weight; rounds of later changes re-solve from the old state.
type WeightedMatching struct{ m *weighted }

// NewWeightedMatching returns a matcher for n vertices with weights of the given words.
func NewWeightedMatching(n, words int) *WeightedMatching {
	return &WeightedMatching{newWeighted(n, words)}
}

// Set gives an edge a weight placed at a bit offset.
func (w *WeightedMatching) Set(u, v int, offset uint, weight uint64) {
	wide := make([]uint64, w.m.k)
	wideShift(wide, offset, weight)
	w.m.set(u, v, wide)
}

// Add increases an edge's weight.
func (w *WeightedMatching) Add(u, v int, offset uint, weight int64) { w.m.add(u, v, offset, weight) }

// Remove deletes an edge.
func (w *WeightedMatching) Remove(u, v int) { w.m.remove(u, v) }

// Solve returns the mates, or nil when no perfect matching exists.
func (w *WeightedMatching) Solve() []int {
	if !w.m.solve() {
		return nil
	}
	return w.m.mate
}

// Plain leaves out what only saves time.
func (w *WeightedMatching) Plain() { w.m.plain = true }

// Warm starts from the best prices of kinds.
func (w *WeightedMatching) Warm(kind []int) { w.m.warm(kind) }

// Sum is the weight of the matching found, read at a bit offset below 128.
func (w *WeightedMatching) Sum(offset uint) uint64 {
	sum := make([]uint64, w.m.k)
	for u, v := range w.m.mate {
		if u < v {
			wideAdd(sum, w.m.stored(u, v))
		}
	}
	wideHalve(sum)
	return sum[1] >> (offset - 64)
}

// ChooseRows settles rows in order and returns the mates.
func (w *WeightedMatching) ChooseRows(rows, partners []int) []int {
	w.m.chooseRows(rows, partners)
	return w.m.mate
}

// DutchWhole pairs a round by matching alone, without any shortcut.
func DutchWhole(t *Tournament) (*Draft, error) {
	return dutchWith(t, func(d *dutch) { d.whole = true })
}

// DutchQuick tries every bracket with that many residents without matching first.
func DutchQuick(t *Tournament, smallest int) (*Draft, error) {
	return dutchWith(t, func(d *dutch) { d.smallest = smallest })
}

func dutchWith(t *Tournament, change func(*dutch)) (*Draft, error) {
	f, err := newField(Dutch, t, t.softWishes())
	if err != nil {
		return nil, err
	}
	d := newDutch(f)
	change(d)
	return d.pair()
}
