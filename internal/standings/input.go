// Package standings computes scores, tie-breaks, places and prizes from the
// rounds of an event: FIDE's codes (C.07, editions 2023 and 2026) and the
// US Chess set (34E).
//
// Every value is the sum of contributions that Explain can list, so a page can
// show a participant where a number comes from. The package must never round on
// the way, draw lots or read a clock: places that the codes leave tied stay
// shared. All points are integers in half points.
package standings

// Kind says how a participant spent a round; exactly one per round.
type Kind uint8

const (
	// NotArrived: the participant had not entered yet. Counts like a zero-point bye.
	NotArrived Kind = iota
	// Played: a game, or a match with at least one played board.
	Played
	// ForfeitWin and ForfeitLoss: paired, not played. A double forfeit is
	// ForfeitLoss on both sides.
	ForfeitWin
	ForfeitLoss
	// AllocatedBye is the bye of the odd participant (PAB).
	AllocatedBye
	FullBye
	HalfBye
	// ZeroBye: an announced absence, and every round after a withdrawal.
	ZeroBye
	// Pending: paired, no result yet. The round is left out of everything.
	Pending
)

// Colour is the colour of a game, of a team on its first board.
type Colour uint8

const (
	NoColour Colour = iota
	White
	Black
)

// Outcome is the result of a played round.
type Outcome uint8

const (
	NoOutcome Outcome = iota
	Win
	Draw
	Loss
)

// Record is what one participant did in one round.
type Record struct {
	Kind     Kind
	Opponent int // number of the opponent, 0 for none
	Colour   Colour
	Outcome  Outcome // of a played round
	// Points are the match points awarded (for single players: the points);
	// GamePoints the sum over the boards. Half points.
	Points, GamePoints int
	Boards             []int // own half points by board, nil when not known
	// UnderReview marks a result that an appeal may still change.
	UnderReview bool
}

// Participant is a team or a player with one record per round.
type Participant struct {
	Number int // starting number (TPN), unique, 1 or more
	Rating int // 0 when unrated
	// Penalty is added to the match points and GamePenalty to the game points
	// outside any round; negative for a penalty, half points.
	Penalty, GamePenalty int
	Records              []Record
}

// Scores are the values of results in half points.
type Scores struct{ Win, Draw, Loss int }

// Edition is the year of the tie-break regulations.
type Edition int

const (
	// Edition2023 is C.07 before the cap on the dummy opponent's score.
	Edition2023 Edition = 2023
	// Edition2026 is C.07 in force from 1 March 2026, the default.
	Edition2026 Edition = 2026
)

// Input is everything standings are computed from. Compute does not change it.
type Input struct {
	Participants []Participant
	Match        Scores  // match points of teams, points of players
	Game         Scores  // points of one board
	Boards       int     // boards per match; 0 means 1
	Edition      Edition // 0 means Edition2026
	// GamePointsFirst makes game points the primary score of a team event where
	// the list of codes does not say PTS:MP.
	GamePointsFirst bool
	// RoundRobin: everybody meets everybody. Forfeits count as games, byes of
	// the odd participant as nothing (C.07 art. 15).
	RoundRobin bool
}
