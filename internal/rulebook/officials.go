package rulebook

import "fmt"

// Official is a level of the appeal path.
type Official string

// The levels in rising order.
const (
	Director     Official = "director"
	SectionChief Official = "section-chief"
	Chief        Official = "chief"
)

// ParseOfficial reads director, section-chief or chief.
func ParseOfficial(s string) (Official, error) {
	switch o := Official(s); o {
	case Director, SectionChief, Chief:
		return o, nil
	}
	return "", fmt.Errorf("not an official: %q; expected director, section-chief or chief", s)
}

// Rank orders the levels: 1 the director, 3 the chief floor director.
func (o Official) Rank() int {
	switch o {
	case Director:
		return 1
	case SectionChief:
		return 2
	case Chief:
		return 3
	}
	return 0
}

// Title is the official as pages name him.
func (o Official) Title() string {
	switch o {
	case Director:
		return "director"
	case SectionChief:
		return "section chief"
	case Chief:
		return "chief floor director"
	}
	return string(o)
}
