package visit

import (
	"strings"
)

// Absolute is an address of this server as a person types it: on paper and in
// links that are handed on it must not be the one a proxy or a stranger chose.
func (v *Visit) Absolute(path string) string {
	if v.site.URL != "" {
		return v.site.URL + path
	}
	scheme := "http://"
	if v.site.Secure || v.Request().TLS != nil {
		scheme = "https://"
	}
	return scheme + v.Request().Host + path
}

// ShortLink is an address as people type it.
func ShortLink(link string) string {
	_, rest, ok := strings.Cut(link, "://")
	if !ok {
		return link
	}
	return rest
}
