package pairing

// Places are the places a participant of a knockout can still finish on, both
// included. Those whose places nothing is left to decide share them.
type Places struct{ First, Last int }

// Places tells for every participant from which to which place it can still
// finish, when every tie that can be played is played before the next round
// begins. Who loses in the same round of the main stage shares the places of that
// round, unless all of them play on for these places: the losing semifinalists in
// the match for third place, else everybody in the consolation bracket. While a
// round is being played the places of those who are through, still at it and out
// contain each other.
func (k *Knockout) Places() map[int]Places {
	main := k.ladder(MainStage, nil)
	places := make(map[int]Places, len(main.at))
	behind := map[int]*ladder{} // by round lost in: where these play on
	leads := k.leads()
	for number, at := range main.at {
		places[number] = main.places(number)
		if at.round == main.rounds+1 {
			continue
		}
		rest, known := behind[at.round]
		if !known {
			rest = k.playsOn(at.round, main)
			behind[at.round] = rest
		}
		before := main.past[at.round]
		switch {
		case rest == nil:
		case at.out:
			inner := rest.places(number)
			places[number] = Places{before + inner.First, before + inner.Last}
		default: // the worst is to lose now, and where that leads to
			places[number] = Places{places[number].First, before + rest.reach[k.entry(main.tie[number], leads)]}
		}
	}
	return places
}

// entry is the round of its stage in which the loser of a tie begins: later than the
// first where nobody can come against it. leads tells where a slot leads to.
func (k *Knockout) entry(loserOf int, leads map[Slot]Tie) int {
	for from := (Slot{From: loserOf + 1, Loser: true}); ; {
		tie := leads[from]
		against := tie.Slots[0]
		if against.From == from.From && against.Loser == from.Loser {
			against = tie.Slots[1]
		}
		if k.occupants(against, nil) != nobody {
			return tie.Round
		}
		from = Slot{From: tie.ID + 1}
	}
}

// leads tells in which tie whoever comes out of another plays next.
func (k *Knockout) leads() map[Slot]Tie {
	leads := make(map[Slot]Tie, 2*len(k.Ties))
	for _, tie := range k.Ties {
		for _, s := range tie.Slots {
			leads[Slot{From: s.From, Loser: s.Loser}] = tie
		}
	}
	return leads
}

// playsOn is the stage that orders all who lost in a round of the main stage, nil
// when some of them have nothing left to play for.
func (k *Knockout) playsOn(round int, main *ladder) *ladder {
	switch {
	case k.options.ThirdPlace && round == main.rounds-1:
		return k.ladder(ThirdPlaceStage, nil)
	case !k.options.Consolation || round == main.rounds || round > 2:
		return nil
	}
	for _, tie := range k.Ties {
		if tie.Stage == MainStage && tie.Round == round && !k.sendsLoser(tie) {
			return nil
		}
	}
	return k.ladder(ConsolationStage, &losers{round, main})
}

// sendsLoser reports whether it is certain that the loser of a tie, if there is
// one, plays in the consolation bracket.
func (k *Knockout) sendsLoser(tie Tie) bool {
	if tie.Round == 1 {
		return true
	}
	if a, b, _ := k.Slots(tie.ID); k.winners[tie.ID] != 0 {
		return k.hadFreeRound(tie, a+b-k.winners[tie.ID])
	}
	return k.bothFree(tie)
}

// bothFree reports whether both slots come to a tie of round 2 without having played.
func (k *Knockout) bothFree(tie Tie) bool {
	return k.free(tie.Slots[0].From-1) && k.free(tie.Slots[1].From-1)
}

// losers are those who lost in one round of the main stage; nil is everybody.
type losers struct {
	round int
	main  *ladder
}

func (l *losers) include(number int) bool {
	return l == nil || l.main.at[number] == rung{l.round, true}
}

// occupant is a set of who may come into a slot.
type occupant uint8

const (
	nobody occupant = 1 << iota
	member          // one of those whose places are looked at
	other
)

// ladder is how far the members of a stage have come, and how many of them can
// still come how far.
type ladder struct {
	rounds int
	at     map[int]rung // by number
	tie    map[int]int  // by number: the last tie it has come to
	reach  []int        // by round: how many members may come to it
	past   []int        // by round: how many members are certain to come further
}

// rung is the round a participant has lost in (out), or has to play next. The
// winner of the stage is out one round after the last.
type rung struct {
	round int
	out   bool
}

// places are those among the members of the stage.
func (l *ladder) places(number int) Places {
	at := l.at[number]
	if !at.out {
		return Places{1, l.reach[at.round]}
	}
	return Places{l.past[at.round] + 1, l.reach[at.round]}
}

// ladder looks at a stage with some of those who play it as members.
func (k *Knockout) ladder(stage Stage, of *losers) *ladder {
	l := &ladder{at: map[int]rung{}, tie: map[int]int{}}
	last := -1
	for _, tie := range k.Ties {
		if tie.Stage != stage {
			continue
		}
		if tie.Round > l.rounds {
			l.rounds = tie.Round
			l.reach, l.past = append(l.reach, make([]int, tie.Round+2-len(l.reach))...), append(l.past, make([]int, tie.Round+2-len(l.past))...)
		}
		last = tie.ID
		l.enter(k, tie)
		for _, s := range tie.Slots {
			if k.occupants(s, of)&member != 0 {
				l.reach[tie.Round]++
			}
		}
		if k.occupants(Slot{From: tie.ID + 1}, of) == member {
			l.past[tie.Round]++
		}
	}
	l.reach[l.rounds+1] = 1
	if winner, known := k.winner(last); known && winner != 0 {
		l.at[winner] = rung{l.rounds + 1, true}
	}
	return l
}

// enter notes how far those who have come to a tie are.
func (l *ladder) enter(k *Knockout, tie Tie) {
	winner, decided := k.winner(tie.ID)
	for _, s := range tie.Slots {
		if number, known := k.slot(s); known && number != 0 {
			l.at[number], l.tie[number] = rung{tie.Round, decided && number != winner}, tie.ID
		}
	}
}

// occupants are all who may come into a slot by some results of the open ties.
func (k *Knockout) occupants(s Slot, of *losers) occupant {
	if number, known := k.slot(s); known {
		switch {
		case number == 0:
			return nobody
		case of.include(number):
			return member
		}
		return other
	}
	tie := k.Ties[s.From-1]
	if !s.Loser {
		return through(k.occupants(tie.Slots[0], of), k.occupants(tie.Slots[1], of))
	}
	who := other
	if of == nil || tie.Round == of.round {
		who = member
	}
	if s.OnlyFirst && !k.bothFree(tie) {
		who |= nobody
	}
	return who
}

// through are all who may come through a tie between two slots.
func through(a, b occupant) occupant {
	if a&nobody != 0 && b&nobody != 0 {
		return a | b
	}
	return (a | b) &^ nobody
}
