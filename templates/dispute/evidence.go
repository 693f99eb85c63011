// Package dispute draws the pages of a disagreement: the list of incidents, the
// card, the ruling, the appeal and the register of penalties.
package dispute

import (
	"strconv"
	"time"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
)

func itoa(n int) string     { return strconv.Itoa(n) }
func itoa64(n int64) string { return strconv.FormatInt(n, 10) }

// Seat is one player beside a board.
type Seat struct {
	Seat   string // WA, BA, WB or BB
	Slot   int    // 1 or 2, the team of the pairing; 0 without a match
	Name   string
	Team   string
	Clock  int64 // milliseconds, -1 unknown
	OnMove bool
	Stock  [5]int // queen, rook, bishop, knight, pawn
}

// Board is one board with both players.
type Board struct {
	ID      string // A or B
	Label   string
	SVG     string
	Top     Seat
	Bottom  Seat
	FEN     string
	InWords string
}

// Evidence is what is known about the position.
type Evidence struct {
	Boards    []Board
	Certainty string
	Acts      []string  // in words, oldest first
	Note      string    // why the boards cannot be drawn
	Owner     string    // whose version it is
	Other     *Evidence // the other version of a disputed position
}

// Spoken is one statement.
type Spoken struct {
	Speaker, Role, Body string
	At                  time.Time
	New                 bool
}

// Prior is an earlier infraction of a player of this match.
type Prior struct {
	Seat, Name, Where, Penalty string
	Next                       string // what the next one of its kind brings
	Voided                     bool
}

// Check is one machine check on the card.
type Check struct {
	State    string // ok, warn or bad
	Headline string
	Detail   string
}

var stockKinds = [5]string{"Q", "R", "B", "N", "P"}

func colourOf(seat string) string {
	if seat[0] == 'W' {
		return "w"
	}
	return "b"
}

func pieceRef(f layout.Frame, seat, kind string) string {
	return f.Asset("pieces.svg") + "#" + colourOf(seat) + kind
}

var stockNames = [5]text.Message{text.Message("queens"), text.Message("rooks"), text.Message("bishops"), text.Message("knights"), text.Message("pawns")}

// outcomes are what a decision can make of a match.
func outcomes(f layout.Frame, teams [2]string) []layout.Choice {
	return []layout.Choice{
		{Value: "", Label: f.Say("play goes on, no result yet")},
		{Value: "slot1", Label: f.Say("%s win", teams[0])},
		{Value: "slot2", Label: f.Say("%s win", teams[1])},
		{Value: "draw", Label: f.Say("draw")},
		{Value: "double-loss", Label: f.Say("both lose")},
		{Value: "replay", Label: f.Say("the match is played again")},
		{Value: "card", Label: f.Say("play goes on from the position of the card")},
	}
}
