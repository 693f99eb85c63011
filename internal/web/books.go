package web

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/tandemchess/tandem/internal/tournament"
)

// books keeps the newest book of each section in memory, so that the many pages
// and searches of one version cost one read. A change of the event drops its books.
type books struct {
	reader tournament.Reader

	mu     sync.RWMutex
	kept   map[bookKey]*shelf
	floor  map[int64]int64 // books older than this are stale
	epoch  int             // raised when anything may have changed
	flight singleflight.Group
}

type bookKey struct{ event, section int64 }

// shelf is a book with what has been worked out from it. A book is never changed.
type shelf struct {
	*tournament.Book
	books *books

	mu        sync.Mutex
	standings map[int]*tournament.Standings
	versions  map[int][]tournament.Publication
	index     []searchEntry
}

func (b *books) drop(eventID, version int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if eventID == 0 {
		clear(b.kept)
		clear(b.floor)
		b.epoch++
		return
	}
	if b.floor == nil {
		b.floor = map[int64]int64{}
	}
	b.floor[eventID] = version
	for key := range b.kept {
		if key.event == eventID {
			delete(b.kept, key)
		}
	}
}

func newShelf(b *books, book *tournament.Book) *shelf {
	return &shelf{Book: book, books: b, standings: map[int]*tournament.Standings{}, versions: map[int][]tournament.Publication{}}
}

// open returns the newest book of a section.
func (b *books) open(ctx context.Context, eventID, sectionID int64) (*shelf, error) {
	key := bookKey{eventID, sectionID}
	b.mu.RLock()
	found, floor, epoch := b.kept[key], b.floor[eventID], b.epoch
	b.mu.RUnlock()
	if found != nil {
		return found, nil
	}
	read, err, _ := b.flight.Do(fmt.Sprint(eventID, sectionID, floor, epoch), func() (any, error) {
		book, err := b.reader.Book(context.WithoutCancel(ctx), eventID, sectionID)
		if err != nil {
			return nil, err
		}
		fresh := newShelf(b, book)
		b.keep(key, epoch, fresh)
		return fresh, nil
	})
	if err != nil {
		return nil, err
	}
	return read.(*shelf), nil
}

func (b *books) keep(key bookKey, epoch int, s *shelf) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if epoch != b.epoch || s.Event.Version < b.floor[key.event] {
		return
	}
	if b.kept == nil {
		b.kept = map[bookKey]*shelf{}
	}
	b.kept[key] = s
}

// book opens the section of the address.
func (v *visit) book() (*shelf, error) {
	return v.server.books.open(v.Request().Context(), v.event.EventID, v.section.SectionID)
}

// after are the standings after a round; 0 means the last published one.
func (s *shelf) after(round int) (*tournament.Standings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if table := s.standings[round]; table != nil {
		return table, nil
	}
	table, err := s.Book.Standings(round)
	if err != nil {
		return nil, err
	}
	s.standings[round] = table
	return table, nil
}

// publications are the versions of a round, oldest first.
func (s *shelf) publications(ctx context.Context, round int) ([]tournament.Publication, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if found, ok := s.versions[round]; ok {
		return found, nil
	}
	found, err := s.books.reader.Publications(ctx, s.Event.EventID, s.Section.SectionID, round)
	if err != nil {
		return nil, err
	}
	s.versions[round] = found
	return found, nil
}

// changes tells where the teams of a published round sat in the version before.
type changes struct {
	before int           // that version, 0 when there was none
	was    map[int64]int // team → table, for teams whose table is another one now
	tables int           // tables with a changed row
}

// moved compares the present version of a round with the one before.
func (s *shelf) moved(ctx context.Context, r *tournament.Round) (changes, error) {
	if r.Publication < 2 {
		return changes{}, nil
	}
	versions, err := s.publications(ctx, r.RoundNo)
	if err != nil {
		return changes{}, err
	}
	at := slices.IndexFunc(versions, func(p tournament.Publication) bool { return p.Version == r.Publication })
	if at < 1 {
		return changes{}, nil
	}
	c := changes{before: versions[at-1].Version, was: tournament.Moved(versions[at-1].Tables, versions[at].Tables)}
	for _, row := range versions[at].Tables {
		_, one := c.was[row.Team1]
		_, other := c.was[row.Team2]
		if one || other {
			c.tables++
		}
	}
	return c, nil
}

// hidesNames reports whether the public pages of the section shorten last names.
func hidesNames(e tournament.Event, s tournament.Section) bool {
	return e.HideMinors && s.MaxGrade != nil
}

// publicName is a player's name as everybody may read it.
func (s *shelf) publicName(p tournament.Player) string {
	return p.PublicName(hidesNames(s.Event, s.Section))
}
