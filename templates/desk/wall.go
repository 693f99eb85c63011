// Package desk draws the pages of a round at the desk: the board wall with
// result entry, conflicts, verification, missing results, corrections and the
// round clock.
package desk

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
)

// Wall is the board wall of one round with the entry panel beside it.
type Wall struct {
	Round      int
	State      string        // published, in-play, complete or locked
	Clock      *layout.Clock // nil before it starts
	ClockTo    string
	Filters    []Filter
	Tiles      []Tile
	Elsewhere  []Tile // tables that the view leaves out: their numbers can be typed all the same
	Conflicts  []Conflict
	Orders     Orders
	Points     map[string][2]int // half points that each result brings the two teams, by the value of its button
	Log        []LogLine
	Entry      Entry
	Base       string // address of the round's desk, without slash
	CanEnter   bool
	CanVerify  bool
	ToVerify   int // results of the round that wait for a second pair of eyes
	MayForfeit bool
	Section    string // its name
	Locked     string // why nothing is entered any more
	Dispute    string // where an incident of this round is opened
	Oldest     int    // the table that holds the round up, 0 for none

	Steps          []Step
	Match, Matches int // the match most tables are at, and how many a table plays

	Row, Rows                 int    // the row of the hall in sight, 0 for all; how many there are
	Find, Tables, StateFilter string // the view: search, "1-24", one state
	OldestFirst               bool
	View                      string // the view as a query, carried by forms
	ByTable, ByOldest         string // addresses of the two orders
}

// Step is one state of a round in its line of pips.
type Step struct {
	Word      string
	Done, Now bool
}

// Filter is one chip above the wall.
type Filter struct {
	State string // empty: all
	Count int
	On    bool
	To    string
}

// Tile is one table.
type Tile struct {
	Table  int
	State  string // the worst of its matches
	Note   string // "6 min late"
	Late   time.Duration
	Teams  [2]string
	Scores [][2]string // per match: "1", "½", "0", "F", "≠", "·"
	To     string
	On     bool

	NextMatch int      // the first match without a result
	Stored    []string // per match: the outcome as its button names it, StoredNone or StoredConflict
	Reported  int64    // the match to verify first, 0 for none
}

// What a tile says of a match that has no one result.
const (
	StoredNone     = "-"
	StoredConflict = "conflict"
)

// Conflict is a match with different results from different sources.
type Conflict struct {
	Title, Said, To string
}

// LogLine is one of the last entries.
type LogLine struct {
	Table, Match               int
	Place, Sentence, State, By string // Place is the table and the match in the reader's letters
	At                         time.Time
	MatchID                    int64
	Undo                       bool // the reader may still take it back
}

// spot is the table and the match for scripts.
func (l LogLine) spot() string { return fmt.Sprintf("%d %d", l.Table, l.Match) }

// Row tells the line from others of its match.
func (l LogLine) Row() string {
	return fmt.Sprintf("%s %s %d", l.spot(), l.By, l.At.UnixMilli())
}

// Entry is the panel that takes a result. Table 0: it waits for a number.
type Entry struct {
	Table, Match, Matches int
	MatchID               int64
	Revision              int
	State                 string
	Teams                 [2]string
	Seats                 [2]string // "BA Maya Ortiz · WB Theo Lindgren"
	Earlier               []string  // "Match 1: Knight Riders won, verified"
	Others                [2]int    // half points of the table's other matches
	Stored, StoredOutcome string    // what is stored now, as a sentence and as the value of its button
	Unknown               string    // there is no such table, in words; nothing can be entered
	Conflict              string    // "Table 5, match 1: two different results."; nothing can be entered
	Said                  []Said    // the values of the conflict
	Resolve, Correct      string    // where the conflict is decided, where the match is corrected
	Locked                string    // why nothing is entered any more
	Next                  string    // "table 27, 4 min late"
	OneBoard              bool
	Links                 []layout.Link // the matches of the table
	Acts                  []layout.Link // what else is done about it
	After                 *Entry        // the next match of the table, ready before this one is saved
	Chase                 *Chase        // of a table that is late

	Outcome, Board, How, Forfeit         string // values kept after a refusal
	WinnerA, ReasonA, WinnerB, ReasonB   string
	Order, Reason, Slip, Typed           string
	Problem                              string
	Errors                               map[string]string
	MayForfeit, MayChange, NeedsDecision bool
}

// Chase is who asks after the slip of a late table.
type Chase struct {
	Runner string
	Seen   string // "Kim Osei, 2:40 pm"
}

// Choice of an ending on a board.
type reasonChoice struct {
	value string
	label text.Message
}

var winReasons = []reasonChoice{
	{"checkmate", text.Message("mate")},
	{"flag", text.Message("flag")},
	{"resignation", text.Message("resigned")},
	{"illegal-move", text.Message("illegal move")},
	{"forfeit", text.Message("forfeit")},
}

var drawReasons = []reasonChoice{
	{"agreement", text.Message("agreement")},
	{"both-flags", text.Message("both flags")},
	{"repetition", text.Message("repetition")},
	{"stalemate", text.Message("stalemate")},
	{"no-clock", text.Message("no clock on this board")},
}

// Orders are the answers to which board ended first, and the pairs of ends that
// need one, under the section's rulebook.
type Orders struct {
	Choices []livegame.Order
	Asked   []livegame.Ends
}

// orderKeys are the keys of the answers that are asked for.
var orderKeys = map[livegame.Order]string{
	livegame.AEarlier: "a", livegame.AStopped: "a", livegame.BEarlier: "b", livegame.BStopped: "b", livegame.Unstopped: "n",
	livegame.Linked: "l", livegame.LinkedAFirst: "l", livegame.LinkedBFirst: "k", livegame.SameTime: "s",
}

// points are the half points of all results as the script reads them, who adds them up
// before the entry is sent.
func points(of map[string][2]int) (string, error) {
	text, err := json.Marshal(of)
	return string(text), err
}

// pairs are the ends that need an order, as the script compares them: "1/2" is
// board A for team 1 and board B for team 2, and a draw stands with its reason.
func (o Orders) pairs() string {
	word := func(b livegame.BoardEnd) string {
		if b.Winner != 0 {
			return itoa(b.Winner)
		}
		return string(b.Reason)
	}
	var list []string
	for _, e := range o.Asked {
		list = append(list, word(e.A)+"/"+word(e.B))
	}
	return strings.Join(list, " ")
}

// Blank is a form for any table, which the script fills in from its tile: the panel
// is open at the key, and the server adds later what only it knows.
func (w Wall) Blank() Entry {
	return Entry{Table: 1, Match: 1, Matches: max(w.Matches, 1), State: layout.StatePlay, MayForfeit: w.MayForfeit, Locked: w.Locked}
}

// NoTable is the panel of a number that no table has.
func (w Wall) NoTable(f layout.Frame) Entry {
	return Entry{Table: 1, Match: 1, Matches: max(w.Matches, 1), State: layout.StatePlay, Unknown: w.NoTableWords(f.Words, "1")}
}

// NoTableWords say that no table has this number.
// The script has its place in the sentence for the number.
func (w Wall) NoTableWords(words text.Words, table string) string {
	return words.Say("There is no table %s in %s, round %d.", table, w.Section, w.Round)
}
