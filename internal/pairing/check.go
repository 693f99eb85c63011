package pairing

import (
	"fmt"
	"slices"
)

// Rule names the hard rule a hand-edited pairing breaks.
type Rule string

// The rules Check looks at. The first eight hold in every system, the others in the
// Dutch system alone. Its C4 asks that the round can be completed: what breaks it is
// somebody unpaired.
const (
	RuleRepeat    Rule = "repeat"    // the two have played each other
	RuleForbidden Rule = "forbidden" // the two must not meet
	RuleBye       Rule = "bye"       // had a bye or a win's points without a game before
	RuleBoth      Rule = "twice"     // in more than one pair
	RuleAbsent    Rule = "absent"    // paired but not to be paired
	RuleUnpaired  Rule = "unpaired"  // to be paired but in no pair
	RuleUnknown   Rule = "unknown"   // no such participant
	RuleTwoByes   Rule = "two byes"  // more than one pairing-allocated bye
	RuleColours   Rule = "colours"   // C3: both must have the same colour, neither is a topscorer
	RuleByeScore  Rule = "bye score" // C5: somebody with a lower score could have the bye
)

// articles name the rules as the systems do.
var articles = map[System]map[Rule]string{
	TeamSwiss: {RuleRepeat: "C1", RuleForbidden: "C1", RuleBye: "C2", RuleUnpaired: "C3"},
	Dutch: {
		RuleRepeat: "C1", RuleForbidden: "C1", RuleBye: "C2", RuleColours: "C3", RuleUnpaired: "C4", RuleByeScore: "C5",
	},
	USChess: {RuleRepeat: "27A1", RuleBye: "28L3"},
}

// Violation is one broken rule.
type Violation struct {
	Rule    Rule
	Numbers []int // the participants concerned
	Soft    bool  // only a soft wish is broken
	What    string
	Article string // of the system's rules, "C3"; may be empty
}

// Check lists the hard rules a pairing of round t.Round breaks, in the order of
// the pairs; those nobody paired come last. It judges legality only: a legal
// pairing need not be the one the system would make.
func Check(s System, t *Tournament, d *Draft) ([]Violation, error) {
	if _, ok := systems[s]; !ok {
		return nil, &InputError{What: fmt.Sprintf("unknown pairing system %q", s)}
	}
	bare := *t
	bare.Fixed = nil
	f, err := newField(s, &bare, 0)
	if err != nil {
		return nil, err
	}
	c := checker{field: f, system: s, pairs: make([]int, len(f.all))}
	if s == Dutch {
		c.dutch = newDutch(f)
		c.completable = c.dutch.outlook() == nil
	}
	for _, p := range d.Pairs {
		c.pair(p)
	}
	c.unpaired()
	return c.found, nil
}

type checker struct {
	*field
	system System
	pairs  []int // pairs each entrant is in
	byes   int
	found  []Violation

	dutch       *dutch // with the Dutch system
	completable bool   // the round has a legal pairing
}

func (c *checker) add(rule Rule, what string, numbers ...int) {
	c.found = append(c.found, Violation{Rule: rule, Numbers: numbers, What: what, Article: articles[c.system][rule]})
}

// member looks a number up and counts its pairs.
func (c *checker) member(number int) (int, bool) {
	i, ok := c.place(number)
	if !ok {
		c.add(RuleUnknown, fmt.Sprintf("there is no participant %d", number), number)
		return 0, false
	}
	c.pairs[i]++
	if c.pairs[i] == 2 {
		c.add(RuleBoth, fmt.Sprintf("%d is in more than one pair", number), number)
	}
	if e := &c.all[i]; e.absent {
		c.add(RuleAbsent, fmt.Sprintf("%d is not to be paired (%s)", number, e.bye), number)
	}
	return i, true
}

func (c *checker) pair(p Pair) {
	white, ok := c.member(p.White)
	if p.IsBye() {
		c.byes++
		if c.byes == 2 {
			c.add(RuleTwoByes, "more than one pairing-allocated bye", p.White)
		}
		if ok && c.all[white].noBye && c.system != RoundRobin {
			c.add(RuleBye, fmt.Sprintf("%d already had a bye or a win's points without a game", p.White), p.White)
		}
		if ok && c.completable && c.dutch.odd && c.all[white].pairing > c.dutch.byeScore {
			c.add(RuleByeScore, fmt.Sprintf("%d has %s points, the bye could go to somebody with %s",
				p.White, FormatPoints(c.all[white].pairing), FormatPoints(c.dutch.byeScore)), p.White)
		}
		return
	}
	if p.White == p.Black {
		c.add(RuleBoth, fmt.Sprintf("%d is paired with itself", p.White), p.White)
		return
	}
	black, okBlack := c.member(p.Black)
	if !ok || !okBlack {
		return
	}
	if round := c.metIn(white, black); round > 0 && c.system != RoundRobin {
		c.add(RuleRepeat, fmt.Sprintf("%d and %d already met in round %d", p.White, p.Black, round), p.White, p.Black)
	}
	for _, g := range c.t.Forbidden {
		if g.covers(c.t.Round) && slices.Contains(g.Numbers, p.White) && slices.Contains(g.Numbers, p.Black) {
			what := fmt.Sprintf("%d and %d must not meet", p.White, p.Black)
			if !g.Why.Empty() {
				what += " (" + g.Why.String() + ")"
			}
			c.add(RuleForbidden, what, p.White, p.Black)
			c.found[len(c.found)-1].Soft = !g.Hard
		}
	}
	if c.system == Dutch {
		c.colours(&c.all[white], &c.all[black])
	}
}

// colours judges C3 of the Dutch system.
func (c *checker) colours(a, b *entrant) {
	wish := wishOf(a)
	if clash(wish, wishOf(b)) && !c.t.topscorer(a) && !c.t.topscorer(b) {
		c.add(RuleColours, fmt.Sprintf("%d and %d must both have %s", a.number, b.number, wish.wants), a.number, b.number)
	}
}

func (c *checker) unpaired() {
	for i := range c.all {
		if e := &c.all[i]; !e.absent && c.pairs[i] == 0 {
			c.add(RuleUnpaired, fmt.Sprintf("%d is in no pair", e.number), e.number)
		}
	}
}

// metIn is the latest round in which two entrants played each other; 0 = never.
func (f *field) metIn(a, b int) int {
	records := f.participant(a).Records
	for r := len(records); r > 0; r-- {
		if rec := records[r-1]; rec.Kind == Played && rec.Opponent == f.all[b].number {
			return r
		}
	}
	return 0
}
