package live

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// Address is what readers ask for: the same request line to the same host in the
// same language gets the same page.
type Address struct{ Host, Language, URI string }

// Pages holds the finished pages of one state of things. What was true stays true,
// so nothing in it is ever replaced: a new state gets new Pages.
type Pages struct {
	mu        sync.RWMutex
	byKey     map[string]*Page
	byAddress map[Address]*Page
	bytes     int
	flight    singleflight.Group
	demand    *demand // of the states before this one
}

// All pages of a section with 1,000 teams have 4,000 addresses and 15 MB in one
// language: they fit in every language. Addresses made up by somebody do not pile up.
const (
	maxBytes      = 256 << 20
	MostAddresses = 100_000 // that one state remembers
)

// NewPages returns an empty store.
func NewPages() *Pages { return newPages(&demand{waiting: map[Address]int64{}}) }

func newPages(d *demand) *Pages {
	return &Pages{byKey: map[string]*Page{}, byAddress: map[Address]*Page{}, demand: d}
}

// Next returns an empty store for the state after this one, which knows what readers
// asked of this one and of those before.
func (p *Pages) Next() *Pages {
	p.mu.RLock()
	defer p.mu.RUnlock()
	p.demand.add(p.byAddress)
	return newPages(p.demand)
}

// At returns the page that was given for an address before, nil for none.
func (p *Pages) At(a Address) *Page {
	p.mu.RLock()
	page := p.byAddress[a]
	p.mu.RUnlock()
	if page != nil {
		page.asked.Add(1)
	}
	return page
}

// Get returns the page of a key; the first reader builds it for everybody.
func (p *Pages) Get(key string, build func() (*Page, error)) (*Page, error) {
	if page := p.find(key); page != nil {
		return page, nil
	}
	built, err, _ := p.flight.Do(key, func() (any, error) {
		if page := p.find(key); page != nil {
			return page, nil
		}
		page, err := build()
		if err != nil {
			return nil, err
		}
		p.keep(key, page)
		return page, nil
	})
	if err != nil {
		return nil, err
	}
	return built.(*Page), nil
}

// Full reports whether there is no room for many more pages.
func (p *Pages) Full() bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.bytes > maxBytes/4*3
}

func (p *Pages) find(key string) *Page {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.byKey[key]
}

func (p *Pages) keep(key string, page *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := len(key) + len(page.Gzip.Body) + len(page.Gzip.Head)
	if p.bytes+size > maxBytes {
		clear(p.byKey)
		clear(p.byAddress)
		p.bytes = 0
	}
	p.byKey[key] = page
	p.bytes += size
}

// Remember notes that an address leads to a page.
func (p *Pages) Remember(a Address, page *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.byAddress) < MostAddresses {
		p.byAddress[a] = page
	}
}

// Wanted lists up to n addresses that were asked of the states before this one, those
// first for which readers would wait longest together.
func (p *Pages) Wanted(n int) []Address { return p.demand.most(n) }

// Fade halves what was asked so far, so that what readers want now counts more than
// what they wanted long ago.
func (p *Pages) Fade() { p.demand.fade() }

// demand is what readers asked for, over many states of the same thing.
type demand struct {
	mu sync.Mutex
	// How often an address was asked for, times the bytes of its page: a large one
	// takes longer to make than a small one.
	waiting map[Address]int64
}

func (d *demand) add(asked map[Address]*Page) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.waiting) > MostAddresses {
		clear(d.waiting)
	}
	for a, page := range asked {
		if n := page.asked.Load(); n > 0 {
			d.waiting[a] += n * int64(page.size+1)
		}
	}
}

func (d *demand) fade() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for a, n := range d.waiting {
		d.waiting[a] = n / 2
	}
	maps.DeleteFunc(d.waiting, func(_ Address, n int64) bool { return n == 0 })
}

func (d *demand) most(n int) []Address {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := slices.AppendSeq(make([]Address, 0, len(d.waiting)), maps.Keys(d.waiting))
	slices.SortFunc(all, func(a, b Address) int {
		return cmp.Or(cmp.Compare(d.waiting[b], d.waiting[a]), cmp.Compare(a.URI, b.URI), cmp.Compare(a.Language, b.Language))
	})
	return all[:min(n, len(all))]
}
