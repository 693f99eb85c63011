package ruling

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// judge answers a claim as the match stands, without letting the answer take effect.
func (f *fold) judge(c *Claim) judgement {
	if info, ok := c.Kind.Info(); ok && info.OnBoard && c.elsewhere() {
		return deny(phrase.Of("only a player of that board can claim this, though a partner may say so"), info.Settings[0])
	}
	switch c.Kind {
	case rulebook.ClaimIllegalMove:
		return f.unlessPrompted(c, f.judgeIllegalMove(c))
	case rulebook.ClaimFlag:
		return f.unlessPrompted(c, f.judgeFlag(c))
	case rulebook.ClaimBothFlags:
		return f.unlessPrompted(c, f.judgeBothFlags(c))
	case rulebook.ClaimCheckmate:
		return f.judgeCheckmate(c)
	case rulebook.ClaimStalemate:
		return f.judgeStalemate(c)
	case rulebook.ClaimTouchMove:
		return f.judgeTouchMove(c)
	case rulebook.ClaimDrawAgreement:
		return f.judgeAgreement()
	case rulebook.ClaimRepetition:
		return f.judgeRepetition(c)
	case rulebook.ClaimInsufficientMaterial:
		return f.judgeNever(rulebook.InsufficientMaterial, phrase.Of("pieces can still arrive, so material never runs out"))
	case rulebook.ClaimLosingChances:
		return f.judgeNever(rulebook.LosingChances, phrase.Of("no draw is given for insufficient losing chances"))
	case rulebook.ClaimStock:
		return f.judgeStock(c)
	case rulebook.ClaimConduct:
		return f.judgeConduct(c)
	case rulebook.ClaimWrongSetup:
		return f.judgeSetup(c)
	case rulebook.ClaimExcessTime:
		return f.judgeExcessTime(c)
	case rulebook.ClaimClockPlace:
		return f.judgeClockPlace(c)
	case rulebook.ClaimSubstitution:
		return f.judgeSubstitution()
	case rulebook.ClaimAppeal:
		return f.judgeAppeal(c)
	}
	return deny(phrase.Of("nothing is known of such a claim"))
}

// tie is what two simultaneous claims came to.
type tie struct{ first, second judgement }

// claimInTimeline judges an earlier claim; if it is upheld it takes effect.
func (f *fold) claimInTimeline(c *Claim) {
	f.takeEffect(f.judgeTied(f.now, c))
}

// judgeTied judges a claim, together with the one it is simultaneous with if both
// concern an illegal move and a flag on one board and are good on their own.
func (f *fold) judgeTied(at int, c *Claim) judgement {
	if t, ok := f.tied[at]; ok {
		return t.second
	}
	j := f.judge(c)
	other, otherAt := f.simultaneous(at, c)
	if other == nil || j.verdict != rulebook.Upheld {
		return j
	}
	if k := f.judge(other); k.verdict == rulebook.Upheld {
		t := f.untie(c, other, j, k)
		if f.tied == nil {
			f.tied = make(map[int]tie)
		}
		f.tied[otherAt] = t
		return t.first
	}
	return j
}

// simultaneous finds a later claim at the same instant by the opponent, one of
// them about an illegal move and the other about a flag.
func (f *fold) simultaneous(at int, c *Claim) (*Claim, int) {
	for i := at + 1; i <= len(f.in.Timeline); i++ {
		o := f.in.Claim
		if i < len(f.in.Timeline) {
			o = f.in.Timeline[i].Claim
		}
		if o != nil && o.T.same(c.T) && o.By == c.By.Opponent() && flagAgainstIllegal(c.Kind, o.Kind) {
			return o, i
		}
	}
	return nil, 0
}

func flagAgainstIllegal(a, b rulebook.ClaimKind) bool {
	return a == rulebook.ClaimFlag && b == rulebook.ClaimIllegalMove || a == rulebook.ClaimIllegalMove && b == rulebook.ClaimFlag
}

// untie settles a flag and an illegal-move claim made at the same instant.
func (f *fold) untie(c, other *Claim, j, k judgement) tie {
	s := rulebook.IllegalVFlag
	if f.set.silent(s) {
		f.unsettled = append(f.unsettled, s)
		return tie{f.leave(s), f.leave(s)}
	}
	lost := deny(phrase.Of("the claims came together and the player who moved illegally loses"), s)
	j.rests, k.rests = append(j.rests, s), append(k.rests, s)
	if c.Kind == rulebook.ClaimFlag {
		return tie{lost, k}
	}
	return tie{j, lost}
}

// unlessPrompted leaves a good claim to the official when somebody who had no
// business to had spoken of the matter before.
func (f *fold) unlessPrompted(c *Claim, j judgement) judgement {
	if j.verdict != rulebook.Upheld {
		return j
	}
	about, since := AboutFlag, -1
	if c.Kind == rulebook.ClaimIllegalMove {
		about = AboutIllegalMove
		if m := f.lastIllegal(c.By.Opponent()); m != nil {
			since = m.act
		}
	} else {
		since = f.seats[c.By.Opponent()].flagAct
	}
	for i := range f.bad {
		o := &f.bad[i]
		if o.setting != rulebook.OnPrompt && o.setting != rulebook.OnOfficialPrompt || o.proper || o.act < since {
			continue
		}
		if f.in.Timeline[o.act].Detail != about {
			continue
		}
		p := f.judgeOffence(c, i)
		if p.verdict == rulebook.Denied {
			continue
		}
		p.verdict, p.ending, p.lossFor = rulebook.Discretion, nil, 0
		p.why = phrase.Of("the matter was called by someone who had to stay silent")
		return p
	}
	return j
}

// judgeNever denies what a rulebook excludes.
func (f *fold) judgeNever(s rulebook.Setting, why phrase.Sentence) judgement {
	if f.set.silent(s) {
		return f.leave(s)
	}
	return deny(why, s)
}

// elsewhere reports a claim about somebody who does not play on the claimant's board.
func (c *Claim) elsewhere() bool {
	s, seated := c.against().Seat()
	return !seated || s.Board() != c.By.Board()
}

// game is the opponent's seat and the board a claim about play concerns.
func (c *Claim) game() (opponent bughouse.Seat, board bughouse.BoardID) {
	return c.By.Opponent(), c.By.Board()
}
