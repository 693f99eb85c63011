package visit

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Directory remembers which event and sections an address names, so that a
// cached public page costs no query. A change of the event drops it.
type Directory struct {
	reader interface {
		EventBySlug(ctx context.Context, slug string) (tournament.Event, error)
		Sections(ctx context.Context, eventID int64) ([]tournament.Section, error)
	}
	mu     sync.RWMutex
	bySlug map[string]known
	floor  map[int64]int64
	drops  int // changes heard of
	epoch  int // raised when anything may have changed
	flight singleflight.Group
}

type known struct {
	Event    tournament.Event
	Sections map[string]tournament.Section
	order    []tournament.Section
}

func (d *Directory) Find(ctx context.Context, slug string) (known, error) {
	d.mu.RLock()
	k, ok := d.bySlug[slug]
	drops, epoch := d.drops, d.epoch
	d.mu.RUnlock()
	if ok {
		return k, nil
	}
	// After a change everybody comes at once; one of them reads. Who knows of a
	// newer change does not wait for a reading that began before it.
	read, err, _ := d.flight.Do(fmt.Sprint(drops, " ", slug), func() (any, error) {
		reading, cancel := publicpages.ForAll(ctx)
		defer cancel()
		return d.read(reading, slug, epoch)
	})
	if err != nil {
		return known{}, err
	}
	return read.(known), nil
}

func (d *Directory) read(ctx context.Context, slug string, epoch int) (known, error) {
	event, err := d.reader.EventBySlug(ctx, slug)
	if err != nil {
		return known{}, err
	}
	sections, err := d.reader.Sections(ctx, event.EventID)
	if err != nil {
		return known{}, err
	}
	k := known{Event: event, Sections: make(map[string]tournament.Section, len(sections)), order: sections}
	for _, s := range sections {
		k.Sections[s.Slug] = s
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if epoch == d.epoch && event.Version >= d.floor[event.EventID] {
		if d.bySlug == nil {
			d.bySlug = map[string]known{}
		}
		d.bySlug[slug] = k
	}
	return k, nil
}

// forget makes the next request read the event anew.
func (d *Directory) forget(eventID int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drops++
	for slug, k := range d.bySlug {
		if k.Event.EventID == eventID {
			delete(d.bySlug, slug)
		}
	}
}

// Drop forgets an event that changed; event 0 means all.
func (d *Directory) Drop(eventID, version int64, _ journal.Reach) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.floor == nil {
		d.floor = map[int64]int64{}
	}
	d.drops++
	if eventID == 0 {
		clear(d.bySlug)
		clear(d.floor)
		d.epoch++
		return
	}
	d.floor[eventID] = version
	for slug, k := range d.bySlug {
		if k.Event.EventID == eventID {
			delete(d.bySlug, slug)
		}
	}
}
