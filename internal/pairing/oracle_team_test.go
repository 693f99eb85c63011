package pairing_test

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
)

// teamOracle pairs a round of a team Swiss by trying everything: every receiver
// of the bye, every set of upfloaters, every pairing of a bracket. It shares no
// code with the engine and is meant for up to ten or twelve teams. Sets of teams
// are bit masks over the teams in ascending number.
type teamOracle struct {
	t       *pairing.Tournament
	teams   []oracleTeam
	can     [][]bool
	perfect map[uint]bool
}

type oracleTeam struct {
	number, score, games int
	noBye, absent        bool
	floated              bool // met another score last round
	wants                pairing.Colour
	strong               bool
}

func newTeamOracle(t *pairing.Tournament) *teamOracle {
	o := &teamOracle{t: t, perfect: map[uint]bool{0: true}}
	people := slices.SortedFunc(slices.Values(t.Participants), func(a, b pairing.Participant) int { return cmp.Compare(a.Number, b.Number) })
	before := func(number, round int) int { // pairing score at the start of a round
		sum := 0
		for _, p := range people {
			if p.Number == number {
				for i := 0; i < round-1 && i < len(p.Records); i++ {
					sum += p.Records[i].Points
				}
				for _, half := range p.Adjusted[:min(round, len(p.Adjusted))] {
					sum += half
				}
				if len(p.Virtual) >= round {
					sum += p.Virtual[round-1]
				}
			}
		}
		return sum
	}
	o.can = make([][]bool, len(people))
	for i, p := range people {
		team := oracleTeam{number: p.Number, score: before(p.Number, t.Round)}
		team.absent = p.Arrival > t.Round || p.Withdrawn > 0 && p.Withdrawn <= t.Round || p.Bye != pairing.NotArrived
		o.can[i] = make([]bool, len(people))
		for j, q := range people {
			o.can[i][j] = i != j
			for _, r := range p.Records {
				if r.Kind == pairing.Played && r.Opponent == q.Number {
					o.can[i][j] = false
				}
			}
			for _, g := range t.Forbidden {
				in := (g.First == 0 || g.First <= t.Round) && (g.Last == 0 || t.Round <= g.Last)
				if in && g.Hard && slices.Contains(g.Numbers, p.Number) && slices.Contains(g.Numbers, q.Number) {
					o.can[i][j] = false
				}
			}
		}
		var colours []pairing.Colour
		for r, rec := range p.Records {
			switch rec.Kind {
			case pairing.Played:
				team.games++
				colours = append(colours, rec.Colour)
				if r == t.Round-2 {
					team.floated = before(p.Number, r+1) != before(rec.Opponent, r+1)
				}
			case pairing.AllocatedBye, pairing.ForfeitWin, pairing.FullBye: // C.04.6 2.1.2
				team.noBye = true
			}
			if rec.Kind != pairing.Played && rec.Points >= t.Points.Win { // C.04.1 4
				team.noBye = true
			}
		}
		team.wants, team.strong = o.preference(colours)
		o.teams = append(o.teams, team)
	}
	return o
}

func (o *teamOracle) preference(colours []pairing.Colour) (pairing.Colour, bool) {
	n := len(colours)
	if n == 0 || o.t.Team.Colours == pairing.NoColours {
		return pairing.NoColour, false
	}
	difference := 0
	for _, c := range colours {
		if c == pairing.White {
			difference++
		} else {
			difference--
		}
	}
	lastTwo := func(c pairing.Colour) bool { return n > 1 && colours[n-1] == c && colours[n-2] == c }
	lastRound := o.t.Rounds > 0 && o.t.Round == o.t.Rounds
	if o.t.Team.ReadingLastRoundFirst && o.t.Team.Colours == pairing.ColoursTypeB && lastRound && difference == 0 {
		return pairing.NoColour, false
	}
	if difference < -1 || (difference == 0 || difference == -1) && lastTwo(pairing.Black) {
		return pairing.White, true
	}
	if difference > 1 || (difference == 0 || difference == 1) && lastTwo(pairing.White) {
		return pairing.Black, true
	}
	if o.t.Team.Colours == pairing.ColoursTypeB {
		switch {
		case difference == -1:
			return pairing.White, false
		case difference == 1:
			return pairing.Black, false
		case !lastRound && colours[n-1] == pairing.White:
			return pairing.Black, false
		case !lastRound:
			return pairing.White, false
		}
	}
	return pairing.NoColour, false
}

// pairable: do the teams of a set have a complete legal pairing?
func (o *teamOracle) pairable(set uint) bool {
	if known, ok := o.perfect[set]; ok {
		return known
	}
	first := bits.TrailingZeros(set)
	rest := set &^ (1 << first)
	found := false
	for j := range o.teams {
		if rest>>j&1 == 1 && o.can[first][j] && o.pairable(rest&^(1<<j)) {
			found = true
			break
		}
	}
	o.perfect[set] = found
	return found
}

