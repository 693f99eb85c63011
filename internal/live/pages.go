package live

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/singleflight"
)

// Page is a finished public page in both forms it is sent in. It is never changed.
type Page struct {
	Version int64 // of what it shows
	Plain   Form
	Gzip    Form
	asked   atomic.Int64
}

// Form is the bytes of a page and everything that is said in front of them.
type Form struct {
	Body   []byte
	ETag   string
	Header []Field
	Head   []byte // the header as it is sent, with the empty line at its end
}

// NewForm makes the header ready to be sent.
func NewForm(body []byte, tag string, header []Field) Form {
	var head bytes.Buffer
	for _, f := range header {
		for _, value := range f.Value {
			fmt.Fprintf(&head, "%s: %s\r\n", f.Name, value)
		}
	}
	head.WriteString("\r\n")
	return Form{Body: body, ETag: tag, Header: header, Head: head.Bytes()}
}

// Field is a line of an HTTP header, ready to be put into a map.
type Field struct {
	Name  string
	Value []string
}

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
}

// maxBytes bounds the memory of one state. All pages of a section with 1,000
// teams fit several times; addresses made up by somebody do not pile up.
const (
	maxBytes     = 64 << 20
	maxAddresses = 20_000
)

// NewPages returns an empty store.
func NewPages() *Pages { return &Pages{byKey: map[string]*Page{}, byAddress: map[Address]*Page{}} }

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

func (p *Pages) find(key string) *Page {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.byKey[key]
}

func (p *Pages) keep(key string, page *Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := len(key) + len(page.Plain.Body) + len(page.Gzip.Body)
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
	if len(p.byAddress) < maxAddresses {
		p.byAddress[a] = page
	}
	page.asked.Add(1)
}

// Asked lists up to n addresses, those first for which readers would wait longest
// together: a large page takes longer to make than a small one.
func (p *Pages) Asked(n int) []Address {
	type count struct {
		address Address
		waiting int64
	}
	p.mu.RLock()
	all := make([]count, 0, len(p.byAddress))
	for a, page := range p.byAddress {
		all = append(all, count{a, page.asked.Load() * int64(len(page.Plain.Body)+1)})
	}
	p.mu.RUnlock()
	slices.SortFunc(all, func(a, b count) int {
		return cmp.Or(cmp.Compare(b.waiting, a.waiting), cmp.Compare(a.address.URI, b.address.URI), cmp.Compare(a.address.Language, b.address.Language))
	})
	addresses := make([]Address, 0, n)
	for _, c := range all[:min(n, len(all))] {
		addresses = append(addresses, c.address)
	}
	return addresses
}
