package pairing

import (
	"fmt"
	"math/bits"
)

// Stage names the part of a knockout a tie belongs to.
type Stage string

// The stages. The consolation bracket is for those who lost their first match,
// unless that was the final, or a semifinal and they play for third place.
const (
	MainStage        Stage = "main"
	ThirdPlaceStage  Stage = "third place"
	ConsolationStage Stage = "consolation"
)

// KnockoutOptions are the settings of a knockout.
type KnockoutOptions struct {
	ThirdPlace  bool // the losing semifinalists play for third place
	Consolation bool
}

// Tie is one match-up of a knockout. Its slots are known from the start or come
// from earlier ties.
type Tie struct {
	ID    int // position in Knockout.Ties
	Stage Stage
	Round int // within its stage, 1-based; the last one is the final
	Place int // from the top of the bracket, 1-based
	Slots [2]Slot
}

// Slot says who comes into one of the two slots of a tie: a seeded participant, or whoever
// comes out of an earlier tie. The zero Slot is empty: its opponent goes through.
type Slot struct {
	Number int // seeded participant
	From   int // ID of the earlier tie + 1; 0 = none
	Loser  bool
	// OnlyFirst (consolation): the loser comes only when it had a free round 1.
	OnlyFirst bool
}

// Knockout is a single-elimination bracket. It is a plan plus the winners known
// so far; the plan never changes.
type Knockout struct {
	Ties    []Tie
	options KnockoutOptions
	winners map[int]int // tie ID → number
	final   int
}

// NewKnockout seeds a bracket with numbers in seeding order: the first seeds are
// as far apart as possible, free places fall to the first seeds.
func NewKnockout(seeds []int, o KnockoutOptions) (*Knockout, error) {
	if len(seeds) < 2 {
		return nil, &InputError{What: fmt.Sprintf("a knockout needs at least 2 participants, not %d", len(seeds))}
	}
	seen := map[int]bool{}
	for _, number := range seeds {
		if number < 1 || seen[number] {
			return nil, &InputError{Number: number, What: "is seeded twice or has no number"}
		}
		seen[number] = true
	}
	k := &Knockout{options: o, winners: map[int]int{}}
	size := 1 << bits.Len(uint(len(seeds)-1))
	slots := make([]Slot, size)
	for place, seed := range SeedPlaces(size) {
		if seed <= len(seeds) {
			slots[place] = Slot{Number: seeds[seed-1]}
		}
	}
	rounds := k.tree(MainStage, slots)
	k.final = rounds[len(rounds)-1][0]
	if o.ThirdPlace && len(rounds) > 1 {
		semi := rounds[len(rounds)-2]
		k.add(ThirdPlaceStage, 1, 1, [2]Slot{{From: semi[0] + 1, Loser: true}, {From: semi[1] + 1, Loser: true}})
	}
	if o.Consolation && len(rounds) > 1 {
		k.tree(ConsolationStage, k.consolationSlots(rounds))
	}
	return k, nil
}

// SeedPlaces lists which seed stands on which place of a bracket of a power of
// two, from the top: 1 8 5 4 3 6 7 2 for eight.
func SeedPlaces(size int) []int {
	places := []int{1}
	for len(places) < size {
		next := make([]int, 0, 2*len(places))
		for i, seed := range places {
			other := 2*len(places) + 1 - seed
			if i%2 == 0 {
				next = append(next, seed, other)
			} else {
				next = append(next, other, seed)
			}
		}
		places = next
	}
	return places
}

// tree adds a full bracket over the slots and returns the tie IDs by round.
func (k *Knockout) tree(stage Stage, slots []Slot) (rounds [][]int) {
	for round := 1; len(slots) > 1; round++ {
		var ids []int
		var next []Slot
		for i := 0; i < len(slots); i += 2 {
			id := k.add(stage, round, i/2+1, [2]Slot{slots[i], slots[i+1]})
			ids = append(ids, id)
			next = append(next, Slot{From: id + 1})
		}
		rounds, slots = append(rounds, ids), next
	}
	return rounds
}

func (k *Knockout) add(stage Stage, round, place int, slots [2]Slot) int {
	id := len(k.Ties)
	k.Ties = append(k.Ties, Tie{ID: id, Stage: stage, Round: round, Place: place, Slots: slots})
	return id
}

