package pairing_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// TestKnockoutPlacesAreWhatCanStillCome plays every bracket of two to nine
// participants (eight in a usual run), round by round, through every state that
// results can bring it to, and compares the places of everybody with those of all
// ends that lie behind the state.
func TestKnockoutPlacesAreWhatCanStillCome(t *testing.T) {
	t.Parallel()
	for n := 2; n <= max(6, rounds(8, 9)); n++ {
		for options := range 4 {
			w := &placeWalk{t: t, n: n, o: pairing.KnockoutOptions{ThirdPlace: options&1 > 0, Consolation: options&2 > 0}, seen: map[string]map[int]pairing.Places{}}
			w.walk(map[int]int{}, nil)
			t.Logf("%d participants, %+v: %d states", n, w.o, len(w.seen))
		}
	}
}

type placeWalk struct {
	t    *testing.T
	n    int
	o    pairing.KnockoutOptions
	seen map[string]map[int]pairing.Places // what can come of a state
}

// bracket replays winners by tie.
func (w *placeWalk) bracket(winners map[int]int) *pairing.Knockout {
	seeds := make([]int, w.n)
	for i := range seeds {
		seeds[i] = i + 1
	}
	k := expect.Must(pairing.NewKnockout(seeds, w.o))(w.t)
	for _, id := range slices.Sorted(maps.Keys(winners)) { // a tie follows those it depends on
		expect.OK(w.t, k.Win(id, winners[id]))
	}
	return k
}

// walk returns the places that all ends behind a state bring. ready are the ties
// of the round being played that are still open.
func (w *placeWalk) walk(winners map[int]int, ready []pairing.Tie) map[int]pairing.Places {
	state := fmt.Sprint(winners)
	if known, ok := w.seen[state]; ok {
		return known
	}
	k := w.bracket(winners)
	if len(ready) == 0 {
		ready = k.Ready()
		if full := w.n&(w.n-1) == 0; full || len(ready) == 0 {
			w.isPartition(k)
		}
	}
	want := map[int]pairing.Places{}
	if len(ready) == 0 {
		want = finalPlaces(k, w.o)
	}
	for i, tie := range ready {
		a, b, _ := k.Slots(tie.ID)
		for _, winner := range []int{a, b} {
			next := maps.Clone(winners)
			next[tie.ID] = winner
			for number, p := range w.walk(next, slices.Delete(slices.Clone(ready), i, i+1)) {
				if old, ok := want[number]; ok {
					p = pairing.Places{First: min(p.First, old.First), Last: max(p.Last, old.Last)}
				}
				want[number] = p
			}
		}
	}
	w.seen[state] = want
	expect.MustEqual(w.t, gocmp.Diff(want, k.Places()), "", "%d participants, %+v, winners by tie %v (-want +got)", w.n, w.o, winners)
	return want
}

// isPartition checks that the places cover 1 to n, each once: of a finished bracket,
// and between two rounds where nobody is a round ahead by a free one.
func (w *placeWalk) isPartition(k *pairing.Knockout) {
	sharing := map[pairing.Places]int{}
	for _, p := range k.Places() {
		sharing[p]++
	}
	next := 1
	for _, p := range slices.SortedFunc(maps.Keys(sharing), func(a, b pairing.Places) int { return cmp.Compare(a.First, b.First) }) {
		if p.First != next || p.Last != p.First+sharing[p]-1 {
			w.t.Fatalf("%d participants, %+v: places are no partition: %v", w.n, w.o, k.Places())
		}
		next = p.Last + 1
	}
	expect.MustTrue(w.t, next == w.n+1, "%d participants: places end with %d", w.n, next-1)
}

// finalPlaces orders a finished bracket by comparing everybody with everybody.
func finalPlaces(k *pairing.Knockout, o pairing.KnockoutOptions) map[int]pairing.Places {
	lost := map[pairing.Stage]map[int]int{pairing.MainStage: {}, pairing.ThirdPlaceStage: {}, pairing.ConsolationStage: {}}
	consoled := map[int]bool{}
	last := 0
	for _, tie := range k.Ties {
		a, b, _ := k.Slots(tie.ID)
		winner, _ := k.Winner(tie.ID)
		for _, number := range []int{a, b} {
			if number == 0 {
				continue
			}
			if tie.Stage == pairing.ConsolationStage {
				consoled[number] = true
			}
			lost[tie.Stage][number] = tie.Round
			if number == winner {
				lost[tie.Stage][number] = tie.Round + 1
			}
		}
		if tie.Stage == pairing.MainStage {
			last = max(last, tie.Round)
		}
	}
	main := lost[pairing.MainStage]
	better := func(a, b int) bool {
		if main[a] != main[b] {
			return main[a] > main[b]
		}
		if o.ThirdPlace && main[a] == last-1 {
			return lost[pairing.ThirdPlaceStage][a] > lost[pairing.ThirdPlaceStage][b]
		}
		for number, round := range main {
			if round == main[a] && !consoled[number] {
				return false
			}
		}
		return lost[pairing.ConsolationStage][a] > lost[pairing.ConsolationStage][b]
	}
	places := map[int]pairing.Places{}
	for a := range main {
		p := pairing.Places{First: 1, Last: len(main)}
		for b := range main {
			if better(b, a) {
				p.First++
			}
			if better(a, b) {
				p.Last--
			}
		}
		places[a] = p
	}
	return places
}

// TestKnockoutPlaces tells the cases people ask about.
func TestKnockoutPlaces(t *testing.T) {
	t.Parallel()
	all := pairing.KnockoutOptions{ThirdPlace: true, Consolation: true}
	for _, c := range []struct {
		name    string
		n       int
		o       pairing.KnockoutOptions
		winners map[int]int // by tie, in the order of the plan
		want    string      // places by seed
	}{
		{"nothing played", 4, all, nil, "1–4 1–4 1–4 1–4"},
		{"one semifinal played, third place to come", 4, all, map[int]int{0: 1}, "1–2 1–4 1–4 3–4"},
		{"both semifinals played", 4, all, map[int]int{0: 1, 1: 2}, "1–2 1–2 3–4 3–4"},
		{"final played first", 4, all, map[int]int{0: 1, 1: 2, 2: 2}, "2–2 1–1 3–4 3–4"},
		{"third place played", 4, all, map[int]int{0: 1, 1: 2, 3: 4}, "1–2 1–2 4–4 3–3"},
		{"no match for third place", 4, pairing.KnockoutOptions{}, map[int]int{0: 1, 1: 2, 2: 1}, "1–1 2–2 3–4 3–4"},
		{"one quarterfinal played", 8, all, map[int]int{0: 1}, "1–4 1–8 1–8 1–8 1–8 1–8 1–8 5–8"},
		{"a free first round", 3, pairing.KnockoutOptions{}, nil, "1–2 1–3 1–3"},
	} {
		w := &placeWalk{t: t, n: c.n, o: c.o}
		places := w.bracket(c.winners).Places()
		got := ""
		for seed := 1; seed <= c.n; seed++ {
			got += fmt.Sprintf(" %d–%d", places[seed].First, places[seed].Last)
		}
		expect.True(t, got == " "+c.want, "%s: places%s, want %s", c.name, got, c.want)
	}
}
