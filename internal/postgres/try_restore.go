package postgres

import (
	"context"
	"io"
)

// TryRestore restores a backup into a scratch schema beside the data in use,
// with every check of Restore, and drops it again: whether a file can be
// brought back is known before it has to be.
func TryRestore(ctx context.Context, pool *Pool, r io.Reader, newer ...io.Reader) (m Manifest, err error) {
	err = beside(ctx, pool, func(scratch *Pool, _ string) (err error) {
		m, err = Restore(ctx, scratch, r, newer...)
		return err
	})
	return m, err
}
