package live_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// phone takes frames until it is full; a full one is closed by the hub.
type phone struct {
	mu     sync.Mutex
	frames []string
	full   bool
	told   chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newPhone() *phone { return &phone{told: make(chan struct{}, 100), closed: make(chan struct{})} }

func (p *phone) Send(frame []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.full {
		return false
	}
	p.frames = append(p.frames, string(frame))
	p.told <- struct{}{}
	return true
}

func (p *phone) Close() { p.once.Do(func() { close(p.closed) }) }

func (p *phone) heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.frames
}

func TestDeskHearsEverythingAtOnce(t *testing.T) {
	h := live.NewHub()
	desk, hall := newPhone(), newPhone()
	h.Subscribe(live.Topic{Event: 1, Desk: true}, desk)
	h.Subscribe(live.Topic{Event: 1}, hall)
	h.Changed(1, 5, journal.DeskOnly)
	h.Changed(1, 3, journal.Reach{}) // late news
	h.Changed(2, 9, journal.Reach{}) // another event
	if got := desk.heard(); len(got) != 1 || got[0] != "id: 5\nevent: changed\ndata: 5\n\n" {
		t.Errorf("the desk heard %q", got)
	}
	if got := hall.heard(); len(got) != 0 {
		t.Errorf("the hall heard %q before its pages were there", got)
	}
}

func TestTopicsHearTheirOwn(t *testing.T) {
	h := live.NewHub()
	open, reserve, all := newPhone(), newPhone(), newPhone()
	h.Subscribe(live.Topic{Event: 1, Section: 1}, open)
	h.Subscribe(live.Topic{Event: 1, Section: 2}, reserve)
	h.Subscribe(live.Topic{Event: 1}, all)
	h.Tell(live.Topic{Event: 1, Section: 1}, 412, "open")
	h.Tell(live.Topic{Event: 1}, 412, "")
	<-open.told
	<-all.told
	expect.Equal(t, open.heard()[0], "id: 412\nevent: changed\ndata: 412 open\n\n", "the section's page heard")
	got := reserve.heard()
	expect.Equal(t, len(got), 0, "another section heard %q", got)
}

// A phone that takes nothing any more is let go and holds up nobody.
func TestFullPhoneIsLetGo(t *testing.T) {
	h := live.NewHub()
	full, fine := newPhone(), newPhone()
	full.full = true
	topic := live.Topic{Event: 1}
	h.Subscribe(topic, full)
	h.Subscribe(topic, fine)
	h.Tell(topic, 1, "")
	<-full.closed
	<-fine.told
	expect.Equal(t, h.Streams(), 1, "streams are open")
}

func TestClosedHubEndsStreams(t *testing.T) {
	h := live.NewHub()
	before, after := newPhone(), newPhone()
	h.Subscribe(live.Topic{Event: 1}, before)
	h.Close()
	<-before.closed
	h.Subscribe(live.Topic{Event: 1}, after)
	<-after.closed
	h.Close() // twice is fine
}

// A node that does not hear what others change says nothing, so that pages do not
// take what it has in memory for the newest.
func TestStreamsAreSilentWhileTheDatabaseIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := live.NewHub()
		defer h.Close()
		page := newPhone()
		h.Subscribe(live.Topic{Event: 1}, page)
		said := func(after string, want int) {
			t.Helper()
			before := len(page.heard())
			time.Sleep(4 * live.Heartbeat)
			synctest.Wait()
			expect.Equal(t, len(page.heard())-before, want, "%s: frames in four heartbeats", after)
		}
		said("opened", 4)
		h.Away()
		said("without the database", 0)
		h.Resync()
		said("with it again", 5) // "look again" comes first
	})
}

func TestResyncTellsAllToLook(t *testing.T) {
	h := live.NewHub()
	var news []int64
	h.OnChange(func(eventID, version int64, _ journal.Reach) { news = append(news, eventID, version) })
	h.Changed(7, 4, journal.Reach{})
	p := newPhone()
	h.Subscribe(live.Topic{Event: 7, Section: 2}, p)
	h.Resync()
	<-p.told
	expect.Equal(t, p.heard()[0], "event: changed\ndata: 0\n\n", "the phone heard")
	h.Changed(7, 4, journal.Reach{}) // what is known was forgotten
	expect.Equal(t, fmt.Sprint(news), "[7 4 0 0 7 4]", "news were")
}

func TestPageIsBuiltOnce(t *testing.T) {
	pages := live.NewPages()
	var builds atomic.Int64
	var crowd sync.WaitGroup
	for range 50 {
		crowd.Go(func() {
			page, err := pages.Get("standings", func() (*live.Page, error) {
				builds.Add(1)
				return live.NewPage(3, []byte("page"), nil), nil
			})
			expect.True(t, err == nil && string(page.Plain().Body) == "page", "got %v, %v", page, err)
		})
	}
	crowd.Wait()
	n := builds.Load()
	expect.True(t, n == 1, "built %d times", n)
}

// What readers asked for is known to the next states, whatever was built in between.
func TestAskedMostComesFirst(t *testing.T) {
	pages := live.NewPages()
	at := func(uri string) live.Address { return live.Address{Language: "en", URI: uri} }
	ask := func(uri string, size, times int) {
		page := live.NewPage(1, make([]byte, size), nil)
		pages.Remember(at(uri), page)
		for range times {
			page.Ask()
		}
	}
	wanted := func(n int) string {
		var uris []string
		for _, a := range pages.Wanted(n) {
			uris = append(uris, a.URI)
		}
		return strings.Join(uris, " ")
	}
	ask("/a", 10, 1)
	ask("/b", 10, 4)
	ask("/built", 10, 0)
	expect.True(t, pages.At(at("/c")) == nil && pages.At(live.Address{Language: "de", URI: "/b"}) == nil, "a page is found that nobody asked for")
	if pages = pages.Next(); wanted(9) != "/b /a" {
		t.Errorf("asked most: %s", wanted(9))
	}
	ask("/large", 1000, 1)
	if pages = pages.Next().Next(); wanted(2) != "/large /b" {
		t.Errorf("the page that takes longest comes first, got %s", wanted(2))
	}
	for range 3 {
		pages.Fade()
	}
	ask("/b", 10, 20)
	pages.At(at("/b"))
	if pages = pages.Next(); wanted(3) != "/b /large /a" {
		t.Errorf("what is asked for now comes first, got %s", wanted(3))
	}
}
