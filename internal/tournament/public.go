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
	// the books of the given sections, or of all when sections is nil.
	PublicState(ctx context.Context, eventID, atLeast int64, sections []int64) (PublicState, error)

	// PublicEvents lists the events, latest first, each at the version of its newest
	// public change.
	PublicEvents(ctx context.Context) ([]Event, error)
}

// PublicState is one state of an event. It holds more than everybody may see: the
// pages choose.
type PublicState struct {
	Event        Event
	Version      int64 // of the last change that pages of the whole event show, those of sections included
	Sections     []Section
	Versions     map[int64]int64 // by section: the last change that its pages show
	Screens      []Screen
	Books        map[int64]*Book
	Publications map[int64][]Publication // by section: of rounds published more than once or withdrawn, oldest first
}
