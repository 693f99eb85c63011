package matching

// assignment finds, for tops 0..n-1 in order, the smallest possible bottoms
// 0..n-1 such that all pairs are allowed: the lexicographically first perfect
// matching of a bipartite graph. An edge is allowed if the kinds of its ends fit
// and the two are not barred from each other.
//
// It keeps a witness, a perfect matching that agrees with all choices made so
// far. Giving top i the bottom j is possible exactly if the witness can be turned
// into one with that pair, that is, if an alternating path leads from the old
// owner of j to the bottom i gives up. Mostly the two simply swap, so a choice
// costs a few steps; only where the swap fails is a path searched.
type assignment struct {
	n             int
	topKind       []int
	bottomKind    []int
	fits          [][]bool // by kind of top and of bottom
	barred        func(top, bottom int) bool
	partner       []int // of tops in the witness, -1 = none
	owner         []int // of bottoms in the witness, -1 = none
	next, prev    []int // bottoms not chosen yet, ascending, per kind; n+kind is the list's head
	flow          [][]int
	seenBy        []int // search in which a bottom was last seen
	search        int
	from          []int // top from which a bottom was reached
	queue         []int
	unowned       []int // bottoms that had no owner when the witness was begun
	kindReach     []bool
	kindQueue     []int
	candidate     []int // cursor per kind
	candidateOpen []bool
}

// FirstPerfect gives each top 0..n-1 its bottom in the lexicographically first
// perfect matching of a bipartite graph; ok is false when there is no perfect
// matching. Tops and bottoms have kinds, numbered from 0; fits says by kind of top
// and of bottom who may meet, barred names the single pairs that may not all the
// same. plan, how many tops of a kind meet bottoms of a kind, is only where the
// search begins (see Transport).
func FirstPerfect(topKind, bottomKind []int, fits [][]bool, plan [][]int, barred func(top, bottom int) bool) (bottoms []int, ok bool) {
	a := newAssignment(topKind, bottomKind, fits, barred)
	if !a.start(plan) {
		return nil, false
	}
	a.run()
	return a.partner, true
}

func newAssignment(topKind, bottomKind []int, fits [][]bool, barred func(top, bottom int) bool) *assignment {
	n, kinds := len(topKind), len(fits)
	a := &assignment{
		n: n, topKind: topKind, bottomKind: bottomKind, fits: fits, barred: barred,
		partner: make([]int, n), owner: make([]int, n), next: make([]int, n+kinds), prev: make([]int, n+kinds),
		seenBy: make([]int, n), from: make([]int, n), kindReach: make([]bool, kinds),
		candidate: make([]int, kinds), candidateOpen: make([]bool, kinds),
	}
	for i := range n {
		a.partner[i], a.owner[i] = -1, -1
	}
	for k := range kinds {
		a.next[n+k], a.prev[n+k] = n+k, n+k
	}
	for b := range n {
		head := n + bottomKind[b]
		last := a.prev[head]
		a.next[last], a.prev[b], a.next[b], a.prev[head] = b, last, head, b
	}
	return a
}

func (a *assignment) allowed(top, bottom int) bool {
	return a.fits[a.topKind[top]][a.bottomKind[bottom]] && !a.barred(top, bottom)
}

// start builds the witness along a plan (how many tops of a kind meet bottoms of
// a kind) and completes it by alternating paths. It reports whether there is any
// perfect matching.
func (a *assignment) start(plan [][]int) bool {
	cursor := make([]int, len(plan))
	for k := range plan {
		cursor[k] = a.next[a.n+k]
	}
	left := make([][]int, len(plan))
	for k := range plan {
		left[k] = append([]int(nil), plan[k]...)
	}
	for top := range a.n {
		best := -1
		for k, n := range left[a.topKind[top]] {
			if n > 0 && cursor[k] < a.n && (best < 0 || cursor[k] < best) {
				best = cursor[k]
			}
		}
		if best < 0 {
			continue
		}
		k := a.bottomKind[best]
		left[a.topKind[top]][k]--
		cursor[k] = a.next[best]
		if a.allowed(top, best) {
			a.partner[top], a.owner[best] = best, top
		}
	}
	for bottom, owner := range a.owner {
		if owner < 0 {
			a.unowned = append(a.unowned, bottom)
		}
	}
	for top := range a.n {
		if a.partner[top] < 0 && !a.reroute(top, -1, -1) {
			return false
		}
	}
	a.flow = make([][]int, len(plan))
	for k := range plan {
		a.flow[k] = make([]int, len(plan))
	}
	for top, bottom := range a.partner {
		a.flow[a.topKind[top]][a.bottomKind[bottom]]++
	}
	return true
}

// run makes all choices. Afterwards partner is the answer.
func (a *assignment) run() {
	for top := range a.n {
		a.choose(top)
	}
}

