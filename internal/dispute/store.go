package dispute

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Store is the database as this package needs it.
type Store interface {
	// Reads are the reads of one consistent state at a time.
	Reads() Reader

	// Change works as tournament.Store.Change does.
	Change(ctx context.Context, eventID int64, cmd journal.Command, decide func(Tx) (journal.Change, error)) (journal.Receipt, error)
	// Hold notes who writes on a card, unless somebody else does, and reads it.
	Hold(ctx context.Context, eventID, incidentID int64, who journal.Actor) (Incident, error)
}

// Reader reads one consistent state at a time.
type Reader interface {
	List(ctx context.Context, eventID int64, which Selection) (Listing, error)
	WholeIncident(ctx context.Context, eventID, incidentID int64) (WholeIncident, error)
	WholeIncidentOfAppeal(ctx context.Context, eventID, appealID int64) (WholeIncident, error)
	Penalties(ctx context.Context, eventID int64) ([]Penalty, error)
	Conducts(ctx context.Context, eventID int64) ([]Conduct, error) // newest first
	// Reviewers are the chiefs of a section with their names: section chiefs, then
	// chief floor directors, each by account.
	Reviewers(ctx context.Context, eventID, sectionID int64) ([]Reviewer, error)
	// OpenIncidentsOf lists the open cards of a match, oldest first.
	OpenIncidentsOf(ctx context.Context, eventID, matchID int64) ([]Incident, error)
	OfTeam(ctx context.Context, eventID, teamID int64, matches []int64) (OfTeam, error)
	DeskFrame(ctx context.Context, eventID, account int64, hears bool) (DeskFrame, error)
	TiesOf(ctx context.Context, eventID, accountID int64) ([]account.Affiliation, error)
}

// Tx is an open change of one event, for both packages: a ruling writes its
// effect on the match in the change that signs it. It only gathers: a command gets an
// interface of what it needs, which stands beside it.
type Tx struct {
	tournament.Tx
	IncidentRows
	RulingRows
	AppealRows
	ConductRows
}

// Match is the change as far as a ruling reaches a match and its record.
func (tx Tx) Match() tournament.RulingTx { return tx.Tx }

// IncidentRows are the cards.
type IncidentRows interface {
	WholeIncident(ctx context.Context, incidentID int64) (WholeIncident, error)
	InsertIncident(ctx context.Context, i Incident) error
	UpdateIncident(ctx context.Context, i Incident) error // raises the revision
	InsertStatement(ctx context.Context, s Statement) error
	OpenIncidentsOf(ctx context.Context, matchID int64) ([]Incident, error) // oldest first
}

// RulingRows are rulings and the register of penalties.
type RulingRows interface {
	IncidentOfRuling(ctx context.Context, rulingID int64) (int64, error)
	InsertRuling(ctx context.Context, r Ruling) error // with its remedies
	NoteRuling(ctx context.Context, r Ruling) error   // NotedBy, NotedByName and NotedAt
	SetRulingState(ctx context.Context, rulingID int64, state RulingState) error
	SetAppealWindow(ctx context.Context, rulingID int64, until *time.Time) error // nil: nobody may appeal
	AnnounceRuling(ctx context.Context, rulingID int64, appealUntil *time.Time) error
	InsertPenalty(ctx context.Context, p Penalty) error
	VoidPenalty(ctx context.Context, penaltyID int64) error
	VoidPenalties(ctx context.Context, incidentID int64) error // of all rulings on the incident
}

// AppealRows are appeals and who may decide them.
type AppealRows interface {
	IncidentOfAppeal(ctx context.Context, appealID int64) (int64, error)
	AppealWaits(ctx context.Context, matchID int64) (bool, error) // an open appeal on any incident of the match
	InsertAppeal(ctx context.Context, a Appeal) error             // a second open one per ruling and level is a Conflict
	UpdateAppeal(ctx context.Context, a Appeal) error
	Ties(ctx context.Context, accountID int64) ([]account.Affiliation, error)
	Reviewers(ctx context.Context, sectionID int64) ([]Reviewer, error) // section chiefs, then chief floor directors
}

