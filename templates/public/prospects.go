package public

// Prospects are what the teams of a section can still reach.
type Prospects struct {
	Shown bool // everybody may read it
	From  int  // the first round after which it is told
	Early bool // that is still to come
	Over  bool
	Exact bool
	Held  bool // the final standings are not announced
	// OneCategory: a team gets money from one category alone.
	OneCategory bool
	Groups      []ProspectGroup
	Boards      []ProspectGroup // the players who can still win a prize of a board
}

// ProspectGroup are teams, or players of a board, that are ranked among each other.
type ProspectGroup struct {
	Name    string // "" for the whole section
	Goals   []string
	Players bool
	Out     int // how many players are not listed, because they cannot win
	Lines   []ProspectLine
}

// ProspectLine is one team or player with the address below the event; Chances are by goal.
type ProspectLine struct {
	Name, To       string
	Beside         string // the team of a player
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
