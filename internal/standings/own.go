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
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind == Pending {
			continue
		}
		half := r.of(score)
		total += half
		list = append(list, Contribution{Round: k + 1, Opponent: int(r.number), N: half, Points: half, Reason: Awarded})
	}
	if penalty := n.total[score] - total; penalty != 0 {
		list = append(list, Contribution{N: penalty, Points: penalty, Reason: Adjustment})
	}
	return list
}

// progressive lists the running score after each round (C.07 art. 7.5).
func progressive(e *engine, i int, c Code, list []Contribution) []Contribution {
	score, running := e.scoreOf(c.Score), 0
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		half := 0
		if r.kind != Pending {
			half = r.of(score)
		}
		running += half
		x := Contribution{Round: k + 1, Opponent: int(r.number), N: running, Score: running, Points: half, Reason: Awarded}
		if k < c.CutLow {
			x.Cut = CutFirst
		}
		list = append(list, x)
	}
	return list
}

// counter returns a code that counts rounds.
func counter(counts func(e *engine, r *round) bool) func(*engine, int, Code, []Contribution) []Contribution {
	return func(e *engine, i int, _ Code, list []Contribution) []Contribution {
		n := e.entries[i]
		for k := range n.rounds {
			r := &n.rounds[k]
			if r.kind != Pending && counts(e, r) {
				list = append(list, Contribution{Round: k + 1, Opponent: int(r.number), N: 1, Points: r.of(matchScore), Reason: reasonOf(r)})
			}
		}
		return list
	}
}

func reasonOf(r *round) Reason {
	switch {
	case r.kind == Played:
		return OverTheBoard
	case r.hasOpponent():
		return ForfeitAsGame
	}
	return Awarded
}

// wins: rounds that brought a win's points, played or not (C.07 art. 7.1).
func wins(e *engine, r *round) bool {
	if r.kind == Played {
		return r.outcome == Win
	}
	return r.of(matchScore) >= e.in.Match.Win
}

// game reports what counts as a game: played over the board, in a round robin
// also a forfeit win (C.07 art. 15).
func (e *engine) game(r *round) bool {
	return r.kind == Played || e.in.RoundRobin && r.kind == ForfeitWin && r.hasOpponent()
}

// won: games won (C.07 art. 7.2).
func won(e *engine, r *round) bool {
	return e.game(r) && (r.outcome == Win || r.kind == ForfeitWin)
}

// black: games with Black (C.07 art. 7.3).
func black(e *engine, r *round) bool { return e.game(r) && r.colour == Black }

// wonBlack: games won with Black (C.07 art. 7.4).
func wonBlack(e *engine, r *round) bool { return black(e, r) && won(e, r) }

// ready: rounds the participant was ready to play (C.07 art. 7.6).
func ready(_ *engine, r *round) bool { return !r.voluntary() }

// standard gives a point for outscoring the opponent and half a point for
// equality (C.07 art. 7.7); a round without a game is compared with a draw.
func standard(e *engine, i int, c Code, list []Contribution) []Contribution {
	n, score := e.entries[i], e.scoreOf(c.Score)
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind == Pending {
			continue
		}
		half, theirs := r.of(score), e.draw(score)
		if r.kind == Played {
			theirs = e.entries[r.opponent].rounds[k].of(score)
		}
		x := Contribution{Round: k + 1, Opponent: int(r.number), Score: theirs, Points: half, Reason: reasonOf(r)}
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

// boardCount lists board number times points on it (C.07 art. 13); the lower
// sum means that more was scored on the top boards.
func boardCount(e *engine, i int, _ Code, list []Contribution) []Contribution {
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind == Pending {
			continue
		}
		x := Contribution{Round: k + 1, Opponent: int(r.number), Points: r.of(gameScore), Reason: reasonOf(r)}
		for b, half := range e.boards(n, k) {
			x.N += (b + 1) * half
		}
		list = append(list, x)
	}
	return list
}

// boards are the points of a round by board; a round without boards spreads its
// points from the first board on as evenly as half points allow.
func (e *engine) boards(n *entry, k int) []int {
	if n.boards != nil && n.boards[k] != nil {
		return n.boards[k]
	}
	half := n.rounds[k].of(gameScore)
	out := make([]int, e.in.Boards)
	for b := range out {
		out[b] = half / e.in.Boards
		if b < half%e.in.Boards {
			out[b]++
		}
	}
	return out
}
