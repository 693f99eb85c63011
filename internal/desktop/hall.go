package desktop

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// HallAddresses are those at which phones reach the pages of this computer, the most
// likely first: that of the network through which the computer reaches others. There are
// none when the pages are for this computer alone, or it is in no network. A site with a
// name or address of its own has that one.
func HallAddresses(local string) []string {
	u, err := url.Parse(local)
	if err != nil {
		return nil
	}
	ip := net.ParseIP(u.Hostname())
	switch {
	case u.Hostname() == "localhost": // it hears every address
		return hallAddresses(u.Port(), ownAddresses(), outward())
	case ip != nil && ip.IsLoopback():
		return nil
	}
	return []string{local}
}

// hallAddresses puts the outward address first, then those of networks people build.
func hallAddresses(port string, own []net.IP, outward net.IP) []string {
	own = slices.DeleteFunc(slices.Clone(own), func(ip net.IP) bool {
		return ip.To4() == nil || ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.IsUnspecified()
	})
	rank := func(ip net.IP) int {
		switch {
		case ip.Equal(outward):
			return 0
		case ip.IsPrivate() && !strings.HasPrefix(ip.String(), "172."): // containers and virtual machines like those
			return 1
		}
		return 2
	}
	slices.SortStableFunc(own, func(a, b net.IP) int { return rank(a) - rank(b) })
	var addresses []string
	for _, ip := range own {
		host := ip.String()
		if port != "" {
			host = net.JoinHostPort(host, port)
		}
		addresses = append(addresses, "http://"+host)
	}
	return addresses
}

func ownAddresses() []net.IP {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil
	}
	var own []net.IP
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 {
			continue
		}
		addresses, err := i.Addrs()
		if err != nil {
			continue
		}
		for _, a := range addresses {
			if network, ok := a.(*net.IPNet); ok {
				own = append(own, network.IP)
			}
		}
	}
	return own
}

// outward is the address of this computer on the way to others. Nothing is sent: UDP only
// chooses its way.
func outward() net.IP {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // an address for documents, RFC 5737
	if err != nil {
		return nil
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).IP
}
