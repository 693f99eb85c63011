package tournament

import (
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/pairing"
	"github.com/tandemchess/tandem/internal/phrase"
)

// Draft is the working pairing of a round before it is published. It is stored
// with the round and read by the pairing desk alone. Points are half points. Each of
// its sentences is kept in English, as records, programs and earlier versions of Tandem
// read it, and beside it with its parts, as the desk reads it in any language.
type Draft struct {
	RoundNo int               `json:"round"`
	Tables  []DraftTable      `json:"tables"` // by table number; a table may be empty or half empty
	Byes    []DraftBye        `json:"byes"`
	Loose   []DraftSeat       `json:"loose"` // teams without opponent or bye
	Notes   []string          `json:"notes,omitempty"`
	Noted   []phrase.Sentence `json:"noted,omitempty"` // the notes with their parts
	// NoPairing is set when the system found no legal pairing: then everybody is
	// loose.
	NoPairing *NoPairing  `json:"no_pairing,omitempty"`
	Problems  []Problem   `json:"problems,omitempty"` // as of the last check
	Basis     string      `json:"basis"`              // the results it rests on
	Edits     []DraftEdit `json:"edits,omitempty"`    // by hand, oldest first
	// BothWays holds what was prepared at publishing for results still open then.
	BothWays []BothWays `json:"both_ways,omitempty"`
	Handover *Handover  `json:"handover,omitempty"` // the last one
}

// Handover says who took a draft over from whom.
type Handover struct {
	From string    `json:"from"`
	To   string    `json:"to"`
	At   time.Time `json:"at"`
}

// DraftSeat is a team in a draft with the points it is paired by.
type DraftSeat struct {
	TeamID int64 `json:"team"`
	Points int   `json:"points"`
}

// DraftTable is two teams at a table. First has White on board A in match 1.
type DraftTable struct {
	Table  int       `json:"table"`
	First  DraftSeat `json:"first"`
	Second DraftSeat `json:"second"`
	// Rotating partners: who sits beside First and Second, on board B.
	FirstPartner  DraftSeat `json:"first_partner,omitzero"`
	SecondPartner DraftSeat `json:"second_partner,omitzero"`
	Group         int       `json:"group"` // score of the group it was paired in
	PairingReasons
	By   string `json:"by,omitempty"`   // who set it by hand
	Held bool   `json:"held,omitempty"` // the table number was chosen by hand
}

// Full reports whether both sides of the table are taken.
func (t DraftTable) Full() bool {
	return t.First.TeamID != 0 && t.Second.TeamID != 0 && (t.FirstPartner.TeamID == 0) == (t.SecondPartner.TeamID == 0)
}

// seats are the places of a table: the two sides, then the partners.
func (t *DraftTable) seats() [4]*DraftSeat {
	return [4]*DraftSeat{&t.First, &t.Second, &t.FirstPartner, &t.SecondPartner}
}

// Entries lists who sits at the table.
func (t DraftTable) Entries() []int64 {
	var ids []int64
	for _, s := range t.seats() {
		if s.TeamID != 0 {
			ids = append(ids, s.TeamID)
		}
	}
	return ids
}

// DraftBye is a team that has no opponent in the round.
type DraftBye struct {
	DraftSeat
	Kind   ByeKind         `json:"kind"`
	Award  int             `json:"award"` // half points
	Reason string          `json:"reason,omitempty"`
	Said   phrase.Sentence `json:"said,omitzero"` // the reason with its parts
	By     string          `json:"by,omitempty"`
	Met    int64           `json:"met,omitempty"` // the opponent of the plan, whom it met in a section before
	// Missing is the opponent of the plan who does not play the round.
	Missing int64 `json:"missing,omitempty"`
}

// OfAbsence reports whether the bye says that the team does not play the round: it ends when
// that does.
func (b DraftBye) OfAbsence() bool { return b.Kind != ByePairing && b.By == "" && b.Met == 0 }

// NoPairing says which teams stand in the way of a legal pairing and what would
// make one possible.
type NoPairing struct {
	Teams    []int64      `json:"teams"`
	Partners []int64      `json:"partners,omitempty"` // the only ones they may still meet
	Relax    []Relaxation `json:"relax,omitempty"`
}

