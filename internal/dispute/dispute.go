// Package dispute carries a disagreement from the call at the table to its end:
// incidents with their facts and statements, rulings with their remedies, appeals
// through the levels, and the register of penalties. The answer itself comes from
// package ruling; this package asks it, records what an official signs, and lets
// the effect reach the match through package tournament in the same change. It
// owns no SQL and no page, and it never signs anything by itself.
package dispute

import (
	"encoding/json"
	"time"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
)

// IncidentState follows an incident.
type IncidentState string

const (
	Called IncidentState = "called" // a team asked for an official; nobody has taken it
	Open   IncidentState = "open"
	Ruled  IncidentState = "ruled"
	Closed IncidentState = "closed" // settled without a ruling
	Joined IncidentState = "joined" // continued in another incident of the same match
)

// Incident is something an official must look at.
type Incident struct {
	EventID    int64
	IncidentID int64
	SectionID  int64
	MatchID    *int64
	State      IncidentState
	Kind       string // claim kind of the rulings format; empty while unknown
	Summary    string
	Facts      Facts // as they were saved; see FactsOf
	Revision   int
	CalledBy   *int64 // team
	OpenedBy   *int64
	OpenedAt   time.Time
	TakenAt    *time.Time
	Photo      string
	JoinedTo   *int64

	ChiefCalledAt *time.Time // the section chief is asked to come
	ChiefComes    string     // the chief who answered
	ChiefComesAt  *time.Time
	Pending       *Pending // a ruling that waits for a second official, nil for none

	// Who writes on the card now, see Service.Hold. It is no fact of the event.
	Writer     *int64
	WriterName string
	WritingAt  *time.Time
}

// Statement is what somebody said, in their own words.
type Statement struct {
	EventID     int64
	IncidentID  int64
	StatementNo int
	Speaker     string
	Role        string // claimant, opponent, partner, witness, official or other
	PlayerID    *int64
	Body        string
	TakenBy     *int64
	At          time.Time
}

// Level is who ruled.
type Level string

const (
	ByDirector     Level = "director"
	BySectionChief Level = "section-chief"
	ByChief        Level = "chief"
)

// RulingState is what became of a ruling.
type RulingState string

const (
	Standing   RulingState = "standing"
	Modified   RulingState = "modified"
	Overturned RulingState = "overturned"
	SentBack   RulingState = "sent-back"
)

// Ruling is an official's signed decision on an incident.
type Ruling struct {
	EventID     int64
	RulingID    int64
	IncidentID  int64
	Level       Level
	MadeBy      int64
	MadeByName  string
	At          time.Time
	Verdict     rulebook.Verdict
	Follows     bool            // the official followed the proposal
	Proposal    json.RawMessage // the proposal as it was shown, in the rulings format
	Decision    Decision
	Articles    []string // "TR3 18"
	Basis       string
	Sentence    string
	Reason      string
	State       RulingState
	Replaces    *int64
	AppealUntil *time.Time

	Heavy          bool // it takes a game or a match away as a penalty
	SecondedBy     *int64
	SecondedByName string
	NotedBy        *int64 // the chief who has looked at it
	NotedByName    string
	NotedAt        *time.Time
	Held           bool // kept from everybody, both teams included, until it is announced

	Remedies []Remedy `db:"-"`
}

// Remedy is one effect of a ruling on a person, a team or a clock.
type Remedy struct {
	EventID  int64
	RulingID int64
	RemedyNo int
	Kind     string // remedy words of the rulings format
	Seat     *string
	PlayerID *int64
	TeamID   *int64
	MS       *int64
	Detail   json.RawMessage // the remedy in the rulings format
	Applied  bool
}

