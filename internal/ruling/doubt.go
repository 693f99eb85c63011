package ruling

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Doubts lists the facts the incident takes for granted and its kind of claim may
// depend on: what was assumed, and what would have happened without a record of
// it. Facts in Known are left out. Put the doubts into Unknown, and
// [NextQuestion] tells which of them is worth asking.
func (in Incident) Doubts() []Fact {
	if in.check() != nil {
		return nil
	}
	var out []Fact
	doubt := func(facts ...Fact) {
		for _, f := range facts {
			if !slices.Contains(in.Known, f) {
				out = append(out, f)
			}
		}
	}
	assumed := func(f Fact) {
		if slices.Contains(in.Assumed, f) {
			doubt(f)
		}
	}
	doubt(lackingFacts(evaluateOnce(&in, &reading{book: in.Book}).d.Lacks)...)
	if in.Claim == nil {
		return out
	}
	me, you := in.Claim.By, in.Claim.By.Opponent()
	switch in.Claim.Kind {
	case rulebook.ClaimIllegalMove:
		if last := in.lastMove(you); last >= 0 {
			if !in.pressedSince(you, last) {
				doubt(Fact{Kind: FactPressed, Seat: you})
			}
			if in.lastMove(me) < last {
				doubt(Fact{Kind: FactAnswered, Seat: me})
			}
		}
		in.doubtDrops(you, doubt)
		assumed(Fact{Kind: FactStopped})
		assumed(Fact{Kind: FactAloud})
	case rulebook.ClaimFlag, rulebook.ClaimBothFlags:
		for _, s := range []bughouse.Seat{you, me} {
			if !in.flagRecorded(s) {
				doubt(Fact{Kind: FactFlag, Seat: s})
			}
		}
		assumed(Fact{Kind: FactStopped})
	case rulebook.ClaimRepetition:
		if in.Boards[me.Board()].Repetition == nil {
			doubt(Fact{Kind: FactOccurrences, Board: me.Board()}, Fact{Kind: FactDropBetween, Board: me.Board()})
		}
		assumed(Fact{Kind: FactAloud})
	case rulebook.ClaimConduct:
		in.doubtPriors(doubt)
	}
	for i, a := range in.Timeline {
		held := a.Kind == ActMove && a.Held || a.Kind == ActTouch
		if in.Claim.Kind == rulebook.ClaimTouchMove && held && a.By == Seated(you) {
			doubt(Fact{Kind: FactDeliberate, Act: i})
		}
		if a.Kind == ActSpeak && a.By == ActorDirector {
			doubt(Fact{Kind: FactAgreedCalls})
		}
	}
	return out
}

// lastMove is the index of a player's last released move, -1 without one.
func (in *Incident) lastMove(s bughouse.Seat) int {
	for i := len(in.Timeline) - 1; i >= 0; i-- {
		if a := &in.Timeline[i]; a.Kind == ActMove && !a.Held && a.By == Seated(s) {
			return i
		}
	}
	return -1
}

func (in *Incident) pressedSince(s bughouse.Seat, act int) bool {
	return slices.ContainsFunc(in.Timeline[act:], func(a Act) bool { return a.Kind == ActPress && a.By == Seated(s) })
}

func (in *Incident) flagRecorded(s bughouse.Seat) bool {
	fell := func(a Act) bool { return a.Kind == ActFlag && a.By == Seated(s) }
	return in.Clocks[s] == 0 || slices.ContainsFunc(in.Timeline, fell)
}

// doubtPriors asks how often the person complained about has offended before, if
// nothing is on record.
func (in *Incident) doubtPriors(doubt func(...Fact)) {
	o := evaluate(in, &reading{book: in.Book})
	who, ok := in.Claim.against().Seat()
	for _, s := range o.j.rests {
		if !ok || !s.IsLadder() {
			continue
		}
		if _, recorded := in.Offences[who][s.PriorLadder()]; !recorded {
			doubt(Fact{Kind: FactPriors, Seat: who, Ladder: s})
		}
	}
}

// doubtDrops asks whether the pieces a player dropped had been handed over in
// time, where the record does not say so.
func (in *Incident) doubtDrops(s bughouse.Seat, doubt func(...Fact)) {
	f := newFold(in, &reading{book: in.Book})
	f.run()
	for i := range f.moves {
		m := &f.moves[i]
		if m.by == s && m.move.IsDrop() && f.handedUnsaid(m) {
			doubt(Fact{Kind: FactHanded, Act: m.act})
		}
	}
}

// press completes the seat's last move if that is not on record.
func (f Fact) press(in *Incident) {
	if last := in.lastMove(f.Seat); last >= 0 && !in.pressedSince(f.Seat, last) {
		in.Timeline = append(in.Timeline, Act{Kind: ActPress, By: Seated(f.Seat)})
	}
}

// unpress strikes the presses after the seat's last move.
func (f Fact) unpress(in *Incident) {
	for i := max(in.lastMove(f.Seat), 0); i < len(in.Timeline); i++ {
		if a := &in.Timeline[i]; a.Kind == ActPress && a.By == Seated(f.Seat) {
			*a = Act{By: a.By, T: a.T}
		}
	}
}

// reply adds some legal answer of the seat: which one does not matter to a claim
// about the move before.
func (f Fact) reply(in *Incident) {
	if in.check() != nil {
		return
	}
	fold := newFold(in, &reading{book: in.Book})
	fold.run()
	p := &fold.boards[f.Seat.Board()].pos
	var buf [256]bughouse.Move
	if moves := p.Moves(buf[:0]); p.Turn() == f.Seat.Color() && len(moves) > 0 {
		in.Timeline = append(in.Timeline, Act{Kind: ActMove, By: Seated(f.Seat), Move: moves[0]})
	}
}

// String writes the fact as one word for forms and records; ParseFact reads it.
func (f Fact) String() string {
	return strings.Join([]string{string(f.Kind), strconv.Itoa(f.Act), f.Seat.String(), f.Board.String(), f.Ladder.String()}, ".")
}

// ParseFact reads a fact as String writes it.
func ParseFact(text string) (Fact, error) {
	bad := fmt.Errorf("not a fact: %q", text)
	part := strings.Split(text, ".")
	if len(part) != 5 {
		return Fact{}, bad
	}
	f := Fact{Kind: FactKind(part[0])}
	if len(f.answers()) == 0 {
		return Fact{}, bad
	}
	var err error
	if f.Act, err = strconv.Atoi(part[1]); err != nil || f.Act < 0 {
		return Fact{}, bad
	}
	if f.Seat, err = bughouse.ParseSeat(part[2]); err != nil {
		return Fact{}, fmt.Errorf("%w: %w", bad, err)
	}
	if part[3] != bughouse.A.String() && part[3] != bughouse.B.String() {
		return Fact{}, bad
	}
	if part[3] == bughouse.B.String() {
		f.Board = bughouse.B
	}
	if f.Ladder, err = rulebook.ParseSetting(part[4]); err != nil {
		return Fact{}, fmt.Errorf("%w: %w", bad, err)
	}
	return f, nil
}
