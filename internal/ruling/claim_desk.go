package ruling

import (
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// Claims about set-up, clocks, people and the way of appeal.

// judgeSetup allows a wrong set-up to be corrected until both sides have moved.
func (f *fold) judgeSetup(c *Claim) judgement {
	s := rulebook.SetupClaimMoves
	if f.set.silent(s) {
		return f.leave(s)
	}
	board := c.By.Board()
	start := &f.boards[board].start
	made := 2*(start.FullMoves()-1) + int(start.Turn())
	for i := range f.moves {
		if m := &f.moves[i]; m.by.Board() == board && m.stands() {
			made++
		}
	}
	if made >= 2*int(f.set.Value(s).Number()) {
		return deny(phrase.Of("both sides have moved"), s)
	}
	return uphold(phrase.Of("not both sides have moved yet"), s).with(Remedy{Kind: rulebook.CorrectSetup, Board: board})
}

// judgeExcessTime lets the official reduce a clock that shows too much.
func (f *fold) judgeExcessTime(c *Claim) judgement {
	s := rulebook.ExcessTimeOver
	if f.set.silent(s) {
		return f.leave(s)
	}
	whose, ok := c.against().Seat()
	limit := f.set.Value(s).Number()
	if !ok || f.seats[whose].clock <= limit {
		return deny(phrase.Of("the clock shows no more than allowed"), s)
	}
	return judgement{
		verdict: rulebook.Discretion, rests: []rulebook.Setting{s}, why: phrase.Of("the director may reduce the clock"),
		remedies: []Remedy{{Kind: rulebook.SetTime, Seat: whose, MS: limit}},
	}
}

func (f *fold) judgeClockPlace(c *Claim) judgement {
	s := rulebook.ClockPlace
	if f.set.silent(s) {
		return f.leave(s)
	}
	return uphold(phrase.Of("the clocks stand on the outer sides, where all players see both"), s).
		with(Remedy{Kind: rulebook.MoveClock, Board: c.By.Board()})
}

func (f *fold) judgeSubstitution() judgement {
	s := rulebook.Substitution
	switch f.set.Value(s) {
	case rulebook.NoRule:
		return f.leave(s)
	case "yes":
		return deny(phrase.Of("substitution is allowed"), s)
	}
	return uphold(phrase.Of("nobody may be substituted"), s)
}

// judgeAppeal sends an appeal to the next level after the one that decided.
func (f *fold) judgeAppeal(c *Claim) judgement {
	s := rulebook.Appeal
	if f.set.silent(s) {
		return f.leave(s)
	}
	path := rulebook.AppealPath{}
	for _, level := range f.set.Value(s).Levels() {
		path.Levels = append(path.Levels, rulebook.Official(level))
	}
	next, ok := path.NextLevel(c.DecidedBy)
	switch {
	case !ok:
		return deny(phrase.Of("the decision of the %s is final", phrase.Word(c.DecidedBy.Title())), s)
	case next != c.To:
		return deny(phrase.Of("the next level is the %s", phrase.Word(next.Title())), s).with(Remedy{Kind: rulebook.Refer, To: next})
	}
	return uphold(phrase.Of("the %s is the next level", phrase.Word(next.Title())), s).with(Remedy{Kind: rulebook.Refer, To: next})
}
