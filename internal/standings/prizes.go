package standings

import (
	"cmp"
	"fmt"
	"slices"
)

// Prize is one prize for a place among those who may win it.
type Prize struct {
	Name string
	// Category is the group of participants it is for; "" is open to all.
	Category string
	Place    int // 1 is the best of the category
	// Money is the value in the smallest unit of the currency. 0 is a title or
	// trophy: never divided, and winning it does not exclude from others.
	Money int
}

// PrizeRules say how ties and several claims are treated. The zero value is the
// usual rule: money is divided equally among those whose place the tie-breaks
// leave shared, and nobody gets money from more than one category.
type PrizeRules struct {
	// DivideByScore divides money among all with the same value of the first
	// code, whatever the tie-breaks say (US Chess 32B).
	DivideByScore bool
	// Several lets a participant win money in more than one category.
	Several bool
}

// Award is what one participant gets from one category.
type Award struct {
	Number   int
	Category string
	Prizes   []string // the prizes divided, in order of place
	Money    int      // this participant's part
	Shared   int      // how many divide them (or share the title), 1 for nobody else
}

// Prizes distributes the prizes. members lists the numbers of each category's
// participants; the open category needs no list. Prizes nobody could win are
// returned as left. Whole units of money that do not divide go one each to the
// first of those who share, by place and number.
func (t *Table) Prizes(prizes []Prize, members map[string][]int, rules PrizeRules) (awards []Award, left []Prize, err error) {
	d := distribution{rules: rules}
	for _, p := range prizes {
		if err := d.add(p, members); err != nil {
			return nil, nil, err
		}
	}
	for _, group := range t.prizeGroups(rules.DivideByScore) {
		d.money(group)
	}
	for _, group := range t.prizeGroups(false) {
		d.titles(group)
	}
	for _, l := range d.lists {
		for _, p := range l.money[min(l.taken, len(l.money)):] {
			if p.Money > 0 {
				left = append(left, p)
			}
		}
		left = append(left, l.titles...)
	}
	place := func(number int) int { return t.rows[t.at[t.engine.index[number]]].Place }
	slices.SortStableFunc(d.awards, func(a, b Award) int {
		return cmp.Or(cmp.Compare(place(a.Number), place(b.Number)), cmp.Compare(a.Number, b.Number))
	})
	return d.awards, left, nil
}

// prizeGroups lists the rows that divide money with each other, best first.
func (t *Table) prizeGroups(byScore bool) [][]Row {
	var groups [][]Row
	for i, row := range t.rows {
		same := i > 0 && row.Place == t.rows[i-1].Place
		if byScore && i > 0 {
			same = row.Values[0] == t.rows[i-1].Values[0]
		}
		if !same {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], row)
	}
	return groups
}

// distribution hands out prizes group by group. What a group gets depends only on
// those before it, so that nothing has to be taken back.
type distribution struct {
	rules  PrizeRules
	lists  []*prizeList
	awards []Award
}

// prizeList is the prizes of one category.
type prizeList struct {
	category string
	members  map[int]bool // nil: everybody
	money    []Prize      // by place; places without a prize have Money 0
	taken    int          // places of money already given away
	titles   []Prize      // not yet given away
	ranked   int          // members already passed when giving titles
}

func (d *distribution) add(p Prize, members map[string][]int) error {
	if p.Place < 1 || p.Place > 100_000 {
		return fmt.Errorf("prize %q: place %d; places begin with 1", p.Name, p.Place)
	}
	if p.Money < 0 {
		return fmt.Errorf("prize %q: its value is negative", p.Name)
	}
	list := d.list(p.Category)
	if list == nil {
		list = &prizeList{category: p.Category}
		if p.Category != "" {
			numbers, ok := members[p.Category]
			if !ok {
				return fmt.Errorf("prize %q: it is not known who is in category %q", p.Name, p.Category)
			}
			list.members = map[int]bool{}
			for _, n := range numbers {
				list.members[n] = true
			}
		}
		d.lists = append(d.lists, list)
	}
	if p.Money == 0 {
		list.titles = append(list.titles, p)
		return nil
	}
	for len(list.money) < p.Place {
		list.money = append(list.money, Prize{Category: p.Category, Place: len(list.money) + 1})
	}
	if list.money[p.Place-1].Money != 0 {
		return fmt.Errorf("prize %q: place %d of category %q has money already", p.Name, p.Place, p.Category)
	}
	list.money[p.Place-1] = p
	return nil
}

