package desktop

import (
	"net"
	"slices"
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestHallAddresses(t *testing.T) {
	t.Parallel()
	ips := func(list ...string) (found []net.IP) {
		for _, ip := range list {
			found = append(found, net.ParseIP(ip))
		}
		return found
	}
	for _, c := range []struct {
		name    string
		own     []net.IP
		outward net.IP
		want    []string
	}{
		{"no network", ips("127.0.0.1", "::1", "fe80::1", "169.254.3.4"), nil, nil},
		{"one", ips("127.0.0.1", "192.168.1.7"), net.ParseIP("192.168.1.7"), []string{"http://192.168.1.7:8080"}},
		{"the way out first", ips("172.17.0.1", "10.0.0.5", "192.168.1.7"), net.ParseIP("192.168.1.7"), []string{"http://192.168.1.7:8080", "http://10.0.0.5:8080", "http://172.17.0.1:8080"}},
		{"a hall without a way out", ips("172.17.0.1", "192.168.8.2"), nil, []string{"http://192.168.8.2:8080", "http://172.17.0.1:8080"}},
	} {
		got := hallAddresses("8080", c.own, c.outward)
		expect.True(t, slices.Equal(got, c.want), "%s: %v, want %v", c.name, got, c.want)
	}
	if got := HallAddresses("http://127.0.0.1:8080"); got != nil {
		t.Errorf("pages for this computer alone are shown to the hall at %v", got)
	}
	for _, own := range []string{"http://192.168.1.7:8080", "https://tandem.example.org"} {
		got := HallAddresses(own)
		expect.True(t, slices.Equal(got, []string{own}), "pages at %s alone are shown at %v", own, got)
	}
}
