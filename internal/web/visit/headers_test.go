package visit_test

import (
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// On a server without https:// a browser ignores these two, and writes an error about one
// into the console of every page.
func TestHeadersThatNeedTransportSecurity(t *testing.T) {
	t.Parallel()
	for _, secure := range []bool{true, false} {
		site := visit.Site{Secure: secure}
		for _, name := range []string{"Cross-Origin-Opener-Policy", "Strict-Transport-Security"} {
			sent := slices.ContainsFunc(site.FixedHeaders(), func(f live.Field) bool { return f.Name == name })
			expect.Equal(t, sent, secure, "https %v: %s is sent", secure, name)
		}
	}
}
