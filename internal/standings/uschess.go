package standings

// This file holds the US Chess tie-breaks (34E). An opponent's score there
// counts each of his unplayed games as a draw, and a participant's own unplayed
// round counts as an opponent without points.

// usAdjusted is an opponent's score in the US Chess reading.
func (e *engine) usAdjusted(i, score int) int {
	total := 0
	for _, r := range e.entries[i].records {
		switch r.Kind {
		case Pending:
		case Played:
			total += r.points(score)
		default:
			total += e.draw(score)
		}
	}
	return total
}

// solkoff lists the adjusted scores of all opponents (34E2).
func solkoff(e *engine, i int, c Code, list []Contribution) []Contribution {
	n, score := e.entries[i], e.scoreOf(c.Score)
	for round, r := range n.records {
		if r.Kind == Pending {
			continue
		}
		x := Contribution{Round: round + 1, Opponent: r.Opponent, Points: r.points(score), Reason: UnplayedNothing}
		if r.Kind == Played {
			x.Score, x.Reason = e.usAdjusted(n.opponents[round], score), OverTheBoard
		}
		x.N = x.Score
		list = append(list, x)
	}
	return list
}

// modifiedMedian is Solkoff without the lowest score for those above half of
// the points, without the highest for those below, and without both for the
// others; from nine rounds on, two instead of one (34E1).
func modifiedMedian(e *engine, i int, c Code, list []Contribution) []Contribution {
	list = solkoff(e, i, c, list)
	score, drop := e.scoreOf(c.Score), 1
	if e.rounds >= 9 {
		drop = 2
	}
	own, even := e.entries[i].total[score], e.draw(score)*e.rounds
	if own >= even {
		cutLow(list, drop)
	}
	if own <= even {
		cutHigh(list, drop)
	}
	return list
}

// cumulative is the running score, less a win's points for every win without
// play (34E3).
func cumulative(e *engine, i int, c Code, list []Contribution) []Contribution {
	score := e.scoreOf(c.Score)
	list = progressive(e, i, c, list)
	for round, r := range e.entries[i].records {
		if r.Kind != Played && r.Kind != Pending && r.points(score) >= e.win(score) {
			list = append(list, Contribution{Round: round + 1, Opponent: r.Opponent, N: -e.win(score), Points: r.points(score), Reason: UnplayedDeduct})
		}
	}
	return list
}

// cumulativeOpposition lists the cumulative values of the opponents played (34E9).
func cumulativeOpposition(e *engine, i int, c Code, list []Contribution) []Contribution {
	n := e.entries[i]
	for round, r := range n.records {
		if r.Kind != Played {
			continue
		}
		value := sum(cumulative(e, n.opponents[round], c, nil))
		list = append(list, Contribution{Round: round + 1, Opponent: r.Opponent, N: value, Score: value, Points: r.points(e.scoreOf(c.Score))})
	}
	return list
}
