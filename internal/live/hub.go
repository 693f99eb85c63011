// Package live tells open pages that something changed, and keeps finished
// public pages in memory. The hub knows only event numbers and versions; what a
// page shows is fetched again by the page. It must never hold anything that is
// not public.
package live

import (
	"sync"
	"time"
)

// Hub spreads "event E is at version V" to the streams of this node.
type Hub struct {
	mu       sync.Mutex
	versions map[int64]int64
	streams  map[int64]map[*Stream]struct{}
	closed   bool
	onChange []func(eventID, version int64)
}

// NewHub returns an empty hub.
func NewHub() *Hub {
	return &Hub{versions: map[int64]int64{}, streams: map[int64]map[*Stream]struct{}{}}
}

// Stream is one open page. C holds at most one version: the newest replaces an
// older one that was not taken yet, so a slow phone never holds anybody up.
type Stream struct {
	C       chan int64
	hub     *Hub
	eventID int64
}

// Subscribe opens a stream; Close must be called. On a closed hub the channel
// is closed at once.
func (h *Hub) Subscribe(eventID int64) *Stream {
	s := &Stream{C: make(chan int64, 1), hub: h, eventID: eventID}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(s.C)
		return s
	}
	if h.streams[eventID] == nil {
		h.streams[eventID] = map[*Stream]struct{}{}
	}
	h.streams[eventID][s] = struct{}{}
	return s
}

// Close ends the stream.
func (s *Stream) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	delete(s.hub.streams[s.eventID], s)
	if len(s.hub.streams[s.eventID]) == 0 {
		delete(s.hub.streams, s.eventID)
	}
}

// OnChange registers a function that runs before streams are told; only to be
// called while the program is being put together.
func (h *Hub) OnChange(f func(eventID, version int64)) { h.onChange = append(h.onChange, f) }

// Changed says that an event reached a version. Older news is ignored.
func (h *Hub) Changed(eventID, version int64) {
	h.mu.Lock()
	if version <= h.versions[eventID] {
		h.mu.Unlock()
		return
	}
	h.versions[eventID] = version
	h.mu.Unlock()
	for _, f := range h.onChange {
		f(eventID, version)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.streams[eventID] {
		select {
		case <-s.C:
		default:
		}
		select {
		case s.C <- version:
		default:
		}
	}
}

// Resync forgets what is known and tells every stream to look again: after the
// connection to the database was away, changes may have been missed. Version 0
// in a stream means "look".
func (h *Hub) Resync() {
	h.mu.Lock()
	clear(h.versions)
	h.mu.Unlock()
	for _, f := range h.onChange {
		f(0, 0)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, streams := range h.streams {
		for s := range streams {
			select {
			case s.C <- 0:
			default:
			}
		}
	}
}

// Streams counts the open streams.
func (h *Hub) Streams() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, streams := range h.streams {
		n += len(streams)
	}
	return n
}

// Close ends every stream, so that a server can stop without waiting for pages
// to go away.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for id, streams := range h.streams {
		for s := range streams {
			close(s.C)
		}
		delete(h.streams, id)
	}
}

// Heartbeat is how often a silent stream says that it is alive.
const Heartbeat = 25 * time.Second
