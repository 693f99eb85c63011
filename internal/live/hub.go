// Package live tells open pages that something changed, and keeps finished
// public pages in memory. The hub knows only numbers and versions; what a page
// shows is fetched again by the page. It must never hold anything that is not
// public, and never wait for a phone.
package live

import (
	"fmt"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/journal"
)

// Topic is what a stream tells about: one section of an event, the whole event
// (section 0), or everything that happens at the event's desk.
type Topic struct {
	Event   int64
	Section int64
	Desk    bool
}

// Sink is the other end of a stream.
type Sink interface {
	// Send hands a frame over at once; a sink that would have to wait says false
	// and is closed: its phone comes back by itself and is told what it missed.
	Send(frame []byte) bool
	Close()
}

// Hub spreads news of events to this node: to those who keep something in memory
// at once, to desk pages at once, and to public pages when Tell says that what
// they will fetch is there.
type Hub struct {
	mu       sync.Mutex
	versions map[int64]int64
	topics   map[Topic]map[*Stream]struct{}
	untold   map[Topic][]byte // the newest frame of a topic that is to be told
	telling  bool
	beating  bool
	away     bool // what other nodes change is not heard
	closed   bool
	onChange []func(eventID, version int64, reach journal.Reach)
	stop     chan struct{}
}

// NewHub returns an empty hub.
func NewHub() *Hub {
	return &Hub{versions: map[int64]int64{}, topics: map[Topic]map[*Stream]struct{}{}, untold: map[Topic][]byte{}, stop: make(chan struct{})}
}

// Stream is one open page.
type Stream struct {
	hub   *Hub
	topic Topic
	sink  Sink
}

// Subscribe opens a stream; on a closed hub the sink is closed at once.
func (h *Hub) Subscribe(topic Topic, sink Sink) *Stream {
	s := &Stream{h, topic, sink}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		sink.Close()
		return s
	}
	if h.topics[topic] == nil {
		h.topics[topic] = map[*Stream]struct{}{}
	}
	h.topics[topic][s] = struct{}{}
	if !h.beating {
		h.beating = true
		go h.beat()
	}
	return s
}

// Close ends the stream.
func (s *Stream) Close() {
	s.hub.mu.Lock()
	delete(s.hub.topics[s.topic], s)
	if len(s.hub.topics[s.topic]) == 0 {
		delete(s.hub.topics, s.topic)
	}
	s.hub.mu.Unlock()
	s.sink.Close()
}

// OnChange registers a function that runs before anybody is told; only to be
// called while the program is being put together. Event 0 means that anything may
// have changed.
func (h *Hub) OnChange(f func(eventID, version int64, reach journal.Reach)) {
	h.onChange = append(h.onChange, f)
}

// Changed says that an event reached a version. Older news is ignored.
func (h *Hub) Changed(eventID, version int64, reach journal.Reach) {
	h.mu.Lock()
	if version <= h.versions[eventID] {
		h.mu.Unlock()
		return
	}
	h.versions[eventID] = version
	h.mu.Unlock()
	for _, f := range h.onChange {
		f(eventID, version, reach)
	}
	// Desk pages are few and want to know now.
	desk := Topic{Event: eventID, Desk: true}
	h.send(h.streams(desk), Frame(version, ""))
}

// Away says that the database is away. Streams stay silent until Resync: pages then
// do not take this node's word that they show the newest, and ask for another way.
func (h *Hub) Away() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.away = true
}

// Resync forgets what is known and tells every stream to look again: after the
// connection to the database was away, changes may have been missed.
func (h *Hub) Resync() {
	h.mu.Lock()
	h.away = false
	clear(h.versions)
	var topics []Topic
	for topic := range h.topics {
		topics = append(topics, topic)
	}
	h.mu.Unlock()
	for _, f := range h.onChange {
		f(0, 0, journal.Reach{})
	}
	for _, topic := range topics {
		h.tell(topic, Frame(0, ""))
	}
}

