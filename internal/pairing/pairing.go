// Package pairing decides who meets whom: the Swiss systems (team C.04.6,
// Dutch C.04.3, US Chess), round robin, knockout and rotating partners. It also
// checks a pairing somebody edited by hand and explains every pair it makes.
//
// The same input always gives the same pairing: the package reads no clock and
// draws no lots, and lots that a rule asks for (the initial colour) come in with
// the tournament. A pairing equals the definition of its system; it is never an
// approximation, and shortcuts carry their proof beside the code. Pairing a
// round must never change the tournament it is given, and the package knows
// nothing of players, tables, clocks or storage.
package pairing

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/phrase"
)

// System names a way to pair a round.
type System string

// The systems that pair one round of a tournament from its history. Knockout
// and rotating partners have entry points of their own.
const (
	TeamSwiss  System = "team"        // C.04.6 (2026), the default for bughouse
	Dutch      System = "dutch"       // C.04.3 (2026)
	USChess    System = "uschess"     // US Chess 27A, 28L, 29C-D without colours
	RoundRobin System = "round-robin" // C.05 annex, Berger tables
)

// systems maps each system to the function that pairs one round with it.
var systems = map[System]func(*Tournament) (*Draft, error){
	TeamSwiss:  pairTeam,
	USChess:    pairUSChess,
	RoundRobin: pairRoundRobin,
}

// PairRound pairs round t.Round with the given system. The error is an *InputError
// when the tournament contradicts itself and a *NoPairingError when no legal
// pairing exists.
func PairRound(s System, t *Tournament) (*Draft, error) {
	pair, ok := systems[s]
	if !ok {
		return nil, &InputError{What: fmt.Sprintf("unknown pairing system %q", s)}
	}
	return pair(t)
}

// Colour is the side of a participant; for a team, the colour of its first board.
type Colour int8

// The zero Colour means that no game was played or that nothing was drawn.
const (
	NoColour Colour = iota
	White
	Black
)

// Other is the opposite colour; NoColour stays NoColour.
func (c Colour) Other() Colour {
	switch c {
	case White:
		return Black
	case Black:
		return White
	default:
		return NoColour
	}
}

func (c Colour) String() string {
	return [...]string{"none", "White", "Black"}[c]
}

// Kind says what a participant did in one round.
type Kind int8

// The kinds of a Record. NotArrived is the zero value: a participant without an
// entry for a round was not there yet.
const (
	NotArrived Kind = iota
	Played
	ForfeitWin
	ForfeitLoss
	DoubleForfeit
	AllocatedBye // pairing-allocated bye (PAB)
	FullBye      // requested, a win's points
	HalfBye      // requested, a draw's points
	ZeroBye      // requested, withdrawn or absent
)

func (k Kind) String() string {
	return [...]string{
		"not arrived", "played", "forfeit win", "forfeit loss", "double forfeit",
		"pairing-allocated bye", "full-point bye", "half-point bye", "zero-point bye",
	}[k]
}

// Defaulted reports whether the participant lost because it did not come.
func (k Kind) Defaulted() bool { return k == ForfeitLoss || k == DoubleForfeit }

// Record is one earlier round of one participant.
type Record struct {
	Kind     Kind
	Opponent int    // number; played games and forfeits only
	Colour   Colour // of this participant; kept for forfeits, counted for played games only
	Points   int    // primary score of the round, match points for teams
	// Secondary is the second score of a team (game points). It never pairs; a
	// team event may use it to settle colours.
	Secondary int
}

// Participant is a team or a single player.
type Participant struct {
	Number int // tournament pairing number (TPN), 1 = strongest, unique
	// Place, when given for everybody, orders the participants instead of Number.
	Place   int
	Name    string
	Rating  int      // 0 = unrated
	Records []Record // Records[i] is round i+1; a missing entry means not arrived
	// Arrival is the first round the participant can be paired in; 0 means 1.
	Arrival int
	// Withdrawn is the first round the participant no longer plays; 0 means never.
	Withdrawn int
	// Bye is what the participant asked for in the round to be paired: FullBye,
	// HalfBye, ZeroBye (also for an absence), or the zero value to be paired.
	Bye Kind
	// Adjusted holds penalties (negative) and bonuses in half points by the round
	// before which they begin to count (Adjusted[0]: before round 1). They belong to
	// the score like points of a game.
	Adjusted []int
	// Virtual holds acceleration half points by round (Virtual[0] is round 1). They
	// count for pairing and board order only.
	Virtual []int
}

