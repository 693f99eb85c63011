package rounds

// Later is what moves planned times, of a section or of the whole event.
type Later struct {
	Base     string // where its forms are sent, without slash
	May      bool   // this person may
	Needs    string // who may, for the others
	LastMove int64  // the newest move that the page shows, 0 for none
	Minutes  string
	Moved    string // "Dana Holt moved the times 15 min later at 2:40 pm."; empty for nothing
	Mine     int64  // the move that can be taken back here, 0 for none
	All      bool   // of all sections
	From     string // "section" on the section's page, which it leads back to
	Problem  string
	Errors   map[string]string
}

// PacePart is how long one part of a round took.
type PacePart struct {
	Minutes int
	Known   bool
	Running bool
}

// PaceRow is a round with its parts.
type PaceRow struct {
	Name  string // "Round 3"
	Parts []PacePart
	Total int
}

// Longest is the longest part in minutes, for the bars.
func (p Pace) Longest() int {
	longest := 1
	for _, r := range p.Rounds {
		for _, part := range r.Parts {
			longest = max(longest, part.Minutes)
		}
	}
	return longest
}

// ForecastRow is when a round is expected.
type ForecastRow struct {
	Round                int
	Planned, Start, Over string
	StartRange           string // "3:12 pm to 3:31 pm"; empty for a moment that is known
	OverRange            string
}

// MoreRounds asks whether one more round fits.
type MoreRounds struct {
	Shown    bool
	Round    int    // the one that would be added
	By       string // what was asked, "19:30"
	Problem  string
	Answer   string // "Yes. …"; empty while nothing is asked
	To       string // where the number of rounds is changed; empty for who may not
	Rounds   int    // that are played now
	MayLess  bool   // the last round has not begun, so that one less can be played
	Revision int
}

// PlanRow is a round whose start can be planned.
type PlanRow struct {
	Round int
	Field string
	Value string // "2026-05-02T15:15"
	Begun bool
	Error string
}

// Pace is how a section keeps its time.
type Pace struct {
	Line      string
	Later     Later
	Names     []string // of the parts
	Rounds    []PaceRow
	Usual     PaceRow
	Costs     string // which part costs the most
	Forecast  []ForecastRow
	More      MoreRounds
	Plan      []PlanRow
	Seen      string // what the form of the plan showed
	PlanNote  string // what was refused of it
	Hindsight string
	All       string // the page of the whole event; empty for who may not see it
	Here      string
}

// PaceSection is a section on the page of the whole event.
type PaceSection struct{ Letter, Name, To, Line, Ends string }

// PaceEvent is how all sections keep their time.
type PaceEvent struct {
	Later    Later
	Sections []PaceSection
}