// Frame is what a stream says: "section open is at version 412", or the whole
// event is when name is empty. Version 0 means "look again" and has no id, so that
// a reconnect still names the last version the page really saw.
func Frame(version int64, name string) []byte {
	if version == 0 {
		return []byte("event: changed\ndata: 0\n\n")
	}
	if name != "" {
		name = " " + name
	}
	return fmt.Appendf(nil, "id: %d\nevent: changed\ndata: %d%s\n\n", version, version, name)
}

// Alive is the frame that says nothing but that the connection stands.
var Alive = []byte("event: alive\ndata: .\n\n")

// Tell tells the streams of a topic its version. It does not wait for them, and
// a newer frame replaces one that was not told yet.
func (h *Hub) Tell(topic Topic, version int64, name string) { h.tell(topic, Frame(version, name)) }

// TellDesks sends a frame to every open desk page.
func (h *Hub) TellDesks(frame []byte) {
	h.mu.Lock()
	var topics []Topic
	for topic := range h.topics {
		if topic.Desk {
			topics = append(topics, topic)
		}
	}
	h.mu.Unlock()
	for _, topic := range topics {
		h.tell(topic, frame)
	}
}

func (h *Hub) tell(topic Topic, frame []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.topics[topic]) == 0 {
		return
	}
	h.untold[topic] = frame
	if !h.telling {
		h.telling = true
		go h.tellAll()
	}
}

// A crowd is told in bursts with a breath between them. Everybody who is told
// fetches at once, and without breaths the desk would wait behind the whole hall.
const (
	burst  = 64
	breath = 3 * time.Millisecond
)

func (h *Hub) tellAll() {
	for {
		h.mu.Lock()
		var topic Topic
		var frame []byte
		for topic, frame = range h.untold {
			break
		}
		if frame == nil || h.closed {
			h.telling = false
			h.mu.Unlock()
			return
		}
		delete(h.untold, topic)
		h.mu.Unlock()
		h.send(h.streams(topic), frame)
	}
}

func (h *Hub) streams(topic Topic) []*Stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*Stream, 0, len(h.topics[topic]))
	for s := range h.topics[topic] {
		all = append(all, s)
	}
	return all
}

// send gives every stream the frame and closes those that cannot take it.
func (h *Hub) send(streams []*Stream, frame []byte) {
	for i, s := range streams {
		if i%burst == burst-1 {
			time.Sleep(breath)
		}
		if !s.sink.Send(frame) {
			s.Close()
		}
	}
}

// Heartbeat is how often a silent stream says that it is alive.
const Heartbeat = 25 * time.Second

// beat keeps streams alive while the database is there, until there are none.
func (h *Hub) beat() {
	tick := time.NewTicker(Heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-tick.C:
		}
		h.mu.Lock()
		var all []*Stream
		for _, streams := range h.topics {
			for s := range streams {
				all = append(all, s)
			}
		}
		if len(all) == 0 {
			h.beating = false
			h.mu.Unlock()
			return
		}
		away := h.away
		h.mu.Unlock()
		if !away {
			h.send(all, Alive)
		}
	}
}

// Streams counts the open streams.
func (h *Hub) Streams() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, streams := range h.topics {
		n += len(streams)
	}
	return n
}

// Topics lists what somebody of an event listens to.
func (h *Hub) Topics(eventID int64) []Topic {
	h.mu.Lock()
	defer h.mu.Unlock()
	var all []Topic
	for topic := range h.topics {
		if topic.Event == eventID {
			all = append(all, topic)
		}
	}
	return all
}

// Close ends every stream, so that a server can stop without waiting for pages
// to go away.
func (h *Hub) Close() {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return
	}
	h.closed = true
	close(h.stop)
	var all []*Stream
	for _, streams := range h.topics {
		for s := range streams {
			all = append(all, s)
		}
	}
	h.mu.Unlock()
	for _, s := range all {
		s.Close()
	}
}
