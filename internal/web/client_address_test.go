package web_test

import (
	"net"
	"net/http/httptest"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
	"github.com/tandemchess/tandem/internal/web"
)

func TestClientAddress(t *testing.T) {
	_, proxy, err := net.ParseCIDR("10.1.0.0/24")
	expect.OK(t, err)
	for _, c := range []struct {
		name            string
		proxies         []*net.IPNet
		from, forwarded string
		want            string
	}{
		{"no proxy, header made up", nil, "192.0.2.7:1", "203.0.113.9", "192.0.2.7"},
		{"through the proxy", []*net.IPNet{proxy}, "10.1.0.5:1", "203.0.113.9", "203.0.113.9"},
		{"header made up before the proxy", []*net.IPNet{proxy}, "10.1.0.5:1", "198.51.100.1, 203.0.113.9", "203.0.113.9"},
		{"past the proxy", []*net.IPNet{proxy}, "192.0.2.7:1", "203.0.113.9", "192.0.2.7"},
		{"a neighbour is no proxy", []*net.IPNet{proxy}, "10.1.1.5:1", "203.0.113.9", "10.1.1.5"},
		{"nor is this machine", []*net.IPNet{proxy}, "127.0.0.1:1", "203.0.113.9", "127.0.0.1"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.from
		r.Header.Set("X-Forwarded-For", c.forwarded)
		expect.Equal(t, web.ClientAddress(c.proxies)(r), c.want, "%s", c.name)
	}
}
