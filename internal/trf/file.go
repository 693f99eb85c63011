// Package trf reads and writes tournament report files: the fixed-column text
// format FIDE defines for reporting events (TRF16, TRF-2026 with its team
// records) and the older extensions of pairing programs (XX and BB records).
//
// It turns text into a File, a File into text, and a File into a CrossTable,
// the neutral view that pairing and standings are computed from. It must never
// pair, rank or correct anything: what a file does not say stays unsaid, and
// what it says wrongly is refused with the line and column.
//
// All points are integers in half points: a win's usual 1.0 is the number 2.
package trf

// File is the content of one tournament report file.
type File struct {
	Header
	// Rounds is the declared number of rounds (142, XXR), 0 when not declared.
	Rounds int
	// InitialColour is the colour drawn by lot (152, XXC), NoColour when not given.
	InitialColour Colour
	// ByRank is set by "XXC rank": pair by the rank column instead of the id.
	ByRank bool
	// Legacy selects the XX and BB records on writing where both forms exist.
	Legacy bool

	// Points are the values of individual results (162, XXS, BBx).
	Points PointSystem
	// MatchPoints are the values of team results (362).
	MatchPoints MatchPoints

	Players  []Player  // in file order
	Teams    []Team    // 310 records, in file order
	OldTeams []OldTeam // 013 records, in file order

	Byes          []Bye          // 240 and XXZ
	Forbidden     []Forbidden    // 260 and XXP
	Accelerations []Acceleration // 250
	Virtual       []Virtual      // XXA
	Abnormal      []Abnormal     // 299
	TeamPABs      []TeamPAB      // 320
	Lineups       []Lineup       // 300
	Forfeits      []Forfeit      // 330

	// Unknown keeps comments and records this package has no meaning for,
	// without line ends, in file order. Write puts them last.
	Unknown []string
}

// Header holds the records of the tournament section as text.
type Header struct {
	Name, City, Federation, Start, End    string   // 012 022 032 042 052
	PlayerCount, RatedCount, TeamCount    string   // 062 072 082
	TypeText, ChiefArbiter                string   // 092 102
	Deputies                              []string // 112, one record each
	TimeText                              string   // 122
	RoundDates                            []string // 132, YY/MM/DD by round
	RankMethod, PairingProgram, Type      string   // 172 182 192
	TieBreaks, StandingOrder, TimeControl string   // 202 212 222
	BoardColours                          string   // 352, such as WB
}

// Colour is the colour of one game, or of a team on its first board.
type Colour byte

const (
	NoColour Colour = iota
	White
	Black
)

// Opposite swaps White and Black and leaves NoColour alone.
func (c Colour) Opposite() Colour {
	switch c {
	case White:
		return Black
	case Black:
		return White
	}
	return NoColour
}

func (c Colour) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return "none"
}

// Result is the result column of a round: one of 1 = 0 (played), W D L (played,
// unrated), + - (forfeit), H F U Z (byes), or 0 when the column is blank.
type Result byte

// Results as written in a file. The blank column is the zero Result.
const (
	Win         Result = '1'
	Draw        Result = '='
	Loss        Result = '0'
	UnratedWin  Result = 'W'
	UnratedDraw Result = 'D'
	UnratedLoss Result = 'L'
	ForfeitWin  Result = '+'
	ForfeitLoss Result = '-'
	HalfBye     Result = 'H'
	FullBye     Result = 'F'
	PABye       Result = 'U'
	ZeroBye     Result = 'Z'
)

// Played reports whether the result was made on the board.
func (r Result) Played() bool {
	switch r {
	case Win, Draw, Loss, UnratedWin, UnratedDraw, UnratedLoss:
		return true
	}
	return false
}

// Player is one 001 record.
type Player struct {
	ID         int // starting rank number, 1..9999
	Sex, Title string
	Name       string // at most 33 columns
	Rating     int    // 0 when unrated
	Federation string
	FIDENumber string
	Birth      string
	Points     int // half points, as the file says
	Rank       int // 0 when blank
	Rounds     []Cell
}

// Cell is what a 001 record says about one round. The zero Cell is blank.
type Cell struct {
	Opponent int // player id, 0 for none
	Colour   Colour
	Result   Result
}

