package standings

// This file holds the codes that look at the participant's own rounds only.

// awarded lists the points of each round.
func awarded(e *engine, i int, c Code, list []Contribution) []Contribution {
	return e.awarded(i, e.scoreOf(c.Score), list)
}

// otherScore lists the points of the score that PTS does not name.
func otherScore(e *engine, i int, _ Code, list []Contribution) []Contribution {
	return e.awarded(i, 1-e.primary, list)
}

func (e *engine) awarded(i, score int, list []Contribution) []Contribution {
	n := e.entries[i]
	total := 0
	for round, r := range n.records {
		if r.Kind == Pending {
			continue
		}
		half := r.points(score)
		total += half
		list = append(list, Contribution{Round: round + 1, Opponent: r.Opponent, N: half, Points: half, Reason: Awarded})
	}
	if penalty := n.total[score] - total; penalty != 0 {
		list = append(list, Contribution{N: penalty, Points: penalty, Reason: Adjustment})
	}
	return list
}

// progressive lists the running score after each round (C.07 art. 7.5).
func progressive(e *engine, i int, c Code, list []Contribution) []Contribution {
	score, running := e.scoreOf(c.Score), 0
	for round, r := range e.entries[i].records {
		half := 0
		if r.Kind != Pending {
			half = r.points(score)
		}
		running += half
		x := Contribution{Round: round + 1, Opponent: r.Opponent, N: running, Score: running, Points: half, Reason: Awarded}
		if round < c.CutLow {
			x.Cut = CutFirst
		}
		list = append(list, x)
	}
	return list
}

// counter returns a code that counts rounds.
func counter(counts func(e *engine, r Record) bool) func(*engine, int, Code, []Contribution) []Contribution {
	return func(e *engine, i int, _ Code, list []Contribution) []Contribution {
		for round, r := range e.entries[i].records {
			if r.Kind != Pending && counts(e, r) {
				list = append(list, Contribution{Round: round + 1, Opponent: r.Opponent, N: 1, Points: r.Points, Reason: reasonOf(r)})
			}
		}
		return list
	}
}

func reasonOf(r Record) Reason {
	switch {
	case r.Kind == Played:
		return OverTheBoard
	case r.hasOpponent():
		return ForfeitAsGame
	}
	return Awarded
}

// wins: rounds that brought a win's points, played or not (C.07 art. 7.1).
func wins(e *engine, r Record) bool {
	if r.Kind == Played {
		return r.Outcome == Win
	}
	return r.Points >= e.in.Match.Win
}

// won: games won over the board (C.07 art. 7.2).
func won(_ *engine, r Record) bool { return r.Kind == Played && r.Outcome == Win }

// black: games played with Black (C.07 art. 7.3).
func black(_ *engine, r Record) bool { return r.Kind == Played && r.Colour == Black }

// wonBlack: games won with Black (C.07 art. 7.4).
func wonBlack(e *engine, r Record) bool { return black(e, r) && won(e, r) }

// ready: rounds the participant was ready to play (C.07 art. 7.6).
func ready(_ *engine, r Record) bool { return !r.voluntary() }

// standard gives a point for outscoring the opponent and half a point for
// equality (C.07 art. 7.7); a round without a game is compared with a draw.
func standard(e *engine, i int, c Code, list []Contribution) []Contribution {
	n, score := e.entries[i], e.scoreOf(c.Score)
	for round, r := range n.records {
		if r.Kind == Pending {
			continue
		}
		half, theirs := r.points(score), e.draw(score)
		if r.Kind == Played {
			theirs = e.entries[n.opponents[round]].records[round].points(score)
		}
		x := Contribution{Round: round + 1, Opponent: r.Opponent, Score: theirs, Points: half, Reason: reasonOf(r)}
		switch {
		case half > theirs:
			x.N = 2
		case half == theirs:
			x.N = 1
		}
		list = append(list, x)
	}
	return list
}

// none is for codes whose value has no parts.
func none(_ *engine, _ int, _ Code, list []Contribution) []Contribution { return list }

func startingNumber(e *engine, i int, _ Code, _ []Contribution) Value {
	return Value{N: e.entries[i].number}
}

func ownRating(e *engine, i int, _ Code, _ []Contribution) Value {
	return Value{N: e.entries[i].rating}
}

// boardCount lists board number times points on it (C.07 art. 13.1); the lower
// sum means that more was scored on the top boards.
func boardCount(e *engine, i int, _ Code, list []Contribution) []Contribution {
	for round, r := range e.entries[i].records {
		if r.Kind == Pending {
			continue
		}
		x := Contribution{Round: round + 1, Opponent: r.Opponent, Points: r.GamePoints, Reason: reasonOf(r)}
		for b, half := range e.boards(r) {
			x.N += (b + 1) * half
		}
		list = append(list, x)
	}
	return list
}

// boards are the points of a round by board; a round without boards spreads its
// points from the first board on as evenly as half points allow.
func (e *engine) boards(r Record) []int {
	if r.Boards != nil || e.in.Boards < 1 {
		return r.Boards
	}
	out := make([]int, e.in.Boards)
	for b := range out {
		out[b] = r.GamePoints / e.in.Boards
		if b < r.GamePoints%e.in.Boards {
			out[b]++
		}
	}
	return out
}
