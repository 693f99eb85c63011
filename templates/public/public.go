// Package public draws the pages everybody may read: find my team, a team,
// pairings, standings, cross table and round status. The values it gets hold
// nothing of a draft, and names as they may be shown to everybody.
package public

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
)

func eventURL(f layout.Frame, path string) templ.SafeURL {
	return templ.SafeURL("/e/" + f.EventSlug + path)
}

func sectionURL(f layout.Frame, path string) templ.SafeURL {
	return templ.SafeURL("/e/" + f.EventSlug + "/" + f.SectionSlug + path)
}

func teamURL(f layout.Frame, slug string) templ.SafeURL { return eventURL(f, "/team/"+slug) }

// SeatCard is who sits at a board and with which colour in the first match.
type SeatCard struct {
	Board  string // A or B
	White  bool
	Player string // empty: nobody yet
}

// Answer is where a team plays in the round everybody may see.
type Answer struct {
	TeamName, TeamSlug                      string
	SectionName, SectionSlug, SectionLetter string
	Round                                   int // 0: no round is published
	Table                                   int // 0: no game this round
	Hall                                    string
	Row                                     int  // in the hall, 0 unknown
	Way                                     bool // the event tells how to get there
	Was                                     int  // table in the version before; 0 unless Moved
	Moved                                   bool
	Before                                  int // that version
	Version                                 int
	PublishedAt                             time.Time
	Match                                   string     // the match that the seats are those of: "Match 2 of 2"; empty for the only one
	Seats                                   []SeatCard // in the match that comes next; none when all are played
	Then                                    []string   // seats in the matches after it
	LineUps                                 []string   // line-ups of this team or the other that were changed after the publication
	Opponent, OpponentSlug                  string
	Matches                                 string // "Two matches; colours swap after the first"
	StartsAt                                *time.Time
	Clock                                   *layout.Clock // of this table, while it plays
	Notice                                  string        // what there is to know instead of a table
	NextStart                               string        // when the next round is planned
	Result                                  string        // of this round, as far as it is known
	Review                                  bool          // a result of this team is under review
	Last                                    string        // "Round 2: drew 1–1"
	Standing                                string        // "3 points, place 9"
	Done                                    bool          // the round is over for everybody
	PlaysOn                                 []PathLink    // the same team in later phases
}

// Hit is one entry of a search that found several.
type Hit struct {
	TeamName, TeamSlug, SectionName, School string
	Players                                 []HitPlayer
	Table                                   int
}

// HitPlayer is a player of a team that was found; Fits where the name was typed.
type HitPlayer struct {
	Name string
	Fits bool
}

// FindPage is the page "find my team".
type FindPage struct {
	Query  string
	Answer *Answer
	Hits   []Hit
	More   int  // hits left out
	Guess  bool // no name fits; the hits are those that nearly do
	Asked  bool

	TableWords string // in all languages, separated by blanks, for the search without contact
}

// PairingRow is a row of a list of pairings. By name it is one team, by table
// both.
type PairingRow struct {
	Heading          string // letter above the row, where it begins
	Team, TeamSlug   string
	Other, OtherSlug string // empty: no opponent
	// With rotating partners, who plays beside them; by name Other is both opponents.
	Partner, PartnerSlug           string
	OtherPartner, OtherPartnerSlug string
	Table                          int
	Bye                            string // "Bye", with Says as its sentence
	Says                           string
	Moved                          bool
	Was                            int
	LineUp                         bool   // other players than when the round was published
	ColourA, ColourB               string // by table: colour of Team on board A and B
	Score                          string // by table: result so far
	Watch                          []WatchLink
}

// WatchLink leads to a match as spectators see it.
type WatchLink struct{ Label, To string }

// Sides names the two sides of a table as a whole.
func (r PairingRow) Sides() (one, other string) {
	one, other = r.Team, r.Other
	if r.Partner != "" {
		one += " / " + r.Partner
	}
	if r.OtherPartner != "" {
		other += " / " + r.OtherPartner
	}
	return one, other
}

// PairingsPage is a published round.
type PairingsPage struct {
	Alone       bool // the entries are players
	Round       int
	ByTable     bool
	Version     int
	PublishedAt time.Time
	StartsAt    *time.Time
	Changed     int // tables that differ from version Before
	Before      int
	LineUps     int // teams that changed their line-up since
	Rows        []PairingRow
	Rounds      []int // published rounds
	Sections    []layout.Section
	Self        string // address of this page without its query
}

// WaitingPage stands for every round that is not published.
type WaitingPage struct {
	Round    int
	Sentence string
}

// StandingsRow is one team.
type StandingsRow struct {
	Place          string
	Team, TeamSlug string
	Points         string
	Values         []string // tie-breaks after the points
	Provisional    bool
	Withdrawn      bool
	GoesOn         string // the later phase it comes into for certain
	Line           bool   // below it runs the line to a later phase
	Reach          string // the places that the team can still reach; empty where that is not told
	Heading        string // over the first of a group, in a list that has all of them in one column
}

