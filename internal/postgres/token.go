package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/account"
)

const (
	tokenColumns = `event_id, token_id, section_id, account_id, name, token_hash, scopes, created_at, expires_at, seen_at, closed_at`
	tokensOf     = `select ` + tokenColumns + ` from api_token where event_id = $1 order by closed_at is not null, token_id desc limit 500`
	tokenByHash  = `select ` + tokenColumns + ` from api_token where token_hash = $1 and closed_at is null`
	ownerOfToken = `select ` + accountColumns + ` from account where account_id = (select account_id from api_token where token_hash = $1 and closed_at is null)`
	insertToken  = `insert into api_token (` + tokenColumns + `) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, null, null)`
	closeToken   = `update api_token set closed_at = $3 where event_id = $1 and token_id = $2 and closed_at is null returning ` + tokenColumns
	touchToken   = `update api_token set seen_at = $3 where event_id = $1 and token_id = $2`

	// A token of one section has its owner's roles there alone, and in the play-offs for its places.
	grantsOfToken = `with own as (
		select g.event_id, g.grant_id, g.account_id, g.role, coalesce(t.section_id, g.section_id) as section_id, g.granted_by, g.granted_at, g.expires_at, g.revoked_at
		from api_token t join role_grant g using (event_id, account_id)
		where t.token_hash = $1 and t.closed_at is null and g.revoked_at is null and (t.section_id is null or g.section_id is null or g.section_id = t.section_id))` + withPlayOffs
)

// TokensOf implements account.Tokens.
func (s Accounts) TokensOf(ctx context.Context, eventID int64) ([]account.Token, error) {
	return list[account.Token](ctx, s.pool, "list the programs", tokensOf, eventID)
}

// TokenByHash implements account.Tokens, in one round trip.
func (s Accounts) TokenByHash(ctx context.Context, tokenHash []byte) (account.Token, account.Account, []account.Grant, error) {
	var (
		token  account.Token
		owner  account.Account
		grants []account.Grant
		batch  pgx.Batch
	)
	batch.Queue(tokenByHash, tokenHash).Query(single("token", &token))
	batch.Queue(ownerOfToken, tokenHash).Query(single("token", &owner))
	batch.Queue(grantsOfToken, tokenHash).Query(all(&grants))
	err := send(ctx, s.pool, &batch)
	return token, owner, grants, failed("find the token", err)
}

// TouchToken implements account.Tokens.
func (s Accounts) TouchToken(ctx context.Context, eventID, tokenID int64, seenAt time.Time) error {
	_, err := exec(ctx, s.pool, "note the token's use", touchToken, eventID, tokenID, seenAt)
	return err
}

// InsertToken writes a token.
func (tx *roleRows) InsertToken(ctx context.Context, t account.Token) error {
	_, err := exec(ctx, tx, "let the program in", insertToken, tx.eventID, t.TokenID, t.SectionID, t.AccountID, t.Name, t.TokenHash, t.Scopes, t.CreatedAt, t.ExpiresAt)
	return err
}

// CloseToken ends a token.
func (tx *roleRows) CloseToken(ctx context.Context, tokenID int64) (account.Token, error) {
	return one[account.Token](ctx, tx, "open program", closeToken, tx.eventID, tokenID, tx.now)
}
