package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// element is a line of a list of styles: what an element is called, where it stands, and
// what it looks like.
type element struct {
	name   string
	box    [4]float64 // x, y, width, height
	styles map[string]string
}

// readStyles reads what listStyles wrote, by the elements' ways from the body.
func readStyles(list string) map[string]element {
	elements := map[string]element{}
	for line := range strings.Lines(list) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(parts) != 4 {
			continue // a name with a tab in it; its element cannot be compared
		}
		e := element{name: parts[1], styles: map[string]string{}}
		_, _ = fmt.Sscan(parts[2], &e.box[0], &e.box[1], &e.box[2], &e.box[3])
		for style := range strings.SplitSeq(parts[3], "; ") {
			name, value, _ := strings.Cut(style, ": ")
			e.styles[name] = value
		}
		elements[parts[0]] = e
	}
	return elements
}

// tally counts the elements that share a change, and remembers the first.
type tally struct {
	count int
	first string
}

// compareStyles tells which styles changed from what to what, those of most elements first,
// and by how much boxes moved. Elements that only one list has are counted.
func compareStyles(before, after string) []string {
	was, is := readStyles(before), readStyles(after)
	changes := map[string]tally{}
	moved, gone, came := 0, 0, 0
	furthest, what := 0.0, ""
	for _, way := range slices.Sorted(maps.Keys(was)) {
		old := was[way]
		now, there := is[way]
		if !there || now.name != old.name {
			gone++
			continue
		}
		for name, value := range old.styles {
			if now.styles[name] == value {
				continue
			}
			key := fmt.Sprintf("%s: %s → %s", name, value, now.styles[name])
			t := changes[key]
			changes[key] = tally{t.count + 1, cmp.Or(t.first, old.name)}
		}
		far := 0.0
		for i := range old.box {
			far = max(far, math.Abs(old.box[i]-now.box[i]))
		}
		if far > 0 {
			moved++
		}
		if far > furthest {
			furthest, what = far, old.name
		}
	}
	for way, now := range is {
		if old, there := was[way]; !there || now.name != old.name {
			came++
		}
	}
	var said []string
	if gone+came > 0 {
		said = append(said, fmt.Sprintf("%d elements went, %d came", gone, came))
	}
	if moved > 0 {
		said = append(said, fmt.Sprintf("%d boxes moved or changed their size, by up to %.1f (%s)", moved, furthest, what))
	}
	keys := slices.SortedFunc(maps.Keys(changes), func(a, b string) int {
		return cmp.Or(changes[b].count-changes[a].count, strings.Compare(a, b))
	})
	for i, key := range keys {
		if i == mostTold {
			return append(said, fmt.Sprintf("and %d other changes of styles", len(keys)-i))
		}
		said = append(said, fmt.Sprintf("%s (%d, first %s)", key, changes[key].count, changes[key].first))
	}
	return said
}
