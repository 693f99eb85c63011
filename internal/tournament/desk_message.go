package tournament

import (
	"context"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// DeskMessage is what the floor tells the desks. It stands on the desk pages of
// everybody it is for until they dismiss it or the floor takes it back.
type DeskMessage struct {
	MessageID int64
	SectionID *int64 // nil: all desks
	Body      string
	SentBy    int64
	SentName  string
	SentAt    time.Time
	EndedAt   *time.Time
	Readers   int // how many dismissed it
}

// MessageReader reads and dismisses messages. To dismiss one is no act of the
// event: nothing of it goes to the journal.
type MessageReader interface {
	// DeskMessages lists those that stand, newest first; of one account: without
	// those it dismissed. Account 0 reads all.
	DeskMessages(ctx context.Context, eventID, account int64) ([]DeskMessage, error)
	DismissMessage(ctx context.Context, eventID, messageID, account int64) error
}

// messageTx sends messages to the desks and ends them.
type messageTx interface {
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Section(ctx context.Context, sectionID int64) (Section, error)
	InsertMessage(ctx context.Context, m DeskMessage) error
	EndMessage(ctx context.Context, messageID int64) (DeskMessage, error)
}

// SendMessage tells all desks something, or those of one section (0: all).
func (s *FloorCommands) SendMessage(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, body string) error {
	body = strings.Join(strings.Fields(body), " ")
	var form fault.Form
	if body == "" {
		form.Add("body", "Enter a message of at most %d characters.", limit.Message.Most)
	}
	limit.Message.Check(&form, "body", body)
	if err := form.Err(); err != nil {
		return err
	}
	_, err := s.messages(ctx, eventID, cmd, func(tx messageTx) (journal.Change, error) {
		m := DeskMessage{Body: body, SentBy: cmd.Actor.AccountID, SentName: cmd.Actor.Name, SentAt: tx.Now()}
		subject := "desks"
		if sectionID != 0 {
			section, err := tx.Section(ctx, sectionID)
			if err != nil {
				return journal.Change{}, err
			}
			m.SectionID, subject = &sectionID, section.Slug
		}
		var err error
		if m.MessageID, err = tx.NextID(ctx, "desk message"); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{Reach: journal.DeskOnly, Action: "send message to desks", Subject: subject, After: body, Back: m.MessageID}, tx.InsertMessage(ctx, m)
	})
	return err
}

// EndMessage takes a message off every desk.
func (s *FloorCommands) EndMessage(ctx context.Context, eventID int64, cmd journal.Command, messageID int64) error {
	_, err := s.messages(ctx, eventID, cmd, func(tx messageTx) (journal.Change, error) {
		m, err := tx.EndMessage(ctx, messageID)
		return journal.Change{Reach: journal.DeskOnly, Action: "end message to desks", Subject: "desks", Before: m.Body}, err
	})
	return err
}

// DismissMessage takes a message off the pages of one person.
func (s *FloorCommands) DismissMessage(ctx context.Context, eventID, messageID, account int64) error {
	return s.reads.DismissMessage(ctx, eventID, messageID, account)
}
