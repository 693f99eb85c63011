package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
)

// CreateCode implements account.Codes.
func (s Accounts) CreateCode(ctx context.Context, c account.SignInCode) error {
	var batch pgx.Batch
	batch.Queue(`update sign_in_code set expires_at = $2 where account_id = $1 and used_at is null and expires_at > $2`, c.AccountID, c.CreatedAt)
	batch.Queue(`delete from sign_in_code where expires_at < $1`, c.CreatedAt.Add(-24*time.Hour))
	batch.Queue(`insert into sign_in_code (code_hash, account_id, created_at, expires_at) values ($1, $2, $3, $4)`, c.CodeHash, c.AccountID, c.CreatedAt, c.ExpiresAt)
	return failed("make the sign-in code", send(ctx, s.pool, &batch))
}

const useCode = `update sign_in_code c set used_at = $2 from account a
	where c.code_hash = $1 and c.used_at is null and c.expires_at > $2 and a.account_id = c.account_id and a.disabled_at is null
	returning c.account_id`

// UseCode implements account.Codes.
func (s Accounts) UseCode(ctx context.Context, codeHash []byte, at time.Time) (int64, error) {
	var accountID int64
	err := s.pool.QueryRow(ctx, useCode, codeHash, at).Scan(&accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fault.New(fault.NotFound, "No such code works.")
	}
	return accountID, failed("use the sign-in code", err)
}
