package rounds

// Prospects are what the teams of a section can still reach.
type Prospects struct {
	Section     string
	Round, From int // now, and the first round after which it is told
	Over        bool
	Goals       []string // "The title"
	Groups      []ProspectGroup
	Forks       []Fork
	OneCategory bool // a team gets money from one category alone
}

// ProspectGroup are teams that are ranked among each other.
type ProspectGroup struct {
	Name  string // "" for the whole section
	Exact bool
	Lines []ProspectLine
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

// ProspectLine is one team. States are by goal.
type ProspectLine struct {
	Name           string
	Place          int
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
