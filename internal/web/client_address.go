package web

import (
	"net"

	"github.com/labstack/echo/v4"
)

// clientAddress finds out where a request came from. Only the given proxies are
// believed about it: anyone else could write any address into the header and so
// escape the delays of failed sign-ins.
func clientAddress(proxies []*net.IPNet) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, p := range proxies {
		trust = append(trust, echo.TrustIPRange(p))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}
