package tournament

import (
	"context"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// Store is the database as this package needs it.
type Store interface {
	Reader

	// Change runs decide while the event row is locked and writes its rows, one
	// journal entry and the answer for repeats in the same transaction. A repeat
	// of cmd.Key returns the first answer without calling decide. When decide
	// fails nothing is written.
	Change(ctx context.Context, eventID int64, cmd journal.Command, decide func(Tx) (journal.Change, error)) (journal.Receipt, error)

	// CreateEvent allots an event id, writes the event row and then runs decide
	// as Change does.
	CreateEvent(ctx context.Context, e Event, cmd journal.Command, decide func(Tx) (journal.Change, error)) (Event, error)
}

// Reader reads one consistent state at a time.
type Reader interface {
	Events(ctx context.Context) ([]Event, error)
	EventBySlug(ctx context.Context, slug string) (Event, error) // follows renames; NotFound
	Sections(ctx context.Context, eventID int64) ([]Section, error)
	Book(ctx context.Context, eventID, sectionID int64) (*Book, error)
}

// Tx is an open change of one event. Every method is about that event alone.
type Tx interface {
	EventID() int64
	Now() time.Time
	NextID(ctx context.Context, counter string) (int64, error)
	Event(ctx context.Context) (Event, error)
	Section(ctx context.Context, sectionID int64) (Section, error)
	Sections(ctx context.Context) ([]Section, error)
	Book(ctx context.Context, sectionID int64) (*Book, error)
}
