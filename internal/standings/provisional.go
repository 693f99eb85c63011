package standings

import "slices"

// markProvisional marks the rows that a result under review could change: the
// participants of the round, everybody whose tie-breaks count their scores, and
// the groups whose direct encounter it belongs to.
func (t *Table) markProvisional() {
	e := t.engine
	var reviewed []int
	for i, n := range e.entries {
		if slices.ContainsFunc(n.records, func(r Record) bool { return r.UnderReview }) {
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
			for _, j := range e.entries[i].opponents {
				if j >= 0 && !marked[j] {
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
			n := e.entries[i]
			for round, r := range n.records {
				if !r.UnderReview || n.opponents[round] < 0 || !slices.Contains(tied, n.opponents[round]) {
					continue
				}
				for _, j := range tied {
					marked[j] = true
				}
			}
		}
	}
}
