package web

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// looks remembers how far the record of a match had come.
type looks struct {
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

// lastSeen is the last entry of a match that spectators may see.
func (s *Server) lastSeen(ctx context.Context, at look) (int, error) {
	s.looks.mu.Lock()
	seq, known := s.looks.last[at]
	s.looks.mu.Unlock()
	if known {
		return seq, nil
	}
	found, err, _ := s.looks.flight.Do(fmt.Sprint(at), func() (any, error) {
		reading, cancel := forAll(ctx)
		defer cancel()
		return s.Public.LastLiveSeq(reading, at.event, at.match, at.until)
	})
	if err != nil {
		return 0, err
	}
	s.looks.mu.Lock()
	defer s.looks.mu.Unlock()
	if s.looks.last == nil || len(s.looks.last) >= mostLooks {
		s.looks.last = map[look]int{}
	}
	s.looks.last[at] = found.(int)
	return found.(int), nil
}