// choose gives the top the smallest bottom the rest allows.
func (a *assignment) choose(top int) {
	kind, old := a.topKind[top], a.partner[top]
	a.reachKinds(kind, a.bottomKind[old])
	for k := range a.fits {
		a.candidate[k] = a.next[a.n+k]
		a.candidateOpen[k] = a.fits[kind][k] && a.kindReach[k]
	}
	for {
		bottom := a.smallestCandidate()
		if bottom == old {
			break
		}
		if !a.barred(top, bottom) && a.give(top, bottom) {
			break
		}
		a.candidate[a.bottomKind[bottom]] = a.next[bottom]
	}
	bottom := a.partner[top]
	a.flow[kind][a.bottomKind[bottom]]--
	a.next[a.prev[bottom]], a.prev[a.next[bottom]] = a.next[bottom], a.prev[bottom]
}

// smallestCandidate is the smallest bottom at the cursors; the old partner is
// always among them, so there is one.
func (a *assignment) smallestCandidate() int {
	best := a.n
	for k, bottom := range a.candidate {
		if a.candidateOpen[k] && bottom < best {
			best = bottom
		}
	}
	return best
}

// reachKinds marks the kinds of bottoms a top of the given kind could take by
// numbers alone, giving up one of kind old: along kinds, a top that owns the kind
// taken must be able to move on until somebody takes kind old. Where this fails
// no single bottom of that kind can succeed, so all are skipped at once.
func (a *assignment) reachKinds(kind, old int) {
	clear(a.kindReach)
	a.kindReach[old] = true
	a.kindQueue = append(a.kindQueue[:0], old)
	for head := 0; head < len(a.kindQueue); head++ {
		to := a.kindQueue[head]
		for top := range a.fits {
			if !a.fits[top][to] {
				continue
			}
			for from, n := range a.flow[top] {
				if n > 0 && !a.kindReach[from] {
					a.kindReach[from] = true
					a.kindQueue = append(a.kindQueue, from)
				}
			}
		}
	}
}

// give turns the witness into one that pairs top with bottom, if there is one.
func (a *assignment) give(top, bottom int) bool {
	free, loser := a.partner[top], a.owner[bottom]
	if a.allowed(loser, free) {
		a.move(loser, free)
	} else if !a.reroute(loser, bottom, free) {
		return false
	}
	a.move(top, bottom)
	return true
}

// move hands a bottom to a top and keeps the counts by kind.
func (a *assignment) move(top, bottom int) {
	kind := a.topKind[top]
	a.flow[kind][a.bottomKind[a.partner[top]]]--
	a.flow[kind][a.bottomKind[bottom]]++
	a.partner[top], a.owner[bottom] = bottom, top
}

// reroute finds top another bottom along an alternating path that ends at the
// bottom free (any unowned one if free is -1) and does not use the bottom taken.
func (a *assignment) reroute(top, taken, free int) bool {
	a.search++
	if taken >= 0 {
		a.seenBy[taken] = a.search
	}
	ends := func(bottom int) bool { return bottom == free || free < 0 && a.owner[bottom] < 0 }
	a.queue = append(a.queue[:0], top)
	for head := 0; head < len(a.queue); head++ {
		at := a.queue[head]
		for k, fits := range a.fits[a.topKind[at]] {
			if !fits {
				continue
			}
			for bottom := a.next[a.n+k]; bottom < a.n; bottom = a.next[bottom] {
				if a.seenBy[bottom] == a.search || a.barred(at, bottom) {
					continue
				}
				a.seenBy[bottom], a.from[bottom] = a.search, at
				if ends(bottom) {
					a.shift(top, bottom)
					return true
				}
				owner := a.owner[bottom]
				if end := a.shortEnd(owner, free); end >= 0 {
					a.from[end] = owner
					a.shift(top, end)
					return true
				}
				a.queue = append(a.queue, owner)
			}
		}
	}
	return false
}

// shortEnd looks whether a top just reached can end the path at once: at the
// bottom free, or at one of the first few unowned ones. It only saves time.
func (a *assignment) shortEnd(top, free int) int {
	if free >= 0 {
		if a.seenBy[free] != a.search && a.allowed(top, free) {
			return free
		}
		return -1
	}
	for len(a.unowned) > 0 && a.owner[a.unowned[0]] >= 0 {
		a.unowned = a.unowned[1:]
	}
	for _, bottom := range a.unowned[:min(4, len(a.unowned))] {
		if a.owner[bottom] < 0 && a.seenBy[bottom] != a.search && a.allowed(top, bottom) {
			return bottom
		}
	}
	return -1
}

// shift hands the bottoms along the path found on, from its end to its start.
func (a *assignment) shift(start, bottom int) {
	for {
		top := a.from[bottom]
		next := a.partner[top]
		if a.flow != nil {
			a.move(top, bottom)
		} else {
			a.partner[top], a.owner[bottom] = bottom, top
		}
		if top == start {
			return
		}
		bottom = next
	}
}
