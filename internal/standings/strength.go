package standings

// This file holds the codes that measure opponents' scores: Buchholz,
// Sonneborn-Berger and what is made from them (C.07 art. 8, 9 and 16).

// strength lists the opponents of an entry with the score each counts. With
// product, a contribution is the opponent's score times the own points (own
// says in which score); without, the score alone.
func (e *engine) strength(i int, c Code, product bool, other, own int, list []Contribution) []Contribution {
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind == Pending {
			continue
		}
		x := Contribution{Round: k + 1, Opponent: int(r.number), Points: r.of(own)}
		if !e.rate(n, k, c, other, &x) {
			continue
		}
		x.N = x.Score
		if product {
			x.N = x.Score * x.Points
		}
		list = append(list, x)
	}
	cutLow(list, c.CutLow)
	cutHigh(list, c.CutHigh)
	return list
}

// rate sets the score a round counts for Buchholz and how it came about. It
// reports false where the round counts nothing at all.
func (e *engine) rate(n *entry, k int, c Code, score int, x *Contribution) bool {
	r := &n.rounds[k]
	fore := c.Fore
	asGame := e.in.RoundRobin || c.AsPlayed || fore && k == e.rounds-1
	if r.hasOpponent() && (r.kind == Played || asGame) {
		x.Score = e.seen(int(r.opponent), fore, score)
		if r.kind != Played {
			x.Reason = ForfeitAsGame
		}
		return true
	}
	if e.in.RoundRobin {
		return false
	}
	x.Voluntary = r.voluntary()
	x.Reason = OwnUnplayed
	x.Score = n.total[score]
	if fore {
		x.Score = n.foreTotal[score]
	}
	if e.in.Edition < Edition2026 {
		return true
	}
	if r.hasOpponent() {
		if limit := e.seen(int(r.opponent), fore, score); limit < x.Score {
			x.Score, x.Reason = limit, CappedByOther
		}
	} else if limit := e.draw(score) * e.rounds; limit < x.Score {
		x.Score, x.Reason = limit, CappedByDraws
	}
	return true
}

// seen is an entry's score as its opponents count it.
func (e *engine) seen(i int, fore bool, score int) int {
	if fore {
		return e.entries[i].fore[score]
	}
	return e.entries[i].adjusted[score]
}

func buchholz(e *engine, i int, c Code, list []Contribution) []Contribution {
	score := e.scoreOf(c.Score)
	return e.strength(i, c, false, score, score, list)
}

func foreBuchholz(e *engine, i int, c Code, list []Contribution) []Contribution {
	c.Fore = true
	return buchholz(e, i, c, list)
}

func sonnebornBerger(e *engine, i int, c Code, list []Contribution) []Contribution {
	score := e.scoreOf(c.Score)
	return e.strength(i, c, true, score, score, list)
}

// extended returns the Sonneborn-Berger of teams with the opponents' score and
// the own points in the given scores.
func extended(other, own int) func(*engine, int, Code, []Contribution) []Contribution {
	return func(e *engine, i int, c Code, list []Contribution) []Contribution {
		return e.strength(i, c, true, other, own, list)
	}
}

// averageBuchholz lists the Buchholz of every opponent actually played.
func averageBuchholz(e *engine, i int, c Code, list []Contribution) []Contribution {
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind != Played {
			continue
		}
		j := int(r.opponent)
		value := sum(buchholz(e, j, c, nil))
		list = append(list, Contribution{Round: k + 1, Opponent: int(r.number), N: value, Score: value, Points: r.of(e.scoreOf(c.Score))})
	}
	return list
}

// averageHundredths is the average of half points, in hundredths.
func averageHundredths(_ *engine, _ int, _ Code, list []Contribution) Value {
	if len(list) == 0 {
		return Value{Unit: Hundredth}
	}
	return Value{N: roundHalfUp(sum(list)*50, len(list)), Unit: Hundredth}
}

// strengthCombination adds the Buchholz, divided, to the secondary score
// (C.07 art. 13). The divisor is how often the most a team can have in the
// primary score exceeds the most it can get from one match in the secondary.
func strengthCombination(e *engine, i int, c Code, list []Contribution) Value {
	primary := e.scoreOf(c.Score)
	secondary := 1 - primary
	divisor := c.Divisor
	if divisor == 0 {
		divisor = max(1, e.win(primary)*e.rounds/max(1, e.win(secondary)))
	}
	n := e.entries[i].total[secondary]*divisor + sum(list)
	return Value{N: roundHalfUp(n*50, divisor), Unit: Hundredth}
}

// koya lists the points against opponents who have at least half of the points
// (C.07 art. 9); /L moves the limit.
func koya(e *engine, i int, c Code, list []Contribution) []Contribution {
	n, score := e.entries[i], e.scoreOf(c.Score)
	games := e.rounds
	if e.in.RoundRobin {
		games = e.games
	}
	percent := c.Limit
	if percent == 0 {
		percent = 50
	}
	limit := percent*e.win(score)*games + 100*c.LimitAdd
	for k := range n.rounds {
		r := &n.rounds[k]
		if !r.hasOpponent() {
			continue
		}
		x := Contribution{Round: k + 1, Opponent: int(r.number), N: r.of(score), Points: r.of(score)}
		x.Score = e.entries[int(r.opponent)].total[score]
		if r.kind != Played {
			x.Reason = ForfeitAsGame
		}
		if x.Score*100 < limit {
			x.Cut = CutBelowLimit
		}
		list = append(list, x)
	}
	return list
}
