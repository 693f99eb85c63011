package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/tournament"
	event "github.com/tandemchess/tandem/internal/trial"
)

// hall is the event of a trial. Its desks work as browsers do, its publications
// as a second node: the same commands and the same durable database, while the
// phones hold a line to the server.
type hall struct {
	trial
	*event.Hall
	todo []tournament.TypedResult
}

func (t trial) newHall(ctx context.Context) (*hall, error) {
	pool, err := postgres.Connect(ctx, t.database)
	if err != nil {
		return nil, err
	}
	h, err := event.NewHall(ctx, pool, "load", t.teams)
	if err != nil {
		pool.Close()
		return nil, err
	}
	return &hall{trial: t, Hall: h}, nil
}

// publishFirst publishes round 1 and returns the version and when it was sent.
func (h *hall) publishFirst(ctx context.Context) (version int64, at time.Time, err error) {
	if version, at, err = h.Publish(ctx); err == nil {
		h.todo, err = h.Results(ctx)
	}
	return version, at, err
}

// work is what the desks got done.
type work struct {
	times durations // of the answer to a result
	forms durations // of the page with the form
	took  time.Duration
}

func (w work) rate() float64 {
	if w.took == 0 {
		return 0
	}
	return float64(len(w.times)) / w.took.Seconds()
}

// work lets the desks enter results until the time or half of what is left of the
// round is over: the other half is for the next part of the trial.
func (h *hall) work(ctx context.Context, desks []*desk) (work, error) {
	ctx, cancel := context.WithTimeout(ctx, h.lasts)
	defer cancel()
	half := (len(h.todo) + 1) / 2
	todo := make(chan tournament.TypedResult, half)
	for _, in := range h.todo[:half] {
		todo <- in
	}
	close(todo)
	h.todo = h.todo[half:]
	var (
		done   work
		failed error
		mu     sync.Mutex
		wg     sync.WaitGroup
	)
	start := time.Now()
	for _, d := range desks {
		wg.Go(func() {
			for in := range todo {
				form, saved, err := d.enter(ctx, in)
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				if err != nil {
					failed = fmt.Errorf("enter a result: %w", err)
				} else {
					done.forms, done.times = append(done.forms, form), append(done.times, saved)
				}
				mu.Unlock()
				if h.pause > 0 {
					time.Sleep(h.pause)
				}
			}
		})
	}
	wg.Wait()
	done.took = time.Since(start)
	return done, failed
}