// Decision is what the official decided about the match. An empty Outcome means
// that play goes on, or that the match has no result from this ruling.
type Decision struct {
	Outcome tournament.Outcome `json:"outcome,omitempty"`
	Ends    livegame.Ends      `json:"ends,omitzero"`
	Clocks  [4]int64           `json:"clocks"` // milliseconds by seat WA BA WB BB when play goes on; -1 unknown
	Replay  bool               `json:"replay,omitempty"`
	Restore bool               `json:"restore,omitempty"` // play goes on from the position of the card

	Penalties []PersonPenalty `json:"penalties,omitempty"` // given by the official instead of the proposal's
	Lifted    []Lifted        `json:"lifted,omitempty"`    // taken off the register by a review that modifies

	// What the outcome counts for where a later round is out already, as for a
	// tournament.Correction: empty for all, 0 for at once.
	Counts tournament.CountsFor `json:"counts,omitempty"`
	From   int                  `json:"from,omitempty"`
}

// OnRecord is the result that the decision leaves on record. A match that is played
// again, or that goes on from a position, has none until it ends.
func (d Decision) OnRecord() tournament.Outcome {
	if d.Outcome == "" && (d.Replay || d.Restore) {
		return tournament.NoResult
	}
	return d.Outcome
}

// PersonPenalty is a penalty that an official gives a player.
type PersonPenalty struct {
	Seat    string              `json:"seat"`    // or [PlayerSeat] without a match
	Offence string              `json:"offence"` // ladder name, or any words
	Kind    rulebook.RemedyKind `json:"kind"`    // warning, add-time, deduct-time, game-loss or match-loss
}

// Lifted is a penalty of the incident that a review takes off the ladder. One of
// Decision.Penalties for the same player and offence takes its place; without one
// nothing does.
type Lifted struct {
	PenaltyID int64  `json:"penalty"`
	Seat      string `json:"seat"`
	Offence   string `json:"offence"`
}

// AppealState is what became of an appeal.
type AppealState string

const (
	AppealOpen       AppealState = "open"
	AppealUpheld     AppealState = "upheld" // the ruling stands
	AppealModified   AppealState = "modified"
	AppealOverturned AppealState = "overturned"
	AppealSentBack   AppealState = "sent-back"
	AppealWithdrawn  AppealState = "withdrawn"
	AppealLapsed     AppealState = "lapsed"
)

// Appeal asks the next level to review a ruling.
type Appeal struct {
	EventID   int64
	AppealID  int64
	RulingID  int64
	Level     Level // who decides it: section-chief or chief
	TeamID    int64
	Grounds   string
	FiledBy   string
	FiledAt   time.Time
	Late      bool
	State     AppealState
	Holder    *int64
	Heard     *Hearing // nil until it is decided
	DecidedBy *int64
	DecidedAt *time.Time
	Reason    string
	NewRuling *int64

	Deposit        Deposit
	AcceptedAt     *time.Time // a late appeal is looked at only once it is accepted
	AcceptedReason string     // why
	AcceptedByName string
	HolderName     string
	DecidedByName  string
	Question       string // what is to be found out when the ruling is sent back
	Asked          string // who finds it out
	DueAt          *time.Time
}

// Hearing is whom a reviewer heard before deciding an appeal, and why not the others.
type Hearing struct {
	Heard []string `json:"heard"` // of ToHear
	Note  string   `json:"note"`
}

// Hearing is whom the reviewer heard; nobody when nobody decided.
func (a Appeal) Hearing() Hearing {
	if a.Heard == nil {
		return Hearing{}
	}
	return *a.Heard
}

// Deposit is what became of the money a team left with its appeal. It is kept
// when the ruling is upheld and returned in every other case.
type Deposit string

const (
	NoDeposit       Deposit = ""
	DepositPaid     Deposit = "paid"
	DepositReturned Deposit = "returned"
	DepositKept     Deposit = "kept"
)

// PenaltyState says whether a penalty counts for the next step of its ladder.
type PenaltyState string

const (
	Counts  PenaltyState = "counts"
	Voided  PenaltyState = "voided" // its ruling was overturned; it stays visible
	Expired PenaltyState = "expired"
)

// Penalty is one entry of the register.
type Penalty struct {
	EventID   int64
	PenaltyID int64
	RulingID  int64
	SectionID int64
	PlayerID  *int64
	TeamID    int64
	MatchID   *int64
	Offence   string // ladder name of the rulings format
	Step      int
	Penalty   string
	Scope     string // match or event
	State     PenaltyState
	At        time.Time
}
