package dispute

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/rulebook"
	"github.com/tandemchess/tandem/internal/tournament"
)

// OpenIncident starts a card, or calls an official when a team does it. MatchID 0
// is an incident without a match.
type OpenIncident struct {
	SectionID int64
	MatchID   int64
	Kind      string
	Summary   string
	Place     Place  // of an incident without a match
	Facts     *Facts // nil: the start position with the section's clocks
	// OpenedAt is when it was written, for a card kept on a device without contact.
	// Such a card is opened beside one that the match may have by now, and joined
	// by a person. Zero: now.
	OpenedAt time.Time
}

// Opened is the answer to OpenIncident.
type Opened struct {
	IncidentID int64 `json:"incident_id"`
	Existing   bool  `json:"existing,omitempty"` // the match had an open incident; this is it
}

// openTx opens a card.
type openTx interface {
	tournament.ReviewTx
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Section(ctx context.Context, sectionID int64) (tournament.Section, error)
	OpenIncidentsOf(ctx context.Context, matchID int64) ([]Incident, error)
	InsertIncident(ctx context.Context, i Incident) error
}

// fileTx reads a card with everything that belongs to it.
type fileTx interface {
	WholeIncident(ctx context.Context, incidentID int64) (WholeIncident, error)
}

// cardTx writes on a card.
type cardTx interface {
	fileTx
	Now() time.Time
	UpdateIncident(ctx context.Context, i Incident) error
	InsertStatement(ctx context.Context, s Statement) error
}

// clearTx takes the mark off a match under review.
type clearTx interface {
	AppealWaits(ctx context.Context, matchID int64) (bool, error)
	Match() tournament.RulingTx
}

// closeTx closes a card, and takes back what was ruled on it.
type closeTx interface {
	fileTx
	clearTx
	takeBackTx
	UpdateIncident(ctx context.Context, i Incident) error
}

// Open opens an incident, and marks its match as under review. A match has one
// open incident: a second call leads to it, so that two officials at one table
// write on one card.
func (s *IncidentCommands) Open(ctx context.Context, eventID int64, cmd journal.Command, in OpenIncident) (Opened, error) {
	var out Opened
	receipt, err := s.opens(ctx, eventID, cmd.With(in), func(tx openTx) (journal.Change, error) {
		i := Incident{
			EventID: eventID, SectionID: in.SectionID, State: Open, Kind: in.Kind, Summary: strings.TrimSpace(in.Summary), OpenedAt: tx.Now(),
		}
		if cmd.Actor.TeamID != 0 {
			i.State, i.CalledBy = Called, &cmd.Actor.TeamID
		} else {
			i.OpenedBy, i.TakenAt = &cmd.Actor.AccountID, ptr(tx.Now())
		}
		section, subject, decided, err := place(ctx, tx, in, cmd.Actor)
		if err != nil {
			return journal.Change{}, err
		}
		if in.MatchID != 0 {
			i.MatchID = &in.MatchID
			open, err := tx.OpenIncidentsOf(ctx, in.MatchID)
			if err != nil {
				return journal.Change{}, err
			}
			if same := in.sameCard(open, cmd.Actor); same != nil {
				out.IncidentID, out.Existing = same.IncidentID, true
				return journal.Change{Answer: out}, nil
			}
		}
		if at := written(in.OpenedAt, tx.Now()); at != nil {
			i.OpenedAt = *at
		}
		if i.Facts, err = firstFacts(section, in, decided); err != nil {
			return journal.Change{}, err
		}
		if i.IncidentID, err = tx.NextID(ctx, "incident"); err != nil {
			return journal.Change{}, err
		}
		if err := tx.InsertIncident(ctx, i); err != nil {
			return journal.Change{}, err
		}
		if in.MatchID != 0 {
			if err := tournament.SetUnderReview(ctx, tx, in.MatchID, true); err != nil {
				return journal.Change{}, err
			}
		}
		out.IncidentID = i.IncidentID
		action := "open incident"
		if i.State == Called {
			action = "call an official"
		}
		return journal.Change{Action: action, Subject: journal.Subject(subject, fmt.Sprintf("incident %d", i.IncidentID)), After: i.Summary, Answer: out}, nil
	})
	if err != nil {
		return Opened{}, err
	}
	if receipt.Repeated {
		return journal.Answer[Opened](receipt)
	}
	return out, nil
}

// sameCard is the open card of the match on which this person goes on; nil when
// both sides called, or when the card was written without contact: then two
// cards stand until somebody joins them.
func (in OpenIncident) sameCard(open []Incident, who journal.Actor) *Incident {
	if len(open) == 0 || !in.OpenedAt.IsZero() {
		return nil
	}
	for i, card := range open {
		if who.TeamID == 0 || card.CalledBy == nil || *card.CalledBy == who.TeamID {
			return &open[i]
		}
	}
	return nil
}

func ptr[T any](v T) *T { return &v }

// place checks that the match belongs to the section, and to the team that calls,
// and tells whether it has a result already.
func place(ctx context.Context, tx openTx, in OpenIncident, actor journal.Actor) (section tournament.Section, subject string, decided bool, err error) {
	if in.MatchID == 0 {
		section, err := tx.Section(ctx, in.SectionID)
		return section, section.Slug, false, err
	}
	rec, err := tx.Record(ctx, in.MatchID)
	if err != nil {
		return tournament.Section{}, "", false, err
	}
	if rec.Section.SectionID != in.SectionID || actor.TeamID != 0 && rec.Pairing.Slot(actor.TeamID) == 0 {
		return tournament.Section{}, "", false, fault.New(fault.NotFound, "There is no such match here.")
	}
	return rec.Section, rec.Subject(), rec.Match.Result != nil, nil
}

