package ruling_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/ruling"
)

// houseRules lets an incident be judged by another answer that its text allows.
func (s *source) houseRules(in *ruling.Incident) {
	for _, c := range in.Book.Cells() {
		if len(c.Alternatives) > 0 && s.IntN(6) == 0 {
			in.Book = in.Book.With(c.Setting, pick(s, c.Alternatives).Value)
		}
	}
}

// made lists the moves a player let go of, with what the rules say to each.
func made(in ruling.Incident, r ruling.Ruling, by bughouse.Seat, held bool) []ruling.Legality {
	var out []ruling.Legality
	for _, l := range r.Legality {
		if l.Act == 0 {
			continue
		}
		if a := &in.Timeline[l.Act-1]; a.By == ruling.Seated(by) && (held || !a.Held) {
			out = append(out, l)
		}
	}
	return out
}

func illegal(l ruling.Legality) bool { return l.Reason != bughouse.Legal }

// What the rules say to a move and what the ruling says about it never contradict
// each other, whatever was done, claimed and decided by the house.
func TestLegalityAndExplanationAgree(t *testing.T) {
	each(t, 12000, func(t *testing.T, s *source, in ruling.Incident) {
		s.houseRules(&in)
		r := rule(t, in)
		wrong := func(format string, args ...any) {
			t.Helper()
			t.Errorf("%s\n%s\n%v\n%s", fmt.Sprintf(format, args...), r.Explain, r.Legality, describe(in))
		}
		for _, l := range r.Legality {
			if l.Act == 0 || in.Timeline[l.Act-1].Held {
				continue
			}
			sentence := "played " + in.Timeline[l.Act-1].Move.UCI() + ";"
			if illegal(l) {
				sentence = "played " + in.Timeline[l.Act-1].Move.UCI() + ", which was illegal: " + ruling.SayIllegal(l.Reason).String() + ";"
			}
			told := slices.ContainsFunc(r.Reasons, func(step ruling.Step) bool { return strings.Contains(step.Sentence.String(), sentence) })
			seat, _ := in.Timeline[l.Act-1].By.Seat()
			if (illegal(l) || in.Claim == nil || seat.Board() == in.Claim.By.Board()) && !told {
				wrong("no reason says %q", sentence)
			}
		}
		c := in.Claim
		if c == nil || c.Kind != rulebook.ClaimIllegalMove || c.Named {
			return
		}
		you := c.By.Opponent()
		let, all := made(in, r, you, false), made(in, r, you, true)
		says := func(part string) bool { return strings.Contains(r.Explain.String(), part) }
		broke := slices.ContainsFunc(let, illegal)
		switch {
		case says("every move of the opponent was legal") && slices.ContainsFunc(all, illegal):
			wrong("not every move was legal")
		case r.Verdict == rulebook.Upheld && !broke:
			wrong("upheld without an illegal move")
		case (says("was taken back before it was complete") || says("so the move stands") || says("only taken back")) && !broke:
			wrong("there was no illegal move")
		}
		for reason := range reasons(let) {
			if says("the move was illegal: "+ruling.SayIllegal(reason).String()+";") || r.Verdict != rulebook.Upheld {
				return
			}
		}
		if r.Verdict == rulebook.Upheld {
			wrong("upheld for a reason that no move has")
		}
	})
}

func reasons(list []ruling.Legality) map[bughouse.Reason]bool {
	out := make(map[bughouse.Reason]bool)
	for _, l := range list {
		out[l.Reason] = true
	}
	return out
}

// missing tells by colour and kind how many men of two full sets are nowhere.
func missing(inv bughouse.Inventory) map[string]int {
	out := make(map[string]int)
	for _, d := range inv.Discrepancies(bughouse.TwoSets) {
		out[fmt.Sprint(d.Color, d.Kind)] = d.Missing
	}
	return out
}