// pair returns the pairs (smaller number first, 0 second for the bye) sorted, or
// ok false when there is no legal pairing.
func (o *teamOracle) pair() (pairs [][2]int, ok bool) {
	var left uint
	for i, team := range o.teams {
		if !team.absent {
			left |= 1 << i
		}
	}
	if bits.OnesCount(left)%2 == 1 {
		best := -1
		for i, team := range o.teams {
			if left>>i&1 == 0 || team.noBye || !o.pairable(left&^(1<<i)) {
				continue
			}
			if best < 0 || o.byeBefore(team, o.teams[best]) {
				best = i
			}
		}
		if best < 0 {
			return nil, false
		}
		pairs = append(pairs, [2]int{o.teams[best].number, 0})
		left &^= 1 << best
	} else if !o.pairable(left) {
		return nil, false
	}
	for left != 0 {
		top := o.topGroup(left)
		set := o.upfloaters(top, left&^top)
		pairs = append(pairs, o.bracket(top, set)...)
		left &^= top | set
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return pairs, true
}

func (o *teamOracle) byeBefore(a, b oracleTeam) bool {
	if a.score != b.score {
		return a.score < b.score
	}
	if a.games != b.games {
		return a.games > b.games
	}
	return a.number > b.number
}

func (o *teamOracle) topGroup(left uint) uint {
	best := -1 << 40
	var group uint
	for i, team := range o.teams {
		if left>>i&1 == 0 {
			continue
		}
		if team.score > best {
			best, group = team.score, 0
		}
		if team.score == best {
			group |= 1 << i
		}
	}
	return group
}

// floatsMatter is false in the last two rounds.
func (o *teamOracle) floatsMatter() bool {
	return o.t.Rounds == 0 || o.t.Round < o.t.Rounds-1
}

func (o *teamOracle) upfloaters(top, lower uint) uint {
	type choice struct {
		set uint
		key []int
	}
	var best *choice
	subsets(lower, func(set uint) {
		if !o.pairable(top|set) || !o.pairable(lower&^set) {
			return
		}
		key := []int{bits.OnesCount(set)}
		var scores []int
		floated := 0
		var members []int
		for i, team := range o.teams {
			if set>>i&1 == 1 {
				scores = append(scores, team.score)
				members = append(members, i)
				if team.floated && o.floatsMatter() {
					floated++
				}
			}
		}
		slices.Sort(scores)
		for _, s := range scores {
			key = append(key, -s)
		}
		slices.SortFunc(members, func(a, b int) int {
			return cmp.Or(cmp.Compare(o.teams[b].score, o.teams[a].score), cmp.Compare(a, b))
		})
		key = append(key, o.nextBracket(lower, set), floated)
		key = append(key, members...)
		if best == nil || slices.Compare(key, best.key) < 0 {
			best = &choice{set, key}
		}
	})
	return best.set
}

// nextBracket is C6: the upfloaters above the parity minimum that the next
// scoregroup's bracket would need after set has left.
func (o *teamOracle) nextBracket(lower, set uint) int {
	if lower == 0 {
		return 0
	}
	next := o.topGroup(lower) &^ set
	if next == 0 {
		return 0
	}
	fewest := 99
	subsets(lower&^set&^next, func(s uint) {
		if o.pairable(next|s) && o.pairable(lower&^set&^next&^s) {
			fewest = min(fewest, bits.OnesCount(s))
		}
	})
	excess := fewest - bits.OnesCount(next)%2
	if o.t.Team.ReadingNextBracketYesNo {
		return min(excess, 1)
	}
	return excess
}

// subsets calls f with every subset of set.
func subsets(set uint, f func(uint)) {
	for s := uint(0); ; s = (s - set) & set {
		f(s)
		if s == set {
			return
		}
	}
}

// bracket tries every pairing of a bracket.
func (o *teamOracle) bracket(top, moved uint) [][2]int {
	var bestKey []int
	var best [][2]int
	var walk func(left uint, pairs [][2]int)
	walk = func(left uint, pairs [][2]int) {
		if left == 0 {
			key := o.quality(pairs, moved)
			if bestKey == nil || slices.Compare(key, bestKey) < 0 {
				bestKey, best = key, slices.Clone(pairs)
			}
			return
		}
		i := bits.TrailingZeros(left)
		for j := i + 1; j < len(o.teams); j++ {
			if left>>j&1 == 1 && o.can[i][j] {
				walk(left&^(1<<i)&^(1<<j), append(pairs, [2]int{i, j}))
			}
		}
	}
	walk(top|moved, nil)
	for k, p := range best {
		best[k] = [2]int{o.teams[p[0]].number, o.teams[p[1]].number}
	}
	return best
}

// quality is C8, C9, C10 and the identifier of a pairing; pairs have the smaller
// member first and come in ascending order of it.
func (o *teamOracle) quality(pairs [][2]int, moved uint) []int {
	unmet, strong, floats := 0, 0, 0
	var tops, partners []int
	for _, p := range pairs {
		a, b := o.teams[p[0]], o.teams[p[1]]
		if a.wants != pairing.NoColour && a.wants == b.wants {
			unmet++
			if a.strong && b.strong && o.t.Team.Colours == pairing.ColoursTypeB {
				strong++
			}
		}
		upA, upB := moved>>p[0]&1 == 1, moved>>p[1]&1 == 1
		if o.floatsMatter() && (upA && !upB && b.floated || upB && !upA && a.floated) {
			floats++
		}
		tops, partners = append(tops, p[0]), append(partners, p[1])
	}
	return slices.Concat([]int{unmet, strong, floats}, tops, partners)
}
