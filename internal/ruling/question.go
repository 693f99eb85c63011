package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// FactKind is a kind of fact that may be unknown.
type FactKind string

// The kinds. The first three and FactHanded concern one act of the timeline.
const (
	FactHappened    FactKind = "happened"     // did the act happen at all?
	FactReleased    FactKind = "released"     // was the man let go?
	FactDeliberate  FactKind = "deliberate"   // was the contact on purpose?
	FactAloud       FactKind = "aloud"        // was the claim made aloud?
	FactStopped     FactKind = "stopped"      // did the claimant stop the clock?
	FactFlag        FactKind = "flag"         // is the seat's flag down?
	FactPressed     FactKind = "pressed"      // had the seat pressed after its last move?
	FactAnswered    FactKind = "answered"     // had the seat answered the last move on its board?
	FactAgreedCalls FactKind = "calls-agreed" // may officials call flags?
	FactHanded      FactKind = "handed-over"  // had the piece of a drop been handed over in time?
	FactPriors      FactKind = "priors"       // how often did the seat offend before?
	FactOccurrences FactKind = "occurrences"  // how often did the position occur?
	FactDropBetween FactKind = "drop-between" // was a piece dropped in between?
	FactEndedFirst  FactKind = "ended-first"  // which of two ended boards ended first?
	FactNeutralised FactKind = "neutralised"  // was the other board stopped before it ended too?
)

// Fact is something nobody knows yet. Rule takes an unknown fact as the incident
// has it; [NextQuestion] tells whether asking could change the ruling.
type Fact struct {
	Kind   FactKind
	Act    int              // index in the timeline
	Seat   bughouse.Seat    // flag, pressed, answered, priors
	Ladder rulebook.Setting // priors
	Board  bughouse.BoardID // occurrences, drop-between
}

// answer is one answer to a fact and what it makes of an incident.
type answer struct {
	label phrase.Sentence
	apply func(*Incident)
}

func yesOrNo(yes, no func(*Incident)) []answer {
	return []answer{{phrase.Of("yes"), yes}, {phrase.Of("no"), no}}
}

// answers lists what a fact may turn out to be.
func (f Fact) answers() []answer {
	act := func(change func(*Act)) func(*Incident) {
		return func(in *Incident) {
			if f.Act >= 0 && f.Act < len(in.Timeline) {
				change(&in.Timeline[f.Act])
			}
		}
	}
	claim := func(change func(*Claim)) func(*Incident) {
		return func(in *Incident) {
			if in.Claim != nil {
				c := *in.Claim
				change(&c)
				in.Claim = &c
			}
		}
	}
	keep := func(*Incident) {}
	switch f.Kind {
	case FactHappened:
		return yesOrNo(keep, act(func(a *Act) { *a = Act{By: a.By, T: a.T} }))
	case FactReleased:
		return yesOrNo(act(func(a *Act) { a.Held = false }), act(func(a *Act) { a.Held = true }))
	case FactDeliberate:
		return yesOrNo(act(func(a *Act) { a.Accidental = false }), act(func(a *Act) { a.Accidental = true }))
	case FactHanded:
		return yesOrNo(act(func(a *Act) { a.Handed = InTime }), act(func(a *Act) { a.Handed = NotInTime }))
	case FactAloud:
		return yesOrNo(claim(func(c *Claim) { c.Silent = false }), claim(func(c *Claim) { c.Silent = true }))
	case FactStopped:
		return yesOrNo(claim(func(c *Claim) { c.Running = false }), claim(func(c *Claim) { c.Running = true }))
	case FactFlag:
		return yesOrNo(func(in *Incident) {
			in.Timeline = append(in.Timeline, Act{Kind: ActFlag, By: Seated(f.Seat)})
		}, keep)
	case FactPressed:
		return yesOrNo(f.press, f.unpress)
	case FactAnswered:
		return []answer{
			{phrase.Of("no"), keep},
			{phrase.Of("yes, but the clock was not pressed"), f.reply},
			{phrase.Of("yes, and the clock was pressed"), func(in *Incident) { f.reply(in); f.press(in) }},
		}
	case FactAgreedCalls:
		return yesOrNo(func(in *Incident) { in.CallsAgreed = true }, func(in *Incident) { in.CallsAgreed = false })
	case FactEndedFirst:
		return endedFirst()
	case FactNeutralised:
		return neutralised()
	case FactDropBetween:
		return yesOrNo(f.repetition(func(r *Repetition) { r.DropBetween = true }), f.repetition(func(r *Repetition) { r.DropBetween = false }))
	case FactOccurrences:
		return counts(2, 5, times, func(n int) func(*Incident) { return f.repetition(func(r *Repetition) { r.Occurrences = n }) })
	case FactPriors:
		return counts(0, 3, timesBefore, func(n int) func(*Incident) {
			return func(in *Incident) {
				next := make(Offences)
				for k, v := range in.Offences[f.Seat] {
					next[k] = v
				}
				next[f.Ladder.PriorLadder()] = n
				in.Offences[f.Seat] = next
			}
		})
	}
	return nil
}