// PointSystem holds what a round is worth, in half points.
type PointSystem struct {
	Win, Draw, Loss int
	AllocatedBye    int
}

// Forbidden is a group of participants no two of whom may meet in the rounds
// First..Last (0 = no limit on that side).
type Forbidden struct {
	Numbers     []int
	First, Last int
	// Hard wishes stand like a rule. Soft ones are kept as long as a legal pairing
	// with them exists; when none does they are given up from the end of the list.
	Hard bool
	Why  phrase.Sentence // shown in explanations: "same club"
}

func (f Forbidden) names(number int) bool { return slices.Contains(f.Numbers, number) }

func (f Forbidden) covers(round int) bool {
	return (f.First == 0 || round >= f.First) && (f.Last == 0 || round <= f.Last)
}

// Tournament is everything a system needs to pair one round.
type Tournament struct {
	Rounds       int // number of rounds declared beforehand; 0 = not known
	Round        int // the round to pair, 1-based
	Points       PointSystem
	Participants []Participant // any order
	Forbidden    []Forbidden
	// InitialColour was drawn by lot before round 1 for the odd numbers.
	InitialColour Colour
	// Fixed pairs were drawn by hand; they stand as they are (Black 0 is the
	// pairing-allocated bye) and the others are paired around them.
	Fixed []Pair
	// Team holds the settings of the team system.
	Team TeamOptions
	// RoundRobin holds the settings of the round robin.
	RoundRobin RoundRobinOptions
	// Watch, when given, is told by the Swiss systems how far they have come: before
	// each score group and at the end. An error of it ends the pairing, which then has
	// that error. It never changes a pairing.
	Watch func(Progress) error
}

// Progress is how far the pairing of a round has come.
type Progress struct {
	Placed, Of int // participants who have an opponent or the bye, of those to be paired
	// Without is how many soft wishes were given up so far: with each the work begins again.
	Without int
}

// LastRound reports whether the round to pair is the last one declared.
func (t *Tournament) LastRound() bool { return t.Rounds > 0 && t.Round >= t.Rounds }

// FormatPoints writes half points for people: 3, 2½, ½.
func FormatPoints(half int) string {
	sign := ""
	if half < 0 {
		sign, half = "-", -half
	}
	switch {
	case half%2 == 0:
		return fmt.Sprintf("%s%d", sign, half/2)
	case half == 1:
		return sign + "½"
	default:
		return fmt.Sprintf("%s%d½", sign, half/2)
	}
}

// ColourMode says how a team event uses colours (C.04.6).
type ColourMode int8

// Bughouse teams have both colours in every match, so the default is NoColours.
const (
	NoColours    ColourMode = iota // colours are allotted but never influence who meets whom
	ColoursTypeA                   // simple preferences
	ColoursTypeB                   // strong and mild preferences
)

// TeamOptions are the settings of the team system; the zero value is the
// default of a bughouse event. Fields named Reading… choose the other reading of
// a passage the regulations leave open.
type TeamOptions struct {
	Colours ColourMode
	// SecondaryForColours lets the secondary score name the first-team of a pair.
	SecondaryForColours bool
	// ReadingLastRoundFirst (type B, last round): no preference at all with a
	// balanced history, even when the last two matches had the same colour. By
	// default the strong clause is tested first.
	ReadingLastRoundFirst bool
	// ReadingNextBracketYesNo (C6): a choice only has to leave the next bracket
	// with its parity minimum of upfloaters or not; by default the number of
	// upfloaters above that minimum is minimised.
	ReadingNextBracketYesNo bool
}

// Draft is a pairing of one round, ready to be shown, edited and published.
type Draft struct {
	Round int
	// Pairs in board order; the pairing-allocated bye, if any, is the last one.
	Pairs []Pair
	// Byes are the requested byes and absences of the round, by number.
	Byes []Bye
	// Brackets in the order they were paired (Swiss systems).
	Brackets []Bracket
	// Notes are remarks on the round as a whole.
	Notes []phrase.Sentence
	// GivenUp are the soft wishes that were not minded, each by the numbers to keep apart.
	GivenUp [][]int
	// Work counts what the exact search had to do, for measurements.
	Work Work
}

