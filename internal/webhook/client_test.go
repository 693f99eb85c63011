package webhook_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/webhook"
)

// names is a name server that gives each look-up of a name's IPv4 or IPv6 address
// the next of a row of answers, as one does that rebinds names.
type names struct {
	t      *testing.T
	row    []netip.Addr
	asked  atomic.Int32
	socket net.PacketConn
}

func newNames(t *testing.T, row ...string) (*names, *net.Resolver) {
	t.Helper()
	socket := expect.Must(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	n := &names{t: t, socket: socket}
	for _, a := range row {
		n.row = append(n.row, netip.MustParseAddr(a))
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		n.serve()
	}()
	t.Cleanup(func() { socket.Close(); <-ended })
	return n, &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}
}

func (n *names) serve() {
	buffer := make([]byte, 1500)
	for {
		size, from, err := n.socket.ReadFrom(buffer)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if err := m.Unpack(buffer[:size]); err != nil || len(m.Questions) != 1 {
			n.t.Errorf("a question nobody understands: %v", err)
			continue
		}
		q := m.Questions[0]
		answer := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}, Questions: m.Questions}
		head := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, Type: q.Type}
		address := n.row[int(n.asked.Load())%len(n.row)]
		switch {
		case q.Type == dnsmessage.TypeA && address.Is4():
			n.asked.Add(1)
			answer.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AResource{A: address.As4()}}}
		case q.Type == dnsmessage.TypeAAAA && !address.Is4():
			n.asked.Add(1)
			answer.Answers = []dnsmessage.Resource{{Header: head, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}}}
		}
		packed, err := answer.Pack()
		if err != nil {
			n.t.Error(err)
			continue
		}
		n.socket.WriteTo(packed, from)
	}
}

// A name is as good as the address it leads to when the connection is made.
func TestNamesOfPrivateAddressesAreRefused(t *testing.T) {
	t.Parallel()
	for what, address := range map[string]string{
		"loopback": "127.0.0.1", "all of loopback": "127.8.8.8", "private": "10.1.2.3", "link-local": "169.254.1.1", "metadata": "169.254.169.254", "unspecified": "0.0.0.0",
		"this network": "0.1.2.3", "carrier": "100.127.0.1", "benchmark": "198.19.0.1", "multicast": "224.0.0.1", "broadcast": "255.255.255.255", "relay": "192.88.99.1",
		"loopback 6": "::1", "unspecified 6": "::", "link-local 6": "fe80::1", "site-local": "fec0::1", "unique local": "fd12::1", "metadata 6": "fd00:ec2::254",
		"mapped": "::ffff:127.0.0.1", "translated": "::ffff:0:127.0.0.1", "compatible": "::127.0.0.1", "NAT64": "64:ff9b::7f00:1", "local NAT64": "64:ff9b:1::7f00:1",
		"6to4": "2002:7f00:1::1", "Teredo": "2001:0:7f00:1::", "documentation": "2001:db8::1", "new documentation": "3fff::1", "segments": "5f00::1", "multicast 6": "ff02::1",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			_, resolver := newNames(t, address)
			client := webhook.NewTestClient(resolver, false, 5*time.Second)
			answer, err := client.Post("http://hooks.example.org/tandem", "application/json", strings.NewReader("{}"))
			if err == nil {
				answer.Body.Close()
			}
			var private *webhook.PrivateError
			expect.True(t, errors.As(err, &private) && private.Address == netip.MustParseAddr(address).Unmap(), "%v, want a refusal of %s", err, address)
		})
	}
}

// What is anybody's on the internet is not refused, whatever port it listens at.
func TestPublicAddressesAreNotRefused(t *testing.T) {
	t.Parallel()
	refuses := webhook.Refuses(false)
	for _, address := range []string{"https://8.8.8.8", "http://1.1.1.1:8443/x", "http://100.63.255.255", "http://172.32.0.1", "http://223.255.255.1", "https://[2606:4700:4700::1111]:444", "https://[2a00:1450::1]", "http://[::ffff:8.8.8.8]"} {
		expect.OK(t, refuses(t.Context(), address))
	}
	err := webhook.RefusePrivate("tcp4", "8.8.8.8:8443", nil)
	expect.True(t, err == nil, "%v", err)
	for _, address := range []string{"http://10.0.0.7", "http://[::ffff:10.0.0.7]", "http://[fe80::1]", "http://[2002:a00:7::1]"} {
		expect.True(t, refuses(t.Context(), address) != nil, "%s is not refused", address)
	}
}