func (d *distribution) list(category string) *prizeList {
	for _, l := range d.lists {
		if l.category == category {
			return l
		}
	}
	return nil
}

// may reports whether a participant can win in the category.
func (l *prizeList) may(number int) bool { return l.members == nil || l.members[number] }

// pool is the money of the next n places.
func (l *prizeList) pool(n int) int {
	sum := 0
	for _, p := range l.money[min(l.taken, len(l.money)):min(l.taken+n, len(l.money))] {
		sum += p.Money
	}
	return sum
}

// money gives a group its money from every list, or each member the list that
// brings most.
func (d *distribution) money(group []Row) {
	if d.rules.Several {
		for _, l := range d.lists {
			var takers []Row
			for _, row := range group {
				if l.may(row.Number) {
					takers = append(takers, row)
				}
			}
			d.divide(l, takers)
		}
		return
	}
	choice := d.choose(group)
	for k, l := range d.lists {
		var takers []Row
		for i, row := range group {
			if choice[i] == k {
				takers = append(takers, row)
			}
		}
		d.divide(l, takers)
	}
}

// choose finds for each member the list with the largest part, given what the
// others choose: everybody begins at his first list and changes while that brings
// more. A part depends only on how many share a list, so this comes to an end.
func (d *distribution) choose(group []Row) []int {
	choice := make([]int, len(group))
	count := make([]int, len(d.lists))
	for i, row := range group {
		choice[i] = slices.IndexFunc(d.lists, func(l *prizeList) bool { return l.may(row.Number) })
		if choice[i] >= 0 {
			count[choice[i]]++
		}
	}
	for changed := true; changed; {
		changed = false
		for i, row := range group {
			now := choice[i]
			if now < 0 {
				continue
			}
			count[now]--
			best := now
			for k, l := range d.lists {
				// pool(k)/n(k) > pool(best)/n(best), without dividing
				n, m := count[k]+1, count[best]+1
				if l.may(row.Number) && l.pool(n)*m > d.lists[best].pool(m)*n {
					best = k
				}
			}
			count[best]++
			choice[i] = best
			changed = changed || best != now
		}
	}
	return choice
}

// divide gives the takers the money of the next places in equal parts.
func (d *distribution) divide(l *prizeList, takers []Row) {
	n := len(takers)
	if n == 0 {
		return
	}
	sum := l.pool(n)
	var names []string
	for _, p := range l.money[min(l.taken, len(l.money)):min(l.taken+n, len(l.money))] {
		if p.Money > 0 {
			names = append(names, p.Name)
		}
	}
	l.taken += n
	for i, row := range takers {
		part := sum / n
		if i < sum%n {
			part++
		}
		if part > 0 {
			d.awards = append(d.awards, Award{Number: row.Number, Category: l.category, Prizes: names, Money: part, Shared: n})
		}
	}
}

// titles gives titles and trophies strictly by place; those who share a place
// share the title.
func (d *distribution) titles(group []Row) {
	for _, l := range d.lists {
		var takers []Row
		for _, row := range group {
			if l.may(row.Number) {
				takers = append(takers, row)
			}
		}
		first, last := l.ranked+1, l.ranked+len(takers)
		l.ranked = last
		l.titles = slices.DeleteFunc(l.titles, func(p Prize) bool {
			if p.Place < first || p.Place > last {
				return false
			}
			for _, row := range takers {
				d.awards = append(d.awards, Award{Number: row.Number, Category: l.category, Prizes: []string{p.Name}, Shared: len(takers)})
			}
			return true
		})
	}
}
