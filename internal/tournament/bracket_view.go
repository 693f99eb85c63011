package tournament

import (
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
	Slots [2]BracketSlot
	// Table and RoundNo say where it is or was played, 0 for nowhere yet.
	RoundNo, Table int
	Free           bool // one side is empty: the other goes through
	Begun          bool // a result of it is in
	Decided        bool
	Last           bool // whoever wins it has won: no other tie follows from it
	// How tells how a tie that its matches left level was decided, "" for the others.
	How DeciderHow
}

// BracketSlot is a team, or 0 while the earlier tie is open.
type BracketSlot struct {
	TeamID int64
	Seed   int
	Won    bool
	Score  int // half points of the matches so far
	// From is the earlier tie that somebody still comes from, nil once it is known
	// who comes, if anybody.
	From *BracketSource
}

// BracketSource is a tie whose winner, or loser, plays on in another one. Table is
// 0 as long as it is not paired.
type BracketSource struct {
	RoundNo, Table int
	Loser          bool
}

// Rounds lists the bracket column by column: the main bracket, the match for
// third place, the consolation bracket.
func (k *Bracket) Rounds(s Section) []BracketRound {
	last := k.mainRounds()
	leads := k.leadingOn()
	var rounds []BracketRound
	for _, tie := range k.plan.Ties {
		stage := StageOf(tie.Stage)
		if n := len(rounds); n == 0 || rounds[n-1].Stage != stage || rounds[n-1].Round != tie.Round {
			rounds = append(rounds, BracketRound{Stage: stage, Round: tie.Round, Of: last})
		}
		at := &rounds[len(rounds)-1]
		out := k.tie(s, tie)
		out.Last = !leads[tie.ID]
		at.Ties = append(at.Ties, out)
	}
	return rounds
}

// leadingOn are the ties whose winner has another one.
func (k *Bracket) leadingOn() map[int]bool {
	leads := map[int]bool{}
	for _, tie := range k.plan.Ties {
		for _, slot := range tie.Slots {
			if !slot.Loser {
				leads[slot.From-1] = true
			}
		}
	}
	return leads
}

func (k *Bracket) tie(s Section, tie pairing.Tie) BracketTie {
	x, y, known := k.plan.Slots(tie.ID)
	winner, done := k.plan.Winner(tie.ID)
	out := BracketTie{Place: tie.Place, Decided: done, Free: known && (x == 0 || y == 0)}
	for i, seed := range []int{x, y} {
		out.Slots[i] = BracketSlot{TeamID: k.team[seed], Seed: seed, Won: done && seed != 0 && seed == winner}
		if from := tie.Slots[i].From; seed == 0 && !known && from > 0 {
			out.Slots[i].From = k.source(from-1, tie.Slots[i].Loser)
		}
	}
	if p := k.table[tie.ID]; p != nil {
		out.RoundNo, out.Table = p.RoundNo, p.Table()
		out.Begun = p.Begun()
		score := s.Score(*p)
		for i := range out.Slots {
			if slot := p.Slot(out.Slots[i].TeamID); slot != 0 {
				out.Slots[i].Score = score.Matches[slot-1]
			}
		}
		if done && score.Missing == 0 && score.Matches[0] == score.Matches[1] {
			out.How = p.DeciderHow
		}
	}
	return out
}

// source is a tie that is not decided, nil for one that is.
func (k *Bracket) source(tie int, loser bool) *BracketSource {
	if _, decided := k.plan.Winner(tie); decided {
		return nil
	}
	from := &BracketSource{Loser: loser}
	if p := k.table[tie]; p != nil {
		from.RoundNo, from.Table = p.RoundNo, p.Table()
	}
	return from
}

// Next is the tie that a team plays now or next, with the column it stands in.
func (k *Bracket) Next(s Section, teamID int64) (BracketRound, BracketTie, bool) {
	for _, round := range k.Rounds(s) {
		for _, tie := range round.Ties {
			if !tie.Decided && (tie.Slots[0].TeamID == teamID || tie.Slots[1].TeamID == teamID) {
				return round, tie, true
			}
		}
	}
	return BracketRound{}, BracketTie{}, false
}

// Won is the stage of the bracket that a team has won: its last tie is decided for it. Beside the
// main bracket nobody wins for want of an opponent.
func (k *Bracket) Won(teamID int64) (stage BracketStage, won bool) {
	seed, leads := k.seed[teamID], k.leadingOn()
	for _, tie := range k.plan.Ties {
		winner, done := k.plan.Winner(tie.ID)
		if !done || seed == 0 || winner != seed || leads[tie.ID] {
			continue
		}
		x, y, _ := k.plan.Slots(tie.ID)
		if stage := StageOf(tie.Stage); stage == StageMain || x != 0 && y != 0 {
			return stage, true
		}
	}
	return "", false
}

// Plays reports whether a team is in the bracket.
func (k *Bracket) Plays(teamID int64) bool { return k.seed[teamID] != 0 }
