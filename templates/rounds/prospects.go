package rounds

// Prospects are what the teams of a section can still reach.
type Prospects struct {
	Section     string
	Round, From int // now, and the first round after which it is told
	Over        bool
	Groups      []ProspectGroup
	Boards      []ProspectGroup // the players who can still win a prize of a board
	Forks       []Fork
	OneCategory bool // a team gets money from one category alone
}

// ProspectGroup are teams, or players of a board, that are ranked among each other.
type ProspectGroup struct {
	Name    string   // "" for the whole section
	Goals   []string // "The title"
	Exact   bool
	Players bool
	Out     int // how many players are not listed, because they cannot win
	Lines   []ProspectLine
}

// ProspectState is how a team stands to a goal: certain, open, out of reach or not for it. Places
// are those among the candidates of a category.
type ProspectState struct {
	Words, Places string
	Certain, Open bool
	NotFor        bool
}

// is names the cell for the style sheet.
func (s ProspectState) is() string {
	if s.NotFor {
		return "not-for"
	}
	return "chance"
}

// ProspectLine is one team or player. States are by goal.
type ProspectLine struct {
	Name           string
	Beside         string // the team of a player
	Place          int    // 0 for none yet
	Points, Places string
	States         []ProspectState
}

// Fork is a contested match and what its outcomes would settle.
type Fork struct {
	Place    string
	Outcomes []ForkOutcome
}

// ForkOutcome is one of them.
type ForkOutcome struct {
	Says    string
	Settles []string
}

// early reports whether everything is open still.
func (p Prospects) early() bool { return p.Round < p.From && !p.Over }
