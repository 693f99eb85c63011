package tournament

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"
)

// RoundState follows a round through its life.
type RoundState string

const (
	RoundDraft     RoundState = "draft" // nobody outside the workbench sees it
	RoundPublished RoundState = "published"
	RoundInPlay    RoundState = "in-play"
	RoundComplete  RoundState = "complete" // every match has a result
	RoundLocked    RoundState = "locked"   // changes only by correction
)

// Round is one pairing of a section.
type Round struct {
	EventID      int64
	SectionID    int64
	RoundNo      int
	State        RoundState
	Revision     int
	Publication  int // version of the published pairings, 0 for none
	PublishedAt  *time.Time
	StartsAt     *time.Time
	CompletedAt  *time.Time
	ClockS       *int // length of the round clock in seconds
	ClockStarted *time.Time
	ClockPausedS *int       // seconds left when the clock was paused
	ClockHeldAt  *time.Time // when a jump of the server's clock was noticed, until it is confirmed
	ClockJumpMS  int64      // by how much the server's clock was set then, forward when positive

	MatchStarts []time.Time // when match 1, 2, … of the round was started at all tables

	DraftedAt        *time.Time // when its pairings were first made
	FirstPublishedAt *time.Time // when they were first published, whatever versions came later

	Pairings []Pairing `db:"-"`
}

// Public reports whether players may see the round.
func (r Round) Public() bool { return r.Publication > 0 }

// ByeKind says why a team has no opponent.
type ByeKind string

const (
	ByePairing ByeKind = "pairing" // an odd number: allotted by the system
	ByeFull    ByeKind = "full"
	ByeHalf    ByeKind = "half"
	ByeZero    ByeKind = "zero"
)

// Pairing is two teams at a table, or one team with a bye. Team1 is the first
// team, key 1 at the desk, whatever the colours. With rotating partners a side
// is two single entries, of which the first plays board A.
type Pairing struct {
	EventID   int64
	SectionID int64
	RoundNo   int
	PairingNo int
	TableNo   *int
	Bye       *ByeKind
	ByePoints *int // half points
	Reason    json.RawMessage
	ExtraS    int // seconds this table got on top of the round clock
	PausedAt  *time.Time

	PauseReason string // why the table's time stands

	LastSeen *time.Time // a runner saw the table playing
	SeenBy   string
	Runner   string // who looks for the table's result
	Team1    *int64
	Team2    *int64
	Partner1 *int64 // rotating partners: the entry beside Team1, on board B
	Partner2 *int64

	DeciderSlot *int       // who goes on from a level tie of a knockout
	DeciderHow  DeciderHow // and how that was decided
	Decider     string     // in an official's words; not for public pages

	Matches []Match `db:"-"`
}

// Table is the table number, 0 for a bye.
func (p Pairing) Table() int {
	if p.TableNo == nil {
		return 0
	}
	return *p.TableNo
}

// TeamID is the team in slot 1 or 2, 0 for nobody.
func (p Pairing) TeamID(slot int) int64 {
	id := p.Team1
	if slot == 2 {
		id = p.Team2
	}
	if id == nil {
		return 0
	}
	return *id
}

// InSlot lists the entries on one side in seat order: a team, or two partners.
func (p Pairing) InSlot(slot int) []int64 {
	team, partner := p.Team1, p.Partner1
	if slot == 2 {
		team, partner = p.Team2, p.Partner2
	}
	var side []int64
	for _, id := range []*int64{team, partner} {
		if id != nil {
			side = append(side, *id)
		}
	}
	return side
}

// Slot is the side of an entry in the pairing, 1 or 2, else 0.
func (p Pairing) Slot(teamID int64) int {
	switch {
	case is(p.Team1, teamID), is(p.Partner1, teamID):
		return 1
	case is(p.Team2, teamID), is(p.Partner2, teamID):
		return 2
	}
	return 0
}

func is(entry *int64, teamID int64) bool { return entry != nil && *entry == teamID }

// PartnerOf is the entry that plays beside another this round, 0 for none.
func (p Pairing) PartnerOf(teamID int64) int64 {
	partner := (*int64)(nil)
	switch {
	case is(p.Team1, teamID):
		partner = p.Partner1
	case is(p.Partner1, teamID):
		partner = p.Team1
	case is(p.Team2, teamID):
		partner = p.Partner2
	case is(p.Partner2, teamID):
		partner = p.Team2
	}
	if partner == nil {
		return 0
	}
	return *partner
}

// Decided reports whether every match of the pairing has a result, also one that is not announced.
func (p Pairing) Decided() bool {
	return len(p.Matches) > 0 && !slices.ContainsFunc(p.Matches, func(m Match) bool { return m.Result == nil && !m.Held })
}