// Relaxation is what makes a legal pairing possible: exceptions that are allowed together, of
// two teams that meet or one that gets the bye although they may not, or a table or a bye set by
// hand that is given up.
type Relaxation struct {
	Sentence string          `json:"sentence"`
	Said     phrase.Sentence `json:"said,omitzero"`
	Allow    [][]int64       `json:"allow,omitempty"`
	Undo     []int64         `json:"undo,omitempty"`
}

// Problem is a rule a draft breaks.
type Problem struct {
	Rule     string          `json:"rule"`
	Teams    []int64         `json:"teams"`
	Table    int             `json:"table,omitempty"`
	Sentence string          `json:"sentence"`
	Said     phrase.Sentence `json:"said,omitzero"`
	// Severity is "blocks" when the round cannot be published like this, "sign"
	// when a reason has to be given for it, "wish" when only a wish is not met.
	Severity Severity `json:"severity"`
}

// Severity is what a problem means for publishing.
type Severity string

// The severities of a Problem.
const (
	Blocks Severity = "blocks"
	Sign   Severity = "sign"
	Wish   Severity = "wish"
)

// DraftEdit is a change by hand with what it changed, for taking it back.
type DraftEdit struct {
	Sentence string          `json:"sentence"`
	Said     phrase.Sentence `json:"said,omitzero"`
	By       string          `json:"by"`
	Tables   []DraftTable    `json:"tables,omitempty"` // as they were
	Added    []int           `json:"added,omitempty"`  // tables that did not exist
	Byes     []DraftBye      `json:"byes"`
	Loose    []DraftSeat     `json:"loose"`
}

// DraftRound is a round as the pairing desk sees it.
type DraftRound struct {
	RoundNo     int
	State       RoundState
	Revision    int
	Publication int
	Draft       *Draft
	DraftBy     *int64
	Editor      string // name of DraftBy
	DraftAt     *time.Time
}

// place is where a team is in a draft.
type place struct {
	table int // index in Tables, -1 for none
	slot  int // index in DraftTable.seats
	bye   int // index in Byes, -1 for none
	loose int // index in Loose, -1 for none
}

// find looks a team up.
func (d *Draft) find(teamID int64) (place, bool) {
	at := place{table: -1, bye: -1, loose: -1}
	for i := range d.Tables {
		for slot, seat := range d.Tables[i].seats() {
			if seat.TeamID == teamID {
				at.table, at.slot = i, slot
				return at, true
			}
		}
	}
	at.bye = slices.IndexFunc(d.Byes, func(b DraftBye) bool { return b.TeamID == teamID })
	at.loose = slices.IndexFunc(d.Loose, func(s DraftSeat) bool { return s.TeamID == teamID })
	return at, at.bye >= 0 || at.loose >= 0
}

// seat is the place of a team at a table.
func (d *Draft) seat(at place) *DraftSeat {
	return d.Tables[at.table].seats()[at.slot]
}

// AtTable is the index of a table, -1 when there is none of that number.
func (d *Draft) AtTable(table int) int {
	return slices.IndexFunc(d.Tables, func(t DraftTable) bool { return t.Table == table })
}

// fewUnpaired are those that a list of problems names one by one.
const fewUnpaired = 4

// Told are the problems as people read them: where no pairing exists, or many are without one,
// they are not named one by one. The draft lists them.
func (d *Draft) Told() []Problem {
	unpaired := func(p Problem) bool { return p.Rule == string(pairing.RuleUnpaired) }
	rest := slices.DeleteFunc(slices.Clone(d.Problems), unpaired)
	switch left := len(d.Problems) - len(rest); {
	case d.NoPairing != nil:
		return rest
	case left > fewUnpaired:
		return append([]Problem{problem(Blocks, pairing.RuleUnpaired, phrase.Of("Without opponent or bye: %d.", left))}, rest...)
	}
	return d.Problems
}

// Blocked reports whether a problem stands against publishing.
func (d *Draft) Blocked() bool {
	return d.NoPairing != nil || slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Severity == Blocks })
}

// NeedsSignature reports whether publishing needs a reason.
func (d *Draft) NeedsSignature() bool {
	return slices.ContainsFunc(d.Problems, func(p Problem) bool { return p.Severity == Sign })
}
