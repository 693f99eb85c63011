package web

import (
	"cmp"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// publicStream tells an open page whenever what public pages show of its event, or
// of one section (?section=), reaches a new version.
func (s *Server) publicStream(v *visit.Visit) error {
	topic, name := live.Topic{Event: v.Event.EventID}, v.QueryParam("section")
	if name != "" {
		p := v.Snap.Parts[name]
		if p == nil {
			return visit.Refused(fault.NotFound, text.Message("%s has no section “%s”."), v.Event.Name, name)
		}
		topic.Section = p.View.Section.SectionID
	}
	return s.stream(v, topic, func() (int64, error) {
		snap, err := s.Snapshots.Open(v.Request().Context(), v.Event.Slug)
		if err != nil {
			return 0, err
		}
		if p := snap.Parts[name]; p != nil {
			return p.View.Event.Version, nil
		}
		return snap.Event.Version, nil
	}, name)
}

// deskStream tells a desk page about everything that happens in its event.
func (s *Server) deskStream(v *visit.Visit) error {
	s.InUse.Note(v.Who.Session.SessionID, v.Origin().Device, visit.Clipped(v.QueryParam("build"), 60), v.Now)
	return s.stream(v, live.Topic{Event: v.Event.EventID, Desk: true}, func() (int64, error) {
		known, err := s.Events.Find(v.Request().Context(), v.Event.Slug)
		return known.Event.Version, err
	}, "")
}

// stream serves a stream until the phone or the hub goes away. A frame says only the
// version; the page fetches what it shows. Any node can answer Last-Event-ID because ids
// are event versions; a page that opens its first stream says in since which version it
// shows. now is asked once the stream is open, so that no later change is missed.
func (s *Server) stream(v *visit.Visit, topic live.Topic, now func() (int64, error), name string) error {
	if s.deps.MostStreams > 0 && !topic.Desk && s.deps.Hub.Streams() >= s.deps.MostStreams {
		return fault.New(fault.TooMany, "So many pages are open that this one asks by itself now and then.")
	}
	sink := &slotSink{frames: make(chan []byte, 1), done: v.Request().Context().Done()}
	stream := s.deps.Hub.Subscribe(topic, sink)
	defer stream.Close()
	current, err := now()
	if err != nil {
		return err
	}
	first := []byte("retry: 2000\n\n")
	if last, err := strconv.ParseInt(cmp.Or(v.Request().Header.Get("Last-Event-ID"), v.QueryParam("since")), 10, 64); err == nil && last < current {
		first = append(first, live.Frame(current, name)...)
	}
	h := v.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	if !topic.Desk {
		for _, f := range visit.CrossOrigin {
			h.Set(f.Name, f.Value[0])
		}
	}
	v.Response().WriteHeader(http.StatusOK)
	return sink.pass(v.Response(), http.NewResponseController(v.Response().Writer), first)
}

// writeLimit is how long one frame may take to a slow phone.
const writeLimit = 10 * time.Second

// slotSink holds at most one frame: the newest replaces an older one that was not
// taken yet.
type slotSink struct {
	frames chan []byte
	done   <-chan struct{}
	mu     sync.Mutex
	shut   bool
}

func (c *slotSink) Send(frame []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shut {
		return false
	}
	select {
	case <-c.frames:
	default:
	}
	c.frames <- frame
	return true
}

func (c *slotSink) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.shut {
		c.shut = true
		close(c.frames)
	}
}

// pass writes frames until the phone or the hub goes away.
func (c *slotSink) pass(w io.Writer, control *http.ResponseController, frame []byte) error {
	for {
		// Where deadlines cannot be set a slow phone holds up nobody but itself.
		_ = control.SetWriteDeadline(time.Now().Add(writeLimit))
		if _, err := w.Write(frame); err != nil {
			return nil // there is nobody to tell
		}
		if err := control.Flush(); err != nil {
			return nil
		}
		var open bool
		select {
		case <-c.done:
			return nil
		case frame, open = <-c.frames:
			if !open {
				return nil
			}
		}
	}
}
