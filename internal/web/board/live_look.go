package board

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/tandemchess/tandem/internal/publicpages"
)

// Looks remembers how far the record of a match had come.
type Looks struct {
	mu     sync.Mutex
	last   map[look]int
	flight singleflight.Group
}

// look asks for a match at a time, by somebody who knows of a version.
type look struct {
	event, match, version int64
	until                 time.Time
}

const mostLooks = 1000

// lastSeen is the last act of a match that spectators may see.
func (h *Handlers) lastSeen(ctx context.Context, at look) (int, error) {
	h.Looks.mu.Lock()
	seq, known := h.Looks.last[at]
	h.Looks.mu.Unlock()
	if known {
		return seq, nil
	}
	found, err, _ := h.Looks.flight.Do(fmt.Sprint(at), func() (any, error) {
		reading, cancel := publicpages.ForAll(ctx)
		defer cancel()
		return h.Public.LastLiveSeq(reading, at.event, at.match, at.until)
	})
	if err != nil {
		return 0, err
	}
	h.Looks.mu.Lock()
	defer h.Looks.mu.Unlock()
	if h.Looks.last == nil || len(h.Looks.last) >= mostLooks {
		h.Looks.last = map[look]int{}
	}
	h.Looks.last[at] = found.(int)
	return found.(int), nil
}
