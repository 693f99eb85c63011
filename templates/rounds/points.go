package rounds

import "github.com/tandemchess/tandem/templates/layout"

// GivenRow is what a team was given or lost outside the rounds.
type GivenRow struct {
	ID          int64
	Team        string
	Points      string // "−1"
	GamePoints  string // empty where they follow from the points
	After       string // "round 3", "the start"
	Reason      string
	By          string // "Dana Holt, 2:40 pm"; empty for those of an imported report
	Ruling      string // "Ruling 4"
	RulingTo    string
	RulingGone  bool   // it counts no more, while the points do
	TakenBack   string // "Ana Ruiz, 3:10 pm: the clock was wrong"; empty while they count
	MayTakeBack bool
}

// PointsPage is the page of points that no result brought.
type PointsPage struct {
	Rows    []GivenRow
	Alone   bool // the entries are players
	Games   bool // match points and game points differ
	May     bool
	Closed  string // why none can be given now
	To      string
	Last    int64 // the newest points that the page shows
	Teams   []layout.Choice
	Rulings []layout.Choice

	// As typed.
	Team, Round, MatchPoints, GamePoints, Ruling, Reason string
	// Back is the entry whose taking back was refused, with what was typed.
	Back       int64
	BackReason string

	Problem string
	Errors  map[string]string
}

// backError is what is wrong with the reason for taking an entry back.
func (p PointsPage) backError(id int64) string {
	if p.Back == id {
		return p.Errors["reason"]
	}
	return ""
}

// giveError is what is wrong with a field of the form that gives points.
func (p PointsPage) giveError(field string) string {
	if p.Back != 0 {
		return ""
	}
	return p.Errors[field]
}
