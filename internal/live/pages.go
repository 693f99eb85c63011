package live

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
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
	floor  map[int64]int64 // pages older than this are stale
	flight singleflight.Group
}

// maxPages bounds the memory of one event; the pages of a big section are few,
// but addresses with a search in them are not.
const maxPages = 20000

// NewPages returns an empty store that follows the hub.
func NewPages(h *Hub) *Pages {
	p := &Pages{events: map[int64]map[string]*Page{}, floor: map[int64]int64{}}
	h.OnChange(p.drop)
	return p
}

func (p *Pages) drop(eventID, version int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if eventID == 0 {
		clear(p.events)
		clear(p.floor)
		return
	}
	delete(p.events, eventID)
	p.floor[eventID] = version
}

// Get returns the page, building it when there is none. build returns the page
// and the event version it was read at.
func (p *Pages) Get(ctx context.Context, eventID int64, key string, build func(context.Context) (html []byte, version int64, err error)) (*Page, error) {
	if page := p.find(eventID, key); page != nil {
		return page, nil
	}
	p.mu.RLock()
	floor := p.floor[eventID]
	p.mu.RUnlock()
	// The floor is part of the flight's name: a reader who knows of a newer
	// version never waits for a page of an older one.
	flight := strconv.FormatInt(eventID, 10) + " " + strconv.FormatInt(floor, 10) + " " + key
	built, err, _ := p.flight.Do(flight, func() (any, error) {
		html, version, err := build(context.WithoutCancel(ctx))
		if err != nil {
			return nil, err
		}
		page := finish(html, version)
		p.keep(eventID, key, page)
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

func (p *Pages) keep(eventID int64, key string, page *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if page.Version < p.floor[eventID] {
		return
	}
	pages := p.events[eventID]
	if pages == nil || len(pages) >= maxPages {
		pages = map[string]*Page{}
		p.events[eventID] = pages
	}
	pages[key] = page
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
