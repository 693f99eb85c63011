package web_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// A request whose time is over, before it began or on the way, gets an error page and
// not an empty answer that looks like success.
func TestRequestOutOfTime(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	over, cancel := context.WithCancelCause(t.Context())
	cancel(context.DeadlineExceeded)
	for _, path := range []string{"/e/lake", "/e/lake/desk/open/round/1/wall", "/e/nowhere"} {
		w := httptest.NewRecorder()
		l.server.ServeHTTP(w, httptest.NewRequestWithContext(over, http.MethodGet, path, nil))
		if w.Code < 300 || w.Code >= 400 && !strings.Contains(w.Body.String(), "<main") {
			t.Errorf("%s: status %d, %d bytes", path, w.Code, w.Body.Len())
		}
	}
}

// When there are as many streams as the machine can hold, further phones are told to
// ask by themselves; a desk always gets its stream.
func TestStreamsLeaveRoomForTheDesk(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	l.server.AllowStreams(2)
	open := func(client *http.Client, path string) int {
		ask := expect.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, l.url+path, nil))(t)
		answer := expect.Must(client.Do(ask))(t)
		t.Cleanup(func() { answer.Body.Close() })
		if _, err := bufio.NewReader(answer.Body).ReadString('\n'); err != nil && answer.StatusCode == http.StatusOK { // sent when the stream counts
			t.Fatal(err)
		}
		return answer.StatusCode
	}
	for i, want := range []int{200, 200, http.StatusTooManyRequests} {
		expect.Equal(t, open(http.DefaultClient, "/e/lake/stream"), want, "stream %d: status", i+1)
	}
	expect.Equal(t, open(l.chief.client, "/e/lake/desk/stream"), http.StatusOK, "the desk's stream: status")
}

// Somebody who leaves while his request waits, for the database, for his turn to sign in
// or for his password to be worked out, is no failure of the server.
func TestLeavingIsNoServerError(t *testing.T) {
	t.Parallel()
	l := newLeague(t, 2)
	for _, c := range []struct{ method, path, body string }{
		{http.MethodPost, "/sign-in", "login=chief&password=" + url.QueryEscape(testPassword)},
		{http.MethodPost, "/sign-in/code", "code=ABCDEF"},
		{http.MethodPost, "/join/none", "login=new&name=New&password=" + url.QueryEscape(testPassword)},
		{http.MethodGet, "/desk", ""},
	} {
		l.log.Reset()
		leaving, leave := context.WithCancel(t.Context())
		leave()
		ask := httptest.NewRequestWithContext(leaving, c.method, c.path, strings.NewReader(c.body))
		ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		ask.Header.Set("Cookie", "tandem=none")
		l.server.ServeHTTP(httptest.NewRecorder(), ask)
		log := l.log.String()
		expect.True(t, !strings.Contains(log, "level=ERROR") && strings.Contains(log, "left before the answer"), "%s %s: the log says\n%s", c.method, c.path, log)
	}
}
