// Package board holds the pages about positions: the live match at the desk and
// as spectators see it. Components take plain display values.
package board

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
)

// Live is a match step by step.
type Live struct {
	Place    string
	Teams    [2]string
	Base     string // address of the match
	At       int    // step shown
	Steps    int
	After    int // last entry this page knows
	CanEnter bool
	OneBoard bool
	Boards   []Board
	Log      []Row

	Wall, Incident, Export, Score, Spectators string // links; empty ones are left out
	Import                                    bool   // offer to load a game
	Feeds                                     string // link to the electronic boards of the section
	LastEntry                                 string // what taking back would withdraw
	Proposal                                  *Proposal
	Waiting                                   int    // acts of electronic boards that wait for an earlier one
	DelayS                                    int    // spectators see the match this much later
	Review                                    bool   // under review, which is all that spectators read
	Cards                                     []Card // open incidents about the match, for the desk
	Result                                    string // for spectators, once they may know it; for the desk, where the boards ask for none

	Over, More bool              // the match takes no more moves; they are put on record all the same
	Unrecorded bool              // decided, and nobody kept a record: there is no position to show
	Game       string            // a game text that was refused
	GameNo     string            // which of its games
	Clocks     map[string]string // by seat, as they were typed
	Flags      []Flag            // questions about clocks that stand at zero

	Problem string
	Errors  map[string]string
	Refused *Refused
}

// Card is a link to an incident.
type Card struct{ Label, To string }

// Board is one board with its players.
type Board struct {
	ID          string // A or B
	SVG         string
	Told        string // the position for people who listen
	Squares     []Rank // and as a table, rank 8 first
	Status      string // a sentence; empty while play simply goes on
	Loud        bool   // mate or stalemate
	Top, Bottom Seat
	OnMove      string // seat
	Moves       string // where the men of the side to move can go: "e2:e3 e4;N@:a3"
	Typed       string
	TypedClock  string
	Focus       bool
}

// Rank is one row of a position as a table: the men from file a to h, empty where
// nobody stands.
type Rank struct {
	Name string
	Men  []string
}

// Seat is one player's line.
type Seat struct {
	Seat, Name, Team string
	Slot             int // of the team, 1 or 2
	Clock            string
	OnMove           bool
	Stock            []Place
	Hand             []string // captured pieces not handed over yet, by letter
	Press            bool     // a move waits for the clock press
}

// Place is one of the fixed places of a stock.
type Place struct {
	Letter, Symbol string
	Count          int
}

// Row is one step of the log.
type Row struct {
	No               int
	Board            string // A, B or empty for both
	Seat             string
	Number, Text     string
	Clock, Note, Who string
	To, Ruling       string // of the step; of the ruling that ordered it
	Spoken           string // in whole words, for those that just came
	Current, Off     bool
	Bad              bool // an illegal move, recorded as it was made
}

// Refused is an illegal move that may be recorded all the same.
type Refused struct{ Board, Seat, Typed, Move string }

// Score is a match on paper: all moves, and both boards at chosen steps.
type Score struct {
	Place    string
	Teams    [2]string
	Base, At string // the chosen steps as typed
	Log      []Row
	OneBoard bool
	Diagrams []Diagram
	Problem  string
}

// Diagram is both boards after a step, drawn and in words.
type Diagram struct {
	Step               int
	Move, SVG, InWords string
}

// Proposal is the result the boards ask for. Where it depends on something the record
// does not know, there is an answer for each way it can be.
type Proposal struct {
	Sentence, Articles, Button, Stored string
	Answers                            []OrderAnswer
}

// Flag asks about a clock that shows 0:00. Button enters the result that a fallen flag
// comes to; without it Why says what stands against that.
type Flag struct {
	Seat, Question, Button, Why string
	Rests                       []string // articles
}

// OrderAnswer is one answer to how the ends of the two boards lie in time.
type OrderAnswer struct{ Order, Label string }

// URL is an address with a step.
func (l Live) step(n int) string { return l.Base + "?ply=" + strconv.Itoa(n) }

// Latest reports whether the page shows the newest step.
func (l Live) Latest() bool { return l.At == l.Steps }

func itoa(n int) string { return strconv.Itoa(n) }

func pieceName(f layout.Frame, letter string) string {
	return f.Say(map[string]text.Message{
		"K": text.Message("king"), "Q": text.Message("queen"), "R": text.Message("rook"), "B": text.Message("bishop"), "N": text.Message("knight"), "P": text.Message("pawn"),
	}[letter])
}

func key(f layout.Frame, form string) string { return f.FormKey + "-" + form }