// consolationSlots: one slot per tie of round 1, its loser. A free first round
// has no loser; its place is kept for the one who had it, should it lose in round 2.
// The losing finalist is second, and losing semifinalists who play for third place
// have that instead: both at once would be two ties in one round.
func (k *Knockout) consolationSlots(rounds [][]int) []Slot {
	last := len(rounds) - 1 // that sends losers
	if k.options.ThirdPlace {
		last--
	}
	slots := make([]Slot, len(rounds[0]))
	for i, id := range rounds[0] {
		switch second := rounds[1][i/2]; {
		case last < 1, last < 2 && k.free(id):
		case !k.free(id):
			slots[i] = Slot{From: id + 1, Loser: true}
		case i%2 == 1 && k.free(rounds[0][i-1]):
			// Both had a free round: the one loser of round 2 has the other place.
		default:
			slots[i] = Slot{From: second + 1, Loser: true, OnlyFirst: true}
		}
	}
	return slots
}

// free reports whether a tie of round 1 has only one slot that somebody comes into.
func (k *Knockout) free(id int) bool {
	s := k.Ties[id].Slots
	return s[0] == Slot{} || s[1] == Slot{}
}

// slot is what is known of one: nobody comes (known, 0), somebody, or
// not decided yet.
func (k *Knockout) slot(s Slot) (number int, known bool) {
	switch {
	case s.From == 0:
		return s.Number, true
	case !s.Loser:
		return k.winner(s.From - 1)
	}
	tie := k.Ties[s.From-1]
	a, knownA := k.slot(tie.Slots[0])
	b, knownB := k.slot(tie.Slots[1])
	winner, decided := k.winner(tie.ID)
	if !decided || !knownA || !knownB {
		return 0, false
	}
	loser := a
	if winner == a {
		loser = b
	}
	if s.OnlyFirst && !k.hadFreeRound(tie, loser) {
		return 0, true
	}
	return loser, true
}

// hadFreeRound reports whether a participant came to a tie of round 2 without
// having played.
func (k *Knockout) hadFreeRound(tie Tie, number int) bool {
	for _, s := range tie.Slots {
		if from, known := k.slot(s); known && from == number && s.From > 0 {
			return k.free(s.From - 1)
		}
	}
	return false
}

// winner of a tie, if known; one without an opponent goes through by itself.
func (k *Knockout) winner(id int) (number int, known bool) {
	if w, ok := k.winners[id]; ok {
		return w, true
	}
	a, knownA := k.slot(k.Ties[id].Slots[0])
	b, knownB := k.slot(k.Ties[id].Slots[1])
	if knownA && knownB && (a == 0 || b == 0) {
		return a + b, true
	}
	return 0, false
}

// Slots returns who plays a tie as far as known: 0 is nobody (a free round) when
// decided is true, and not known yet otherwise.
func (k *Knockout) Slots(id int) (a, b int, decided bool) {
	a, knownA := k.slot(k.Ties[id].Slots[0])
	b, knownB := k.slot(k.Ties[id].Slots[1])
	return a, b, knownA && knownB
}

// Winner of a tie; known is false before it is decided.
func (k *Knockout) Winner(id int) (number int, known bool) { return k.winner(id) }

// Win records the winner of a tie whose two slots are known. A winner already
// recorded may be replaced as long as no later tie was decided on it.
func (k *Knockout) Win(id, number int) error {
	if id < 0 || id >= len(k.Ties) {
		return &InputError{What: fmt.Sprintf("there is no tie %d", id)}
	}
	a, b, decided := k.Slots(id)
	switch {
	case !decided || a == 0 || b == 0:
		return &InputError{Number: number, What: fmt.Sprintf("tie %d is not ready to be played", id)}
	case number != a && number != b:
		return &InputError{Number: number, What: fmt.Sprintf("does not play tie %d, which is %d-%d", id, a, b)}
	}
	for later := range k.winners {
		for _, s := range k.Ties[later].Slots {
			if s.From == id+1 && k.winners[id] != number {
				return &InputError{Number: number, What: fmt.Sprintf("tie %d was already played on the result of tie %d; take that back first", later, id)}
			}
		}
	}
	k.winners[id] = number
	return nil
}

// Ready lists the ties that can be played now, in the order of the plan.
func (k *Knockout) Ready() []Tie {
	var ready []Tie
	for _, tie := range k.Ties {
		if a, b, decided := k.Slots(tie.ID); decided && a != 0 && b != 0 {
			if _, done := k.winners[tie.ID]; !done {
				ready = append(ready, tie)
			}
		}
	}
	return ready
}

// Pairs turns the ties that can be played now into pairs, the upper slot White.
func (k *Knockout) Pairs() []Pair {
	var pairs []Pair
	for _, tie := range k.Ready() {
		a, b, _ := k.Slots(tie.ID)
		pairs = append(pairs, Pair{White: a, Black: b, ColourRule: fmt.Sprintf("%s, round %d, place %d", tie.Stage, tie.Round, tie.Place)})
	}
	return pairs
}

// Champion is the winner of the final; 0 before it is decided.
func (k *Knockout) Champion() int {
	number, _ := k.winner(k.final)
	return number
}
