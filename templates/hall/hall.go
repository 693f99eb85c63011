// Package hall draws the screens in the hall, readable from ten metres, and the
// desk's page that steers them.
package hall

import (
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/templates/layout"
)

// Row is one line of a screen.
type Row struct {
	Place        string // before the name, in standings
	Main, Beside string
	Review       bool   // may still change
	Tag          string // "was 12"
	End          string // table, points
	Word         bool   // End is a word, not a number
}

// Sheet is one page of a screen; screens turn their sheets.
type Sheet struct {
	Letter, Title, Sub string
	Colour             int // of the section's badge, from 1
	Page, Pages        int // among the sheets of the section
	Version            int // of the pairings
	ByTable            bool
	StartsAt           *time.Time
	Clock              *layout.Clock
	ClockOnly          bool // the clock fills the sheet
	Alert              string
	Rows               []Row
	Big, BigSub        string // instead of rows
	Range              string // "G – L"
}

// Screen is everything a screen shows.
type Screen struct {
	Sheets []Sheet
	Key    string // changes when the screens start again from the first sheet
	Link   string
	QR     templ.Component
}

// Steered is a screen on the page that steers them.
type Steered struct {
	Slug, Name, Programme, Message, Address, Theme string
	Sections                                       map[int64]bool
	New                                            bool
	Errors                                         map[string]string
}

// SteerPage lists the screens of an event.
type SteerPage struct {
	Problem    string
	Screens    []Steered
	Programmes []layout.Choice
	Sections   []layout.Choice
}

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

var themes = []layout.Choice{{Value: "system", Label: "As the machine is set"}, {Value: "light", Label: "Light"}, {Value: "dark", Label: "Dark"}}

// zoneOf is the name of the event's zone, in which screens tell the time.
func zoneOf(f layout.Frame) string {
	if f.Zone == nil {
		return "UTC"
	}
	return f.Zone.String()
}

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }
