package tournament

import "slices"

// TakingPart are the teams that play, will play or have played in the section: all on the list
// but those that left before they were paired, such as a team that was entered twice.
func TakingPart(b *SectionBook) []Team {
	return slices.DeleteFunc(slices.Clone(b.Teams), func(t Team) bool { return !takesPart(b, t) })
}

func takesPart(b *SectionBook, t Team) bool {
	if !t.LeftBy(max(b.NextRound(), t.ArrivesRound)) {
		return true
	}
	return slices.ContainsFunc(b.Rounds, func(r Round) bool { return r.Public() && r.PairingOf(t.TeamID) != nil })
}

// roundsLeft are how many rounds after one a team still plays.
func roundsLeft(b *SectionBook, teamID int64, after int) int {
	last := b.LastRound()
	if t := b.Team(teamID); t.LeavesRound != nil {
		last = min(last, *t.LeavesRound-1)
	}
	return max(last-after, 0)
}
