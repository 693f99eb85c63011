package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// judgement is the answer to one claim before it takes effect.
type judgement struct {
	verdict   rulebook.Verdict
	remedies  []Remedy
	rests     []rulebook.Setting // what it rests on
	unruled   bool               // it rests on the rulebook's silence, not on a setting
	noAct     bool               // it is a complaint about conduct that names no act
	ending    *ending            // a game it ends
	agreed    bool               // both games end drawn by agreement
	kingTaker bughouse.Seat      // who took a king in vain, where kingBack
	kingBack  bool
	lossFor   bughouse.Side
	forfeiter rulebook.Setting
	why       phrase.Sentence // the ground, as the end of "… because"
	lacks     bool            // the ground is what nobody has said about two ends
}

// ending is a game a judgement ends.
type ending struct {
	board  bughouse.BoardID
	result Result
}

func deny(why phrase.Sentence, rests ...rulebook.Setting) judgement {
	return judgement{verdict: rulebook.Denied, rests: rests, why: why}
}

func uphold(why phrase.Sentence, rests ...rulebook.Setting) judgement {
	return judgement{verdict: rulebook.Upheld, rests: rests, why: why}
}

// leave leaves a matter without a rule to the director.
func (f *fold) leave(s rulebook.Setting) judgement {
	return judgement{
		verdict: rulebook.Discretion, rests: []rulebook.Setting{s},
		remedies: []Remedy{{Kind: rulebook.Refer, To: rulebook.Director}},
		why:      phrase.Of("the rulebook has no article on it"),
	}
}

// with adds remedies to a judgement.
func (j judgement) with(r ...Remedy) judgement {
	j.remedies = append(j.remedies, r...)
	return j
}

// ends lets the judgement end a game.
func (j judgement) ends(b bughouse.BoardID, w Winner, r rulebook.Reason) judgement {
	j.ending = &ending{b, Result{w, r}}
	return j
}

// takeEffect carries out a judgement: results, pieces, positions and clocks. What
// is the official's to decide has no effect yet.
func (f *fold) takeEffect(j judgement) {
	if j.verdict == rulebook.Discretion {
		return
	}
	f.reopen(j)
	if j.ending != nil {
		f.finish(j.ending.board, j.ending.result, -1)
	}
	if j.agreed {
		f.agree()
	}
	if j.lossFor != 0 && f.lossFor == 0 {
		f.lossFor, f.forfeiter = j.lossFor, j.forfeiter
	}
	for _, r := range j.remedies {
		if j.kingBack && r.Kind == rulebook.TakeBack && r.Seat == j.kingTaker {
			f.seats[r.Seat].tookKing = -1 // it never left the position
			continue
		}
		f.remedy(r)
	}
}

// remedy carries out one remedy as far as boards and clocks are concerned.
func (f *fold) remedy(r Remedy) {
	switch r.Kind {
	case rulebook.TakeBack:
		if m := f.lastBy(r.Seat); m != nil {
			f.undo(f.indexOf(m))
			m.ordered = true
		}
	case rulebook.GivePiece:
		f.givePiece(r.Seat, r.Piece)
	case rulebook.ReturnPiece:
		f.returnPiece(r.Seat, r.Piece)
	case rulebook.AddTime, rulebook.DeductTime:
		f.changeClock(r)
	}
}

// givePiece hands a captured piece to whom it is due, unless he has it already.
func (f *fold) givePiece(s bughouse.Seat, k bughouse.Kind) {
	if f.set.peek(rulebook.CapturesGoTo) == "opponent" {
		return // it went there with the capture
	}
	f.moved = true
	giver := &f.seats[s.Partner()]
	for i := range giver.hand {
		if !giver.hand[i].gone && giver.hand[i].kind == k {
			giver.hand[i].gone = true
			break
		}
	}
	giver.given = append(giver.given, k)
	f.addStock(s, k, 1)
}

// returnPiece puts a piece passed too early back into the capturer's hand.
func (f *fold) returnPiece(s bughouse.Seat, k bughouse.Kind) {
	for i := range f.moves {
		m := &f.moves[i]
		if m.by != s.Partner() || m.early != k || m.completed >= 0 || !f.addEarly(s, k, -1) {
			continue
		}
		m.early = bughouse.NoKind
		hand := f.seats[m.by].hand
		for h := range hand {
			if hand[h].move == i {
				hand[h].gone = false
			}
		}
		return
	}
}

// changeClock adds or deducts time. A flag that gets time is up again.
func (f *fold) changeClock(r Remedy) {
	if r.MS == NoClock {
		return
	}
	me := &f.seats[r.Seat]
	switch {
	case me.clock == NoClock:
	case r.Kind == rulebook.DeductTime:
		me.clock = max(0, me.clock-r.MS)
	default:
		me.clock += r.MS
	}
	if r.Kind == rulebook.AddTime {
		me.down = false
	}
}
