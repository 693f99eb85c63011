package rounds

// Prospects are what the teams of a section can still reach.
type Prospects struct {
	Section     string
	Round, From int // now, and the first round after which it is told
	Over        bool
	Goals       []string // "The title"
	Groups      []ProspectGroup
	Forks       []Fork
}

// ProspectGroup are teams that are ranked among each other.
type ProspectGroup struct {
	Name  string // "" for the whole section
	Exact bool
	Lines []ProspectLine
}

// ProspectLine is one team. States are by goal: certain, open or out of reach.
type ProspectLine struct {
	Name               string
	Place, Best, Worst int
	Points             string
	States             []string
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

// reach is the best and the worst place in one cell.
func (l ProspectLine) reach() string {
	if l.Best == l.Worst {
		return number(l.Best)
	}
	return number(l.Best) + " to " + number(l.Worst)
}
