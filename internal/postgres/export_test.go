package postgres

import "github.com/jackc/pgx/v5"

// InLine counts the commands that wait for an event.
func (db *DB) InLine(eventID int64) int {
	db.lines.mu.Lock()
	defer db.lines.mu.Unlock()
	return len(db.lines.event[eventID])
}

// Collect is how the rows of books are read.
func Collect[T any](rows pgx.Rows) ([]T, error) { return collect[T](rows, 0) }