// WholeIncident is one incident with everything that belongs to it.
type WholeIncident struct {
	Incident    Incident
	Section     tournament.Section
	Record      *tournament.Record        // the match, nil for an incident without one
	Teams       [2]tournament.Team        // of the pairing, in slot order
	Partners    [2]tournament.Team        // rotating partners: the entries beside Teams, on board B
	Players     []tournament.Player       // of these teams, and whoever sits at the match; without a match, of all teams of the section
	Substituted []tournament.Substitution // who came in during the match, in their order
	Others      []tournament.Team         // without a match: the teams of the section, by name
	Statements  []Statement
	Rulings     []Ruling   // oldest first, each with its remedies
	Appeals     []Appeal   // oldest first
	Priors      []Penalty  // of the same people, from other incidents
	Penalties   []Penalty  // of the rulings on this incident
	AlsoOpen    []Incident // other open cards about the same match
	JoinedIn    []Incident // cards that continue in this one
}

// Reviewer is somebody who decides appeals at a level.
type Reviewer struct {
	AccountID int64
	Name      string
	Level     Level
}

// Standing is the ruling that counts, nil for none.
func (f *WholeIncident) Standing() *Ruling {
	for i := range f.Rulings {
		if f.Rulings[i].State == Standing {
			return &f.Rulings[i]
		}
	}
	return nil
}

// rulingIDs are the numbers of all rulings on the incident so far.
func rulingIDs(f *WholeIncident) []int64 {
	ids := make([]int64, len(f.Rulings))
	for i, r := range f.Rulings {
		ids[i] = r.RulingID
	}
	return ids
}

// OpenAppeal is the appeal that waits for a decision, nil for none.
func (f *WholeIncident) OpenAppeal() *Appeal {
	for i := range f.Appeals {
		if f.Appeals[i].State == AppealOpen {
			return &f.Appeals[i]
		}
	}
	return nil
}

// PlayerAt is the player on a seat of the match when the incident was called, whoever came in
// later, or without a match the one of [PlayerSeat]; ok is false when nobody is known.
func (f *WholeIncident) PlayerAt(seat string) (tournament.Player, bool) {
	if f.Record == nil {
		i := slices.IndexFunc(f.Players, func(p tournament.Player) bool { return PlayerSeat(p.PlayerID) == seat })
		if i < 0 {
			return tournament.Player{}, false
		}
		return f.Players[i], true
	}
	for _, g := range f.Record.Match.Games {
		for at, id := range map[string]*int64{"W" + g.Board: g.WhiteID, "B" + g.Board: g.BlackID} {
			if at != seat || id == nil {
				continue
			}
			sat := f.satBefore(seat, *id)
			for _, p := range f.Players {
				if p.PlayerID == sat {
					return p, true
				}
			}
		}
	}
	return tournament.Player{}, false
}

// satBefore is who sat on a seat when the incident was called: those who came in since then are
// not whom it is about.
func (f *WholeIncident) satBefore(seat string, now int64) int64 {
	for _, s := range f.Substituted {
		if s.Seat == seat && s.At.After(f.Incident.OpenedAt) {
			return s.OutID
		}
	}
	return now
}

// PlayerSeat stands for a player where there is no match, and so no seat.
func PlayerSeat(playerID int64) string { return fmt.Sprintf("player %d", playerID) }

// People are those whom a decision can name: the seats of the match, or without a match
// the players of the section.
func (f *WholeIncident) People() []string {
	if f.Record != nil {
		return Seats[:2*f.Section.TeamSize]
	}
	people := make([]string, len(f.Players))
	for i, p := range f.Players {
		people[i] = PlayerSeat(p.PlayerID)
	}
	return people
}

// TeamAt is the team that sits on a seat, or without a match that of the player; the
// zero Team when nobody is known.
func (f *WholeIncident) TeamAt(seat string) tournament.Team {
	if f.Record == nil {
		if player, ok := f.PlayerAt(seat); ok && player.TeamID != nil {
			if i := slices.IndexFunc(f.Others, func(t tournament.Team) bool { return t.TeamID == *player.TeamID }); i >= 0 {
				return f.Others[i]
			}
		}
		return tournament.Team{}
	}
	slot := f.Record.Match.SlotOf(seat)
	if partner := f.Partners[slot-1]; partner.TeamID != 0 && (seat == "WB" || seat == "BB") {
		return partner
	}
	return f.Teams[slot-1]
}
