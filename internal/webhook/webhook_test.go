package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/postgres"
	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/webhook"
)

// receiver is somebody's server. It takes what it is sent unless it is told to
// refuse, and checks every signature.
type receiver struct {
	t      *testing.T
	secret string

	mu     sync.Mutex
	refuse int // how many of the next deliveries
	got    []webhook.Notice
	tries  int
	wake   chan struct{}
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}()
	r.tries++
	body, err := io.ReadAll(q.Body)
	if err != nil {
		r.t.Error(err)
	}
	verify(r.t, r.secret, q.Header, body)
	if r.refuse > 0 {
		r.refuse--
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	var n webhook.Notice
	if err := json.Unmarshal(body, &n); err != nil {
		r.t.Error(err)
	}
	r.got = append(r.got, n)
}

// until waits for the receiver to have seen enough.
func (r *receiver) until(what string, enough func() bool) {
	r.t.Helper()
	for limit := time.After(time.Minute); ; {
		r.mu.Lock()
		ok := enough()
		r.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-r.wake:
		case <-limit:
			r.t.Fatalf("waited in vain until %s; got %+v", what, r.got)
		}
	}
}

// hall is an event with two sections and a clock that tests move.
type hall struct {
	t       *testing.T
	service *tournament.Service
	store   postgres.Tournament
	db      *postgres.DB
	sender  *webhook.Sender
	stop    func() // ends the sender
	event   tournament.Event
	mu      sync.Mutex
	now     time.Time
}

func (h *hall) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hall) wait(d time.Duration) {
	h.mu.Lock()
	h.now = h.now.Add(d)
	h.mu.Unlock()
	h.sender.Changed()
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, now: time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC)}
	pool := testdb.New(t)
	db := postgres.New(pool, h.clock)
	h.store = postgres.Tournament{DB: db}
	h.service = tournament.NewService(h.store)
	expect.OK(t, expect.Err(pool.Exec(t.Context(), `insert into account (account_id, login, name, password_hash, created_at) values (1, 'ana', 'Ana', '-', now())`)))
	h.event = expect.Must(h.service.CreateEvent(t.Context(), journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}, Key: "make-the-event-lake"}, tournament.NewEvent{
		Name: "Lake", Slug: "lake", TimeZone: "UTC", StartsOn: h.now, Sections: []tournament.NewSection{{Name: "Open", Rulebook: "FIDEX"}, {Name: "K8", Rulebook: "FIDEX"}},
	}))(t)
	h.db = db
	h.start()
	t.Cleanup(func() { h.stop() })
	return h
}

// start lets a sender of its own run, as a node does that begins.
func (h *hall) start() { h.sender, h.stop = h.node() }

// node is a sender that runs until it is stopped.
func (h *hall) node() (sender *webhook.Sender, stop func()) {
	sender = webhook.New(webhook.Sender{Store: postgres.Webhooks{DB: h.db}, Client: webhook.NewClient(true), Now: h.clock, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		sender.Run(ctx)
	}()
	return sender, func() { cancel(); <-ended }
}

// does writes a journal entry as a command would.
func (h *hall) does(action, subject string) {
	h.t.Helper()
	if _, err := h.store.Change(h.t.Context(), h.event.EventID, journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}}, func(tournament.Tx) (journal.Change, error) {
		return journal.Change{Action: action, Subject: subject}, nil
	}); err != nil {
		h.t.Fatal(err)
	}
	h.sender.Changed()
}

func (h *hall) opens(url string, section *int64, kinds ...string) {
	h.t.Helper()
	cmd := journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}}
	_, err := h.service.OpenWebhook(h.t.Context(), h.event.EventID, cmd, tournament.Webhook{URL: url, SectionID: section, Kinds: kinds, Secret: secret})
	expect.MustTrue(h.t, err == nil, "%v", err)
	h.sender.Changed()
}

func newReceiver(t *testing.T) (*receiver, string) {
	r := &receiver{t: t, secret: secret, wake: make(chan struct{}, 1)}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return r, server.URL
}