func firstFacts(s tournament.Section, in OpenIncident, decided bool) (Facts, error) {
	facts := unset()
	if in.Facts != nil {
		facts = *in.Facts
	}
	facts.Claim.Kind, facts.Decided = in.Kind, decided
	if in.Place != AtATable && (in.MatchID != 0 || !slices.Contains(Places, in.Place)) {
		var form fault.Form
		form.Add("place", "Choose where it was: either at a table, or one of the other places.")
		return Facts{}, form.Err()
	}
	if kind := rulebook.ClaimKind(in.Kind); in.Place != AtATable && in.Kind != "" && !kind.AwayFromTables() {
		var form fault.Form
		form.Add("kind", "This is claimed at a board: name the table, or choose conduct or substitution.")
		return Facts{}, form.Err()
	}
	facts.Place = in.Place
	return facts, facts.Check(s)
}

// Take lets an official take a call from the queue.
func (s *IncidentCommands) Take(ctx context.Context, eventID int64, cmd journal.Command, incidentID int64) error {
	return changeIncident(ctx, s.cards, eventID, cmd, incidentID, func(tx cardTx, f *WholeIncident) (journal.Change, error) {
		if f.Incident.State != Called {
			return journal.Change{}, fault.New(fault.Conflict, "Somebody else is at this table already.")
		}
		f.Incident.State, f.Incident.OpenedBy, f.Incident.TakenAt = Open, &cmd.Actor.AccountID, ptr(tx.Now())
		return journal.Change{Action: "take a call"}, tx.UpdateIncident(ctx, f.Incident)
	})
}

// Close ends an incident that needs no ruling; the reason says how it was settled.
func (s *IncidentCommands) Close(ctx context.Context, eventID int64, cmd journal.Command, incidentID int64) error {
	return changeOpen(ctx, s.closes, eventID, cmd, incidentID, func(tx closeTx, f *WholeIncident) (journal.Change, error) {
		if cmd.Unexplained() {
			var form fault.Form
			form.Add("reason", "Say how it was settled.")
			return journal.Change{}, form.Err()
		}
		f.Incident.State, f.Incident.Pending = Closed, nil
		if err := tx.UpdateIncident(ctx, f.Incident); err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{Action: "close incident"}
		if sentBack(f) {
			change.After = "The ruling that was sent back counts no more."
			if err := takeBackRulings(ctx, f, tx, cmd.Actor); err != nil {
				return journal.Change{}, err
			}
		}
		return change, clearReview(ctx, f, tx)
	})
}

// changeIncident reads the file, lets decide change it and names the incident in
// the journal.
func changeIncident[N fileTx](
	ctx context.Context, run journal.Changes[N], eventID int64, cmd journal.Command, incidentID int64, decide func(N, *WholeIncident) (journal.Change, error),
) error {
	_, err := run(ctx, eventID, cmd, func(tx N) (journal.Change, error) {
		f, err := tx.WholeIncident(ctx, incidentID)
		if err != nil {
			return journal.Change{}, err
		}
		change, err := decide(tx, &f)
		change.Subject = f.Subject()
		return change, err
	})
	return err
}

// changeOpen is changeIncident for a card on which nothing is decided yet.
func changeOpen[N fileTx](
	ctx context.Context, run journal.Changes[N], eventID int64, cmd journal.Command, incidentID int64, decide func(N, *WholeIncident) (journal.Change, error),
) error {
	return changeIncident(ctx, run, eventID, cmd, incidentID, func(tx N, f *WholeIncident) (journal.Change, error) {
		if err := checkOpen(f); err != nil {
			return journal.Change{}, err
		}
		return decide(tx, f)
	})
}

// Subject names the incident in the journal.
func (f *WholeIncident) Subject() string {
	at := f.Section.Slug
	if f.Record != nil {
		at = f.Record.Subject()
	}
	return journal.Subject(at, fmt.Sprintf("incident %d", f.Incident.IncidentID))
}

// doneWords are the states in which nobody writes on a card any more.
var doneWords = map[IncidentState]fault.Word{Ruled: fault.Word("ruled"), Closed: fault.Word("closed"), Joined: fault.Word("joined")}

func checkOpen(f *WholeIncident) error {
	if f.Incident.State == Called || f.Incident.State == Open {
		return nil
	}
	return fault.New(fault.Conflict, "Incident %d is %s already.", f.Incident.IncidentID, doneWords[f.Incident.State])
}

// clearReview takes the mark "under review" off the match unless an appeal, of
// this card or another, or another card about it is open.
func clearReview(ctx context.Context, f *WholeIncident, tx clearTx) error {
	if f.Incident.MatchID == nil || len(f.AlsoOpen) > 0 {
		return nil
	}
	if waits, err := tx.AppealWaits(ctx, *f.Incident.MatchID); err != nil || waits {
		return err
	}
	return tournament.SetUnderReview(ctx, tx.Match(), *f.Incident.MatchID, false)
}
