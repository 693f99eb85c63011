package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// durations are measured times; they print as percentiles.
type durations []time.Duration

func (d durations) count() int { return len(d) }

// at is the time that the share q of all stays within.
func (d durations) at(q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

func (d durations) String() string {
	if len(d) == 0 {
		return "nothing measured"
	}
	ms := func(q float64) float64 { return float64(d.at(q).Microseconds()) / 1000 }
	return fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, most %.1f ms", ms(.5), ms(.99), ms(1))
}

// crowd is the phones in the hall: each has a stream of its own and fetches its
// page when the stream speaks, at once: the pause that real phones wait at random
// is left out. Fetches share connections, as they do behind a proxy.
type crowd struct {
	address       string
	page, stream  []byte // requests
	pages         *pool
	cancel        context.CancelFunc
	phones        int
	wg            sync.WaitGroup
	news          chan fetched
	errors, bytes atomic.Int64
}

// fetched is a phone that has a new page.
type fetched struct {
	phone   int
	version int64
	at      time.Time
}

// fetchers is how many connections the phones fetch over.
const fetchers = 256

func newCrowd(ctx context.Context, base, slug string) (*crowd, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	pages, err := newPool(ctx, u.Host, fetchers)
	return &crowd{
		address: u.Host, page: request(u.Host, "/e/"+slug+"/open/pairings"), stream: request(u.Host, "/e/"+slug+"/stream?section=open"),
		pages: pages, news: make(chan fetched, 4*mostPhones),
	}, err
}

// open opens n streams and returns when all have been greeted.
func (c *crowd) open(ctx context.Context, n int) error {
	ctx, c.cancel = context.WithCancel(ctx)
	c.phones = n
	greeted := make(chan error, n)
	gate := make(chan struct{}, 64) // calls under way at once
	for phone := range n {
		gate <- struct{}{}
		c.wg.Go(func() {
			w, err := c.subscribe(ctx, phone)
			<-gate
			greeted <- err
			if err != nil {
				return
			}
			stop := context.AfterFunc(ctx, func() { w.conn.Close() })
			defer stop()
			c.listen(ctx, phone, w)
		})
	}
	for range n {
		if err := <-greeted; err != nil {
			return fmt.Errorf("open a stream (raise the limit of open files with ulimit -n): %w", err)
		}
	}
	return nil
}

func (c *crowd) subscribe(ctx context.Context, phone int) (*wire, error) {
	w, err := newWire(ctx, c.address, phone, 512)
	if err != nil {
		return nil, err
	}
	if _, err := w.conn.Write(c.stream); err != nil {
		return nil, err
	}
	if _, err := w.head(); err != nil {
		return nil, err
	}
	_, err = w.answers.ReadSlice('\n') // the greeting
	return w, err
}

func (c *crowd) listen(ctx context.Context, phone int, w *wire) {
	for {
		line, err := w.answers.ReadSlice('\n')
		if err != nil {
			if ctx.Err() == nil {
				c.errors.Add(1) // the server ended a stream nobody closed
			}
			return
		}
		text, ok := strings.CutPrefix(string(line), "id: ")
		if !ok {
			continue
		}
		version, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil {
			c.errors.Add(1)
			continue
		}
		n, err := c.pages.get(ctx, c.page)
		c.bytes.Add(n)
		if err != nil && ctx.Err() == nil {
			c.errors.Add(1)
		}
		select {
		case c.news <- fetched{phone, version, time.Now()}:
		default: // nobody is counting
		}
	}
}

// follow returns how long each phone took from start until it had fetched the
// page of the version, or of a later one; it waits no longer than most.
func (c *crowd) follow(ctx context.Context, version int64, start time.Time, most time.Duration) durations {
	var took durations
	seen := map[int]bool{}
	deadline := time.After(most)
	for len(took) < c.phones {
		select {
		case f := <-c.news:
			if f.version >= version && !seen[f.phone] {
				seen[f.phone] = true
				took = append(took, f.at.Sub(start))
			}
		case <-deadline:
			return took
		case <-ctx.Done():
			return took
		}
	}
	return took
}

// close ends all streams.
func (c *crowd) close() {
	if c.cancel != nil {
		c.cancel()
	}
	c.wg.Wait()
}

// memory is what a process holds, in KB; 0 when it cannot be read.
func memory(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(data), "VmRSS:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kb, err := strconv.Atoi(fields[0])
	if err != nil {
		return 0
	}
	return kb
}
