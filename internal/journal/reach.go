package journal

import (
	"fmt"
	"strconv"
)

// Reach says which public pages a change may alter. The zero value is all pages
// of the event, so a command that says nothing costs phones a look too many and
// never leaves an old page standing.
type Reach struct {
	desk    bool
	section int64
}

// DeskOnly is the reach of a change that no public page shows, such as a draft.
var DeskOnly = Reach{desk: true}

// InSection is the reach of a change that shows on pages of one section, and on
// those made of the whole event.
func InSection(sectionID int64) Reach { return Reach{section: sectionID} }

// Public reports whether any public page may change.
func (r Reach) Public() bool { return !r.desk }

// Section is the only section concerned; 0 means all.
func (r Reach) Section() int64 { return r.section }

// String is how nodes tell each other: "*", "-" or the section's number.
func (r Reach) String() string {
	switch {
	case r.desk:
		return "-"
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
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil || id < 1 {
		return Reach{}, fmt.Errorf("%q is not the reach of a change", s)
	}
	return InSection(id), nil
}
