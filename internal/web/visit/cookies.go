package visit

import (
	"time"
)

// CookieName has the prefix that ties the cookie to this host, where there is TLS.
func (s *Site) CookieName() string {
	if s.Secure {
		return "__Host-tandem"
	}
	return "tandem"
}

// DeviceCookieLife is from one season to the next.
const DeviceCookieLife = 365 * 24 * time.Hour

func (s *Site) TeamCookieName() string { return s.CookieName() + "-team" }
