package visit

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// InUse remembers, in memory, which devices are at work and which version of the
// program their open pages come from. A page that stays open while the program is
// replaced tells its old version when its stream comes back.
type InUse struct {
	mu      sync.Mutex
	devices map[int64]deviceInUse // by session
}

type deviceInUse struct {
	Device string
	Build  string // of its newest page; empty while none has a stream
	at     time.Time
}

// Note keeps what a request of a session says. build may be empty.
func (u *InUse) Note(session int64, device, build string, now time.Time) {
	if session == 0 {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.devices == nil {
		u.devices = map[int64]deviceInUse{}
	}
	if build == "" {
		build = u.devices[session].Build
	}
	u.devices[session] = deviceInUse{device, build, now}
}

// Lately lists the devices heard of within onlineFor and forgets the others.
func (u *InUse) Lately(now time.Time) []deviceInUse {
	u.mu.Lock()
	defer u.mu.Unlock()
	var list []deviceInUse
	for session, d := range u.devices {
		if now.Sub(d.at) > OnlineFor {
			delete(u.devices, session)
			continue
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b deviceInUse) int { return cmp.Compare(a.Device, b.Device) })
	return list
}

// Slowest remembers how long pages took, by route, for two stretches of time.
type Slowest struct {
	mu        sync.Mutex
	since     time.Time
	now, past map[string]time.Duration
}

// stretch is how long the worst time of a page is told at least.
const stretch = 10 * time.Minute

func (s *Slowest) Note(route string, took time.Duration, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn(now)
	s.now[route] = max(s.now[route], took)
}

// turn begins a new stretch when it is time.
func (s *Slowest) turn(now time.Time) {
	if s.now != nil && now.Sub(s.since) < stretch {
		return
	}
	s.past, s.now = s.now, map[string]time.Duration{}
	if now.Sub(s.since) >= 2*stretch {
		s.past = nil
	}
	s.since = now
}

type slowPage struct {
	Route string
	Took  time.Duration
}

// Worst lists the slowest routes, the slowest first.
func (s *Slowest) Worst(n int, now time.Time) []slowPage {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn(now)
	var list []slowPage
	for route, took := range s.now {
		list = append(list, slowPage{route, max(took, s.past[route])})
	}
	for route, took := range s.past {
		if _, both := s.now[route]; !both {
			list = append(list, slowPage{route, took})
		}
	}
	slices.SortFunc(list, func(a, b slowPage) int { return cmp.Or(cmp.Compare(b.Took, a.Took), cmp.Compare(a.Route, b.Route)) })
	return list[:min(n, len(list))]
}