// Code is a tie-break with its plain sentence.
type Code struct{ Name, Sentence string }

// StandingsPage is the table after a round.
type StandingsPage struct {
	Alone        bool // the entries are players
	Groups       []StandingsGroup
	Stage        bool // the groups are the standings; no knockout has begun behind them
	Bracket      []BracketPart
	Title        string // "Final standings"
	Round        int    // 0: before round 1
	Current      bool
	Review, Open int
	Held         int  // results that are not announced
	FinalHeld    bool // nor are the final standings
	Codes        []Code
	Rows         []StandingsRow
	Outside      string // the teams with points outside the rounds: "Pawn Stars −½, Rook Lift +1"
	Published    []int
	Sections     []layout.Section
	Self         string   // address of this page without its query
	Categories   []string // by which the page can be narrowed
	Category     string   // only its teams are shown; "" for all
	Edition      string   // year of the tie-break regulations
	Linked       bool     // the numbers lead to the sums on the teams' pages
	Prizes       bool     // the prizes may be read by everybody
	Prospects    bool     // so may who can still win
	ReachBounds  bool     // what rows say of it is a bound
	GoesOn       []string // who goes on to later phases, and what decides at the line
	PlayOffs     []PlayOff
	ComesIn      string // where the teams of this phase come from
}

// categoryURL narrows the page to a category.
func (p StandingsPage) categoryURL(category string) templ.SafeURL {
	if category == "" {
		return templ.SafeURL(p.Self)
	}
	return templ.SafeURL(p.Self + "?category=" + url.QueryEscape(category))
}

// csvURL is the same table for a spreadsheet.
func (p StandingsPage) csvURL(f layout.Frame) templ.SafeURL {
	return sectionURL(f, "/standings.csv?for=spreadsheet&round="+number(p.Round))
}

// sumURL leads to the sums behind the points and tie-breaks of a team.
func sumURL(f layout.Frame, slug string) templ.SafeURL { return eventURL(f, "/team/"+slug+"#sum-0") }

// CrossCell is one round of one team in the cross table.
type CrossCell struct{ Text, Words string }

// CrossRow is one team in the cross table.
type CrossRow struct {
	Line           string // by which the cells name it
	Place          string
	Team, TeamSlug string
	Cells          []CrossCell // by round
	Against        []CrossCell // by line of the same group; empty where not everybody meets everybody
	Outside        string      // points given outside the rounds, "−½"; empty for none
	Points         string
	Provisional    bool
}

// CrossPage is the cross table.
type CrossPage struct {
	FinalHeld bool // the final standings are not announced
	Alone     bool // the entries are players
	Rotating  bool // each with a new partner every round
	Sections  []layout.Section
	Rounds    []int
	Groups    []CrossGroup
}

// Lines reports whether somebody shares a place: then lines have numbers, by which cells name
// the opponents. Elsewhere those are the places.
func (p CrossPage) Lines() bool {
	return slices.ContainsFunc(p.Groups, func(g CrossGroup) bool {
		return slices.ContainsFunc(g.Rows, func(r CrossRow) bool { return r.Line != r.Place })
	})
}

// Legend says what stands in a cell.
func (p CrossPage) Legend(w text.Words) string {
	switch {
	case p.Rotating && p.Lines():
		return w.Say("Each cell: + line of the partner, lines of the opponents, own points.")
	case p.Rotating:
		return w.Say("Each cell: + place of the partner, places of the opponents, own points.")
	case p.Lines():
		return w.Say("Each cell: line of the opponent, colour on board A in the first match (w or b), own points.")
	}
	return w.Say("Each cell: place of the opponent, colour on board A in the first match (w or b), own points.")
}

// Robin reports whether everybody of a group meets everybody.
func (p CrossPage) Robin() bool {
	return slices.ContainsFunc(p.Groups, func(g CrossGroup) bool {
		return slices.ContainsFunc(g.Rows, func(r CrossRow) bool { return len(r.Against) > 0 })
	})
}

// RobinHeads are the lines of the longest group, where everybody of a group meets everybody.
func (p CrossPage) RobinHeads() []string {
	var heads []string
	if !p.Robin() {
		return nil
	}
	for _, g := range p.Groups {
		for _, row := range g.Rows[min(len(heads), len(g.Rows)):] {
			heads = append(heads, row.Line)
		}
	}
	return heads
}

// tableName is what a table of the page is called, for whoever hears it.
func (p CrossPage) tableName(w text.Words, g CrossGroup, robin bool) string {
	name := w.Say("Cross table")
	if p.Robin() && !robin {
		name += ", " + w.Say("Round by round")
	}
	if g.Title != "" {
		name += ", " + g.Title
	}
	return name
}

// By are the cells by line of the group, or by round.
func (r CrossRow) By(robin bool) []CrossCell {
	if robin {
		return r.Against
	}
	return r.Cells
}

