package public

// Prospects are what the teams of a section can still reach.
type Prospects struct {
	Shown bool // everybody may read it
	From  int  // the first round after which it is told
	Early bool // that is still to come
	Over  bool
	Exact bool
	Held  bool // the final standings are not announced
	Goals []string
	// OneCategory: a team gets money from one category alone.
	OneCategory bool
	Groups      []ProspectGroup
}

// ProspectGroup are teams that are ranked among each other.
type ProspectGroup struct {
	Name  string // "" for the whole section
	Lines []ProspectLine
}

// ProspectLine is one team; Chances are by goal.
type ProspectLine struct {
	Team, TeamSlug string
	Points, Places string
	Chances        []Chance
}

// Chance is how a team stands to a goal.
type Chance struct {
	Words   string
	Certain bool
	NotFor  bool // it is for others
}

// is names the cell for the style sheet.
func (c Chance) is() string {
	if c.NotFor {
		return "not-for"
	}
	return "chance"
}
