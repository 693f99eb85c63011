package tournament

import (
	"slices"

	"github.com/tandemchess/tandem/internal/pairing"
)

// BracketStage is a part of a knockout.
type BracketStage string

// The stages of a knockout.
const (
	StageMain        BracketStage = "main"
	StageThird       BracketStage = "third"
	StageConsolation BracketStage = "consolation"
)

// StageOf names a stage of the plan.
func StageOf(s pairing.Stage) BracketStage {
	switch s {
	case pairing.ThirdPlaceStage:
		return StageThird
	case pairing.ConsolationStage:
		return StageConsolation
	}
	return StageMain
}

// BracketRound is one column of a bracket.
type BracketRound struct {
	Stage BracketStage
	Round int // inside the stage, from 1
	Of    int // rounds the main bracket has
	Ties  []BracketTie
}

// BracketTie is one match-up of a bracket.
type BracketTie struct {
	Place int
	Sides [2]BracketSide
	// Table and RoundNo say where it is or was played, 0 for nowhere yet.
	RoundNo, Table int
	Free           bool // one side is empty: the other goes through
	Begun          bool // a result of it is in
	Decided        bool
}

// BracketSide is a team, or 0 while the earlier tie is open.
type BracketSide struct {
	TeamID int64
	Seed   int
	Won    bool
	Score  int // half points of the matches so far
}

// Rounds lists the bracket column by column: the main bracket, the match for
// third place, the consolation bracket.
func (k *Bracket) Rounds(s Section) []BracketRound {
	last := k.mainRounds()
	var rounds []BracketRound
	for _, tie := range k.plan.Ties {
		stage := StageOf(tie.Stage)
		if n := len(rounds); n == 0 || rounds[n-1].Stage != stage || rounds[n-1].Round != tie.Round {
			rounds = append(rounds, BracketRound{Stage: stage, Round: tie.Round, Of: last})
		}
		at := &rounds[len(rounds)-1]
		at.Ties = append(at.Ties, k.tie(s, tie))
	}
	return rounds
}

func (k *Bracket) tie(s Section, tie pairing.Tie) BracketTie {
	x, y, known := k.plan.Sides(tie.ID)
	winner, done := k.plan.Winner(tie.ID)
	out := BracketTie{Place: tie.Place, Decided: done, Free: known && (x == 0 || y == 0)}
	for i, seed := range []int{x, y} {
		out.Sides[i] = BracketSide{TeamID: k.team[seed], Seed: seed, Won: done && seed != 0 && seed == winner}
	}
	if p := k.table[tie.ID]; p != nil {
		out.RoundNo, out.Table = p.RoundNo, p.Table()
		out.Begun = slices.ContainsFunc(p.Matches, func(m Match) bool { return m.Result != nil })
		score := s.Score(*p)
		for i := range out.Sides {
			if slot := p.Slot(out.Sides[i].TeamID); slot != 0 {
				out.Sides[i].Score = score.Matches[slot-1]
			}
		}
	}
	return out
}
