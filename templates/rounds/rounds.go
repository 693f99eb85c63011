// Package rounds draws the desk's pages that carry a section from round to
// round: the section dashboard, the pairing workbench and publishing.
package rounds

import (
	"slices"
	"strconv"
	"time"

	"github.com/tandemchess/tandem/templates/layout"
)

// Step is the one thing to do next.
type Step struct {
	Label, To, Why string
	Form           string // where it is sent to; empty: To is opened
	Then           []Step // what comes after it, within reach already
}

// Check is one condition for pairing the next round.
type Check struct {
	OK       bool
	Sentence string
	To       string // where to settle it; may be empty
}

// RoundLine is one round in the list of a section.
type RoundLine struct {
	Round      int
	State      string
	Published  string // "v1, 2:02 pm"
	Turnaround string // from the last result to the next pairings
	To, Wall   string
	Verify     string // where results are verified; empty when none waits, or for who may not
}

// Dashboard is a section at one glance.
type Dashboard struct {
	Next             Step
	Round            int // the current one, 0 before round 1
	State            string
	StartsAt         *time.Time
	Clock            *layout.Clock // nil before it starts and after the round
	ClockTo          string        // the page of the round clock
	Results, Matches int
	Playing, Tables  int
	Oldest, OldestTo string
	Conflicts        int
	Review           int
	ToVerify         int
	VerifyTo         string // where they are verified; empty for who may not
	Ready            []Check
	ReadyFor         int // the round those checks are about, 0 for none
	Rounds           []RoundLine
	Links            []Link
	Entries          string    // "24 teams"
	Claims           []Waiting // claims, appeals and rulings that may still be appealed
	Desks            []Seat
	Staff            []OnFloor
	Setup            []Check // steps left before round 1
	Backup           Backup
	Corrections      []Waiting // that wait for a second official
	Pace, PaceTo     string    // how the time stands, and the page that says more
	Later            Later
	Out              []string // people who must not come in, and the page about them
	OutTo            string
}

// Waiting is something that waits for an official, or for a time to pass.
type Waiting struct {
	What, To string
	Since    time.Time
	Until    *time.Time // counts down; nil for what has no end
}

// Seat is a device at a desk.
type Seat struct {
	Name, Device string
	Seen         string // "now" or "12 min ago"
	Online       bool
	Wrote        string // "enter result, 2:05 pm"; empty for nothing today
}

// OnFloor is an official of the section and where to find them.
type OnFloor struct{ Name, Roles, Place string }

// Backup is the newest save point, for those who may see it.
type Backup struct {
	Shown, Old, None bool
	Age, To          string
	Alone            bool   // there is no second place
	Behind           string // why the second place has no copy of the newest
}

// Link leads to another page about the section.
type Link struct{ Label, To string }

// Percent is the share of results that are in.
func (d Dashboard) Percent() int {
	if d.Matches == 0 {
		return 0
	}
	return 100 * d.Results / d.Matches
}

// Cell is a team in a draft.
type Cell struct {
	ID     int64
	Name   string
	Number int
	Points string
	Float  string // up or down, against the opponent
	Rating int    // strength, where the columns are shown; 0 for none
	Club   string
}

// LevelTie is a group whose tie decides who goes on, or who meets whom.
type LevelTie struct {
	Group    string
	Teams    []Cell
	Value    string
	Set      string     // how an official ordered them, which can be set once more; empty while they are level
	Decision int64      // the number of that
	Drawn    bool       // the knockout is out: the result of a group was changed since
	Typed    TypedOrder // of a form that was refused
}

// TypedOrder is the order of level teams as it was chosen: a position by team.
type TypedOrder struct {
	Places map[int64]string
	Reason string
	Wrong  string // what is wrong with the reason
}

// at reports whether a team, which stands at i, is to have a position.
func (o TypedOrder) at(team int64, i, position int) bool {
	if chosen := o.Places[team]; chosen != "" {
		return chosen == number(position)
	}
	return i+1 == position
}

// LevelTable is a tie of a knockout that ended level; Slot goes on, 0 while nobody does.
type LevelTable struct {
	Table      int
	Teams      [2]string
	Points     string // what both have
	Slot       int
	How, Words string // how it was decided: one of Ways, and in words
	Ways       []layout.Choice
	To         string
	Errors     map[string]string
}

// TableRow is a table of a draft.
type TableRow struct {
	Table         int
	First, Second Cell
	// Rotating partners: who plays board B beside them.
	FirstPartner, SecondPartner Cell
	Reasons                     []string
	By                          string
	Held, Problem               bool
}

// Group is a run of tables of one score group.
type Group struct {
	Title string
	Rows  []TableRow
}

// ByeRow is a team without a game.
type ByeRow struct {
	Cell
	Award, Reason, By string
	Fixed             bool // asked for; not moved by hand
}

// Problem is a broken rule, Class the state class of its note.
type Problem struct {
	Class, Sentence string
	Table           int
	To, Way         string // the page where it is put right, and what that is called; empty: none, or not this person's
}

// Relax is an exception that makes a pairing possible.
type Relax struct{ Sentence, Value string }

// Stuck says why no legal pairing exists.
type Stuck struct {
	Teams, Partners []string
	Relax           []Relax
}

