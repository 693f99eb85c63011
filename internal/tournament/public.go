package tournament

import (
	"context"
	"errors"
)

// ErrBehind is what a copy of the database says that has not come far enough.
var ErrBehind = errors.New("the database has not reached this version yet")

// PublicReader reads what public pages are made of. A node asks once per version,
// so a reader may be slow but must be truthful: a database that has not come as
// far as it is asked for says ErrBehind.
type PublicReader interface {
	// PublicState reads an event in one state, at atLeast or a later version, with
	// the books of the sections that changed, or of all when since is nil or does
	// not know.
	PublicState(ctx context.Context, eventID, atLeast int64, since Since) (PublicState, error)

	// PublicEvents lists the events, latest first, each at the version of its newest
	// public change.
	PublicEvents(ctx context.Context) ([]Event, error)
}

// Since tells what of an event changed between the reading before and a version, by
// section; more than that does no harm. It says false when it does not know of
// every change. It is asked once the reading knows at which version it stands, since
// the database may be ahead of all news.
type Since func(version int64) (map[int64]SectionNews, bool)

// SectionNews is what changed in a section since its book was read. Without the book
// it may be anything, else it is the play of some rounds, see journal.InRound.
type SectionNews struct {
	Book   *SectionBook
	Rounds []int
}

// PublicState is one state of an event. It holds more than everybody may see: the
// pages choose.
type PublicState struct {
	Event        Event
	Version      int64 // of the last change that pages of the whole event show, those of sections included
	Sections     []Section
	Versions     map[int64]int64 // by section: the last change that its pages show
	Screens      []Screen
	Books        map[int64]*SectionBook
	Appeals      map[int64]int           // by section: how many wait for a decision
	Publications map[int64][]Publication // by section: of rounds published more than once or withdrawn, oldest first
}
