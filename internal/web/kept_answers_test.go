package web_test

import (
	"strings"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// Every answer says how long it may be kept: what does not is kept for as long as a browser
// thinks fit, and a page would be shown as it was yesterday.
func TestEveryAnswerSaysHowLongItIsKept(t *testing.T) {
	t.Parallel()
	l := seated(t, 4)
	addresses := strings.NewReplacer(":event", "lake", ":section", "open", ":round", "1", ":table", "1", ":match", "1", ":team", "team-1", ":guide", "players", "*", "none")
	asked := 0
	for _, key := range l.server.RouteKeys() {
		method, pattern, _ := strings.Cut(key, " ")
		if method != "GET" || strings.HasSuffix(pattern, "/stream") {
			continue
		}
		path := addresses.Replace(pattern)
		for who, b := range map[string]*browser{"a visitor": l.visitor(), "the chief": l.chief} {
			a := b.get(path)
			expect.True(t, a.header.Get("Cache-Control") != "", "%s for %s, status %d: nothing says how long it may be kept", path, who, a.status)
			asked++
		}
	}
	expect.True(t, asked > 200, "only %d addresses were asked", asked)
}
