package dispute

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Measure is what an official does about somebody of the hall who does not play.
type Measure string

// The measures, lightest first.
const (
	Warned  Measure = "warning"
	Moved   Measure = "moved"    // away from the tables
	SentOut Measure = "sent-out" // of the hall; must not come in
)

// Measures lists them, lightest first.
func Measures() []Measure { return []Measure{Warned, Moved, SentOut} }

// HallRoles are who is in the hall without playing.
func HallRoles() []string { return []string{"coach", "parent", "spectator"} }

// Conduct is an entry of the register about a coach, a parent or a spectator. It is never
// public.
type Conduct struct {
	EventID     int64
	ConductID   int64
	SectionID   int64 // whose official gave it, by whose ladder
	Person      string
	PersonKey   string
	Role        string
	TeamID      *int64 // to which the person belongs
	Club        string
	Offence     string // ladder name of the rulings format, or any words
	Step        int
	Measure     Measure
	Reason      string
	GivenName   string
	GivenAt     time.Time
	EndedAt     *time.Time // it counts no more; who was sent out may come in again
	EndedName   string
	EndedReason string
}

// MustNotComeIn are the people sent out who may not come in again yet, newest first.
func MustNotComeIn(all []Conduct) []Conduct {
	return slices.DeleteFunc(slices.Clone(all), func(c Conduct) bool { return c.Measure != SentOut || c.EndedAt != nil })
}

// ConductOffences are the offences that climb by the section's rulebook.
func ConductOffences(s tournament.Section) []string { return (&WholeIncident{Section: s}).Ladders() }

// GiveConduct is a measure as an official gives it.
type GiveConduct struct {
	SectionID int64
	Person    string
	Role      string
	TeamID    int64  // 0 for none
	Club      string `limit:"school"`
	Offence   string `limit:"penalty_offence"`
	Measure   Measure
}

// ConductRows are the entries about people who do not play.
type ConductRows interface {
	Conducts(ctx context.Context) ([]Conduct, error) // newest first
	InsertConduct(ctx context.Context, c Conduct) error
	EndConduct(ctx context.Context, c Conduct) error
}

// conductTx gives measures and ends them.
type conductTx interface {
	ConductRows
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Section(ctx context.Context, sectionID int64) (tournament.Section, error)
	Entries(ctx context.Context) (tournament.Entries, error)
}

// ConductCommands warn, move and send out people who do not play.
type ConductCommands struct{ conduct journal.Changes[conductTx] }

func newConductCommands(store Store) *ConductCommands {
	return &ConductCommands{seeing(store, func(tx Tx) conductTx { return tx })}
}

func (in GiveConduct) check(form *fault.Form, reason string) {
	if in.Person == "" {
		form.Add("person", "Enter the name, or a description such as: man in a red coat.")
	}
	if !slices.Contains(HallRoles(), in.Role) {
		form.Add("role", "Choose coach, parent or spectator.")
	}
	if !slices.Contains(Measures(), in.Measure) {
		form.Add("measure", "Choose a warning, moved, or sent out.")
	}
	if in.Offence == "" {
		form.Add("penalty_offence", "Say what for.")
	}
	if reason == "" {
		form.Add("reason", "Say what happened.")
	}
}

// GiveConduct writes a measure into the register, on the step of the ladder that the person has
// reached in this event.
func (s *ConductCommands) GiveConduct(ctx context.Context, eventID int64, cmd journal.Command, in GiveConduct) error {
	in.Person, in.Club, in.Offence = strings.TrimSpace(in.Person), strings.TrimSpace(in.Club), strings.TrimSpace(in.Offence)
	if err := limit.Check(in); err != nil {
		return err
	}
	reason := strings.TrimSpace(cmd.Reason)
	var form fault.Form
	in.check(&form, reason)
	if err := form.Err(); err != nil {
		return err
	}
	_, err := s.conduct(ctx, eventID, cmd, func(tx conductTx) (journal.Change, error) {
		section, err := tx.Section(ctx, in.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		all, err := tx.Conducts(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		c := Conduct{
			SectionID: in.SectionID, Person: in.Person, PersonKey: tournament.NameKey(in.Person), Role: in.Role, Club: in.Club, Offence: in.Offence, Step: 1,
			Measure: in.Measure, Reason: reason, GivenName: cmd.Actor.Name, GivenAt: tx.Now(),
		}
		team := ""
		if in.TeamID != 0 {
			entries, err := tx.Entries(ctx)
			if err != nil {
				return journal.Change{}, err
			}
			i := slices.IndexFunc(entries.Teams, func(t tournament.Team) bool { return t.TeamID == in.TeamID })
			if i < 0 {
				return journal.Change{}, fault.Field("team", "Choose a team of the event, or none.")
			}
			c.TeamID, team = &in.TeamID, entries.Teams[i].Name
		}
		for _, earlier := range all {
			if earlier.PersonKey == c.PersonKey && earlier.Offence == c.Offence && earlier.EndedAt == nil {
				c.Step++
			}
		}
		if c.ConductID, err = tx.NextID(ctx, "conduct"); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "measure against a person of the hall", Subject: journal.Subject(section.Slug, "register"), Reason: reason,
			After: map[string]any{"person": c.Person, "role": c.Role, "team": team, "club": c.Club, "offence": c.Offence, "step": c.Step, "measure": c.Measure},
		}, tx.InsertConduct(ctx, c)
	})
	return err
}

// EndConduct lets a measure count no more; who was sent out may come in again.
func (s *ConductCommands) EndConduct(ctx context.Context, eventID int64, cmd journal.Command, conductID int64) error {
	reason := strings.TrimSpace(cmd.Reason)
	if reason == "" {
		return fault.Field("reason", "Say why it counts no more.")
	}
	_, err := s.conduct(ctx, eventID, cmd, func(tx conductTx) (journal.Change, error) {
		all, err := tx.Conducts(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		i := slices.IndexFunc(all, func(c Conduct) bool { return c.ConductID == conductID })
		if i < 0 {
			return journal.Change{}, fault.New(fault.NotFound, "The register has no such entry.")
		}
		c := all[i]
		if c.EndedAt != nil {
			return journal.Change{}, fault.New(fault.Conflict, "%s ended this already: %s", c.EndedName, c.EndedReason)
		}
		now := tx.Now()
		c.EndedAt, c.EndedName, c.EndedReason = &now, cmd.Actor.Name, reason
		return journal.Change{
			Reach: journal.DeskOnly, Action: "end a measure", Subject: "register", Before: map[string]any{"person": c.Person, "measure": c.Measure, "offence": c.Offence},
			After: "counts no more", Reason: reason,
		}, tx.EndConduct(ctx, c)
	})
	return err
}
