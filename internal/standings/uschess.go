package standings

// This file holds the US Chess tie-breaks (34E). An opponent's score there
// counts each of his unplayed games as a draw, and a participant's own unplayed
// round counts as an opponent without points.

// usAdjusted is an opponent's score in the US Chess reading.
func (e *engine) usAdjusted(i, score int) int {
	total := 0
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		switch r.kind {
		case Pending:
		case Played:
			total += r.of(score)
		default:
			total += e.draw(score)
		}
	}
	return total
}

// solkoff lists the adjusted scores of all opponents (34E2).
func solkoff(e *engine, i int, c Code, list []Contribution) []Contribution {
	n, score := e.entries[i], e.scoreOf(c.Score)
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind == Pending {
			continue
		}
		x := Contribution{Round: k + 1, Opponent: int(r.number), Points: r.of(score), Reason: UnplayedNothing}
		if r.kind == Played {
			x.Score, x.Reason = e.usAdjusted(int(r.opponent), score), OverTheBoard
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
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind != Played && r.kind != Pending && r.of(score) >= e.win(score) {
			list = append(list, Contribution{Round: k + 1, Opponent: int(r.number), N: -e.win(score), Points: r.of(score), Reason: UnplayedDeduct})
		}
	}
	return list
}

// cumulativeOpposition lists the cumulative values of the opponents played (34E9).
func cumulativeOpposition(e *engine, i int, c Code, list []Contribution) []Contribution {
	n := e.entries[i]
	for k := range n.rounds {
		r := &n.rounds[k]
		if r.kind != Played {
			continue
		}
		value := sum(cumulative(e, int(r.opponent), c, nil))
		list = append(list, Contribution{Round: k + 1, Opponent: int(r.number), N: value, Score: value, Points: r.of(e.scoreOf(c.Score))})
	}
	return list
}
