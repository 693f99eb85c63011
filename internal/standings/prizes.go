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

// Split says who divides money that several participants have a claim to. Titles
// always go by place.
type Split uint8

const (
	// ByPlace: the tie-breaks decide; only a place that they leave shared is divided.
	ByPlace Split = iota
	// Evenly: all with the same value of the first code divide equally, whatever
	// the tie-breaks say (US Chess 32B).
	Evenly
	// Hort: as Evenly for one half of the money; the other half is the prize of
	// the own place by tie-breaks.
	Hort
)

// PrizeRules say how ties and several claims are treated. The zero value is the
// usual rule: the places decide, and nobody gets money from more than one category.
type PrizeRules struct {
	Split Split
	// Several lets a participant win money in more than one category.
	Several bool
}

// Award is what one participant gets from one category.
type Award struct {
	Number   int
	Category string
	Prizes   []Prize // the prizes divided, in order of place
	Money    int     // this participant's part
	With     []int   // everybody who divides them (or shares the title), by place and number
	// Own are the prizes of the participant's own place, for the half of a Hort
	// division that follows the tie-breaks; Level is how many share that place.
	Own   []Prize
	Level int
}

// Prizes distributes the prizes. members lists the numbers of each category's
// participants; the open category needs no list. Prizes nobody could win are
// returned as left. Which of several categories a participant takes is decided by
// equal parts, the one that brings most. Whole units of money that do not divide go one each to the
// first of those who share, by place and number.
func (t *Table) Prizes(prizes []Prize, members map[string][]int, rules PrizeRules) (awards []Award, left []Prize, err error) {
	return DividePrizes(t.rows, prizes, members, rules)
}

// DividePrizes is Prizes for places that no table of points gives, such as those
// of a knockout: rows in order of place.
func DividePrizes(rows []Row, prizes []Prize, members map[string][]int, rules PrizeRules) (awards []Award, left []Prize, err error) {
	d := distribution{rules: rules}
	for _, p := range prizes {
		if err := d.add(p, members); err != nil {
			return nil, nil, err
		}
	}
	for _, group := range prizeGroups(rows, rules.Split != ByPlace) {
		d.money(group)
	}
	for _, group := range prizeGroups(rows, false) {
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
	places := make(map[int]int, len(rows))
	for _, row := range rows {
		places[row.Number] = row.Place
	}
	place := func(number int) int { return places[number] }
	slices.SortStableFunc(d.awards, func(a, b Award) int {
		return cmp.Or(cmp.Compare(place(a.Number), place(b.Number)), cmp.Compare(a.Number, b.Number))
	})
	return d.awards, left, nil
}

// prizeGroups lists the rows that divide money with each other, best first.
func prizeGroups(rows []Row, byScore bool) [][]Row {
	var groups [][]Row
	for i, row := range rows {
		same := i > 0 && row.Place == rows[i-1].Place
		if byScore && i > 0 {
			same = row.Values[0] == rows[i-1].Values[0]
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
	return worth(l.money[min(l.taken, len(l.money)):min(l.taken+n, len(l.money))])
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

// divide gives the takers, best first, the money of the next places.
func (d *distribution) divide(l *prizeList, takers []Row) {
	n := len(takers)
	if n == 0 {
		return
	}
	pool := l.money[min(l.taken, len(l.money)):min(l.taken+n, len(l.money))]
	l.taken += n
	sum := worth(pool)
	if sum == 0 {
		return
	}
	parts := make([]Award, n)
	rest := sum
	for i, row := range takers {
		a := Award{Number: row.Number, Category: l.category, Prizes: withMoney(pool), With: numbersOf(takers)}
		a.Money = sum / n
		if d.rules.Split == Hort && n > 1 {
			first, last := levelOf(takers, i)
			a.Own, a.Level = withMoney(pool[min(first, len(pool)):min(last, len(pool))]), last-first
			// sum/2n + own/2m in whole units
			a.Money = (sum*a.Level + worth(a.Own)*n) / (2 * n * a.Level)
		}
		rest -= a.Money
		parts[i] = a
	}
	for i := range parts {
		if i < rest {
			parts[i].Money++
		}
		if parts[i].Money > 0 {
			d.awards = append(d.awards, parts[i])
		}
	}
}

func worth(prizes []Prize) int {
	sum := 0
	for _, p := range prizes {
		sum += p.Money
	}
	return sum
}

// withMoney leaves out places without a prize.
func withMoney(prizes []Prize) []Prize {
	return slices.DeleteFunc(slices.Clone(prizes), func(p Prize) bool { return p.Money == 0 })
}

func numbersOf(rows []Row) []int {
	numbers := make([]int, len(rows))
	for i, r := range rows {
		numbers[i] = r.Number
	}
	return numbers
}

// levelOf is the stretch of rows that share the place of row i.
func levelOf(rows []Row, i int) (first, last int) {
	first, last = i, i+1
	for first > 0 && rows[first-1].Place == rows[i].Place {
		first--
	}
	for last < len(rows) && rows[last].Place == rows[i].Place {
		last++
	}
	return first, last
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
				d.awards = append(d.awards, Award{Number: row.Number, Category: l.category, Prizes: []Prize{p}, With: numbersOf(takers)})
			}
			return true
		})
	}
}
