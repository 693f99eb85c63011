//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/trial"
)

// state is what a desk knows of an entry that it sent.
type state int

const (
	unknown      state = iota // no answer came, or one that says "try again"
	acknowledged              // it is saved
	refused                   // it is not
)

// entry is one result on its way. It is sent with the same key until an answer
// comes, as the pages of a desk do.
type entry struct {
	at    *place
	slip  string // in no other entry of the run
	body  []byte
	state state
	kind  string // what became of it: "first", "changed", "again", "conflict" …
}

// place is one match and what its desk knows of it.
type place struct {
	path     string // of the match in the API
	revision int64
	turn     int    // entries so far
	stored   string // the last slip that was acknowledged and makes a row
	pending  string // the slip that has no answer yet
}

// staff are the desks of a hall.
type staff struct {
	hall    *trial.Hall
	base    string
	desks   []*desk
	saved   atomic.Int64
	latest  atomic.Int64 // when the last answer came, in nanoseconds
	longest atomic.Int64 // the longest time between two answers, in nanoseconds

	hasRivals bool // several desks enter results of one match

	// Who sends holds it for reading; the judge holds it all.
	gate sync.RWMutex
}

// desk is a person with a program of its own; no two share a match unless the
// part is about that.
type desk struct {
	staff  *staff
	name   string
	token  string
	client *http.Client
	places []*place
	log    []*entry
}

func newStaff(ctx context.Context, hall *trial.Hall, base string) (*staff, error) {
	s := &staff{hall: hall, base: fmt.Sprintf("%s/api/v1/events/%s/sections/open/rounds/1", base, hall.Slug)}
	results, err := hall.Results(ctx)
	if err != nil {
		return nil, err
	}
	for n := range desks {
		token, err := hall.Token(ctx, fmt.Sprintf("desk %d", n))
		if err != nil {
			return nil, err
		}
		d := s.add(fmt.Sprintf("%d", n), token)
		for i := n; i < len(results); i += desks {
			d.places = append(d.places, placeOf(results[i]))
		}
	}
	return s, nil
}

func placeOf(r tournament.TypedResult) *place {
	return &place{path: fmt.Sprintf("/tables/%d/matches/%d/result", r.Table, r.Match), revision: int64(r.Revision)}
}

func (s *staff) add(name, token string) *desk {
	d := &desk{staff: s, name: name, token: token, client: &http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{}}}
	s.desks = append(s.desks, d)
	return d
}

// work lets all desks enter results until ctx ends, then waits for them.
func (s *staff) work(ctx context.Context) (wait func()) {
	s.latest.Store(time.Now().UnixNano())
	var all sync.WaitGroup
	for _, d := range s.desks {
		all.Go(func() { d.work(ctx) })
	}
	return all.Wait
}

// quiet runs while no desk sends.
func (s *staff) quiet(work func() error) error {
	s.gate.Lock()
	defer s.gate.Unlock()
	defer func() { s.latest.Store(time.Now().UnixNano()) }()
	return work()
}

func (d *desk) work(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		e := d.next(n % len(d.places))
		at := e.at
		d.staff.gate.RLock()
		d.log = append(d.log, e)
		at.pending = e.slip
		d.staff.gate.RUnlock()
		for e.state == unknown && ctx.Err() == nil {
			d.staff.gate.RLock()
			d.send(ctx, e)
			d.staff.gate.RUnlock()
			if e.state == unknown {
				_ = pause(ctx, 20*time.Millisecond)
			}
		}
	}
}

// next is a result that differs from the one before.
func (d *desk) next(n int) *entry {
	at := d.places[n]
	at.turn++
	slip := fmt.Sprintf("%s-%d-%d", d.name, n, at.turn)
	in := map[string]any{
		"outcome": []string{"slot1", "slot2"}[at.turn%2], "revision": at.revision, "slip": slip, "change": at.revision > 0, "reason": "counted again",
	}
	body, err := json.Marshal(in)
	if err != nil {
		panic(err) // a map of words and numbers
	}
	return &entry{at: at, slip: slip, body: body}
}

// send sends an entry once.
func (d *desk) send(ctx context.Context, e *entry) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.staff.base+e.at.path, bytes.NewReader(e.body))
	if err != nil {
		panic(err) // an address of our own
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "faults "+e.slip)
	answer, err := d.client.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	switch {
	case err != nil || answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests:
		return
	case answer.StatusCode != http.StatusOK:
		e.state, e.kind = refused, string(body)
		d.reread(ctx, e.at)
	default:
		var done struct{ Kind string }
		if err := json.Unmarshal(body, &done); err != nil {
			return
		}
		e.state, e.kind = acknowledged, done.Kind
		d.staff.answered()
		if makesRow(done.Kind) {
			e.at.stored = e.slip
			e.at.revision++
		}
	}
	e.at.pending = ""
}

// makesRow tells whether an answer of this kind stands for a row of its own.
func makesRow(kind string) bool { return kind == "first" || kind == "changed" || kind == "conflict" }

// answered notes an acknowledged entry and how long everybody waited for it.
func (s *staff) answered() {
	s.saved.Add(1)
	now := time.Now().UnixNano()
	gap := now - s.latest.Swap(now)
	for {
		longest := s.longest.Load()
		if gap <= longest || s.longest.CompareAndSwap(longest, gap) {
			return
		}
	}
}

// reread asks for the revision of a match after a refusal.
func (d *desk) reread(ctx context.Context, at *place) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.staff.base+"/matches?limit=1000", nil)
	if err != nil {
		panic(err) // an address of our own
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	answer, err := d.client.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	var list struct {
		Items []struct{ Table, Match, Revision int64 }
	}
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		return
	}
	for _, m := range list.Items {
		if at.path == fmt.Sprintf("/tables/%d/matches/%d/result", m.Table, m.Match) {
			at.revision = m.Revision
		}
	}
}
