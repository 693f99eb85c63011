package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/tournament"
)

const feedColumns = `event_id, feed_id, section_id, name, token_hash, created_by, created_at, closed_at`

const (
	feedsOf     = `select ` + feedColumns + ` from live_feed where event_id = $1 and section_id = $2 order by feed_id`
	feedByToken = `select ` + feedColumns + ` from live_feed where token_hash = $1 and closed_at is null`
	feedNamed   = `select ` + feedColumns + ` from live_feed where event_id = $1 and section_id = $2 and name = $3`
	saveFeed    = `insert into live_feed (` + feedColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8)
	on conflict (event_id, feed_id) do update set token_hash = excluded.token_hash, created_by = excluded.created_by, created_at = excluded.created_at, closed_at = excluded.closed_at`
	closeFeed = `update live_feed set closed_at = $4 where event_id = $1 and section_id = $2 and feed_id = $3 and closed_at is null`
)

// Feeds lists the electronic board systems of a section.
func (s Tournament) Feeds(ctx context.Context, eventID, sectionID int64) ([]tournament.Feed, error) {
	return list[tournament.Feed](ctx, s.pool, "list the board systems", feedsOf, eventID, sectionID)
}

// FeedByToken finds the open feed of a token.
func (s Tournament) FeedByToken(ctx context.Context, tokenHash []byte) (tournament.Feed, error) {
	return one[tournament.Feed](ctx, s.pool, "board system", feedByToken, tokenHash)
}

// FeedNamed finds a feed, open or closed.
func (tx *resultRows) FeedNamed(ctx context.Context, sectionID int64, name string) (tournament.Feed, error) {
	return one[tournament.Feed](ctx, tx, "board system", feedNamed, tx.eventID, sectionID, name)
}

// SaveFeed writes a feed, or a known one with its new token.
func (tx *resultRows) SaveFeed(ctx context.Context, f tournament.Feed) error {
	_, err := exec(ctx, tx, "let the board system in", saveFeed, tx.eventID, f.FeedID, f.SectionID, f.Name, f.TokenHash, f.CreatedBy, f.CreatedAt, f.ClosedAt)
	return err
}

// CloseFeed ends a feed; it reports whether there was an open one.
func (tx *resultRows) CloseFeed(ctx context.Context, sectionID, feedID int64) (bool, error) {
	n, err := exec(ctx, tx, "keep the board system out", closeFeed, tx.eventID, sectionID, feedID, tx.now)
	return n > 0, err
}
