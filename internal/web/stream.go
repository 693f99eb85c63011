package web

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/tandemchess/tandem/internal/live"
)

// writeLimit is how long one frame may take to a slow phone.
const writeLimit = 10 * time.Second

// stream tells an open page whenever its event reaches a new version. The frame
// says only the version; the page fetches what it shows. Any node can answer
// Last-Event-ID because ids are event versions; a page that opens its first
// stream says in since which version it shows.
func (s *Server) stream(v *visit) error {
	sub := s.Hub.Subscribe(v.event.EventID)
	defer sub.Close()
	// Looked up once more, now that no later change can be missed; thousands of
	// phones that come back at once cost one reading.
	now, err := s.events.find(v.Request().Context(), v.event.Slug)
	if err != nil {
		return err
	}
	current := now.event
	h := v.Response().Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	v.Response().WriteHeader(http.StatusOK)
	control := http.NewResponseController(v.Response().Writer)
	send := func(frame string) error {
		if err := control.SetWriteDeadline(time.Now().Add(writeLimit)); err != nil {
			return err
		}
		if _, err := v.Response().Write([]byte(frame)); err != nil {
			return err
		}
		return control.Flush()
	}
	hello := "retry: 2000\n\n"
	if last, err := strconv.ParseInt(cmp.Or(v.Request().Header.Get("Last-Event-ID"), v.QueryParam("since")), 10, 64); err == nil && last < current.Version {
		hello += changedFrame(current.Version)
	}
	if send(hello) != nil {
		return nil
	}
	beat := time.NewTicker(live.Heartbeat)
	defer beat.Stop()
	for {
		frame := "event: alive\ndata: .\n\n"
		select {
		case <-v.Request().Context().Done():
			return nil
		case version, open := <-sub.C:
			if !open {
				return nil
			}
			frame = changedFrame(version)
		case <-beat.C:
		}
		if send(frame) != nil {
			return nil // the phone went away; there is nobody to tell
		}
	}
}

// changedFrame carries the version; 0 means "look again" and has no id, so that
// a reconnect still names the last version the page really saw.
func changedFrame(version int64) string {
	if version == 0 {
		return "event: changed\ndata: 0\n\n"
	}
	return fmt.Sprintf("id: %d\nevent: changed\ndata: %d\n\n", version, version)
}
