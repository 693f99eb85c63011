package journal

import (
	"fmt"
	"strconv"
	"strings"
)

// Reach says which public pages a change may alter, and what of a section has to
// be read again for them. The zero value is all pages of the event, so a command
// that says nothing costs phones a look too many and never leaves an old page standing.
type Reach struct {
	desk    bool
	section int64
	round   int
}

// DeskOnly is the reach of a change that no public page shows, such as a draft.
var DeskOnly = Reach{desk: true}

// InSection is the reach of a change that shows on pages of one section, and on
// those made of the whole event.
func InSection(sectionID int64) Reach { return Reach{section: sectionID} }

// InRound is the reach of a change to the play of one round: its pairings,
// matches, games and reports, and what the section's rounds say of themselves. It shows
// on the pages that InSection names, but teams, players and other rounds are as
// they were. A command that touches anything else must not say it.
func InRound(sectionID int64, round int) Reach { return Reach{section: sectionID, round: round} }

// Public reports whether any public page may change.
func (r Reach) Public() bool { return !r.desk }

// Section is the only section concerned; 0 means all.
func (r Reach) Section() int64 { return r.section }

// Round is the only round of the section whose play changed; 0 means that
// anything of the section may have.
func (r Reach) Round() int { return r.round }

// String is how nodes tell each other: "*", "-", the section's number, or that and
// the round behind a space.
func (r Reach) String() string {
	switch {
	case r.desk:
		return "-"
	case r.round != 0:
		return fmt.Sprint(r.section, " ", r.round)
	case r.section != 0:
		return strconv.FormatInt(r.section, 10)
	}
	return "*"
}

// ParseReach reads what String wrote.
func ParseReach(s string) (Reach, error) {
	switch s {
	case "*":
		return Reach{}, nil
	case "-":
		return DeskOnly, nil
	}
	section, round, inRound := strings.Cut(s, " ")
	id, err := strconv.ParseInt(section, 10, 64)
	if err != nil || id < 1 {
		return Reach{}, fmt.Errorf("%q is not the reach of a change", s)
	}
	if !inRound {
		return InSection(id), nil
	}
	no, err := strconv.Atoi(round)
	if err != nil || no < 1 {
		return Reach{}, fmt.Errorf("%q is not the reach of a change", s)
	}
	return InRound(id, no), nil
}