// Pair is two participants, or one with the pairing-allocated bye (Black 0).
type Pair struct {
	White, Black int // numbers
	Bracket      int // pairing score of the scoregroup it was made in
	// The floats of the two, when their pairing scores differ.
	WhiteFloat, BlackFloat Float
	Missing                int             // in a round robin: who does not play, where that leaves White free
	Fixed                  bool            // drawn by hand
	Plan                   phrase.Sentence // where a pair of a table or a bracket has its colours from
	ColourRule             string          // the rule that decided the colours: "C.04.6 4.3.3 opposite preferences"
	Reasons                []Reason        // why a more obvious opponent was passed over
}

// IsBye reports whether the pair is the pairing-allocated bye.
func (p Pair) IsBye() bool { return p.Black == 0 }

// Has reports whether the participant is a member of the pair.
func (p Pair) Has(number int) bool { return p.White == number || p.Black == number }

// Opponent is the other member; 0 for the bye or when number is not a member.
func (p Pair) Opponent(number int) int {
	switch number {
	case p.White:
		return p.Black
	case p.Black:
		return p.White
	default:
		return 0
	}
}

// Bye is a participant who is not paired in the round.
type Bye struct {
	Number int
	Kind   Kind // FullBye, HalfBye, ZeroBye, NotArrived
}

// Bracket reports one step of a Swiss pairing.
type Bracket struct {
	Score   int   // pairing score of its residents
	Members []int // numbers, in order
	Moved   []int // numbers of those moved in from other scoregroups
	// Criteria holds the values reached for the quality criteria, in order.
	Criteria []Criterion
}

// Criterion is one quality criterion and the value reached; smaller is better.
type Criterion struct {
	Name  string // "C4"
	Value int
}

// Reason says why a more obvious opponent, or the bye, was passed over.
type Reason struct {
	Of, Other int             // numbers: Of would have met Other (0 = the bye)
	Why       phrase.Sentence // "already met in round 2"
}

// Work counts the steps of the exact search.
type Work struct {
	Brackets     int // brackets paired
	Certificates int // pairability questions answered by a counting argument
	Matchings    int // pairability questions that needed a maximum matching
	Searches     int // brackets that left the greedy path for the exact search
	Turns        int // choices of the exact search settled by turning pairs around
	Solves       int // choices of the exact search that needed the matching solved again
}

// InputError says that the tournament contradicts itself.
type InputError struct {
	Number int // participant concerned, 0 = the tournament
	Round  int // round concerned, 0 = none
	What   string
}

func (e *InputError) Error() string {
	where := "tournament"
	if e.Number != 0 {
		where = fmt.Sprintf("participant %d", e.Number)
	}
	if e.Round != 0 {
		where += fmt.Sprintf(", round %d", e.Round)
	}
	return "pairing: " + where + ": " + e.What
}

// NoPairingError says that no legal pairing exists and who stands in the way.
type NoPairingError struct {
	Round int
	// Witness are the participants that cannot all be paired, by number.
	Witness []int
	// Partners are the only ones outside their number the witnesses may still meet,
	// too few of them.
	Partners []int
	// Relax lists what the arbiter may relax to make a pairing possible.
	Relax []Relaxation
}

// Relaxation is one thing that, done alone, makes a legal pairing possible: to allow some pairs
// together, or to take back what was drawn by hand.
type Relaxation struct {
	What  string  // "let 3 and 7 meet again"
	Allow [][]int // two that meet, or one that gets the bye, by number
	Undo  []int   // the two of a pair, or the one of a bye, drawn by hand
}

func (e *NoPairingError) Error() string {
	s := fmt.Sprintf("pairing: no legal pairing of round %d exists: participants %v cannot all be paired", e.Round, e.Witness)
	if len(e.Partners) > 0 {
		s += fmt.Sprintf(", besides each other they may only meet %v", e.Partners)
	}
	for i, r := range e.Relax {
		if i == 0 {
			s += "; it becomes possible if you "
		} else {
			s += ", or "
		}
		s += r.What
	}
	return s
}