// Workbench is the pairing of one round.
type Workbench struct {
	Base           string // /e/…/desk/…/round/3
	Round, Rounds  int
	Revision       int
	HasDraft       bool
	Published      int // version, 0 for none
	PublishedAt    time.Time
	Locked         bool
	CanEdit        bool
	Marked         map[string]bool // teams, in a form that was refused
	CanPublish     bool
	Editor         string // who edits it, when that is somebody else
	MadeBy         string
	MadeAt         time.Time
	Stale          bool
	Problem        string // what was refused
	Problems       []Problem
	Advice         []Problem // what is better done first
	Unsettled      []string
	NotHere        []string
	Alone          bool // everybody enters alone
	Stuck          *Stuck
	Notes          []string
	Groups         []Group
	Byes           []ByeRow
	Loose          []Cell
	LastEdit       string
	ByHand         bool
	Teams          []Cell // of a published round, for changing tables
	Level          []LevelTie
	Blocked        bool   // the draft breaks a rule that cannot be set aside
	Waits          string // why the round cannot be paired yet
	WaitsFor       string // what comes first, at WaitsTo
	WaitsTo        string
	Deciders       []LevelTable // ties of the round, or of the one before, that ended level
	MayLevel       bool         // a tie of the round can end level
	Unseen         int          // teams, when none of them was checked in; 0 otherwise
	CheckIn        string       // where they are
	Ready          []Check      // whether the round can be paired well, before there is a draft
	Form           string       // ChangeForm, MoveForm or UnpublishForm, whichever was refused
	Errors         map[string]string
	Typed, Reason  string
	TeamA, TeamB   int64
	TableA, TableB string // as they were typed into MoveForm
	Tables         int
	WantsSignature bool
	Columns        bool      // ratings and clubs are shown
	Handover       *Handover // the last one, while the draft stands
	Prepared       []Prepared
	Listed         []PublishedTable // of a published round
}

// The forms of a published round that ask for a reason.
const (
	ChangeForm    = "change"
	MoveForm      = "move"
	UnpublishForm = "unpublish"
)

// typed is what was refused in a form, empty for the others of the page.
type typed struct {
	Number, Reason string
	Errors         map[string]string
}

func (w Workbench) typed(form string) typed {
	if form != w.Form {
		return typed{}
	}
	return typed{w.Typed, w.Reason, w.Errors}
}

// PublishedTable is one table of a published round, or a bye.
type PublishedTable struct {
	Table   int // 0 for a bye
	Teams   [2]string
	Bye     string // what the bye is worth
	State   string
	Score   string // empty while no match has a result
	Reasons []string
	By      string // who set it by hand
	To      string // its place on the wall
}

// Handover says who took the draft over from whom.
type Handover struct {
	From, To string
	At       time.Time
}

// self is the page's own address, with what is shown.
func (w Workbench) self() string {
	switch {
	case w.Columns:
		return w.Base + "/pair?columns=yes"
	case w.Round == 1: // shown unless somebody put them away
		return w.Base + "/pair?columns=no"
	}
	return w.Base + "/pair"
}

// Prepared is an open result for which the round was paired both ways.
type Prepared struct {
	Sentence string // the match
	State    string // what became of it
	To       string // where the tables are paired again; empty when nothing is to do
	Tables   string // "Tables 3 and 4"
}

// Repair is the page that pairs named tables of a published round again.
type Repair struct {
	Base           string
	Round, Version int // Version is the one it becomes
	Revision       int
	Tables         []TableChoice
	Bye            string // the team with the bye of the system, empty for none
	WithBye        bool
	Shown          bool // Ways was worked out
	Before, After  []PairLine
	Same, Stuck    bool
	Aside          []string
	Reason         string
	Problem        string
	Errors         map[string]string
}

// TableChoice is a table that may be named; Why says what keeps it.
type TableChoice struct {
	Table  int
	Teams  string
	Why    string
	Chosen bool
}

// PairLine is a table before or after.
type PairLine struct{ Where, Teams string }

// Difference is one team that is elsewhere than in the version before: Kind says
// whether it moved, meets another team, or both.
type Difference struct{ Team, Kind, From, To string }

// Open is a result of an earlier round that is not settled.
type Open struct {
	MatchID                int64
	Sentence, Counts, Name string // Name of its form field
	Chosen                 string // "wait", "count", "both" or "all": as the choice for all
	Error                  string
	Ways                   []WayLine // what the other outcomes would change; nil when not worked out
	Same                   bool      // the pairings are the same whatever comes of it
	Possible               bool      // every way has a legal pairing
	Depends                string    // "Tables 3 and 4 depend on it"
}

// WayLine is the pairing after one other outcome of an open match.
type WayLine struct {
	If            string
	Stuck         bool
	Before, After []PairLine
}

// PublishPage asks for the last word.
type PublishPage struct {
	Base           string
	Round          int
	Revision       int
	Version        int // the version it will become
	Tables, Byes   int
	Before         int // the version it is compared with, 0 for none
	Differences    []Difference
	More           int // differences left out
	Problems       []Problem
	Blocked        string // why it cannot be published at all
	WantsSignature bool
	Open           []Open
	All            string // the choice for all open results, "wait" or "count"; empty when it is not offered
	AllError       string
	Starts         string
	Typed, Reason  string
	Problem        string
	Errors         map[string]string
}

func number(n int) string { return strconv.Itoa(n) }

func id(n int64) string { return strconv.FormatInt(n, 10) }

// pending says whether something speaks against pairing now.
func pending(list []Check) bool {
	return slices.ContainsFunc(list, func(c Check) bool { return !c.OK })
}
