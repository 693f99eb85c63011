package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Stopped tells whether clocks were stopped between the ends of the two boards.
type Stopped uint8

// What was learned about it by asking.
const (
	StopsOnRecord Stopped = iota // nobody was asked: the acts say it, where they have an order
	WereStopped
	NotStopped
)

// isLoose reports that the order of the acts says nothing about the two ends.
func (in *Incident) isLoose() bool {
	for i := range in.Timeline {
		if in.Timeline[i].Kind == ActOrderUnknown {
			return true
		}
	}
	return in.Unordered
}

// sequence says what is known about the order of two ends and about what
// happened between them: what was learned by asking first, then their times, then
// the order of the acts, where that says anything. Two ends from before the acts
// have no order.
func (f *fold) sequence(e *rulebook.Ends, a, b *end) {
	listed := rulebook.OrderUnknown
	switch {
	case a.after, !b.after && !f.loose && b.order < a.order:
		listed = rulebook.BFirst
	case b.after, !f.loose && a.order < b.order:
		listed = rulebook.AFirst
	}
	switch {
	case a.after || b.after:
		e.Order = listed
	case f.in.EndedFirst != rulebook.OrderUnknown:
		e.Order = f.in.EndedFirst
	case a.time.same(b.time):
		e.Order, e.Recorded = rulebook.AtOnce, listed
	case a.time.Known && b.time.Known:
		e.Order = rulebook.EndedFirst(bughouse.A)
		if b.time.MS < a.time.MS {
			e.Order = rulebook.EndedFirst(bughouse.B)
		}
	default:
		e.Order = listed
	}
	switch f.in.Neutralised {
	case WereStopped:
		e.Stopped = rulebook.StoppedAll
		return
	case NotStopped:
		return
	}
	var placed bool
	e.Stopped, placed = f.stopsBetween(a, b)
	e.StopsUnknown = e.Stopped == 0 && (f.in.Unordered || e.Order == rulebook.OrderUnknown || !placed)
}

// stopsBetween tells who stopped clocks after one end and before the other: by
// the order of the acts, or by their times where the list has no order. placed is
// false where a stop without a time may have been one of them.
func (f *fold) stopsBetween(a, b *end) (s rulebook.Stops, placed bool) {
	first, last, running := a, b, bughouse.B
	if b.order < a.order {
		first, last, running = b, a, bughouse.A
	}
	placed = true
	for i := range f.stops {
		st := &f.stops[i]
		between := first.order < st.act && st.act < last.order
		if f.loose {
			placed = placed && st.time.Known
			between = first.time.before(st.time) && st.time.before(last.time)
		}
		if between {
			s |= st.kinds(running)
		}
	}
	return s, placed
}

// kinds tells who a stop was made by, as far as the board still running is concerned.
func (s *stop) kinds(running bughouse.BoardID) rulebook.Stops {
	var kinds rulebook.Stops
	if s.boards[running] {
		kinds |= rulebook.StoppedByAnyone
		if s.by == ActorDirector {
			kinds |= rulebook.StoppedByDirector
		}
	}
	for _, actor := range s.actors() {
		switch {
		case actor.Board() != running:
			kinds |= rulebook.StoppedByEnded
		case s.boards[running]:
			kinds |= rulebook.StoppedByRunning
		}
	}
	return kinds
}

// actors are the players who stopped the clocks.
func (s *stop) actors() []bughouse.Seat {
	if by, ok := s.by.Seat(); ok {
		return append([]bughouse.Seat{by}, s.with...)
	}
	return s.with
}

// settleSequence leaves a ruling to the official where the match depends on facts
// about the two ends that nobody has said, unless every answer gives the same
// ruling on the claim. The games stay as each board has ended.
func (o *outcome) settleSequence(in *Incident, set *reading) {
	if o.d.Lacks == 0 {
		return
	}
	differs := in.Claim == nil
	for _, world := range in.sequences(o.d.Lacks) {
		p := evaluateOnce(&world, set)
		differs = differs || p.j.verdict != o.j.verdict || !sameRemedies(p.j.remedies, o.j.remedies)
	}
	if !differs {
		return
	}
	o.j = judgement{
		verdict: rulebook.Discretion, rests: o.d.Rests,
		remedies: []Remedy{{Kind: rulebook.Refer, To: rulebook.Director}},
		why:      lackWords(o.d.Lacks), lacks: true,
	}
}

