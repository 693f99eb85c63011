package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// line is one connection that says exactly what a test says.
type line struct {
	t       testing.TB
	conn    net.Conn
	answers *bufio.Reader
}

func dialLine(t testing.TB, url string) *line {
	t.Helper()
	conn := expect.Must(net.Dial("tcp", strings.TrimPrefix(url, "http://")))(t)
	t.Cleanup(func() { conn.Close() })
	return &line{t, conn, bufio.NewReader(conn)}
}

func (l *line) send(requests ...string) {
	l.t.Helper()
	expect.Must(io.WriteString(l.conn, strings.Join(requests, "")))(l.t)
}

// said is what a client sees of an answer.
type said struct {
	Status string
	Header http.Header // without the date
	Length int64
	Close  bool
	Body   string
}

func (l *line) hear(method string) said {
	l.t.Helper()
	answer := expect.Must(http.ReadResponse(l.answers, &http.Request{Method: method}))(l.t)
	defer answer.Body.Close()
	body := expect.Must(io.ReadAll(answer.Body))(l.t)
	_, err := http.ParseTime(answer.Header.Get("Date"))
	expect.True(l.t, err == nil, "the date is no date: %v", err)
	answer.Header.Del("Date")
	answer.Header.Del("X-Request-Id")
	return said{answer.Status, answer.Header, answer.ContentLength, answer.Close, requestNumber.ReplaceAllString(string(body), "Request")}
}

// requestNumber stands on pages that tell of an error, another one each time.
var requestNumber = regexp.MustCompile("Request [0-9a-f]{10}")

// ended reports whether the server closed the connection.
func (l *line) ended() bool {
	_, err := l.answers.ReadByte()
	return err == io.EOF
}

func ask(method, path, more string) string {
	return fmt.Sprintf("%s %s HTTP/1.1\r\nHost: lake.example\r\n%s\r\n", method, path, more)
}

// Whatever is asked in whatever order over one connection, sent ahead of the
// answers or not: clients see what net/http alone would have said.
func TestReadyAnswersAreThoseOfNetHTTP(t *testing.T) {
	t.Parallel()
	l := seated(t, 300)
	slow := httptest.NewServer(l.server) // no connection there can answer by itself
	t.Cleanup(slow.Close)

	const page, zipped = "/e/lake/open/standings", "Accept-Encoding: gzip\r\n"
	first := dialLine(t, l.url)
	first.send(ask("GET", page, ""))
	tag := first.hear("GET").Header.Get("ETag")
	asked := []struct{ method, path, more string }{
		{"GET", page, ""},
		{"GET", page, zipped},
		{"GET", page, "If-None-Match: " + tag + "\r\n"},
		{"HEAD", page, ""},
		{"GET", page, "Content-Length: 2\r\n\r\nno"}, // the two bytes end the request
		{"GET", "/e/lake/open/nothing", ""},
		{"GET", "/e/lake/team/team-1", ""}, // 1.6 KB in memory after the first time
		{"GET", "/e/lake/team/team-1", zipped},
		{"POST", page, "Content-Length: 0\r\n"},
		{"GET", "/api/v1/events/lake", ""},
		{"GET", "/e/lake/open/pairings", zipped},
		{"GET", "/e/lake/open/pairings", "Connection: close\r\n"},
	}
	var requests, methods []string
	for _, a := range asked {
		request := ask(a.method, a.path, a.more)
		if strings.HasSuffix(a.more, "no") {
			request = strings.TrimSuffix(request, "\r\n")
		}
		requests, methods = append(requests, request), append(methods, a.method)
	}
	for range 2 { // the first time nothing is in memory
		ready, usual, oneByOne := dialLine(t, l.url), dialLine(t, slow.URL), dialLine(t, l.url)
		ready.send(requests...)
		usual.send(requests...)
		for i, method := range methods {
			want := usual.hear(method)
			expect.NoDiff(t, cmp.Diff(want, ready.hear(method)), "%q sent ahead (- net/http, + ready)", requests[i])
			oneByOne.send(requests[i])
			expect.NoDiff(t, cmp.Diff(want, oneByOne.hear(method)), "%q (- net/http, + ready)", requests[i])
		}
		expect.True(t, ready.ended() && oneByOne.ended(), "the connection stays open after Connection: close")
	}
	old := dialLine(t, l.url)
	old.send("GET " + page + " HTTP/1.0\r\n\r\n")
	got := old.hear("GET")
	expect.True(t, got.Close && strings.Contains(got.Body, "Team 0300") && old.ended(), "a client of HTTP/1.0 hears %s, close %v", got.Status, got.Close)
}

// A reader who stops reading in the middle of a page holds up nobody, and one who
// reads slowly gets every byte.
func TestReadyAnswersWaitForSlowReaders(t *testing.T) {
	t.Parallel()
	l := seated(t, 300)
	const page = "/e/lake/open/standings"
	here := body(t, l.url+page) // a page names the host that it was asked of
	first := dialLine(t, l.url)
	first.send(ask("GET", page, ""))
	want := first.hear("GET").Body
	slow, gone := dialLine(t, l.url), dialLine(t, l.url)
	const times = 60 // more than the buffers of both ends hold
	slow.send(strings.Repeat(ask("GET", page, ""), times))
	gone.send(strings.Repeat(ask("GET", page, ""), times))
	expect.Equal(t, body(t, l.url+page), here, "another reader gets another page")
	gone.conn.Close()
	for range times {
		got := slow.hear("GET")
		expect.MustEqual(t, got.Body, want, "a slow reader gets %d bytes of %d", len(got.Body), len(want))
	}
}

// A connection that got pages can still become a stream.
func TestReadyConnectionBecomesAStream(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 4)
	reader := dialLine(t, l.url)
	reader.send(ask("GET", "/e/lake", ""), ask("GET", "/e/lake", ""), ask("GET", "/e/lake/stream", ""))
	before := reader.hear("GET")
	expect.Equal(t, before.Body, reader.hear("GET").Body, "the page in memory is another one")
	stream, err := http.ReadResponse(reader.answers, nil)
	expect.MustTrue(t, err == nil && stream.Header.Get("Content-Type") == "text/event-stream", "the stream begins with %v, %v", stream, err)
	if greeting, err := bufio.NewReader(stream.Body).ReadString('\n'); greeting != "retry: 2000\n" {
		t.Errorf("the stream says %q, %v", greeting, err)
	}
}
