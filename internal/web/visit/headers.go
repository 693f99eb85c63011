package visit

import (
	"strings"

	"github.com/tandemchess/tandem/internal/live"
)

// What an address and a token may ask for, as the draft of the IETF for rate limits
// writes it: so many requests in so many seconds.
const RateLimitHeader = "RateLimit-Policy"

// Embeddable is the policy of the pages that other sites may show inside theirs:
// they have nothing to click but links out of the frame.
var Embeddable = strings.Replace(contentSecurityPolicy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// openHeaders are what lets other sites in: into the page they may show, and into
// the answers that everybody may read.
func openHeaders(v *Visit) []live.Field {
	switch {
	case v.Embeds:
		return []live.Field{{Name: "Content-Security-Policy", Value: []string{Embeddable}}}
	case openToSites(v.Request().URL.Path):
		return CrossOrigin
	}
	return nil
}

const RequestIDHeader = "X-Request-Id"

// LongWork reports whether a route takes its time by nature: streams, and reading and
// writing everything there is.
func LongWork(route string) bool {
	return strings.HasSuffix(route, "/stream") || strings.Contains(route, "/backup") || strings.HasSuffix(route, "/export.csv")
}

const contentSecurityPolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

// FixedHeaders stand in front of every answer. Two are heeded with transport security only;
// without it browsers complain of the opener policy on every page.
func (s *Site) FixedHeaders() []live.Field {
	fields := []live.Field{
		{Name: "Content-Security-Policy", Value: []string{contentSecurityPolicy}},
		{Name: "Referrer-Policy", Value: []string{"same-origin"}},
		{Name: "X-Content-Type-Options", Value: []string{"nosniff"}},
	}
	if s.Secure {
		fields = append(fields,
			live.Field{Name: "Cross-Origin-Opener-Policy", Value: []string{"same-origin"}},
			live.Field{Name: "Strict-Transport-Security", Value: []string{"max-age=31536000"}})
	}
	return fields
}