// Team is one 310 record. Points are half points, as the file says.
type Team struct {
	Number         int // team pairing number, 1..999
	Name, Nickname string
	Strength       int
	MatchPoints    int
	GamePoints     int
	Rank           int
	Players        []int // ids in board order
}

// OldTeam is one 013 record: a name and player ids, numbered by their order.
type OldTeam struct {
	Name    string
	Players []int
}

// Bye is one 240 record, or one XXZ record when Round is 0: absent from the
// next round to be paired. IDs are teams in a team event, else players.
type Bye struct {
	Type  Result // FullBye, HalfBye or ZeroBye
	Round int
	IDs   []int
}

// Forbidden is one 260 or XXP record: none of the listed participants may meet
// in rounds First to Last. First and Last are 0 when it holds for every round.
type Forbidden struct {
	First, Last int
	IDs         []int
}

// Acceleration is one 250 record: virtual half points for participants FirstID
// to LastID in rounds First to Last. MatchPoints is 0 in individual events.
type Acceleration struct {
	MatchPoints, GamePoints int
	First, Last             int
	FirstID, LastID         int
}

// Virtual is one XXA record: virtual half points of one participant by round.
type Virtual struct {
	ID     int
	Points []int
}

// Abnormal is one 299 record: the half points that results of one type bring
// the listed participants (none: everybody) in one round (0: every round). A
// blank type (0) is a penalty or bonus of the round, or of the total when Round is 0,
// beside the results; it names somebody.
type Abnormal struct {
	Type                    Result
	MatchPoints, GamePoints int
	Round                   int
	IDs                     []int
}

// TeamPAB is one 320 record: what a pairing-allocated bye is worth in half
// points and which team had it in each round (0 none).
type TeamPAB struct {
	MatchPoints, GamePoints int
	Teams                   []int
}

// Lineup is one 300 record: the players of a team in board order, 0 for an
// empty board.
type Lineup struct {
	Round, Team, Opponent int
	Players               []int
}

// Forfeit is one 330 record: a match decided without play.
type Forfeit struct {
	WhiteWins, BlackWins bool // both false: double forfeit
	Round, White, Black  int  // team numbers
}

// PointSystem is the value of every individual result in half points (162).
type PointSystem struct {
	Win, Draw, Loss         int
	ForfeitWin, ForfeitLoss int
	FullBye, HalfBye        int
	ZeroBye, PAB            int
	Unknown                 int // a game whose result is not known yet
}

// StandardPoints is 1, ½, 0 with a pairing-allocated bye worth a win, as for players;
// where a file of teams says nothing the bye is worth a draw on each board.
func StandardPoints() PointSystem {
	return PointSystem{Win: 2, Draw: 1, ForfeitWin: 2, FullBye: 2, HalfBye: 1, PAB: 2, Unknown: 1}
}

// Of returns the half points a result brings; a blank result with an opponent
// is a game not finished, without one an absence.
func (p PointSystem) Of(c Cell) int {
	switch c.Result {
	case Win, UnratedWin:
		return p.Win
	case Draw, UnratedDraw:
		if c.Opponent == 0 {
			return p.HalfBye
		}
		return p.Draw
	case Loss, UnratedLoss:
		if c.Opponent == 0 {
			return p.ZeroBye
		}
		return p.Loss
	case ForfeitWin:
		return p.ForfeitWin
	case ForfeitLoss:
		return p.ForfeitLoss
	case FullBye:
		return p.FullBye
	case HalfBye:
		return p.HalfBye
	case PABye:
		return p.PAB
	case ZeroBye:
		return p.ZeroBye
	}
	if c.Opponent != 0 {
		return p.Unknown
	}
	return p.ZeroBye
}

// MatchPoints is the value of a team match in half points (362).
type MatchPoints struct {
	Win, Draw, Loss int
}

// StandardMatchPoints is 2, 1, 0.
func StandardMatchPoints() MatchPoints { return MatchPoints{Win: 4, Draw: 2} }

// New returns an empty file with the standard point values.
func New() *File {
	return &File{Points: StandardPoints(), MatchPoints: StandardMatchPoints()}
}