func timesBefore(n int) phrase.Sentence { return phrase.Of("%s before", times(n)) }

func counts(from, to int, label func(int) phrase.Sentence, apply func(int) func(*Incident)) []answer {
	var out []answer
	for n := from; n <= to; n++ {
		out = append(out, answer{label(n), apply(n)})
	}
	return out
}

func (f Fact) repetition(change func(*Repetition)) func(*Incident) {
	return func(in *Incident) {
		r := Repetition{Occurrences: 1}
		if have := in.Boards[f.Board].Repetition; have != nil {
			r = *have
		}
		change(&r)
		in.Boards[f.Board].Repetition = &r
	}
}

// Answers lists the labels of the answers a fact may have, in order.
func (f Fact) Answers() []phrase.Sentence {
	var out []phrase.Sentence
	for _, a := range f.answers() {
		out = append(out, a.label)
	}
	return out
}

// With returns the incident with a fact answered and no longer unknown. An answer
// that does not exist, or a fact the incident cannot have, changes nothing but that.
func (in Incident) With(f Fact, number int) Incident {
	in.Timeline = slices.Clone(in.Timeline)
	in.Unknown = slices.DeleteFunc(slices.Clone(in.Unknown), func(u Fact) bool { return u == f })
	in.Known = append(slices.Clone(in.Known), f)
	if answers := f.answers(); number >= 0 && number < len(answers) && in.canHave(f) {
		answers[number].apply(&in)
	}
	return in
}

// Question puts the fact as one plain question.
func (f Fact) Question(in *Incident) phrase.Sentence {
	boards := 2
	if in.Book != nil {
		boards = in.Book.Boards()
	}
	who, what := phrase.Word(""), phrase.Sentence{}
	if f.Act >= 0 && f.Act < len(in.Timeline) {
		a := &in.Timeline[f.Act]
		who, what = actorName(a.By, boards), actPhrase(a)
	}
	claimant := phrase.Word("the claimant")
	if in.Claim != nil {
		claimant = seatName(in.Claim.By, boards)
	}
	switch f.Kind {
	case FactHappened:
		if in.Claim != nil {
			return phrase.Of("Had %s %s before the claim?", who, what)
		}
		return phrase.Of("Had %s %s?", who, what)
	case FactReleased:
		return phrase.Of("Had %s let the man go?", who)
	case FactDeliberate:
		return phrase.Of("Did %s touch the man on purpose?", who)
	case FactHanded:
		return phrase.Of("Had %s pressed the clock and handed the piece over before %s dropped it?", partnerName(in, f.Act, boards), who)
	case FactAloud:
		return phrase.Of("Did %s say it aloud?", claimant)
	case FactStopped:
		return phrase.Of("Did %s stop the clock?", claimant)
	case FactFlag:
		return phrase.Of("Was the flag of %s down?", seatName(f.Seat, boards))
	case FactPressed:
		return phrase.Of("Had %s pressed the clock after the move?", seatName(f.Seat, boards))
	case FactAnswered:
		return phrase.Of("Had %s already answered the move?", seatName(f.Seat, boards))
	case FactAgreedCalls:
		return phrase.Of("Had the players agreed that officials call flags and illegal moves?")
	case FactPriors:
		return phrase.Of("How often has %s done this before (%s)?", seatName(f.Seat, boards), f.Ladder.Name())
	case FactOccurrences:
		return phrase.Of("How often has the position occurred?")
	case FactDropBetween:
		return phrase.Of("Was a piece dropped in between?")
	case FactEndedFirst:
		return phrase.Of("Which came first: the end of board A or that of board B?")
	case FactNeutralised:
		return phrase.Of("When one board had ended, were the clocks of the other stopped before it ended too?")
	}
	return phrase.Sentence{}
}

// partnerName is the partner of whoever acted, as officials say it.
func partnerName(in *Incident, act, boards int) phrase.Word {
	if act >= 0 && act < len(in.Timeline) {
		if s, ok := in.Timeline[act].By.Seat(); ok {
			return seatName(s.Partner(), boards)
		}
	}
	return phrase.Word("the partner")
}

