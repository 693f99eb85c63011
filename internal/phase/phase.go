// Package phase says who comes into a part of a competition that is played after others:
// the first of a Swiss into a knockout, the rest into a B-final, the losers of a bracket's
// first round into a consolation. It gets the tables of the parts that feed it and decides
// who is in, who can still be, where the line runs and in which order they are seeded. It
// reads no clock, no database and draws no lot: the seed of a lot comes in as a text.
package phase

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Kind says what a feed takes from where it comes from.
type Kind string

// The kinds of feeds.
const (
	Places Kind = "places" // those on places First to Last, of every group where there are groups
	Losers Kind = "losers" // those who lose in rounds First to Last of the main bracket
	// Level are those who play off for places First to Last. A play-off is made of the teams that
	// are level, never resolved from places.
	Level Kind = "play-off"
)

// Kinds are those that can be chosen, in the order in which they are offered.
var Kinds = []Kind{Places, Losers}

// Feed is one source of entrants. Last is 0 for "to the end".
type Feed struct {
	From        int64 // the section that it comes from
	Kind        Kind
	First, Last int
}

// holds reports whether a place or a round belongs to the feed.
func (f Feed) holds(n int) bool { return n >= f.First && (f.Last == 0 || n <= f.Last) }

// Carry says what entrants bring with them.
type Carry string

// What can be carried over.
const (
	Nothing Carry = "nothing"
	Points  Carry = "points"  // all points of the part they come from
	Results Carry = "results" // the results among those who come in
)

// Carries are all of them, in the order in which they are offered.
var Carries = []Carry{Nothing, Points, Results}

// Seeding says how entrants are numbered.
type Seeding string

// The ways to seed.
const (
	ByPlace    Seeding = "place"    // the first of every table, then the second, and so on; those of one table meet late
	ByStrength Seeding = "strength" // by the players' ratings
	ByLot      Seeding = "lot"      // by a lot whose seed anybody can check
)

// Seedings are all of them, in the order in which they are offered.
var Seedings = []Seeding{ByPlace, ByStrength, ByLot}

// Breaking says what decides between teams with equal points on both sides of a line.
type Breaking string

// The ways to break a tie across a line.
const (
	TieBreaks Breaking = "tie-breaks" // those of the section; what they leave level is ordered by lot or an official
	PlayOff   Breaking = "play-off"   // equal points are enough for a play-off, whatever the tie-breaks say
)

// Breakings are all of them, in the order in which they are offered.
var Breakings = []Breaking{TieBreaks, PlayOff}

// Rule is what was decided about who comes in.
type Rule struct {
	Feeds    []Feed
	Carry    Carry
	Seeding  Seeding
	Breaking Breaking
}

// Row is a team of a table. Points are half points.
type Row struct {
	Team        int64
	Place       int // now
	Best, Worst int // the places that it can still reach; Place and those level with it once all is played
	Points      int
	// Apart is the tie-break that puts it behind the row before it, empty where points do
	// or nothing does.
	Apart string
	// Decision numbers the order of level teams that a lot, an official or a play-off gave
	// the row, 0 for none; How says which.
	Decision int64
	How      string
	Gone     bool // withdrawn: does not come in, and the next one does
	Strength int
	Code     string // on the badge; what a lot is drawn from
}

// Table is one ranking of a source.
type Table struct {
	Name    string // of the group, "" for the whole section
	Over    bool   // nothing is left to play or to decide in it
	Bracket bool   // its places come from a knockout: points decide nothing, and nobody moves up
	Rows    []Row  // in order of place
}

// Lost is who lost in a round of a bracket, those of the better seed first.
type Lost struct {
	Round int
	Open  int // ties without a winner yet
	Rows  []Row
}

// Source is what a section says about its teams.
type Source struct {
	Tables []Table
	Lost   []Lost // of the main bracket, by round
}

// Entrant is a team that comes in.
type Entrant struct {
	Team    int64
	Seed    int // 1 is the first
	From    int64
	Table   string // of the group, "" for the whole section
	Place   int    // in the table, 0 for a loser of a bracket
	Round   int    // of the bracket in which it lost, 0 for a place
	Shared  bool   // level with another entrant of its table: the stronger one is seeded first
	Certain bool   // whatever happens
	row     Row
}

// Line is the border between those of a table who come in and those who do not.
type Line struct {
	From  int64
	Table string
	After int  // the last place before the line
	Over  bool // nothing is left to play: the line stands
	// Level are the teams on both sides that nothing has separated yet; the line stands when
	// there are none.
	Level []int64
	// Broken tells what separated teams with equal points on both sides: a tie-break, or
	// lot, official or play-off; empty where the points do.
	Broken string
	// Above and Below are the teams next to the line.
	Above, Below int64
}

// Field is who comes in as things stand.
type Field struct {
	Entrants []Entrant // by seed
	Open     []int64   // teams that can still come in or drop out
	Lines    []Line
	// Ready is set when nothing can change any more.
	Ready bool
	// Wait says what is missing while the field is not ready.
	Wait []Wait
}

// Wait is something that has to happen first.
type Wait struct {
	From  int64
	Table string
	Why   Why
}

// Why says what has to happen.
type Why string

// What a field can wait for.
const (
	StillPlayed Why = "played" // matches without a final result
	LosersOpen  Why = "losers" // the same, in the rounds of a bracket whose losers come in
	StillLevel  Why = "level"  // teams that are level across the line
	TooFew      Why = "few"    // fewer than two come in
)

// Lot is what decides a drawn order: the smaller one comes first. Anybody can compute it
// again from the seed and the code on the badge.
func Lot(seed, code string) string {
	sum := sha256.Sum256([]byte(seed + " " + code))
	return hex.EncodeToString(sum[:])
}

// Digest names a field: another one has another digest. Who starts a phase sends back what
// was shown.
func (f *Field) Digest() string {
	h := sha256.New()
	for _, e := range f.Entrants {
		fmt.Fprintln(h, e.Team, e.Seed, e.From, e.Table, e.Place, e.Round, e.row.Points)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Problem says what is wrong with a rule: the feed, from 0, and what.
type Problem struct {
	Feed int
	What Fault
}

// Fault is a kind of Problem.
type Fault string

// What can be wrong with a feed.
const (
	BadRange Fault = "range" // places or rounds begin with 1 and do not end before they begin
	Overlap  Fault = "twice" // a place would come in twice
	Loop     Fault = "loop"  // the section would feed itself
	Unknown  Fault = "kind"
)

// Check finds what is wrong with the feeds of a section. rules are those of the other
// sections of the event.
func Check(section int64, feeds []Feed, rules map[int64][]Feed) []Problem {
	var found []Problem
	for i, f := range feeds {
		switch {
		case f.Kind != Places && f.Kind != Losers:
			found = append(found, Problem{i, Unknown})
		case f.First < 1 || f.Last != 0 && f.Last < f.First:
			found = append(found, Problem{i, BadRange})
		case reaches(f.From, section, rules, map[int64]bool{}):
			found = append(found, Problem{i, Loop})
		}
		for _, before := range feeds[:i] {
			if before.From == f.From && before.Kind == f.Kind && (before.Last == 0 || f.First <= before.Last) && (f.Last == 0 || before.First <= f.Last) {
				found = append(found, Problem{i, Overlap})
				break
			}
		}
	}
	return found
}

// reaches reports whether section feeds the one called from, or is it.
func reaches(from, section int64, rules map[int64][]Feed, seen map[int64]bool) bool {
	if from == section {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, f := range rules[from] {
		if reaches(f.From, section, rules, seen) {
			return true
		}
	}
	return false
}
