package dispute

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/phrase"
)

// SaveFacts replaces the facts of a card.
type SaveFacts struct {
	IncidentID int64
	Revision   int // of the card as it was shown
	Summary    string
	Photo      string
	Facts      Facts
	WrittenAt  time.Time // when it was written, for a card kept on a device without contact; zero: now
}

// SaveFacts saves the card. A card that changed since it was shown is refused;
// the official sees both versions and nothing is overwritten. What equals the stored
// card changes nothing and leaves no entry in the journal.
func (s *IncidentCommands) SaveFacts(ctx context.Context, eventID int64, cmd journal.Command, in SaveFacts) error {
	return changeOpen(ctx, s.cards, eventID, cmd.With(in), in.IncidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		if err := checkRevision(f, in.Revision); err != nil {
			return journal.Change{}, err
		}
		if err := checkWriter(f, cmd.Actor, tx.Now()); err != nil {
			return journal.Change{}, err
		}
		if err := in.Facts.Check(f.Section); err != nil {
			return journal.Change{}, err
		}
		before := FactsOf(f.Incident)
		same, err := in.equals(f, before)
		if err != nil || same {
			return journal.Change{}, err
		}
		was := f.Incident
		in.Facts.Decided = before.Decided // no form says it
		if f.Incident.State == Called {
			f.Incident.State, f.Incident.OpenedBy, f.Incident.TakenAt = Open, &cmd.Actor.AccountID, ptr(tx.Now())
		}
		f.Incident.Kind, f.Incident.Summary, f.Incident.Photo = in.Facts.Claim.Kind, strings.TrimSpace(in.Summary), strings.TrimSpace(in.Photo)
		f.Incident.Facts = in.Facts
		f.Incident.Pending = nil // a penalty asked for rests on the facts as they were
		return journal.Change{
			Reach: journal.DeskOnly, Action: "save facts", Before: was.card("", before), After: f.Incident.card(changedWords(was, f.Incident, before, in.Facts, written(in.WrittenAt, tx.Now())), in.Facts),
		}, tx.UpdateIncident(ctx, f.Incident)
	})
}

// equals reports whether a save holds what is stored already. Saving the card of a
// call takes the call, whatever it holds.
func (in SaveFacts) equals(f *WholeIncident, stored Facts) (bool, error) {
	if f.Section.TeamSize == 1 {
		stored.BoardB = in.Facts.BoardB // there is none
	}
	before, err := json.Marshal(stored)
	if err != nil {
		return false, err
	}
	after, err := json.Marshal(in.Facts)
	i := f.Incident
	return i.State == Open && i.Kind == in.Facts.Claim.Kind && i.Summary == strings.TrimSpace(in.Summary) && i.Photo == strings.TrimSpace(in.Photo) &&
		bytes.Equal(before, after), err
}

// entry is a value of the journal with the sentence that people read.
func entry(sentence string, value any) map[string]any {
	return map[string]any{"result": sentence, "value": value}
}

// card is a card as the journal keeps it.
func (i Incident) card(sentence string, facts Facts) map[string]any {
	told := entry(sentence, facts)
	for field, text := range map[string]string{"summary": i.Summary, "photo": i.Photo} {
		if text != "" {
			told[field] = text
		}
	}
	return told
}

// changedWords tells what a save changed, and when it was written if that was
// earlier.
func changedWords(was, is Incident, before, after Facts, at *time.Time) string {
	var words []string
	for _, d := range []Difference{
		{What: phrase.Of("In short"), Before: same(was.Summary), After: same(is.Summary)}, {What: phrase.Of("Photo"), Before: same(was.Photo), After: same(is.Photo)},
	} {
		if d.Before.String() != d.After.String() {
			words = append(words, d.String())
		}
	}
	for _, d := range Differences(before, after) {
		words = append(words, d.String())
	}
	if len(words) == 0 {
		words = []string{"The claim's words"}
	}
	if at != nil {
		words = append(words, "written "+at.Format(time.RFC3339)+" without contact")
	}
	return strings.Join(words, ". ")
}

// keptAtMost is how long a device may keep what was written before it loses its
// own time: a forgotten card of another day says when it arrived.
const keptAtMost = 24 * time.Hour

// written is the original time of something kept on a device, nil when it is no
// earlier time of the day.
func written(at, now time.Time) *time.Time {
	if at.IsZero() || !at.Before(now) || now.Sub(at) > keptAtMost {
		return nil
	}
	return &at
}

func checkRevision(f *WholeIncident, shown int) error {
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
	SaidAt     time.Time // for a statement kept on a device without contact; zero: now
}

// AddStatement writes a statement down; statements are never changed.
func (s *IncidentCommands) AddStatement(ctx context.Context, eventID int64, cmd journal.Command, in NewStatement) error {
	return changeIncident(ctx, s.cards, eventID, cmd.With(in), in.IncidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		var form fault.Form
		st := Statement{
			EventID: eventID, IncidentID: in.IncidentID, StatementNo: len(f.Statements) + 1, Speaker: strings.TrimSpace(in.Speaker), Role: in.Role,
			Body: strings.TrimSpace(in.Body), At: tx.Now(),
		}
		if at := written(in.SaidAt, tx.Now()); at != nil {
			st.At = *at
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
		return journal.Change{Reach: journal.DeskOnly, Action: "add statement", After: fmt.Sprintf("%s (%s): %s", st.Speaker, st.Role, st.Body)}, tx.InsertStatement(ctx, st)
	})
}