// A name is looked up once for each connection, and that answer is checked: there
// is no moment between a check and the call in which it could become another.
func TestReboundNamesAreRefused(t *testing.T) {
	t.Parallel()
	var called atomic.Int32
	_, port, _ := strings.Cut(strings.TrimPrefix(serves(t, false, func(http.ResponseWriter, *http.Request) { called.Add(1) }), "http://"), ":")
	n, resolver := newNames(t, "10.0.0.1", "127.0.0.1", "169.254.169.254", "127.0.0.1")
	client := webhook.NewTestClient(resolver, false, 5*time.Second)
	for _, want := range n.row {
		answer, err := client.Post("http://hooks.example.org:"+port, "application/json", strings.NewReader("{}"))
		if err == nil {
			answer.Body.Close()
		}
		var private *webhook.PrivateError
		expect.True(t, errors.As(err, &private) && private.Address == want, "%v, want a refusal of %v", err, want)
	}
	asked := int(n.asked.Load())
	expect.True(t, asked == len(n.row), "%d look-ups for %d calls", asked, len(n.row))
	expect.True(t, called.Load() == 0, "the receiver was called %d times", called.Load())

	open, resolver := newNames(t, "127.0.0.1")
	answer, err := webhook.NewTestClient(resolver, true, 5*time.Second).Post("http://hooks.example.org:"+port, "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err) // so the name does lead to the receiver
	}
	answer.Body.Close()
	expect.True(t, open.asked.Load() == 1 && called.Load() == 1, "%d look-ups and %d calls for a notice", open.asked.Load(), called.Load())
}

// serves answers every call with a function and returns the address.
func serves(t *testing.T, tls bool, handle http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handle)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	if tls {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server.URL
}

// Receivers that are slow, talkative or not who they say they are fail in words
// that a person can use, and cost no more than the client's patience.
func TestDifficultReceivers(t *testing.T) {
	t.Parallel()
	var reached atomic.Bool
	for what, c := range map[string]struct {
		url  string
		want string
	}{
		"no answer": {serves(t, false, func(_ http.ResponseWriter, q *http.Request) {
			io.Copy(io.Discard, q.Body) // so that the server notices who goes away
			<-q.Context().Done()
		}), "no answer within"},
		"huge header": {serves(t, false, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
		}), "exceeded"},
		"unknown certificate": {serves(t, true, func(http.ResponseWriter, *http.Request) { reached.Store(true) }), "certificate"},
		"plain where TLS is due": {
			strings.Replace(serves(t, false, func(http.ResponseWriter, *http.Request) { reached.Store(true) }), "http:", "https:", 1),
			"HTTP response to HTTPS client",
		},
		"nobody at all": {"http://127.0.0.1:1", "nobody listens"},
	} {
		t.Run(what, func(t *testing.T) {
			patience := time.Minute
			if what == "no answer" {
				patience = 300 * time.Millisecond
			}
			answer, err := webhook.NewTestClient(nil, true, patience).Post(c.url, "application/json", strings.NewReader("{}"))
			if err == nil {
				answer.Body.Close()
				t.Fatal("taken")
			}
			expect.Contains(t, webhook.Words(err), c.want, "said")
		})
	}
	expect.True(t, !reached.Load(), "a notice was sent over a connection that proved nothing")
}

// The status is the answer: what comes after it is not waited for.
func TestEndlessAnswersAreNotRead(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	called := make(chan struct{}, 10)
	url := serves(t, false, func(w http.ResponseWriter, q *http.Request) {
		io.Copy(io.Discard, q.Body)
		called <- struct{}{}
		w.WriteHeader(http.StatusOK)
		for q.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	})
	h.opens(url, nil, "publish")
	<-called
	h.does("publish round", "open/round 1")
	<-called // the next one comes at once, so the first was taken
}

// What a sender did not deliver before it stopped comes from the next one: the same
// notice, by its id, signed at the new time.
func TestUndeliveredIsSentAfterARestart(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	var takes atomic.Bool // whether the receiver takes what comes
	type sent struct {
		id, signature, body string
		header              http.Header
	}
	came := make(chan sent, 10)
	url := serves(t, false, func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		if err != nil {
			t.Error(err)
		}
		came <- sent{q.Header.Get("webhook-id"), q.Header.Get("webhook-signature"), string(body), q.Header}
		if !takes.Load() {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	h.opens(url, nil, "publish")
	before := <-came
	h.untilFailures(1)
	h.stop()
	takes.Store(true)
	h.start()
	h.wait(3 * time.Minute) // past any lease of the one that stopped
	after := <-came
	expect.True(t, after.id == before.id && after.body == before.body, "after the restart came %+v, before it %+v", after, before)
	expect.True(t, after.signature != before.signature, "signed %q, as before the restart", after.signature)
	verify(t, secret, after.header, []byte(after.body))
	h.does("publish round", "open/round 1")
	next := <-came
	expect.True(t, next.id != after.id, "%s came again after it was taken", next.id)
}
