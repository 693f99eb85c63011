package ruling

import (
	"slices"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/phrase"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// unlessOver leaves a penalty that takes a game or a match away to the official
// where that game or match is over (USCF 7, TR3 4, FIDEX 17): what the ladder says
// becomes his option, and nothing changes until he acts openly.
func (f *fold) unlessOver(j judgement) judgement {
	late := slices.ContainsFunc(j.remedies, func(r Remedy) bool {
		return r.Kind == rulebook.MatchLoss && f.concluded() || r.Kind == rulebook.GameLoss && f.finished(r.Seat.Board())
	})
	if j.verdict != rulebook.Upheld || !late {
		return j
	}
	j.verdict, j.ending, j.lossFor = rulebook.Discretion, nil, 0
	j.rests = append(j.rests, rulebook.MatchEndsOn)
	j.why = phrase.Of("%s, but what the ladder would say came too late: the game or the match was over", j.why)
	return j
}

// finished reports that a game is over: it has ended, or it was stopped with the match.
func (f *fold) finished(id bughouse.BoardID) bool {
	return !f.in.openly && (f.boards[id].end.ended || f.concluded())
}

// reopen lets an official who acts openly put another end in place of one that stands.
func (f *fold) reopen(j judgement) {
	if f.in.openly && j.ending != nil {
		f.boards[j.ending.board].end = end{move: -1}
	}
}
