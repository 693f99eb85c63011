package standings

// Contribution is one part of a value, so that a page can show the sum.
type Contribution struct {
	Round    int // 0 for what belongs to no round
	Opponent int // number of the opponent, 0 for none
	// N is what the round adds, in the unit of the code's Value.
	N int
	// Score is what the opponent (or the stand-in for an unplayed round)
	// counts, in the score's own step: half points, a rating, or steps of the
	// opponent's value for averages.
	Score int
	// Points are the participant's own half points of the round.
	Points int
	Reason Reason
	Cut    Cut
	// Voluntary marks a half- or zero-point bye or a forfeit loss (C.07 art. 16).
	Voluntary bool
}

// Reason says how a contribution came about.
type Reason uint8

const (
	OverTheBoard    Reason = iota // against an opponent, played
	ForfeitAsGame                 // against an opponent, a forfeit that counts as a game
	OwnUnplayed                   // unplayed: a stand-in with the own score
	CappedByOther                 // unplayed: a stand-in with the scheduled opponent's score, which is lower
	CappedByDraws                 // unplayed: a stand-in with a draw in every round, which is lower
	UnplayedNothing               // unplayed: counts nothing
	Awarded                       // the points awarded in the round
	UnplayedDeduct                // deducted for a win without play
	Adjustment                    // penalty or bonus
)

func (r Reason) String() string {
	return [...]string{
		"played", "forfeit counted as a game", "unplayed: own score", "unplayed: scheduled opponent's lower score",
		"unplayed: a draw in every round", "unplayed: nothing", "points awarded", "win without play deducted", "penalty or bonus",
	}[r]
}

// Cut says whether a contribution is left out, and why.
type Cut uint8

const (
	Counted       Cut = iota
	CutLowest         // the lowest contribution
	CutVoluntary      // the lowest of the voluntary unplayed rounds
	CutHighest        // the highest contribution
	CutFirst          // one of the first rounds
	CutBelowLimit     // the opponent is below the limit
)

// Left reports whether the contribution is left out.
func (c Cut) Left() bool { return c != Counted }

func (c Cut) String() string {
	return [...]string{"", "cut: lowest", "cut: lowest voluntary unplayed round", "cut: highest", "cut: first rounds", "opponent below the limit"}[c]
}

// cutLow leaves out n contributions from below (C.07 art. 16.5): normally the one
// of the lowest-scoring opponent, of equal ones the one that adds least. When a
// voluntary unplayed round adds at least as much, the lowest of those goes instead.
func cutLow(list []Contribution, n int) {
	for ; n > 0; n-- {
		normal, voluntary := -1, -1
		for k, c := range list {
			if c.Cut.Left() {
				continue
			}
			if normal < 0 || c.Score < list[normal].Score || c.Score == list[normal].Score && c.N < list[normal].N {
				normal = k
			}
			if c.Voluntary && (voluntary < 0 || c.N < list[voluntary].N) {
				voluntary = k
			}
		}
		switch {
		case normal < 0:
			return
		case voluntary >= 0 && list[voluntary].N >= list[normal].N:
			list[voluntary].Cut = CutVoluntary
		default:
			list[normal].Cut = CutLowest
		}
	}
}

// cutHigh leaves out n contributions of the highest-scoring opponents.
func cutHigh(list []Contribution, n int) {
	for ; n > 0; n-- {
		top := -1
		for k, c := range list {
			if !c.Cut.Left() && (top < 0 || c.Score > list[top].Score || c.Score == list[top].Score && c.N > list[top].N) {
				top = k
			}
		}
		if top < 0 {
			return
		}
		list[top].Cut = CutHighest
	}
}