// A match of 64 men keeps them: what is captured, handed over, dropped, given by a
// ruling and taken back neither makes nor loses one unless the ruling says that
// the record cannot be right.
func TestTheCountOfMenAndTheVerdictAgree(t *testing.T) {
	each(t, 6000, func(t *testing.T, s *source, in ruling.Incident) {
		if in.Book.Boards() == 1 {
			return
		}
		s.houseRules(&in)
		s.exchange(&in)
		r := rule(t, in)
		found, now := ruling.Men(in)
		before, after := missing(found), missing(now)
		outOfNothing := slices.ContainsFunc(r.Legality, func(l ruling.Legality) bool { return l.Reason == bughouse.NotInStock })
		undone := slices.ContainsFunc(in.Timeline, func(a ruling.Act) bool { return a.Kind == ruling.ActTakeBack }) ||
			slices.ContainsFunc(r.Remedies, func(x ruling.Remedy) bool { return x.Kind == rulebook.TakeBack })
		broken := slices.ContainsFunc(r.Legality, illegal) // a man may be put on one's own and gone
		for what := range union(before, after) {
			if after[what] < min(0, before[what]) && !outOfNothing && !(undone && strings.Contains(r.Explain.String(), "more than two sets have")) {
				t.Errorf("%s: %d missing became %d\n%s\n%s", what, before[what], after[what], r.Explain, describe(in))
			}
			if after[what] > before[what] && !broken {
				t.Errorf("%s: %d missing became %d\n%s\n%s", what, before[what], after[what], r.Explain, describe(in))
			}
		}
	})
}

func union(a, b map[string]int) map[string]bool {
	out := make(map[string]bool)
	for k := range a {
		out[k] = true
	}
	for k := range b {
		out[k] = true
	}
	return out
}

// exchange replaces the boards and acts of an incident by a match from its start
// in which much is captured, handed over rightly and wrongly, and dropped.
func (s *source) exchange(in *ruling.Incident) {
	in.Timeline = nil
	m := bughouse.NewMatch(bughouse.Rules{})
	for b := range in.Boards {
		in.Boards[b] = ruling.Board{Setup: m.Board(bughouse.BoardID(b)).Setup()}
	}
	add := func(a ruling.Act) { in.Timeline = append(in.Timeline, a) }
	for range 4 + s.IntN(60) {
		seat := s.seat(2)
		if m.Board(seat.Board()).Turn() != seat.Color() {
			seat = seat.Opponent()
		}
		by := ruling.Seated(seat)
		switch s.IntN(12) {
		case 0:
			add(ruling.Act{Kind: ruling.ActPass, By: by, Piece: s.kind()})
		case 1:
			add(ruling.Act{Kind: ruling.ActTakeBack, By: by})
			if m.TakeBack(seat) != nil {
				in.Timeline = in.Timeline[:len(in.Timeline)-1]
			}
		case 2:
			add(ruling.Act{Kind: ruling.ActMove, By: by, Move: s.move(m.Board(seat.Board())), Handed: ruling.Handed(s.IntN(3)), Held: true})
		default:
			s.turn(&m, seat, add)
		}
	}
}

// turn adds a move of a seat, mostly a capture or a drop where there is one, the
// press and often the act that hands the captured man over.
func (s *source) turn(m *bughouse.Match, seat bughouse.Seat, add func(ruling.Act)) {
	p, by := m.Board(seat.Board()), ruling.Seated(seat)
	var buf [256]bughouse.Move
	moves := p.Moves(buf[:0])
	if len(moves) == 0 {
		return
	}
	takes := slices.DeleteFunc(slices.Clone(moves), func(mv bughouse.Move) bool { return !mv.IsDrop() && p.At(mv.To()) == bughouse.NoPiece })
	if len(takes) > 0 && s.IntN(4) > 0 {
		moves = takes
	}
	move := pick(s, moves)
	if s.IntN(20) == 0 {
		move = s.move(p)
	}
	held := m.InHand(seat)
	m.PlayAsMade(seat, move)
	add(ruling.Act{Kind: ruling.ActMove, By: by, Move: move})
	if s.IntN(8) == 0 {
		return
	}
	m.Press(seat)
	add(ruling.Act{Kind: ruling.ActPress, By: by})
	for k, n := range m.InHand(seat) {
		if n > held[k] && s.IntN(2) == 0 {
			add(ruling.Act{Kind: ruling.ActPass, By: by, Piece: bughouse.Kind(k)})
		}
	}
	m.PassAll(seat)
}