// HeldResults counts the matches with a result that is not announced.
func (p Pairing) HeldResults() (n int) {
	for _, m := range p.Matches {
		if m.Held {
			n++
		}
	}
	return n
}

// MatchState is how far the result of a match has come.
type MatchState string

const (
	MatchOpen     MatchState = "open"
	MatchReported MatchState = "reported" // one source; it counts
	MatchVerified MatchState = "verified" // a second source agreed
	MatchConflict MatchState = "conflict" // sources differ; nothing counts
)

// Match is one simultaneous start of both boards. Side1Slot is the team that
// holds WA and BB.
type Match struct {
	EventID     int64
	MatchID     int64
	SectionID   int64
	RoundNo     int
	PairingNo   int
	MatchNo     int
	Side1Slot   int
	State       MatchState
	UnderReview bool
	Revision    int
	VerifiedAt  *time.Time // when a second source agreed; not read for public pages
	Held        bool       `db:"-"` // there is a result that is not announced; see ForEverybody

	Games    [2]Game        `db:"-"` // board A, board B
	Result   *ResultReport  `db:"-"` // the confirmed report
	Reopened *ResultReport  `db:"-"` // the ruling by which the match is played on and has no result yet; it stands where Result would
	Reports  []ResultReport `db:"-"` // the open ones of a conflict, also under the ruling that decides it
}

// last is the report that says how the match stands, nil for none and in a conflict.
func (m Match) last() *ResultReport {
	if m.Result != nil {
		return m.Result
	}
	return m.Reopened
}

// PlayerAt is who sits at a seat of a match, such as "WA".
func PlayerAt(b *SectionBook, m Match, seat string) (Player, bool) {
	for _, g := range m.Games {
		for at, player := range map[string]*int64{"W" + g.Board: g.WhiteID, "B" + g.Board: g.BlackID} {
			if at == seat && player != nil {
				return b.Player(*player)
			}
		}
	}
	return Player{}, false
}

// SlotOf is the slot of the team that sits on the seat WA, BA, WB or BB.
func (m Match) SlotOf(seat string) int {
	if seat == "WA" || seat == "BB" {
		return m.Side1Slot
	}
	return 3 - m.Side1Slot
}

// Game is one board of a match. Winner is W, B or none once it ended.
type Game struct {
	EventID int64
	MatchID int64
	Board   string
	WhiteID *int64
	BlackID *int64
	Winner  *string
	Reason  string
}

// Outcome is a match result in terms of the pairing's teams.
type Outcome string

const (
	FirstWins  Outcome = "slot1"
	SecondWins Outcome = "slot2"
	Drawn      Outcome = "draw"
	DoubleLoss Outcome = "double-loss"

	// NoResult is said by rulings alone: the match is played again or goes on, and
	// what was said about it before no longer counts.
	NoResult Outcome = "none"
)

// Outcomes are the results that a match can have.
func Outcomes() []Outcome { return []Outcome{FirstWins, SecondWins, Drawn, DoubleLoss} }

// ReportState is what became of a report.
type ReportState string

const (
	ReportOpen       ReportState = "open"      // one side of a conflict, also of one that a ruling decides
	ReportConfirmed  ReportState = "confirmed" // it counts; at most one per match
	ReportSuperseded ReportState = "superseded"
	ReportWithdrawn  ReportState = "withdrawn" // undone
)

// Contradicting are the reports that stand against each other in the newest conflict among
// open ones, oldest first. Older conflicts lie under a ruling by which the match
// was played again.
func Contradicting(open []ResultReport) []ResultReport {
	if len(open) == 0 {
		return nil
	}
	slices.SortFunc(open, func(a, b ResultReport) int { return cmp.Compare(a.ReportID, b.ReportID) })
	first := len(open) - 1
	for first > 0 && slices.ContainsFunc(open[first:], open[first-1].together) {
		first--
	}
	return open[first:]
}

// ResultReport is what one source said the result of a match is.
type ResultReport struct {
	EventID     int64
	ReportID    int64
	MatchID     int64
	Source      string // desk, rekey, team, api, import, live, ruling, correction or forfeit
	ByAccount   *int64
	ByTeam      *int64
	ByName      string
	Outcome     Outcome
	Slot1Points int // half points
	Slot2Points int
	Forfeit     bool
	Ends        json.RawMessage // how each board ended; see Ends
	Articles    string
	Basis       string
	Slip        string
	Reason      string
	State       ReportState
	VerifiedBy  *int64
	At          time.Time

	Counts     CountsFor     // empty and "all" are the same
	CountsFrom *int          // the first round it counts for; nil: at once
	Replaces   *int64        // the report that counted until this one; it still counts where this does not
	Replaced   *ResultReport `db:"-"`

	ReplacedVerified bool   // the match was verified when this one came
	RulingID         *int64 // the ruling it comes from; without it the report does not count
}
