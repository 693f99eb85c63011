package visit

import (
	"cmp"
	"slices"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
)

// MatchState is how a match shows on the wall.
func MatchState(m tournament.Match, overdue bool) string {
	switch {
	case m.State == tournament.MatchConflict:
		return layout.StateConflict
	case m.UnderReview:
		return layout.StateReview
	case m.State == tournament.MatchOpen && overdue:
		return layout.StateMissing
	case m.State == tournament.MatchOpen:
		return layout.StatePlay
	case m.Result != nil && m.Result.Forfeit:
		return layout.StateForfeit
	case m.State == tournament.MatchReported:
		return layout.StateReported
	}
	return layout.StateVerified
}

// worst is the state a tile shows for all its matches.
func worst(states []string) string {
	return slices.MinFunc(states, func(a, b string) int { return cmp.Compare(layout.StateRank(a), layout.StateRank(b)) })
}

// TableState is how a table shows on the wall.
func TableState(p tournament.Pairing, overdue bool) string {
	var states []string
	for _, m := range p.Matches {
		states = append(states, MatchState(m, overdue))
	}
	return worst(states)
}
