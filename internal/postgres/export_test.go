package postgres

// InLine counts the commands that wait for an event.
func (db *DB) InLine(eventID int64) int {
	db.lines.mu.Lock()
	defer db.lines.mu.Unlock()
	return len(db.lines.event[eventID])
}
