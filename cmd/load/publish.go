package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/tournament"
)

// publications is what became of the versions published while desks worked.
type publications struct {
	times durations // from the command to a phone having the page
	count int
	err   error
}

// publishEvery publishes a new version of the round again and again until ctx
// ends: two teams at the last tables change places, which nobody has a result at
// yet. Each version is followed until every phone has fetched it.
func (h *hall) publishEvery(ctx context.Context, phones *crowd) <-chan publications {
	out := make(chan publications, 1)
	if h.trial.publish == 0 || len(h.todo) < 4 {
		out <- publications{}
		return out
	}
	go func() {
		var done publications
		defer func() { out <- done }()
		tick := time.NewTicker(h.trial.publish)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			at := time.Now()
			version, err := h.swapLast(ctx)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				done.err = errors.Join(done.err, fmt.Errorf("publish again: %w", err))
				return
			}
			done.count++
			done.times = append(done.times, phones.follow(context.WithoutCancel(ctx), version, at, 30*time.Second)...)
		}
	}()
	return out
}

// swapLast lets the first teams of the last two tables change places and returns
// the version.
func (h *hall) swapLast(ctx context.Context) (int64, error) {
	book, err := h.Service.Reader().Book(ctx, h.Event, h.Section)
	if err != nil {
		return 0, err
	}
	round := book.Round(1)
	var tables []tournament.Pairing
	for _, p := range round.Pairings {
		if p.Table() > 0 {
			tables = append(tables, p)
		}
	}
	last, other := tables[len(tables)-1], tables[len(tables)-2]
	cmd := h.Command()
	cmd.Reason = "trial"
	receipt, err := h.Service.SwapPublished(ctx, h.Event, cmd, tournament.SwapPublishedInput{
		DraftInput: tournament.DraftInput{SectionID: h.Section, RoundNo: 1, Revision: round.Revision}, TeamID: last.TeamID(1), OtherID: other.TeamID(1),
	})
	return receipt.Version, err
}
