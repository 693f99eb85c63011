package account

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/fault"
)

// familiarFor is how long a device and an address stay ones that a person is known
// from; finished sessions are kept as long, for nothing else.
const familiarFor = 90 * 24 * time.Hour

// delayKeys says under what a failed sign-in is counted. A stranger's guesses
// count against the name and the stranger's address. Whoever signs in where the
// person was signed in before is counted apart, with as few free guesses: strangers
// who know a name must not keep its owner out. A device that was signed in does not
// even wait for its address, which a whole hall shares.
func (s *SignInCommands) delayKeys(ctx context.Context, login string, accountID int64, c Credentials) ([]string, error) {
	name, network, device := "login "+clip(login, longestLogin), Network(c.Address), HashToken(c.Earlier)
	known, addresses, err := s.sessions.Places(ctx, accountID, device, s.now().Add(-familiarFor))
	if err != nil {
		return nil, err
	}
	if known {
		return []string{name + " device " + base64.RawURLEncoding.EncodeToString(device)}, nil
	}
	if slices.ContainsFunc(addresses, func(a string) bool { return Network(a) == network }) {
		name += " " + addressKey + network
	}
	return []string{name, addressKey + network}, nil
}

// codeKeys says under what a wrong sign-in code is counted. A code names nobody, so
// guesses from many addresses are held back together. A device that somebody was signed
// in on is counted by itself: strangers must not keep the floor's own phones out.
func (s *SignInCommands) codeKeys(ctx context.Context, address, earlier string) ([]string, error) {
	device := HashToken(earlier)
	known, err := s.sessions.KnownDevice(ctx, device, s.now().Add(-familiarFor))
	if err != nil {
		return nil, err
	}
	if known {
		return []string{codeKey + "device " + base64.RawURLEncoding.EncodeToString(device)}, nil
	}
	return []string{codeKey + Network(address), everyCode}, nil
}

// checkDelay refuses while a wait runs for any of the keys.
func (s *SignInCommands) checkDelay(ctx context.Context, keys []string) error {
	delays, err := s.sessions.DelayOf(ctx, keys)
	if err != nil {
		return err
	}
	for _, d := range delays {
		if wait := d.BlockedUntil.Sub(s.now()); wait > 0 {
			return fault.New(fault.TooMany, "Too many attempts. Try again in %d seconds.", int(wait.Seconds())+1)
		}
	}
	return nil
}

// noteFailure makes the next attempt wait: 1, 2, 4 … seconds from the first failure
// that is not free.
func (s *SignInCommands) noteFailure(ctx context.Context, keys []string) error {
	now := s.now()
	for _, key := range keys {
		failures, err := s.sessions.CountFailure(ctx, key, now, now.Add(-forgetting))
		if err != nil {
			return err
		}
		free, longest := patience(key)
		over := failures - free
		if over <= 0 {
			continue
		}
		if err := s.sessions.BlockUntil(ctx, key, now.Add(min(time.Second<<min(over-1, 10), longest))); err != nil {
			return err
		}
	}
	return nil
}

// patience is how many failures of a key are free, and the longest wait after them.
// A hall shares one address. Of the 64 million codes all guessers together try a
// hundred, then one every half minute: in a day that finds one of ten codes that are
// open all the time once in two thousand days.
func patience(key string) (free int, longest time.Duration) {
	switch {
	case key == everyCode:
		return 99, 30 * time.Second
	case strings.HasPrefix(key, addressKey), strings.HasPrefix(key, codeKey):
		return 19, 5 * time.Minute
	}
	return 3, 5 * time.Minute
}

// forgetting is how long after the last failure the next one counts as the first.
const forgetting = time.Hour

// addressKey and codeKey begin the keys of an address among the delays; everyCode is
// that of all wrong codes together.
const (
	addressKey = "address "
	codeKey    = "code "
	everyCode  = "codes"
)

// attempt lets few sign-ins go at once, so that hundreds of guesses sent at the
// same moment do not all pass before the first of them has failed.
func (s *SignInCommands) attempt(ctx context.Context) (leave func(), err error) {
	select {
	case s.attempts <- struct{}{}:
		return func() { <-s.attempts }, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to sign in: %w", ctx.Err())
	}
}

// Network is what counts as one place when requests are counted: an IPv4 address,
// or the /64 network of an IPv6 address, of which one household has a whole one.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	network, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return network.String()
}
