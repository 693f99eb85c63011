package webhook_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/webhook"
)

// slow is a receiver that tells of every call and answers when it is let go, or
// when the caller goes away.
type slow struct {
	called chan string   // the notice's id
	answer chan struct{} // closed: at once
}

func newSlow(t *testing.T) (*slow, string) {
	s := &slow{called: make(chan string, 100), answer: make(chan struct{})}
	return s, serves(t, false, func(w http.ResponseWriter, q *http.Request) {
		_, err := io.Copy(io.Discard, q.Body)
		expect.True(t, err == nil, "%v", err)
		s.called <- q.Header.Get("webhook-id")
		select {
		case <-s.answer:
		case <-q.Context().Done():
		}
	})
}

func (s *slow) next(t *testing.T, what string) string {
	t.Helper()
	select {
	case id := <-s.called:
		return id
	case <-time.After(time.Minute):
		t.Fatalf("waited in vain until %s", what)
		return ""
	}
}

// A receiver that does not answer keeps nobody else waiting, and gets its own
// notices one after the other.
func TestASlowReceiverDelaysNobodyElse(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	s, url := newSlow(t)
	h.opens(url, nil, "publish")
	first := s.next(t, "the slow receiver is called")
	r, quick := newReceiver(t)
	h.opens(quick, nil, "publish")
	r.until("the hello came", func() bool { return len(r.got) == 1 })
	for round := 1; round <= 3; round++ {
		h.does("publish round", fmt.Sprintf("open/round %d", round))
		r.until("the round came", func() bool { return len(r.got) == 1+round })
	}
	expect.Equal(t, len(s.called), 0, "calls of the slow receiver before it answered %q", first)
	close(s.answer)
	var came []string
	for range 3 {
		came = append(came, s.next(t, "the rounds come to the slow receiver"))
	}
	want := []string{r.got[1].ID, r.got[2].ID, r.got[3].ID}
	expect.True(t, slices.Equal(came, want), "the slow receiver got %q, want %q", came, want)
}

// There are places for so many receivers at once and no more; one that answers
// makes room.
func TestSoManyReceiversAtOnce(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	s, url := newSlow(t)
	for range webhook.SideBySide + 3 {
		h.opens(url, nil, "publish")
	}
	for range webhook.SideBySide {
		s.next(t, "every place is taken")
	}
	expect.Equal(t, len(s.called), 0, "more than %d receivers are called at once", webhook.SideBySide)
	close(s.answer)
	for range 3 {
		s.next(t, "the others are called")
	}
}

// A node that is stopped in the middle of a delivery gives the receiver to another
// one at once, which sends the same notice; one that was answered is not sent again.
func TestAStoppedNodeLeavesItsReceiversToOthers(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	s, url := newSlow(t)
	h.opens(url, nil, "publish")
	before := s.next(t, "the first node calls")
	second, stop := h.node()
	t.Cleanup(stop)
	h.stop()
	second.Changed()
	after := s.next(t, "the second node calls")
	expect.True(t, after == before, "the second node sent %q, the first had begun with %q", after, before)
	close(s.answer)
	h.sender = second
	h.does("publish round", "open/round 1")
	next := s.next(t, "the next notice comes")
	expect.True(t, next != before, "%q came again after it was taken", next)
}
