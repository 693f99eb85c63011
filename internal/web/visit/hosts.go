package visit

import (
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/tandemchess/tandem/internal/web/address"
)

// Hosts are the names under which readers reach this server where no address is
// configured (TANDEM_URL). A page names its own address, so each host has pages of its
// own in memory, and anybody may send any Host header: the first few hosts are known, and
// the addresses that the machine itself has. Readers of all others share pages that name
// no host: their addresses lead to wherever they were read.
type Hosts struct {
	mu    sync.RWMutex
	known map[string]bool
}

// mostHosts is enough for a domain, a name in the hall's network, an address or two and
// the machine itself.
const mostHosts = 8

// admit gives the host of a request pages of its own where there is room, and reports
// whether it has them.
func (h *Hosts) admit(r *http.Request) bool {
	h.mu.RLock()
	known := h.known[r.Host]
	h.mu.RUnlock()
	if known {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.Host == "" || len(h.known) >= mostHosts && !ownAddress(r) {
		return false
	}
	if h.known == nil {
		h.known = map[string]bool{}
	}
	h.known[r.Host] = true
	return true
}

// ownAddress reports whether a request names the machine by the very address that it
// arrived at. No stranger chooses that.
func ownAddress(r *http.Request) bool {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && (r.Host == at.String() || r.Host == strings.TrimSuffix(at.String(), ":80"))
}

// owns reports whether a page's address is of this site, under the host that the request
// names or the one that is configured: a proxy may name another.
func (s *Site) owns(r *http.Request, page *url.URL) bool {
	_, configured, _ := strings.Cut(s.URL, "://")
	return page.Host != "" && (page.Host == r.Host || page.Host == configured)
}

// Before is the page of this site that a request comes from, empty where none is known.
func (s *Site) Before(r *http.Request) string {
	if from, err := url.Parse(r.Referer()); err == nil && from.Path != "" && s.owns(r, from) {
		return LocalAddress(from.RequestURI())
	}
	return ""
}

// KeptFor is the host whose pages in memory answer a request, empty for those that
// all hosts share.
func (s *Site) KeptFor(r *http.Request) string {
	if s.URL == "" && !strings.HasPrefix(r.URL.Path, address.API) && s.hosts.admit(r) {
		return r.Host
	}
	return ""
}

// Site is scheme and host for pages that are kept in memory, empty where readers of
// several hosts share them.
func (v *Visit) Site() string {
	if v.site.URL != "" || v.site.hosts.admit(v.Request()) {
		return v.Absolute("")
	}
	return ""
}
