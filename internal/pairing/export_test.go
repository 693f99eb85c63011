package pairing

// PairTeamExactly pairs a team Swiss without the shortcuts.
func PairTeamExactly(t *Tournament) (*Draft, error) { return pairTeamBy(t, exactMode) }

// PairTeamInWindows pairs a team Swiss with the exact search for upfloaters in
// windows however small the event.
func PairTeamInWindows(t *Tournament) (*Draft, error) { return pairTeamBy(t, windowMode) }
