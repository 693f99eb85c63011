// Package hall draws the screens in the hall, readable from ten metres, and the
// desk's page that steers them.
package hall

import (
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/letters"
	"github.com/tandemchess/tandem/templates/layout"
)

// Row is one line of a screen; an empty one keeps its place.
type Row struct {
	Place        string // before the name, in standings
	Main, Beside string
	Review       bool   // may still change
	Tag          string // what is new: "was 12"
	GoesOn       string // the phase that the team is certain to go on to
	End          string // table, points
	Word         bool   // End is a word, not a number
	Cut          bool   // the line at which it is decided where teams go on runs under it
}

// Sheet is one page of a screen; screens turn their sheets.
type Sheet struct {
	Letter, Title, Sub string
	Colour             int // of the section's badge, from 1
	Page, Pages        int // among the sheets of the section
	Version            int // of the pairings
	ByTable            bool
	StartsAt           *time.Time
	Next               string // when the next round is planned, once this one is over
	Clock              *layout.Clock
	ClockOnly          bool // the clock fills the sheet
	Alert              string
	Rows               []Row
	Columns            []Column // of a bracket, instead of rows
	Big, BigSub        string   // instead of rows
	Range              string   // "G – L"
}

// Column is a round of a bracket, or the part of one that fits a sheet. Beside is
// what stands under it, such as the match for third place.
type Column struct {
	Title  string
	Ties   []Tie
	Beside *Column
}

// Tie is two slots that meet, at a table while they do.
type Tie struct {
	Slots  [2]Slot
	Table  int
	How    string // how it was decided, when its matches ended level
	Winner string // what is said beside who won
}

// Slot is a team, or when Open the words for who is not known yet or never comes.
type Slot struct {
	Name, Score     string
	Won, Lost, Open bool
}

// empty is the place of a tie that nobody plays.
func (t Tie) empty() bool { return t.Slots == [2]Slot{} }

// How many letters of a name stand on one line of a tie, and how many in smaller
// letters; a longer one takes two lines.
const lineOfSlot, longSlot = 15, 19

func (s Slot) snug() bool { return letters.Count(s.Name) > lineOfSlot && !s.long() }

func (s Slot) long() bool { return letters.Count(s.Name) > longSlot }

// Few rows stand in one column, so that they are as large as the screen allows.
const fewRows = 9

func (s Sheet) few() bool { return s.Pages == 1 && len(s.Rows) <= fewRows }

// twoLines is true where a row is too long for one; all rows of a sheet look alike.
func (s Sheet) twoLines() bool {
	return slices.ContainsFunc(s.Rows, func(r Row) bool { return r.long(s.few()) })
}

// What fits a row, in pixels of a screen of 1920, by the widest face a machine may
// have. Where one is longer, opponents stand on a second line; nothing a team looks
// for is cut.
const (
	columnWidth = 740
	tagWidth    = 200
	tagAir      = 45 // of the 200 what no letter needs
	tagLetter   = 15
	markWidth   = 75 // of the review mark
	placeWidth  = 105
	placeLetter = 29
	nameLetter  = 34
	sideLetter  = 18
	longTitle   = 28 // letters of a title on one line
)

func (r Row) room(few bool) int {
	room := columnWidth
	if few {
		room *= 2
	}
	for _, tag := range []string{r.Tag, r.GoesOn} {
		if tag != "" {
			room -= max(tagWidth, tagAir+tagLetter*letters.Count("→ "+tag))
		}
	}
	if r.Review {
		room -= markWidth
	}
	if r.Place != "" {
		room -= max(placeWidth, letters.Count(r.Place)*placeLetter)
	}
	return room
}

func (r Row) long(few bool) bool {
	return r.Beside != "" && letters.Count(r.Main)*nameLetter+letters.Count(r.Beside)*sideLetter > r.room(few)
}

// longName is a name that is too long even for a line of its own.
func (r Row) longName(few bool) bool { return letters.Count(r.Main)*nameLetter*42/50 > r.room(few) }

// snugName is a name that stands alone in its row and fits it only in smaller
// letters; a longName takes two lines there.
func (r Row) snugName(few bool) bool {
	return r.Beside == "" && !r.longName(few) && letters.Count(r.Main)*nameLetter > r.room(few)
}

// hugeName is a name that even the smaller letters of a longName leave no room for:
// beside opponents it takes a second line, alone it would take a third.
func (r Row) hugeName(few bool) bool {
	lines := 1
	if r.Beside == "" {
		lines = 2
	}
	return letters.Count(r.Main)*nameLetter*32/50 > lines*r.room(few)
}

// longBeside is a second team too long for its line where tables are listed, and
// both teams are of the same size.
func (r Row) longBeside(few bool) bool { return letters.Count(r.Beside)*nameLetter*34/50 > r.room(few) }

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
	Was                                            *Steered // as the form showed it
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

func themes(f layout.Frame) []layout.Choice {
	return []layout.Choice{{Value: "system", Label: f.Say("As the machine is set")}, {Value: "light", Label: f.Say("Light")}, {Value: "dark", Label: f.Say("Dark")}}
}

// zoneOf is the name of the event's zone, in which screens tell the time.
func zoneOf(f layout.Frame) string {
	if f.Zone == nil {
		return "UTC"
	}
	return f.Zone.String()
}

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }
