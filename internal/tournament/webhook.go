package tournament

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Webhook is an address outside that is told of publications and results.
// SectionID nil: of all sections.
type Webhook struct {
	EventID     int64
	WebhookID   int64
	SectionID   *int64
	URL         string
	Secret      string // signs the notices
	Kinds       []string
	CreatedBy   int64
	CreatedAt   time.Time
	SentSeq     int64      // the last journal entry dealt with
	DeliveredAt *time.Time // the last notice that was taken
	Failures    int        // in a row
	Trouble     string     // why the last delivery failed
	StoppedAt   *time.Time // given up until somebody resumes it
}

// What a webhook may be told of: the published pairings of a round changed, or
// what counts for a match may have, or others sit at the boards of a published round.
const (
	TellPublish = "publish"
	TellResult  = "result"
	TellLineUp  = "line-up"
)

// WebhookKinds are all of them.
var WebhookKinds = []string{TellPublish, TellResult, TellLineUp}

// WebhookSecretPrefix begins every secret that Standard Webhooks knows; the key
// follows in base64.
const WebhookSecretPrefix = "whsec_"

// WebhookSecret is the secret of a webhook whose key are these bytes, 24 to 64 of them that nobody
// can guess.
func WebhookSecret(key []byte) string {
	return WebhookSecretPrefix + base64.StdEncoding.EncodeToString(key)
}

// OldWebhookSecret reports whether a secret was made before Tandem signed as
// Standard Webhooks does: its letters themselves are the key.
func OldWebhookSecret(secret string) bool { return !strings.HasPrefix(secret, WebhookSecretPrefix) }

// OpenWebhookAction is the journal's word for opening a webhook.
const OpenWebhookAction = "open webhook"

// WebhookSubject is what the journal calls a webhook.
func WebhookSubject(id int64) string { return journal.Subject(fmt.Sprintf("webhook %d", id)) }

// hookTx tells programs outside, or does not any more.
type hookTx interface {
	HookRows
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
}

// OpenWebhook has an address told from now on; it gets a hello at once. Secret
// comes from the caller, who shows it. It reports false for a repeat.
func (s *FloorCommands) OpenWebhook(ctx context.Context, eventID int64, cmd journal.Command, in Webhook) (opened bool, err error) {
	in.URL = strings.TrimSpace(in.URL)
	var form fault.Form
	at, err := url.Parse(in.URL)
	limit.Collect(&form, "", in)
	if err != nil || at.Host == "" || at.Scheme != "https" && at.Scheme != "http" || at.User != nil {
		form.Add("url", "Enter a whole address, such as https://example.org/tandem.")
	}
	if len(in.Kinds) == 0 || slices.ContainsFunc(in.Kinds, func(k string) bool { return !slices.Contains(WebhookKinds, k) }) {
		form.Add("kinds", "Choose what the address is told of.")
	}
	if err := form.Err(); err != nil {
		return false, err
	}
	receipt, err := s.hooks(ctx, eventID, cmd, func(tx hookTx) (journal.Change, error) {
		id, err := tx.NextID(ctx, "webhook")
		if err != nil {
			return journal.Change{}, err
		}
		in.EventID, in.WebhookID, in.CreatedBy, in.CreatedAt = eventID, id, cmd.Actor.AccountID, tx.Now()
		return journal.Change{Action: OpenWebhookAction, Subject: WebhookSubject(id), After: map[string]any{"url": in.URL, "kinds": in.Kinds}, Reach: journal.DeskOnly}, tx.InsertWebhook(ctx, in)
	})
	return err == nil && !receipt.Repeated, err
}

// CloseWebhook has an address told no more.
func (s *FloorCommands) CloseWebhook(ctx context.Context, eventID int64, cmd journal.Command, id int64) error {
	return s.changeWebhook(ctx, eventID, cmd, id, "close webhook", hookTx.CloseWebhook)
}

// ResumeWebhook tries an address again that was given up; what it missed is sent.
func (s *FloorCommands) ResumeWebhook(ctx context.Context, eventID int64, cmd journal.Command, id int64) error {
	return s.changeWebhook(ctx, eventID, cmd, id, "resume webhook", hookTx.ResumeWebhook)
}

func (s *FloorCommands) changeWebhook(ctx context.Context, eventID int64, cmd journal.Command, id int64, action string, write func(hookTx, context.Context, int64) (string, error)) error {
	_, err := s.hooks(ctx, eventID, cmd, func(tx hookTx) (journal.Change, error) {
		to, err := write(tx, ctx, id)
		if err != nil {
			return journal.Change{}, fmt.Errorf("%s: %w", action, err)
		}
		return journal.Change{Action: action, Subject: WebhookSubject(id), Before: map[string]any{"url": to}, Reach: journal.DeskOnly}, nil
	})
	return err
}
