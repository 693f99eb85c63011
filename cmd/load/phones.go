package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
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
// is left out.
type crowd struct {
	page, stream  string
	streams       *http.Client
	pages         *http.Client
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

func newCrowd(url, slug string) *crowd {
	return &crowd{
		page: url + "/e/" + slug + "/open/pairings", stream: url + "/e/" + slug + "/stream",
		streams: &http.Client{Transport: &http.Transport{DialContext: dial, DisableCompression: true, ReadBufferSize: 512, WriteBufferSize: 512}},
		pages:   &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DialContext: dial, DisableCompression: true, MaxConnsPerHost: 256, MaxIdleConnsPerHost: 256}},
		news:    make(chan fetched, 4*mostPhones),
	}
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
			answer, err := c.call(ctx, c.streams, c.stream)
			<-gate
			greeted <- err
			if err != nil {
				return
			}
			defer answer.Body.Close()
			c.listen(ctx, phone, bufio.NewReaderSize(answer.Body, 256))
		})
	}
	for range n {
		if err := <-greeted; err != nil {
			return fmt.Errorf("open a stream (raise the limit of open files with ulimit -n): %w", err)
		}
	}
	return nil
}

func (c *crowd) call(ctx context.Context, client *http.Client, url string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept-Encoding", "gzip")
	answer, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return nil, fmt.Errorf("%s answers %s", url, answer.Status)
	}
	return answer, nil
}

func (c *crowd) listen(ctx context.Context, phone int, lines *bufio.Reader) {
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			if ctx.Err() == nil {
				c.errors.Add(1) // the server ended a stream nobody closed
			}
			return
		}
		text, ok := strings.CutPrefix(line, "id: ")
		if !ok {
			continue
		}
		version, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil {
			c.errors.Add(1)
			continue
		}
		answer, err := c.call(ctx, c.pages, c.page)
		if err != nil {
			if ctx.Err() == nil {
				c.errors.Add(1)
			}
			continue
		}
		n, err := io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
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