// actPhrases complete "Had White on board A …".
var actPhrases = map[ActKind]phrase.Sentence{
	ActTakeBack: phrase.Of("taken the move back"), ActPress: phrase.Of("pressed the clock"), ActTouch: phrase.Of("touched a man"), ActAnnounceMate: phrase.Of("announced mate"),
	ActTakeKing: phrase.Of("taken the king"), ActFlag: phrase.Of("let the flag fall"), ActOfferDraw: phrase.Of("offered a draw"), ActAcceptDraw: phrase.Of("accepted the draw"),
	ActRefuseDraw: phrase.Of("refused the draw"), ActResign: phrase.Of("resigned"), ActHideStock: phrase.Of("hidden the stock"), ActShowStock: phrase.Of("shown the stock"),
	ActTwoHands: phrase.Of("used two hands"), ActOtherHand: phrase.Of("pressed with the other hand"), ActDisplace: phrase.Of("knocked men over"),
	ActRestore: phrase.Of("put the men back"), ActKnockClock: phrase.Of("knocked the clock over"), ActSwapClock: phrase.Of("changed the clock"),
	ActOffBoard: phrase.Of("knocked a man off the board"), ActAbuse: phrase.Of("insulted or threatened somebody"), ActTelephone: phrase.Of("let a telephone ring or used it"),
	ActLate: phrase.Of("arrived late"), ActBang: phrase.Of("banged men or clock"), ActAnnoy: phrase.Of("annoyed the opponent on purpose"), ActTouchClock: phrase.Of("touched the clock"),
	ActLiftClock: phrase.Of("picked up the clock"), ActSpeak: phrase.Of("spoken of it"), ActStopClocks: phrase.Of("stopped the clocks"),
	ActPartnerBoard: phrase.Of("acted on the partner's board"), ActHover: phrase.Of("held a hand there"), ActClaim: phrase.Of("claimed"),
	ActEnd: phrase.Of("seen the game end"), ActNoClock: phrase.Of("been without a clock"), ActOrderUnknown: phrase.Of("lost track of which board ended first"),
}

func actPhrase(a *Act) phrase.Sentence {
	switch a.Kind {
	case ActMove:
		return phrase.Of("played %s", a.Move.UCI())
	case ActDeclare:
		return phrase.Of("named the %s", phrase.Word(a.Piece.String()))
	case ActPass:
		return phrase.Of("passed the %s", phrase.Word(a.Piece.String()))
	case ActWithhold:
		return phrase.Of("kept the %s", phrase.Word(a.Piece.String()))
	}
	return actPhrases[a.Kind]
}

// Question is the next thing worth asking.
type Question struct {
	Fact    Fact
	Text    phrase.Sentence
	Answers []AnswerEffect
}

// AnswerEffect is what the ruling would be after an answer, as far as it is
// known: other unknown facts are taken as they stand.
type AnswerEffect struct {
	Label    phrase.Sentence
	Verdict  rulebook.Verdict
	Match    string
	Remedies []Remedy
	Final    bool // no further answer can change it
}

// maxTrials bounds the combinations of answers tried for one question.
const maxTrials = 2048

// NextQuestion returns the unknown fact whose answer changes the ruling most
// often, found by trying the answers to all of them. ok is false when nothing
// that is unknown can change it, so that the ruling may be signed.
func NextQuestion(in Incident) (q Question, ok bool, err error) {
	if err := in.check(); err != nil {
		return Question{}, false, err
	}
	best, most := -1, 0
	for i := range in.Unknown {
		if n := influence(in, i); n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return Question{}, false, nil
	}
	fact := in.Unknown[best]
	q = Question{Fact: fact, Text: fact.Question(&in)}
	for number, a := range fact.answers() {
		next := in.With(fact, number)
		o := evaluate(&next, &reading{book: in.Book})
		final := !slices.ContainsFunc(indices(next.Unknown), func(i int) bool { return influence(next, i) > 0 })
		q.Answers = append(q.Answers, AnswerEffect{a.label, o.j.verdict, o.match(), o.j.remedies, final})
	}
	return q, true, nil
}

func indices(facts []Fact) []int {
	out := make([]int, len(facts))
	for i := range out {
		out[i] = i
	}
	return out
}

// influence counts the combinations of answers to the other unknown facts in
// which the answer to this one changes the ruling.
func influence(in Incident, index int) int {
	fact := in.Unknown[index]
	changes := 0
	for _, world := range worlds(in, fact) {
		var first *outcome
		for number := range fact.answers() {
			next := world.With(fact, number)
			o := evaluate(&next, &reading{book: in.Book})
			if first == nil {
				first = o
			} else if !o.same(first) {
				changes++
				break
			}
		}
	}
	return changes
}

// worlds are the incidents in which every unknown fact but one has an answer, at
// most maxTrials of them.
func worlds(in Incident, except Fact) []Incident {
	out := []Incident{in}
	for _, u := range in.Unknown {
		if u == except {
			continue
		}
		answers := len(u.answers())
		if answers == 0 || len(out)*answers > maxTrials {
			continue
		}
		var next []Incident
		for _, w := range out {
			for number := range answers {
				next = append(next, w.With(u, number))
			}
		}
		out = next
	}
	return out
}
