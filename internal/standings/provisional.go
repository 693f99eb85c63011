package standings

import "slices"

// markProvisional marks the rows that a result under review could change: the
// participants of the round, everybody whose tie-breaks count their scores, and
// the groups whose direct encounter it belongs to.
func (t *Table) markProvisional() {
	e := t.engine
	var reviewed []int
	for i, n := range e.entries {
		if slices.ContainsFunc(n.rounds, func(r round) bool { return r.review }) {
			reviewed = append(reviewed, i)
		}
	}
	if len(reviewed) == 0 {
		return
	}
	reach := 0
	for _, def := range e.defs {
		reach = max(reach, def.reach)
	}
	marked := map[int]bool{}
	for _, i := range reviewed {
		marked[i] = true
	}
	edge := reviewed
	for range reach {
		var next []int
		for _, i := range edge {
			for _, r := range e.entries[i].rounds {
				if j := int(r.opponent); j >= 0 && !marked[j] {
					marked[j] = true
					next = append(next, j)
				}
			}
		}
		edge = next
	}
	t.markEncounters(reviewed, marked)
	for i := range marked {
		t.rows[t.at[i]].Provisional = true
	}
}

// markEncounters adds the members of tied groups that a group code compares by a
// game under review.
func (t *Table) markEncounters(reviewed []int, marked map[int]bool) {
	e := t.engine
	for code, def := range e.defs {
		if def.split == nil {
			continue
		}
		for _, i := range reviewed {
			tied := t.tiedBefore(i, code)
			for _, r := range e.entries[i].rounds {
				if !r.review || !r.hasOpponent() || !slices.Contains(tied, int(r.opponent)) {
					continue
				}
				for _, j := range tied {
					marked[j] = true
				}
			}
		}
	}
}
