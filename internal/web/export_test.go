package web

import "runtime"

// RouteKeys lists the route table as "METHOD path" for the permission matrix.
func (s *Server) RouteKeys() []string {
	var keys []string
	for _, r := range s.routes() {
		keys = append(keys, r.method+" "+r.path)
	}
	return keys
}

// ClientAddress finds out where a request came from.
var ClientAddress = clientAddress

// CatchUp waits until the public pages of an event are as new as the news that
// this node has heard.
func (s *Server) CatchUp(eventID int64) {
	s.snapshots.mu.RLock()
	f := s.snapshots.byID[eventID]
	s.snapshots.mu.RUnlock()
	for f != nil {
		f.mu.Lock()
		now := f.current.Load()
		there := now == nil || len(f.stale) == 0 && now.read >= f.wanted
		f.mu.Unlock()
		if there {
			return
		}
		runtime.Gosched()
	}
}
