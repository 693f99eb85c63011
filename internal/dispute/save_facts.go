package dispute

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// SaveFacts replaces the facts of a card.
type SaveFacts struct {
	IncidentID int64
	Revision   int // of the card as it was shown
	Summary    string
	Photo      string
	Facts      Facts
}

// SaveFacts saves the card. A card that changed since it was shown is refused;
// the official sees both versions and nothing is overwritten.
func (s *Service) SaveFacts(ctx context.Context, eventID int64, cmd journal.Command, in SaveFacts) error {
	return s.changeIncident(ctx, eventID, cmd, in.IncidentID, func(tx Tx, f *File) (journal.Change, error) {
		if err := f.checkOpen(); err != nil {
			return journal.Change{}, err
		}
		if err := f.checkRevision(in.Revision); err != nil {
			return journal.Change{}, err
		}
		if err := in.Facts.Check(f.Section); err != nil {
			return journal.Change{}, err
		}
		before, err := FactsOf(f.Incident)
		if err != nil {
			return journal.Change{}, err
		}
		if f.Incident.State == Called {
			f.Incident.State, f.Incident.OpenedBy, f.Incident.TakenAt = Open, &cmd.Actor.AccountID, ptr(tx.Now())
		}
		f.Incident.Kind, f.Incident.Summary, f.Incident.Photo = in.Facts.Claim.Kind, strings.TrimSpace(in.Summary), strings.TrimSpace(in.Photo)
		if f.Incident.Facts, err = json.Marshal(in.Facts); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Action: "save facts", Before: before, After: in.Facts}, tx.UpdateIncident(ctx, f.Incident)
	})
}

func (f *File) checkRevision(shown int) error {
	if f.Incident.Revision == shown {
		return nil
	}
	return fault.New(fault.Stale, "This card changed since you opened it. Your entries are kept below; compare them with the saved card and save again.")
}

// NewStatement is what somebody said.
type NewStatement struct {
	IncidentID int64
	Speaker    string
	Role       string
	PlayerID   int64
	Body       string
}

// AddStatement writes a statement down; statements are never changed.
func (s *Service) AddStatement(ctx context.Context, eventID int64, cmd journal.Command, in NewStatement) error {
	return s.changeIncident(ctx, eventID, cmd, in.IncidentID, func(tx Tx, f *File) (journal.Change, error) {
		var form fault.Form
		st := Statement{
			EventID: eventID, IncidentID: in.IncidentID, StatementNo: len(f.Statements) + 1, Speaker: strings.TrimSpace(in.Speaker), Role: in.Role,
			Body: strings.TrimSpace(in.Body), At: tx.Now(),
		}
		if cmd.Actor.AccountID != 0 {
			st.TakenBy = &cmd.Actor.AccountID
		}
		for _, p := range f.Players {
			if p.PlayerID == in.PlayerID {
				st.PlayerID, st.Speaker = &in.PlayerID, p.Name()
			}
		}
		if st.Speaker == "" {
			form.Add("speaker", "Say who speaks.")
		}
		if st.Body == "" {
			form.Add("body", "Write down what was said.")
		}
		switch in.Role {
		case "claimant", "opponent", "partner", "witness", "official", "other":
		default:
			form.Add("role", "Choose the speaker's part.")
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Action: "add statement", After: st.Speaker + ": " + st.Body}, tx.InsertStatement(ctx, st)
	})
}
