package pairing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/pairing/matching"
)

// Limits that keep the advice short and quick when very much is forbidden.
const (
	mostAdvice    = 6    // relaxations listed
	mostAdviceTry = 2000 // exceptions tried
)

// noPairing explains why the unpaired have no legal pairing.
func (s *swissRound) noPairing() error {
	e := s.field.noPairing(s.left, func(a, b int) bool { return s.all[a].may(b) })
	for _, p := range s.fixed {
		if len(e.Relax) >= mostAdvice {
			break
		}
		members := append(slices.Clone(s.left), s.mustPlace(p.White))
		if !p.IsBye() {
			members = append(members, s.mustPlace(p.Black))
		}
		if s.byeDrawn && !p.IsBye() && len(members)%2 == 1 || !s.solvable(members) {
			continue
		}
		undo := Relaxation{What: fmt.Sprintf("take back the pair %d-%d drawn by hand", p.White, p.Black), Undo: []int{p.White, p.Black}}
		if p.IsBye() {
			undo = Relaxation{What: fmt.Sprintf("take back the bye given to %d by hand", p.White), Undo: []int{p.White}}
		}
		e.Relax = append(e.Relax, undo)
	}
	return e
}

// solvable reports whether the members can be paired, one with the bye if their
// number is odd.
func (s *swissRound) solvable(members []int) bool {
	if len(members)%2 == 0 {
		return s.pairable(members)
	}
	return slices.ContainsFunc(members, func(i int) bool {
		return !s.all[i].noBye && s.pairable(without(members, []int{i}))
	})
}

// noPairing explains why the members have no legal pairing under the given rule
// and what exception would make one possible.
//
// The witness is the Gallai-Edmonds set D of the graph of legal pairs: those that
// some largest pairing leaves out. They fall into odd groups, each without legal
// opponents outside itself but the few neighbours A; there are more groups than
// neighbours, so they cannot all be paired. With an odd number the bye is one
// more vertex, joined to everybody who may have it.
func (f *field) noPairing(members []int, legal func(a, b int) bool) *NoPairingError {
	w := &impasse{field: f, members: members, legal: legal, odd: len(members)%2 == 1}
	n := len(members)
	if w.odd {
		n++
	}
	w.graph = matching.NewGraph(n)
	for i := range members {
		for j := range i {
			if legal(members[i], members[j]) {
				w.graph.Join(i, j)
			}
		}
		if w.odd && !f.byeDrawn && !f.all[members[i]].noBye {
			w.graph.Join(i, len(members))
		}
	}
	w.solve()
	e := &NoPairingError{Round: f.t.Round}
	for i, m := range members {
		if w.missed[i] {
			e.Witness = append(e.Witness, f.all[m].number)
		}
	}
	for i, m := range members {
		if !w.missed[i] && slices.ContainsFunc(w.places(), func(j int) bool { return w.missed[j] && w.graph.Has(i, j) }) {
			e.Partners = append(e.Partners, f.all[m].number)
		}
	}
	slices.Sort(e.Witness)
	slices.Sort(e.Partners)
	e.Relax = w.advice()
	return e
}

// impasse is a graph of legal pairs without a perfect matching.
type impasse struct {
	*field
	members []int
	legal   func(a, b int) bool
	odd     bool // the last vertex of the graph is the bye
	graph   *matching.Graph
	over    int    // vertices a maximum matching leaves over
	missed  []bool // left over by some maximum matching
	tries   int
}

func (w *impasse) places() []int {
	p := make([]int, w.graph.Size())
	for i := range p {
		p[i] = i
	}
	return p
}

// solve finds out whom a maximum matching may leave over.
func (w *impasse) solve() { w.missed, w.over = matching.Missable(w.graph) }

// exception is an illegal pair (or bye: second is the bye's place).
type exception struct {
	first, second int
	rank          int
}

// exceptions lists the pairs between missed vertices that are not legal, the
// easiest to allow first: a wish or order to keep apart, then the longest-ago
// rematch, then a second bye.
func (w *impasse) exceptions() []exception {
	var list []exception
	for i := range w.members {
		for j := i + 1; j < w.graph.Size(); j++ {
			if !w.missed[i] || !w.missed[j] || w.graph.Has(i, j) {
				continue
			}
			x := exception{first: i, second: j, rank: 1000}
			if j < len(w.members) {
				x.rank = w.metIn(w.members[i], w.members[j])
			}
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b exception) int { return a.rank - b.rank })
	return list
}

// advice lists single exceptions that make a pairing possible; where one is not
// enough, one set of exceptions that is.
func (w *impasse) advice() []Relaxation {
	var single []Relaxation
	list := w.exceptions()
	if w.over == 2 {
		for _, x := range list {
			if len(single) == mostAdvice || w.tries == mostAdviceTry {
				break
			}
			if w.helps(x) {
				what, numbers := w.words(x)
				single = append(single, Relaxation{What: what, Allow: [][]int{numbers}})
			}
		}
		return single
	}
	var all Relaxation
	var parts []string
	for w.over > 0 && len(list) > 0 && w.tries < mostAdviceTry {
		found := slices.IndexFunc(list, w.helps)
		if found < 0 {
			return nil
		}
		what, numbers := w.words(list[found])
		parts = append(parts, what)
		all.Allow = append(all.Allow, numbers)
		w.graph.Join(list[found].first, list[found].second)
		w.solve()
		list = w.exceptions()
	}
	if w.over > 0 || len(parts) == 0 {
		return nil
	}
	all.What = strings.Join(parts, " and ")
	return []Relaxation{all}
}

// helps reports whether allowing the exception lets two more be paired.
func (w *impasse) helps(x exception) bool {
	w.tries++
	w.graph.Join(x.first, x.second)
	_, over := matching.Maximum(w.graph)
	w.graph.Cut(x.first, x.second)
	return over < w.over
}

// words describes an exception.
func (w *impasse) words(x exception) (string, []int) {
	a := w.members[x.first]
	number := w.all[a].number
	if x.second == len(w.members) {
		if w.byeDrawn {
			return fmt.Sprintf("give %d a bye too", number), []int{number}
		}
		return fmt.Sprintf("give %d the bye once more", number), []int{number}
	}
	b := w.members[x.second]
	other := w.all[b].number
	number, other = min(number, other), max(number, other)
	numbers := []int{number, other}
	if round := w.metIn(a, b); round > 0 {
		return fmt.Sprintf("let %d and %d meet again (round %d)", number, other, round), numbers
	}
	return fmt.Sprintf("let %d and %d meet although they may not", number, other), numbers
}

// givenUp are the soft wishes beyond the first kept ones.
func (t *Tournament) givenUp(kept int) [][]int {
	var wishes [][]int
	for _, g := range t.Forbidden {
		if g.Hard || !g.covers(t.Round) {
			continue
		}
		if kept > 0 {
			kept--
			continue
		}
		wishes = append(wishes, g.Numbers)
	}
	return wishes
}
