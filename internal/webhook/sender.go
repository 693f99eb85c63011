package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Store keeps hooks and lends each to one node at a time.
type Store interface {
	// LeaseHook takes a hook that has entries to deal with and is due, and keeps it
	// from others until then. NotFound: there is none.
	LeaseHook(ctx context.Context, until time.Time) (Hook, error)
	EntriesAfter(ctx context.Context, eventID, seq int64, limit int) ([]journal.Entry, error)
	HookSent(ctx context.Context, h Hook, seq int64, delivered bool) error
	HookFailed(ctx context.Context, h Hook, next time.Time, trouble string, stop bool) error
	ReleaseHook(ctx context.Context, h Hook) error
}

const (
	lease     = 2 * time.Minute  // longer than a batch of deliveries takes
	batch     = 10               // entries read at once
	firstWait = 10 * time.Second // after the first failure; it doubles each time
	longest   = time.Hour
	giveUp    = 24 // failures in a row, about sixteen hours; then somebody has to look
	look      = 5 * time.Second

	sideBySide = 8                // hooks that one node serves at once
	turn       = 20 * time.Second // after which a slow hook lets others go first
	farewell   = 3 * time.Second  // to note what was done when the node stops
)

// Sender delivers notices, to several receivers at once and to each in order.
// Several nodes may run one each.
type Sender struct {
	Store  Store
	Client *http.Client
	Now    func() time.Time
	Log    *slog.Logger

	wake chan struct{}
}

// New prepares a sender for Run.
func New(s Sender) *Sender {
	s.wake = make(chan struct{}, 1)
	return &s
}

// Changed says that some event changed. It never waits.
func (s *Sender) Changed() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Run delivers until ctx ends: at once after a change, and what failed when its
// time has come. It returns when all deliveries have ended and other nodes may go on
// with what they left.
func (s *Sender) Run(ctx context.Context) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	var deliveries sync.WaitGroup
	defer deliveries.Wait()
	places := make(chan struct{}, sideBySide)
	for {
		if err := s.deliverDue(ctx, &deliveries, places); err != nil && ctx.Err() == nil {
			s.Log.Warn("webhooks wait: the database does not answer", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// deliverDue begins a delivery for every hook that is due, each in a place of its
// own. A hook that is served is leased, so nobody else serves it.
func (s *Sender) deliverDue(ctx context.Context, deliveries *sync.WaitGroup, places chan struct{}) error {
	for {
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		leasing, cancel := lasting(ctx) // a lease cut short might be taken and not known
		hook, err := s.Store.LeaseHook(leasing, s.Now().Add(lease))
		cancel()
		if err != nil {
			<-places
			if fault.Is(err, fault.NotFound) {
				return nil
			}
			return err
		}
		deliveries.Go(func() {
			defer func() { <-places }()
			if err := s.deliver(ctx, hook); err != nil {
				s.Log.Warn("a webhook waits: the database does not answer", "event", hook.Event, "webhook", hook.WebhookID, "error", err)
				return // its lease runs out
			}
			s.Changed() // it may be owed more
		})
	}
}

// deliver sends a batch of what the hook is owed, in order. The first failure
// ends it: later notices wait for the earlier ones. What was sent is noted, and the
// lease given back, also when ctx ends: the next node goes on at once.
func (s *Sender) deliver(ctx context.Context, h Hook) error {
	entries, err := s.Store.EntriesAfter(ctx, h.EventID, h.SentSeq, batch)
	if err != nil {
		return s.release(ctx, h, err)
	}
	began := s.Now()
	for _, e := range entries {
		if ctx.Err() != nil || s.Now().Sub(began) > turn {
			break
		}
		n, wanted := h.notice(e)
		if wanted {
			if err := s.send(ctx, h, n); err != nil {
				return s.failed(ctx, h, err)
			}
		}
		noting, cancel := lasting(ctx)
		err := s.Store.HookSent(noting, h, e.Seq, wanted)
		cancel()
		if err != nil {
			return s.release(ctx, h, err)
		}
		h.Failures = 0
	}
	return s.release(ctx, h, nil)
}

// lasting outlives ctx for a moment.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), farewell)
}

// release gives the hook back, whatever kept it from being served.
func (s *Sender) release(ctx context.Context, h Hook, cause error) error {
	if ctx.Err() != nil {
		cause = nil // that the node stops is no trouble
	}
	ctx, cancel := lasting(ctx)
	defer cancel()
	return errors.Join(cause, s.Store.ReleaseHook(ctx, h))
}

func (s *Sender) failed(ctx context.Context, h Hook, cause error) error {
	if ctx.Err() != nil {
		return s.release(ctx, h, nil)
	}
	wait := longest
	if h.Failures < 10 {
		wait = min(longest, firstWait<<h.Failures)
	}
	stop := h.Failures+1 >= giveUp
	s.Log.Warn("a webhook was not delivered", "event", h.Event, "webhook", h.WebhookID, "failures", h.Failures+1, "stopped", stop, "error", words(cause))
	return s.Store.HookFailed(ctx, h, s.Now().Add(wait), words(cause), stop)
}

func (s *Sender) send(ctx context.Context, h Hook, n Notice) error {
	body, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("write the notice: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("the address cannot be called: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "Tandem")
	if err := sign(request.Header, h.Secret, n.ID, s.Now(), body); err != nil {
		return err
	}
	answer, err := s.Client.Do(request)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address, which the page shows anyway
		}
		return err
	}
	answer.Body.Close() // the status says all; what else there is may be long, or slow
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the answer was %d", answer.StatusCode)
	}
	return nil
}
