package postgres

import (
	"context"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

const feedColumns = `event_id, feed_id, section_id, name, token_hash, created_by, created_at, closed_at`

const (
	feedsOf     = `select ` + feedColumns + ` from live_feed where event_id = $1 and section_id = $2 order by feed_id`
	feedByToken = `select ` + feedColumns + ` from live_feed where token_hash = $1 and closed_at is null`
	insertFeed  = `insert into live_feed (` + feedColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8)`
	closeFeed   = `update live_feed set closed_at = $4 where event_id = $1 and section_id = $2 and feed_id = $3 and closed_at is null`
)

// Feeds lists the electronic board systems of a section.
func (s Tournament) Feeds(ctx context.Context, eventID, sectionID int64) ([]tournament.Feed, error) {
	return list[tournament.Feed](ctx, s.pool, "list the board systems", feedsOf, eventID, sectionID)
}

// FeedByToken finds the open feed of a token.
func (s Tournament) FeedByToken(ctx context.Context, tokenHash []byte) (tournament.Feed, error) {
	return one[tournament.Feed](ctx, s.pool, "board system", feedByToken, tokenHash)
}

// InsertFeed writes a feed.
func (tx *Tx) InsertFeed(ctx context.Context, f tournament.Feed) error {
	_, err := exec(ctx, tx, "let the board system in", insertFeed, tx.eventID, f.FeedID, f.SectionID, f.Name, f.TokenHash, f.CreatedBy, f.CreatedAt, f.ClosedAt)
	if constraint(err) == "live_feed_event_id_section_id_name_key" {
		var form fault.Form
		form.Add("name", "There is a board system %q already. Choose a different name.", f.Name)
		return form.Err()
	}
	return err
}

// CloseFeed ends a feed; it reports whether there was an open one.
func (tx *Tx) CloseFeed(ctx context.Context, sectionID, feedID int64) (bool, error) {
	n, err := exec(ctx, tx, "keep the board system out", closeFeed, tx.eventID, sectionID, feedID, tx.now)
	return n > 0, err
}
