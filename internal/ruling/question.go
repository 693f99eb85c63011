package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
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
	label string
	apply func(*Incident)
}

func yesOrNo(yes, no func(*Incident)) []answer { return []answer{{"yes", yes}, {"no", no}} }

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
			{"no", keep},
			{"yes, but the clock was not pressed", f.reply},
			{"yes, and the clock was pressed", func(in *Incident) { f.reply(in); f.press(in) }},
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
		return counts(2, 5, "", func(n int) func(*Incident) { return f.repetition(func(r *Repetition) { r.Occurrences = n }) })
	case FactPriors:
		return counts(0, 3, " before", func(n int) func(*Incident) {
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

func counts(from, to int, unit string, apply func(int) func(*Incident)) []answer {
	var out []answer
	for n := from; n <= to; n++ {
		out = append(out, answer{times(n) + unit, apply(n)})
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
func (f Fact) Answers() []string {
	var out []string
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
func (f Fact) Question(in *Incident) string {
	boards := 2
	if in.Book != nil {
		boards = in.Book.Boards()
	}
	who, what := "", ""
	if f.Act >= 0 && f.Act < len(in.Timeline) {
		a := &in.Timeline[f.Act]
		who, what = actorName(a.By, boards), actPhrase(a)
	}
	claimant := "the claimant"
	if in.Claim != nil {
		claimant = seatName(in.Claim.By, boards)
	}
	switch f.Kind {
	case FactHappened:
		if in.Claim != nil {
			return "Had " + who + " " + what + " before the claim?"
		}
		return "Had " + who + " " + what + "?"
	case FactReleased:
		return "Had " + who + " let the man go?"
	case FactDeliberate:
		return "Did " + who + " touch the man on purpose?"
	case FactHanded:
		return "Had " + partnerName(in, f.Act, boards) + " pressed the clock and handed the piece over before " + who + " dropped it?"
	case FactAloud:
		return "Did " + claimant + " say it aloud?"
	case FactStopped:
		return "Did " + claimant + " stop the clock?"
	case FactFlag:
		return "Was the flag of " + seatName(f.Seat, boards) + " down?"
	case FactPressed:
		return "Had " + seatName(f.Seat, boards) + " pressed the clock after the move?"
	case FactAnswered:
		return "Had " + seatName(f.Seat, boards) + " already answered the move?"
	case FactAgreedCalls:
		return "Had the players agreed that officials call flags and illegal moves?"
	case FactPriors:
		return "How often has " + seatName(f.Seat, boards) + " done this before (" + offenceName(f.Ladder) + ")?"
	case FactOccurrences:
		return "How often has the position occurred?"
	case FactDropBetween:
		return "Was a piece dropped in between?"
	case FactEndedFirst:
		return "Which came first: the end of board A or that of board B?"
	case FactNeutralised:
		return "When one board had ended, were the clocks of the other stopped before it ended too?"
	}
	return ""
}

// partnerName is the partner of whoever acted, as officials say it.
func partnerName(in *Incident, act, boards int) string {
	if act >= 0 && act < len(in.Timeline) {
		if s, ok := in.Timeline[act].By.Seat(); ok {
			return seatName(s.Partner(), boards)
		}
	}
	return "the partner"
}

// actPhrases complete "Had White on board A …".
var actPhrases = map[ActKind]string{
	ActTakeBack: "taken the move back", ActPress: "pressed the clock", ActTouch: "touched a man", ActAnnounceMate: "announced mate",
	ActTakeKing: "taken the king", ActFlag: "let the flag fall", ActOfferDraw: "offered a draw", ActAcceptDraw: "accepted the draw",
	ActRefuseDraw: "refused the draw", ActResign: "resigned", ActHideStock: "hidden the stock", ActShowStock: "shown the stock",
	ActTwoHands: "used two hands", ActOtherHand: "pressed with the other hand", ActDisplace: "knocked men over",
	ActRestore: "put the men back", ActKnockClock: "knocked the clock over", ActSwapClock: "changed the clock",
	ActOffBoard: "knocked a man off the board", ActAbuse: "insulted or threatened somebody", ActTelephone: "let a telephone ring or used it",
	ActLate: "arrived late", ActBang: "banged men or clock", ActAnnoy: "annoyed the opponent on purpose", ActTouchClock: "touched the clock",
	ActLiftClock: "picked up the clock", ActSpeak: "spoken of it", ActStopClocks: "stopped the clocks",
	ActPartnerBoard: "acted on the partner's board", ActHover: "held a hand there", ActClaim: "claimed",
	ActEnd: "seen the game end", ActNoClock: "been without a clock", ActOrderUnknown: "lost track of which board ended first",
}

func actPhrase(a *Act) string {
	switch a.Kind {
	case ActMove:
		return "played " + a.Move.UCI()
	case ActDeclare:
		return "named the " + a.Piece.String()
	case ActPass:
		return "passed the " + a.Piece.String()
	case ActWithhold:
		return "kept the " + a.Piece.String()
	}
	return actPhrases[a.Kind]
}

// Question is the next thing worth asking.
type Question struct {
	Fact    Fact
	Text    string
	Answers []AnswerEffect
}

// AnswerEffect is what the ruling would be after an answer, as far as it is
// known: other unknown facts are taken as they stand.
type AnswerEffect struct {
	Label    string
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
