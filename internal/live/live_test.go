package live_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tandemchess/tandem/internal/live"
)

func TestNewestVersionReplacesOlder(t *testing.T) {
	h := live.NewHub()
	s := h.Subscribe(1)
	defer s.Close()
	for v := int64(1); v <= 5; v++ {
		h.Changed(1, v)
	}
	h.Changed(1, 3) // late news
	h.Changed(2, 9) // another event
	if got := <-s.C; got != 5 {
		t.Errorf("the stream says version %d, want 5", got)
	}
	select {
	case v := <-s.C:
		t.Errorf("one more frame: %d", v)
	default:
	}
}

func TestClosedHubEndsStreams(t *testing.T) {
	h := live.NewHub()
	s := h.Subscribe(1)
	h.Close()
	if _, open := <-s.C; open {
		t.Error("the stream goes on after the hub closed")
	}
	if _, open := <-h.Subscribe(1).C; open {
		t.Error("a stream opened on a closed hub")
	}
}

func TestPageIsBuiltOncePerVersion(t *testing.T) {
	h := live.NewHub()
	pages := live.NewPages(h)
	var version, builds atomic.Int64
	version.Store(1)
	h.Changed(7, 1)
	build := func(context.Context) ([]byte, int64, error) {
		builds.Add(1)
		v := version.Load()
		return fmt.Appendf(nil, "page at %d", v), v, nil
	}
	read := func(want string) {
		t.Helper()
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				page, err := pages.Get(t.Context(), 7, "standings", build)
				if err != nil || string(page.HTML) != want {
					t.Errorf("got %q, %v; want %q", page.HTML, err, want)
				}
			})
		}
		wg.Wait()
	}
	read("page at 1")
	version.Store(2)
	h.Changed(7, 2)
	read("page at 2")
	if n := builds.Load(); n != 2 {
		t.Errorf("built %d times, want once per version", n)
	}
}

func TestResyncDropsEverything(t *testing.T) {
	h := live.NewHub()
	pages := live.NewPages(h)
	h.Changed(7, 4)
	content := "old"
	build := func(context.Context) ([]byte, int64, error) { return []byte(content), 4, nil }
	if _, err := pages.Get(t.Context(), 7, "k", build); err != nil {
		t.Fatal(err)
	}
	s := h.Subscribe(7)
	defer s.Close()
	content = "new"
	h.Resync()
	if v := <-s.C; v != 0 {
		t.Errorf("the stream says %d, want 0 for look again", v)
	}
	page, err := pages.Get(t.Context(), 7, "k", build)
	if err != nil || string(page.HTML) != "new" {
		t.Errorf("got %q, %v after a resync", page.HTML, err)
	}
}