// Notices come in order, each once, what was refused again after a pause, and
// only what the hook is for.
func TestNoticesComeInOrderAndAgain(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	r, url := newReceiver(t)
	open := int64(1)
	h.opens(url, &open, tournament.TellPublish, tournament.TellResult)
	r.until("the hello came", func() bool { return len(r.got) == 1 })

	r.mu.Lock()
	r.refuse = 2
	r.mu.Unlock()
	h.does("publish round", "open/round 1")
	h.does("publish round", "k8/round 1") // another section
	h.does("save facts", "open/round 1/table 2/incident 1")
	h.does("enter result", "open/round 1/table 2/match 1")
	r.until("the first delivery was refused", func() bool { return r.tries == 2 })
	h.untilFailures(1)
	h.wait(9 * time.Second) // not yet
	h.wait(2 * time.Second)
	r.until("the second was", func() bool { return r.tries == 3 })
	h.untilFailures(2)
	h.wait(21 * time.Second)
	r.until("all came", func() bool { return len(r.got) == 3 })

	r.mu.Lock()
	defer r.mu.Unlock()
	var got []webhook.Notice
	for _, n := range r.got {
		n.At, n.Version, n.ID = time.Time{}, 0, ""
		got = append(got, n)
	}
	want := []webhook.Notice{
		{Kind: webhook.Hello, Event: "lake", Action: "open webhook"},
		{Kind: webhook.Publish, Event: "lake", Section: "open", Round: 1, Action: "publish round"},
		{Kind: webhook.Result, Event: "lake", Section: "open", Round: 1, Table: 2, Match: 1, Action: "enter result"},
	}
	expect.NoDiff(t, cmp.Diff(want, got), "-want +got")
}

// A receiver that stays away is given up, said on the page, and gets everything
// once somebody resumes it.
func TestGivenUpAndResumed(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	r, url := newReceiver(t)
	r.refuse = 1000
	h.opens(url, nil, tournament.TellResult)
	for n := 1; n <= 24; n++ {
		r.until("it was tried again", func() bool { return r.tries >= n })
		h.untilFailures(n)
		h.wait(61 * time.Minute)
	}
	hooks, err := h.service.Reader().Webhooks(t.Context(), h.event.EventID)
	expect.MustTrue(t, err == nil && len(hooks) == 1 && hooks[0].StoppedAt != nil && hooks[0].Trouble == "the answer was 502", "%+v, %v", hooks, err)
	h.does("enter result", "k8/round 1/table 1/match 2")
	r.mu.Lock()
	r.refuse = 0
	r.mu.Unlock()
	expect.OK(t, h.service.ResumeWebhook(t.Context(), h.event.EventID, journal.Command{Actor: journal.Actor{AccountID: 1, Name: "Ana"}}, 1))
	h.sender.Changed()
	r.until("everything came", func() bool { return len(r.got) == 2 })
	expect.True(t, r.got[1].Kind == webhook.Result && r.got[1].Section == "k8" && r.got[1].Match == 2, "got %+v", r.got)
}

// untilFailures waits until so many failures are noted.
func (h *hall) untilFailures(n int) {
	h.t.Helper()
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); {
		hooks := expect.Must(h.service.Reader().Webhooks(h.t.Context(), h.event.EventID))(h.t)
		if hooks[0].Failures == n {
			return
		}
	}
	h.t.Fatalf("waited in vain for failure %d", n)
}

// No webhook reaches the operator's own network, whatever its name says.
func TestPrivateAddressesAreRefused(t *testing.T) {
	t.Parallel()
	r, url := newReceiver(t)
	client := webhook.NewClient(false)
	_, port, _ := strings.Cut(strings.TrimPrefix(url, "http://"), ":")
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "127.1"} {
		answer, err := client.Post("http://"+host+":"+port, "application/json", strings.NewReader("{}"))
		if err == nil {
			answer.Body.Close()
			t.Errorf("%s was called", host)
		}
	}
	for _, address := range []string{"http://10.0.0.7", "http://192.168.1.1", "http://172.16.5.4", "http://169.254.169.254/latest", "http://100.64.0.1", "http://[fd00::1]", "http://[fe80::1]", "http://[64:ff9b::a00:1]", "http://[::ffff:10.0.0.7]", "http://[::10.0.0.7]", "http://[2002:a00:7::1]"} {
		answer, err := client.Post(address, "application/json", strings.NewReader("{}"))
		var private *webhook.PrivateError
		if err == nil {
			answer.Body.Close()
		}
		expect.True(t, errors.As(err, &private), "%s: %v, want a refusal", address, err)
	}
	expect.True(t, r.tries == 0, "the receiver was called %d times", r.tries)
}

// A redirect is an answer, not a way round the check.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	r, url := newReceiver(t)
	redirecting := httptest.NewServer(http.RedirectHandler(url, http.StatusTemporaryRedirect))
	defer redirecting.Close()
	answer := expect.Must(webhook.NewClient(true).Post(redirecting.URL, "application/json", strings.NewReader("{}")))(t)
	answer.Body.Close()
	expect.True(t, answer.StatusCode == http.StatusTemporaryRedirect && r.tries == 0, "status %d, and the target was called %d times", answer.StatusCode, r.tries)
}
