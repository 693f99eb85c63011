package dispute

import (
	"slices"

	"github.com/tandemchess/tandem/templates/layout"
)

// ConductLine is an entry about a coach, a parent or a spectator.
type ConductLine struct {
	ID                                                                  int64
	Person, Role, Team, Club, Section, Measure, Reason, By, Next, Ended string // Measure with what for, and the step
	MayEnd                                                              bool
}

// Who is the person's role with the team and the club that it belongs to.
func (l ConductLine) Who() string {
	said := l.Role
	for _, more := range []string{l.Team, l.Club} {
		if more != "" {
			said += ", " + more
		}
	}
	return said
}

// ConductPage is the register of people who do not play.
type ConductPage struct {
	Out      []ConductLine // who must not come in
	Lines    []ConductLine
	Sees     bool // the reader sees the whole list
	May      bool
	To       string
	Sections []layout.Choice
	Teams    []layout.Choice
	Offences []string

	// As typed.
	Person, Role, Team, Club, Offence, Measure, Reason, Section string
	Ending                                                      int64 // whose end was refused
	EndReason                                                   string
	Problem                                                     string
	Errors                                                      map[string]string
}

// AddOffence offers an offence once.
func (p *ConductPage) AddOffence(name string) {
	if !slices.Contains(p.Offences, name) {
		p.Offences = append(p.Offences, name)
	}
}