// RobinLegend says what stands in a cell of everybody against everybody.
func (p CrossPage) RobinLegend(w text.Words) string {
	if p.Lines() {
		return w.Say("Each cell: own points against the line above it, one number for each meeting.")
	}
	return w.Say("Each cell: own points against the place above it, one number for each meeting.")
}

// CrossGroup is the cross table of a group; without a title, of everybody.
type CrossGroup struct {
	Title string
	Rows  []CrossRow
}

// Outside reports whether somebody has points from outside the rounds.
func (g CrossGroup) Outside() bool {
	return slices.ContainsFunc(g.Rows, func(r CrossRow) bool { return r.Outside != "" })
}

// StandingsGroup is the table of one group. Notes tell how level teams were
// ordered, or that they still have to be.
type StandingsGroup struct {
	Letter string
	Rows   []StandingsRow
	Notes  []string
}

// Listed are the rows where all stand in one column: while groups play, those of the groups one
// after the other, the first so many of each; all for 0.
func (p StandingsPage) Listed(first int) []StandingsRow {
	tables := [][]StandingsRow{p.Rows}
	if p.Stage {
		tables = nil
		for _, g := range p.Groups {
			tables = append(tables, g.Rows)
		}
	}
	var rows []StandingsRow
	for _, table := range tables {
		if first > 0 && len(table) > first {
			table = table[:first]
		}
		rows = append(rows, table...)
	}
	return rows
}

// BracketPart is the main bracket, the match for third place, or the consolation.
type BracketPart struct {
	Title  string
	Rounds []BracketRound
}

// BracketRound is a column of a bracket.
type BracketRound struct {
	Title string
	Ties  []BracketTie
}

// BracketTie is two slots that meet.
type BracketTie struct {
	Slots  [2]BracketSlot
	Table  string // "table 3" while it is played
	How    string // how it was decided, when its matches ended level
	Winner string // what is said beside who won
}

// BracketSlot is a team, or without a Slug what there is instead of one.
type BracketSlot struct {
	Team, Slug, Seed, Score string
	Won                     bool
}

// TeamRound is one round of a team.
type TeamRound struct {
	Round          int
	Opponent, Slug string // empty: nobody
	Says           string // what happened without an opponent; how a level tie was decided
	Table          int
	Matches        []TeamMatch
	Points         string
}

// TeamMatch is one match of a team.
type TeamMatch struct {
	Number int
	Seats  string // "Maya Ortiz White on A, Theo L. Black on B"
	Watch  string // address for spectators, empty for none
	Result string
	State  string // layout state
}

// Why is one value of a team with its sum.
type Why struct {
	Code, Value, Sentence string
	Parts                 []string
}

// TeamPage is everything public about a team.
type TeamPage struct {
	Answer  Answer
	Players []PlayerLink
	School  string
	State   string // check-in, in words
	Rounds  []TeamRound
	Whys    []Why
	Path    []PathLink // the same team in other phases
	Own     *Own       // what the team may do, when the reader came by its private link
}

// PathLink leads to the same team in another phase.
type PathLink struct {
	Says, Slug string
	Table      int // where it plays there now; 0 for none
}

// PlayerLink is a player and the page about them.
type PlayerLink struct {
	ID   int64
	Name string
}

// PlayerGame is one game of a player.
type PlayerGame struct {
	Round, Table, Match int
	Seat                string // "White on A"
	Against, Partner    string // names as everybody may read them
	Team                string // of the opponent
	Slug                string
	Result, State       string
	Watch               string
	Finished            string // who came in for the player and finished the match
}

// PlayerRecord is one line of what a player did at the boards.
type PlayerRecord struct {
	Name                      string
	Matches, Won, Drawn, Lost int
	Points                    string
}

// PlayerPage is everything public about a player.
type PlayerPage struct {
	ID             int64
	Name, School   string
	Team, TeamSlug string // empty while the player waits for a partner
	Record         []PlayerRecord
	Games          []PlayerGame
}

// StatusPage answers "how long until the next round?".
type StatusPage struct {
	Round          int
	State          string
	Playing, Total int // tables
	Review         int // matches under review
	Appeals        int // that wait for a decision
	StartsAt       *time.Time
	Clock          *layout.Clock
	Next           string
	Planned        string // what the schedule has next
	NextStart      string // when the next round is planned
	Expected       string // when it is expected, where that is worth saying
}

// timesTold is what people who listen hear when a time on an open page has changed.
func timesTold(f layout.Frame, sentence string) string {
	return f.Say("Times have changed.") + " " + sentence
}

func number(n int) string { return strconv.Itoa(n) }

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

// current marks the link of the page shown.
func current(yes bool) templ.Attributes {
	if yes {
		return templ.Attributes{"class": "on", "aria-current": "page"}
	}
	return nil
}

// PlayOff is one for places of the section, and the section that it is.
type PlayOff struct{ Says, Section string }