// sequences are the incident with every answer to the facts that are lacking.
func (in *Incident) sequences(lacks rulebook.Lack) []Incident {
	out := []Incident{*in}
	for _, fact := range lackingFacts(lacks) {
		var next []Incident
		for _, world := range out {
			for number := range fact.answers()[:2] {
				next = append(next, world.With(fact, number))
			}
		}
		out = next
	}
	return out
}

// told is an incident in which what was lacking has been said.
type told struct {
	Incident
	facts []phrase.Word // as "if …" goes on: "board A ended first"
}

// told lists what may turn out about the two ends, for an official who decides
// without knowing.
func (in *Incident) told(lacks rulebook.Lack) []told {
	if lacks == 0 {
		return nil
	}
	worlds := []told{{Incident: *in}}
	for _, fact := range lackingFacts(lacks) {
		var next []told
		for _, w := range worlds {
			for number, words := range toldWords[fact.Kind] {
				next = append(next, told{w.With(fact, number), append(slices.Clone(w.facts), words)})
			}
		}
		worlds = next
	}
	return worlds
}

// if says what was supposed before what it comes to.
func (t told) suppose(effects phrase.Sentence) phrase.Sentence {
	if len(t.facts) > 1 {
		return phrase.Of("if %s and %s: %s", t.facts[0], t.facts[1], effects)
	}
	return phrase.Of("if %s: %s", t.facts[0], effects)
}

// toldWords complete "if …", in the order of the fact's answers.
var toldWords = map[FactKind][]phrase.Word{
	FactEndedFirst:  {phrase.Word("board A ended first"), phrase.Word("board B ended first"), phrase.Word("both ended at the same moment")},
	FactNeutralised: {phrase.Word("the other was stopped"), phrase.Word("the other was not stopped")},
}

// lackingFacts are the facts to ask for.
func lackingFacts(lacks rulebook.Lack) []Fact {
	var facts []Fact
	if lacks&rulebook.LacksOrder != 0 {
		facts = append(facts, Fact{Kind: FactEndedFirst})
	}
	if lacks&rulebook.LacksStops != 0 {
		facts = append(facts, Fact{Kind: FactNeutralised})
	}
	return facts
}

// lackWords say what nobody has said, and ask for it.
func lackWords(lacks rulebook.Lack) phrase.Sentence {
	switch lacks {
	case rulebook.LacksOrder:
		return phrase.Of("nobody has said which board ended first (which came first, board A or board B?)")
	case rulebook.LacksStops:
		return phrase.Of("nobody has said whether the other board was stopped before it ended too (had its clocks been stopped?)")
	}
	return phrase.Of("nobody has said which board ended first (which came first, board A or board B?), nor whether the other was stopped before it ended too")
}

// SayLacks says what keeps a match open, as a sentence of its own.
func SayLacks(lacks rulebook.Lack) phrase.Sentence {
	switch lacks {
	case rulebook.LacksOrder:
		return phrase.Of("The match is open: nobody has said which board ended first.")
	case rulebook.LacksStops:
		return phrase.Of("The match is open: nobody has said whether the other board was stopped before it ended too.")
	}
	return phrase.Of("The match is open: nobody has said which board ended first, nor whether the other was stopped before it ended too.")
}

// endedFirst are the answers to which board ended first.
func endedFirst() []answer {
	say := func(o rulebook.Order) func(*Incident) { return func(in *Incident) { in.EndedFirst = o } }
	return []answer{
		{phrase.Of("board A"), say(rulebook.AFirst)},
		{phrase.Of("board B"), say(rulebook.BFirst)},
		{phrase.Of("both at the same moment"), say(rulebook.AtOnce)},
		{phrase.Of("nobody knows"), func(*Incident) {}},
	}
}

// neutralised are the answers to whether the board still running was stopped.
func neutralised() []answer {
	say := func(s Stopped) func(*Incident) { return func(in *Incident) { in.Neutralised = s } }
	return []answer{{phrase.Of("yes"), say(WereStopped)}, {phrase.Of("no"), say(NotStopped)}, {phrase.Of("nobody knows"), func(*Incident) {}}}
}
