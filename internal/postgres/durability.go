package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

const weakSettings = `
	select name from pg_settings
	where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
	order by name`

// CheckDurability returns an error when the server may lose or damage results
// it has acknowledged. Scratch servers of tests are the only ones not checked.
func CheckDurability(ctx context.Context, pool *Pool) error {
	rows, _ := pool.Query(ctx, weakSettings) // CollectRows reports the error
	off, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("asking the server whether it keeps what it acknowledges: %w", err)
	}
	if len(off) == 0 {
		return nil
	}
	return fmt.Errorf(`the PostgreSQL server has %[1]s switched off, so a power cut could lose results it had confirmed.
Switch it on there and start again:
  alter system set %[2]s = on; select pg_reload_conf();`,
		strings.Join(off, ", "), strings.Join(off, " = on; alter system set "))
}
