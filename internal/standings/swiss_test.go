package standings_test

import (
	"math/rand/v2"
	"slices"

	"github.com/tandemchess/tandem/internal/standings"
)

// randomSwiss makes a bughouse tournament of the given size: neighbours in the
// order of scores meet, with forfeits, byes and absences. Teams may meet again,
// which a pairing would avoid but a tie-break must bear.
func randomSwiss(seed uint64, teams, rounds int) standings.Input {
	r := rand.New(rand.NewPCG(seed, 1))
	in := standings.Input{
		Match: standings.Scores{Win: 4, Draw: 2}, Game: standings.Scores{Win: 2, Draw: 1}, Boards: 2,
		Participants: make([]standings.Participant, teams),
	}
	score := make([]int, teams)
	for i := range in.Participants {
		in.Participants[i] = standings.Participant{Number: i + 1, Rating: 2400 - i%1200, Records: make([]standings.Record, rounds)}
	}
	for round := range rounds {
		order := r.Perm(teams)
		slices.SortStableFunc(order, func(a, b int) int { return score[b] - score[a] })
		order = slices.DeleteFunc(order, func(i int) bool {
			if r.IntN(25) > 0 {
				return false
			}
			in.Participants[i].Records[round] = requestedBye(r)
			return true
		})
		for k := 0; k+1 < len(order); k += 2 {
			a, b := order[k], order[k+1]
			in.Participants[a].Records[round], in.Participants[b].Records[round] = randomMatch(r, a+1, b+1)
		}
		if n := len(order); n%2 == 1 {
			in.Participants[order[n-1]].Records[round] = standings.Record{Kind: standings.AllocatedBye, Points: 2, GamePoints: 2}
		}
		for i := range score {
			score[i] += in.Participants[i].Records[round].Points
		}
	}
	return in
}

func requestedBye(r *rand.Rand) standings.Record {
	return []standings.Record{
		{Kind: standings.ZeroBye},
		{Kind: standings.NotArrived},
		{Kind: standings.HalfBye, Points: 2, GamePoints: 2},
		{Kind: standings.FullBye, Points: 4, GamePoints: 4},
	}[r.IntN(4)]
}

// randomMatch is one round of two teams, from both sides.
func randomMatch(r *rand.Rand, a, b int) (own, theirs standings.Record) {
	own = standings.Record{Kind: standings.Played, Opponent: b, Colour: standings.White}
	theirs = standings.Record{Kind: standings.Played, Opponent: a, Colour: standings.Black}
	won := func(w, l *standings.Record) {
		w.Outcome, w.Points, w.GamePoints, l.Outcome = standings.Win, 4, 4, standings.Loss
	}
	switch n := r.IntN(40); {
	case n < 16:
		won(&own, &theirs)
	case n < 32:
		won(&theirs, &own)
	case n < 36:
		own.Outcome, own.Points, own.GamePoints = standings.Draw, 2, 2
		theirs.Outcome, theirs.Points, theirs.GamePoints = standings.Draw, 2, 2
	case n < 38:
		own.Kind, own.Points, own.GamePoints = standings.ForfeitWin, 4, 4
		theirs.Kind = standings.ForfeitLoss
	case n < 39:
		own.Kind = standings.ForfeitLoss
		theirs.Kind = standings.ForfeitLoss
	default:
		own.Kind, theirs.Kind = standings.Pending, standings.Pending
	}
	return own, theirs
}
