package postgres

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/webhook"
)

// Webhooks is what is told to programs outside.
type Webhooks struct{ *DB }

var _ webhook.Store = Webhooks{}

const (
	// A hook that another node holds has its next_at in the future.
	leaseHook = `update webhook w set next_at = $2
	from event e
	where e.event_id = w.event_id and (w.event_id, w.webhook_id) = (
		select w.event_id, w.webhook_id from webhook w join event e using (event_id)
		where w.closed_at is null and w.stopped_at is null and w.next_at <= $1 and w.sent_seq < e.version
		order by w.next_at limit 1 for update of w skip locked)
	returning w.event_id, w.webhook_id, e.slug as event, w.url, w.secret, w.kinds, w.sent_seq, w.failures,
		(select s.slug from section s where (s.event_id, s.section_id) = (w.event_id, w.section_id)) as section`
	entriesAfter = `select ` + journalColumns + ` from journal where event_id = $1 and seq > $2 order by seq limit $3`
	hookSent     = `update webhook set sent_seq = $3, failures = 0, trouble = '', delivered_at = case when $4 then $5::timestamptz else delivered_at end
	where event_id = $1 and webhook_id = $2`
	hookFailed = `update webhook set failures = failures + 1, trouble = $3, next_at = $4, stopped_at = case when $5 then $6::timestamptz end
	where event_id = $1 and webhook_id = $2`
	releaseHook = `update webhook set next_at = $3 where event_id = $1 and webhook_id = $2`
)

// LeaseHook implements webhook.Store.
func (s Webhooks) LeaseHook(ctx context.Context, until time.Time) (webhook.Hook, error) {
	return one[webhook.Hook](ctx, s.pool, "webhook that is due", leaseHook, s.now(), until)
}

// EntriesAfter implements webhook.Store.
func (s Webhooks) EntriesAfter(ctx context.Context, eventID, seq int64, limit int) ([]journal.Entry, error) {
	return entries(ctx, s.pool, "read the journal for webhooks", entriesAfter, eventID, seq, limit)
}

// HookSent implements webhook.Store.
func (s Webhooks) HookSent(ctx context.Context, h webhook.Hook, seq int64, delivered bool) error {
	_, err := exec(ctx, s.pool, "note the delivery", hookSent, h.EventID, h.WebhookID, seq, delivered, s.now())
	return err
}

// HookFailed implements webhook.Store.
func (s Webhooks) HookFailed(ctx context.Context, h webhook.Hook, next time.Time, trouble string, stop bool) error {
	_, err := exec(ctx, s.pool, "note the failed delivery", hookFailed, h.EventID, h.WebhookID, trouble, next, stop, s.now())
	return err
}

// ReleaseHook implements webhook.Store.
func (s Webhooks) ReleaseHook(ctx context.Context, h webhook.Hook) error {
	_, err := exec(ctx, s.pool, "give the webhook back", releaseHook, h.EventID, h.WebhookID, s.now())
	return err
}

const (
	webhookColumns = `event_id, webhook_id, section_id, url, secret, kinds, created_by, created_at, sent_seq, delivered_at, failures, trouble, stopped_at`
	webhooksOf     = `select ` + webhookColumns + ` from webhook where event_id = $1 and closed_at is null order by webhook_id limit 200`
	insertWebhook  = `insert into webhook (event_id, webhook_id, section_id, url, secret, kinds, created_by, created_at, sent_seq, next_at)
	values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8)`
	closeWebhook  = `update webhook set closed_at = $3, secret = '' where event_id = $1 and webhook_id = $2 and closed_at is null returning url`
	resumeWebhook = `update webhook set stopped_at = null, failures = 0, trouble = '', next_at = $3
	where event_id = $1 and webhook_id = $2 and closed_at is null returning url`
)

// Webhooks lists the open webhooks of an event.
func (s Tournament) Webhooks(ctx context.Context, eventID int64) ([]tournament.Webhook, error) {
	return list[tournament.Webhook](ctx, s.pool, "list the webhooks", webhooksOf, eventID)
}

// InsertWebhook writes a webhook; the first entry it is told of is the one that
// this change writes.
func (tx *floorRows) InsertWebhook(ctx context.Context, w tournament.Webhook) error {
	_, err := exec(ctx, tx, "open the webhook", insertWebhook, tx.eventID, w.WebhookID, w.SectionID, w.URL, w.Secret, w.Kinds, w.CreatedBy, w.CreatedAt, tx.version)
	return err
}

// CloseWebhook ends a webhook and forgets its secret.
func (tx *floorRows) CloseWebhook(ctx context.Context, id int64) (url string, err error) {
	err = tx.QueryRow(ctx, closeWebhook, tx.eventID, id, tx.now).Scan(&url)
	return url, notFound("open webhook", err)
}

// ResumeWebhook lets a webhook be tried again at once.
func (tx *floorRows) ResumeWebhook(ctx context.Context, id int64) (url string, err error) {
	err = tx.QueryRow(ctx, resumeWebhook, tx.eventID, id, tx.now).Scan(&url)
	return url, notFound("open webhook", err)
}
