package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// TryRestore restores a backup into a scratch schema beside the data in use,
// with every check of Restore, and drops it again: whether a file can be
// brought back is known before it has to be. It needs the right to create a
// schema, which the owner of the database has.
func TryRestore(ctx context.Context, pool *Pool, r io.Reader, newer ...io.Reader) (m Manifest, err error) {
	schema := "trial_" + strings.ToLower(rand.Text())
	if _, err := exec(ctx, pool, "make a scratch schema", "create schema "+schema); err != nil {
		return Manifest{}, err
	}
	defer func() {
		_, dropped := exec(context.WithoutCancel(ctx), pool, "drop the scratch schema", "drop schema "+schema+" cascade")
		err = errors.Join(err, dropped)
	}()
	config := pool.Config()
	config.MaxConns = 1
	config.ConnConfig.RuntimeParams["search_path"] = schema
	config.ConnConfig.RuntimeParams["synchronous_commit"] = "off" // nothing of it is kept
	scratch, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return Manifest{}, fmt.Errorf("connect to the scratch schema: %w", err)
	}
	defer scratch.Close()
	return Restore(ctx, scratch, r, newer...)
}
