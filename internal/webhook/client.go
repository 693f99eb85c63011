package webhook

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"code.dny.dev/ssrf"

	"github.com/tandemchess/tandem/internal/fault"
)

// patience limits one delivery; receivers answer first and work later.
const patience = 10 * time.Second

// mostHeader limits the header of an answer, which nobody reads, in bytes.
const mostHeader = 64 << 10

// NewClient returns a client that refuses every address that is not on the public
// internet, after the name was looked up, unless private is set: whoever may make
// a webhook must not read the operator's network through it. It takes no proxy from
// the environment, which would connect to what was refused here.
func NewClient(private bool) *http.Client {
	return newClient(&net.Dialer{}, private, patience)
}

func newClient(dialer *net.Dialer, private bool, patience time.Duration) *http.Client {
	dialer.Timeout = patience / 2
	if !private {
		dialer.Control = refusePrivate
	}
	return &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: patience / 2, MaxIdleConns: 20, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
			MaxResponseHeaderBytes: mostHeader,
		},
	}
}

// PrivateError says that an address is inside a private network.
type PrivateError struct{ Address netip.Addr }

func (e *PrivateError) Error() string {
	return fmt.Sprintf("%v is not an address on the public internet, and this server does not call others (TANDEM_WEBHOOKS=private allows it)", e.Address)
}

// guardian knows IANA's registries of special addresses; a receiver may listen at
// any port.
var guardian = ssrf.New(ssrf.WithAnyPort())

// refusePrivate sees the address that is really connected to, so no name can be
// changed between a check and the call.
func refusePrivate(network, address string, conn syscall.RawConn) error {
	err := guardian.Safe(network, address, conn)
	if !errors.Is(err, ssrf.ErrProhibitedIP) {
		return err
	}
	host, parseErr := netip.ParseAddrPort(address)
	if parseErr != nil {
		return err
	}
	return &PrivateError{host.Addr()}
}

// Refuses returns what says before the first notice why an address will not be called,
// nil when it may be. A name that cannot be looked up now is not refused: the client
// looks at the address that it connects to.
func Refuses(private bool) func(ctx context.Context, address string) error {
	return func(ctx context.Context, address string) error {
		at, err := url.Parse(address)
		if private || err != nil || at.Hostname() == "" {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, patience/2)
		defer cancel()
		found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", at.Hostname())
		if err != nil {
			return nil
		}
		for _, a := range found {
			a = a.Unmap() // as it would be called
			if guardian.SafeAddr(a) == nil {
				continue
			}
			if _, err := netip.ParseAddr(at.Hostname()); err == nil {
				return fault.New(fault.Invalid, "This server calls addresses on the public internet only, and %s is none. Enter a public address, or ask who runs the server (TANDEM_WEBHOOKS=private).", at.Hostname())
			}
			return fault.New(fault.Invalid, "This server calls addresses on the public internet only, and %s is %s. Enter a public address, or ask who runs the server (TANDEM_WEBHOOKS=private).", at.Hostname(), a.String())
		}
		return nil
	}
}

// words tells why a delivery failed in a few words for the page.
func words(err error) string {
	var private *PrivateError
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &private):
		return private.Error()
	case errors.As(err, &dns):
		return "the name " + dns.Name + " is unknown"
	case errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("no answer within %d seconds", int(patience.Seconds()))
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nobody listens at the address"
	}
	return err.Error()
}
