package journal

import (
	"context"
	"time"
)

// Reader reads the record; it never changes it.
type Reader interface {
	Entries(ctx context.Context, q Query) ([]Entry, error) // newest first
	Head(ctx context.Context, eventID int64) (Hash, error) // seal of the last entry
	Verify(ctx context.Context, eventID int64) (Checked, error)
	// Since lists an entry and all behind it with the values they wrote, oldest first.
	Since(ctx context.Context, eventID, seq int64) ([]Entry, error)
	// LastWrites lists the newest entry of each of these people since a time whose
	// subject begins so, newest first.
	LastWrites(ctx context.Context, eventID int64, subject string, actors []int64, since time.Time) ([]Entry, error)
}

// Query selects entries of one event. Zero values do not filter.
type Query struct {
	EventID  int64
	Before   int64    // only entries with a smaller Seq
	ActorID  int64    // only acts of this account
	Sections []string // only subjects in a section of one of these slugs
	Words    string   // only entries that contain these words
	Team     string   // only entries that contain this name as well
	Table    int      // only what was done at this table
	Actions  []string
	Limit    int
}

// Checked is what a verification went through.
type Checked struct {
	Entries int
	Head    Hash

	Values   int      // rows whose values were compared with what the entries say
	Differs  []string // those that differ, in words
	Unvalued bool     // none could be: entries of an earlier program say nothing of values
}
