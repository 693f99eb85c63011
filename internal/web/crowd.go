package web

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/labstack/echo/v4/middleware"

	"github.com/tandemchess/tandem/internal/account"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// One address may ask for this many public pages. A hall with 10,000 phones
// behind one address asks for a page, a stream and the page once more within
// seconds of a publication, then hardly at all: the burst is for the hall, the
// rate for everybody else. A page in memory costs 20 µs, and pages that have to be
// made take half of the processors, two at least, whoever asks.
const (
	crowdRate  = 1000 // requests per second, in the long run
	crowdBurst = 30_000
)

// One token may ask and change this much: the results of a large hall as they come, or
// a list of teams in one go. A program that has lost its way must not fill the journal
// or keep the desk waiting.
const (
	programRate  = 100 // requests per second, in the long run
	programBurst = 1000
)

var (
	addressPolicy = fmt.Sprintf(`"address";q=%d;w=%d`, crowdBurst, crowdBurst/crowdRate)
	tokenPolicy   = fmt.Sprintf(`"token";q=%d;w=%d`, programBurst, programBurst/programRate)
)

func newCrowd() *middleware.RateLimiterMemoryStore {
	return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
		Rate: crowdRate, Burst: crowdBurst, ExpiresIn: 3 * time.Minute,
	})
}

func newTokens() *middleware.RateLimiterMemoryStore {
	return middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{
		Rate: programRate, Burst: programBurst, ExpiresIn: 3 * time.Minute,
	})
}

// admitProgram refuses a token that asks for more than a program needs.
func (s *Server) admitProgram(token string) error {
	if ok, err := s.tokens.Allow(string(account.HashToken(token))); err != nil || !ok {
		return fault.New(fault.TooMany, "This token asks too much: %d requests a second are for it, and %d at once. Nothing was changed; send the same again when Retry-After is over.", programRate, programBurst)
	}
	return nil
}

// admitPublic refuses an address that asks for far more than a full hall does.
// Requests from this machine pass: they come from a proxy that was not declared,
// and would all count as one visitor. The desk is never asked.
func (s *Server) admitPublic(v *visit.Visit) error {
	return s.limitCrowd(v.Path(), v.RealIP())
}

func (s *Server) limitCrowd(path, address string) error {
	if path == "/healthz" || strings.HasPrefix(path, "/static/") {
		return nil
	}
	if ip, err := netip.ParseAddr(address); err == nil && ip.IsLoopback() {
		return nil
	}
	if ok, err := s.crowd.Allow(account.Network(address)); err != nil || !ok {
		return visit.Refused(fault.TooMany, text.Message("Too many requests come from your network. Wait a few seconds; the page then loads by itself or with Reload."))
	}
	return nil
}
