package live

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Page is a finished public page.
type Page struct {
	Version int64 // of the event it was built from
	HTML    []byte
	Gzip    []byte
	ETag    string
}

// Pages keeps the newest finished page per event and key. A change of the event
// drops its pages; the next reader builds the page once for everybody.
type Pages struct {
	mu     sync.RWMutex
	events map[int64]map[string]*Page
	bytes  map[int64]int   // held by the pages of an event
	floor  map[int64]int64 // pages older than this are stale
	epoch  int             // raised when anything may have changed
	flight singleflight.Group
	slots  chan struct{} // one for each page being built
}

// maxBytes bounds the memory of one event. All pages of a section with 1,000
// teams fit several times; addresses made up by somebody do not pile up.
const maxBytes = 64 << 20

// builders is how many pages are built at once, whatever the crowd asks for: the
// rest of the machine belongs to the desk.
const builders = 2

// NewPages returns an empty store that follows the hub.
func NewPages(h *Hub) *Pages {
	p := &Pages{events: map[int64]map[string]*Page{}, bytes: map[int64]int{}, floor: map[int64]int64{}, slots: make(chan struct{}, builders)}
	h.OnChange(p.drop)
	return p
}

func (p *Pages) drop(eventID, version int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if eventID == 0 {
		clear(p.events)
		clear(p.bytes)
		clear(p.floor)
		p.epoch++
		return
	}
	delete(p.events, eventID)
	delete(p.bytes, eventID)
	p.floor[eventID] = version
}

// Get returns the page, building it when there is none. build returns the page
// and the event version it was read at.
func (p *Pages) Get(ctx context.Context, eventID int64, key string, build func(context.Context) (html []byte, version int64, err error)) (*Page, error) {
	if page := p.find(eventID, key); page != nil {
		return page, nil
	}
	p.mu.RLock()
	floor, epoch := p.floor[eventID], p.epoch
	p.mu.RUnlock()
	// The floor is part of the flight's name: a reader who knows of a newer
	// version never waits for a page of an older one.
	flight := fmt.Sprint(eventID, epoch, floor, " ", key)
	built, err, _ := p.flight.Do(flight, func() (any, error) {
		p.slots <- struct{}{}
		defer func() { <-p.slots }()
		// While this flight waited, the flight of a newer version may have landed:
		// its page serves all who asked for an older one.
		if page := p.find(eventID, key); page != nil {
			return page, nil
		}
		html, version, err := build(context.WithoutCancel(ctx))
		if err != nil {
			return nil, err
		}
		page := finish(html, version)
		p.keep(eventID, epoch, key, page)
		return page, nil
	})
	if err != nil {
		return nil, err
	}
	return built.(*Page), nil
}

func (p *Pages) find(eventID int64, key string) *Page {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.events[eventID][key]
}

func (p *Pages) keep(eventID int64, epoch int, key string, page *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if epoch != p.epoch || page.Version < p.floor[eventID] {
		return
	}
	size := len(key) + len(page.HTML) + len(page.Gzip)
	pages := p.events[eventID]
	if pages == nil || p.bytes[eventID]+size > maxBytes {
		pages = map[string]*Page{}
		p.events[eventID], p.bytes[eventID] = pages, 0
	}
	pages[key] = page
	p.bytes[eventID] += size
}

func finish(html []byte, version int64) *Page {
	var zipped bytes.Buffer
	w, err := gzip.NewWriterLevel(&zipped, gzip.BestSpeed+4)
	if err != nil {
		panic(err) // the level is a constant inside the range
	}
	w.Write(html) // a bytes.Buffer takes everything
	w.Close()
	sum := sha256.Sum256(html)
	return &Page{Version: version, HTML: html, Gzip: zipped.Bytes(), ETag: `"` + hex.EncodeToString(sum[:12]) + `"`}
}
