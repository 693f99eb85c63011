//go:build unix

package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testdb"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Behind a pooler a node does not hear of changes: its health says so and its log names
// what helps. With the way past the pooler it is well.
func TestNodeBehindAPooler(t *testing.T) {
	primary := newPrimary(t)
	direct := address("tandem", "any", primary)
	gate := testdb.NewGateTo(t, direct)
	gate.Deafen()
	for _, c := range []struct {
		listen, says string
		status       int
	}{
		{"", "does not hear of changes", http.StatusServiceUnavailable},
		{direct, "ok", http.StatusOK},
	} {
		t.Setenv("DATABASE_LISTEN_URL", c.listen)
		code, messages := stopped(t, gate.URL(), nil, func(url string) {
			answer, err := http.Get(url + "/healthz")
			expect.OK(t, err)
			defer answer.Body.Close()
			health, err := io.ReadAll(answer.Body)
			expect.True(t, err == nil && answer.StatusCode == c.status && strings.Contains(string(health), c.says),
				"listening at %q, health is %d %s, %v", c.listen, answer.StatusCode, health, err)
		})
		expect.Equal(t, code, exitDone, "listening at %q: exit", c.listen)
		named := strings.Contains(messages, "DATABASE_LISTEN_URL")
		expect.True(t, named == (c.listen == ""), "listening at %q, the log says\n%s", c.listen, messages)
	}
}
