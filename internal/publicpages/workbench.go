package publicpages

const FewestTeams = 2

// Needs says that there are too few entries for a round.
func (s *Shelf) Needs() string { return "A round needs two " + s.Section.EntryWord() + "s." }

func (s *Shelf) Names(ids []int64) []string {
	var names []string
	for _, id := range ids {
		names = append(names, s.Team(id).Name)
	}
	return names
}
