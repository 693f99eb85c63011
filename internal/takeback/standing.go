package takeback

import (
	"slices"
	"strings"
)

// rest is what of a table an act is about: the columns that may not have another value by now.
type rest struct {
	table   string
	key     []string
	columns []string
}

// of names the columns of a table that a way rests on.
func of(table, key string, columns ...string) rest {
	return rest{table, strings.Fields(key), columns}
}

// takenBack goes through a person's acts, the newest first, and passes over those that were taken
// back, and over the taking back.
type takenBack struct {
	numbers  map[int64]bool
	subjects map[string]int // an undo that does not name its act: the newest one there is meant
}

// skips reports whether an act does not stand any more, or only took another back.
func (t *takenBack) skips(a *act) bool {
	if t.numbers == nil {
		t.numbers, t.subjects = map[int64]bool{}, map[string]int{}
	}
	if a.Undoes != 0 {
		t.numbers[a.Undoes] = true
		return true
	}
	if a.way != nil && a.way.undoes != "" && (a.way.undid == nil || a.way.undid(a)) {
		t.subjects[a.way.undoes+a.Subject]++
		return true
	}
	if a.way != nil && a.way.kind != "" && t.subjects[a.way.kind+a.Subject] > 0 {
		t.subjects[a.way.kind+a.Subject]--
		return true
	}
	return t.numbers[a.Seq]
}

// standingOnes leaves out what was taken back since, and the taking back.
func standingOnes(later []*act) []*act {
	back := map[int64]bool{}
	for _, a := range later {
		if a.Undoes != 0 {
			back[a.Undoes], back[a.Seq] = true, true
		}
	}
	return slices.DeleteFunc(slices.Clone(later), func(a *act) bool { return back[a.Seq] })
}

// standing is the later act that stands on a: one that left another value where a left its own, or
// one that is built on it; nil for none. later are in their order.
func (w *way) standing(a *act, later []*act) (*act, error) {
	for _, r := range w.rests {
		on, err := r.changed(a, later)
		if on != nil || err != nil {
			return on, err
		}
	}
	for _, b := range later {
		switch {
		case slices.Contains(w.same, b.Action) && b.Subject == a.Subject,
			slices.Contains(w.built, b.Action) && b.section.SectionID == a.section.SectionID && builtOn(a, b),
			w.below && strings.HasPrefix(b.Subject, a.Subject+"/") && !harmless[b.Action]:
			return b, nil
		}
	}
	return nil, nil
}

// builtOn reports whether a round that b published came after what a said: an act about a round
// that is named stands under that round and those behind it.
func builtOn(a, b *act) bool {
	about, round := a.number("round"), b.number("round")
	return about == 0 || round == 0 || round >= about
}

// changed compares what the act left with what is there now, and names who changed it last.
func (r rest) changed(a *act, later []*act) (*act, error) {
	left, err := r.left(a)
	if err != nil || len(left) == 0 {
		return nil, err
	}
	now, by := map[string]string{}, map[string]*act{}
	for _, b := range later {
		values, err := r.left(b)
		if err != nil {
			return nil, err
		}
		for place, value := range values {
			if _, ours := left[place]; ours {
				now[place], by[place] = value, b
			}
		}
	}
	var last *act
	for place, value := range left {
		if b := by[place]; b != nil && now[place] != value && (last == nil || b.Seq > last.Seq) {
			last = b
		}
	}
	return last, nil
}

// gone is the value of a row that was deleted.
const gone = "gone"

// left is what an act left in the columns, by row and column.
func (r rest) left(a *act) (map[string]string, error) {
	rows, err := a.rows(r.table)
	left := map[string]string{}
	for _, row := range rows {
		key := ""
		for _, name := range r.key {
			key += row.value(name) + " "
		}
		for _, column := range r.columns {
			switch {
			case row.gone:
				left[key+column] = gone
			case row.value(column) != "":
				left[key+column] = row.value(column)
			}
		}
	}
	return left, err
}

// harmless are acts at a table of a round that nothing about the round rests on.
var harmless = map[string]bool{"print": true, "see a table playing": true, "send a runner": true}
