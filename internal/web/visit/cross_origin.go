package visit

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/web/address"
)

// What needs no token may be read by the scripts of any site (WHATWG Fetch, CORS):
// the programming interface, its description, the CSV of the standings and the public
// stream, refusals and redirections too. Nothing else is: no cookie and no token of a
// browser counts for them, and only reading is offered.
func openToSites(path string) bool {
	if strings.HasPrefix(path, address.API+"/") || path == address.Description {
		return true
	}
	rest, event := strings.CutPrefix(path, "/e/")
	parts := strings.Split(rest, "/")
	switch {
	case !event:
		return false
	case len(parts) == 2:
		return parts[1] == "stream"
	}
	return len(parts) == 3 && parts[1] != "desk" && parts[2] == "standings.csv"
}

// CrossOrigin lets every site read an answer, with the headers that say how to ask again.
var CrossOrigin = []live.Field{
	{Name: "Access-Control-Allow-Origin", Value: []string{"*"}},
	{Name: "Access-Control-Expose-Headers", Value: []string{"ETag, Retry-After, " + RateLimitHeader + ", Location, Content-Language, Content-Disposition, " + RequestIDHeader}},
}

// LetSitesRead marks every answer that other sites may read, and tells a browser that
// asks before it reads with headers of its own (the preflight) which of them it may send.
func LetSitesRead(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !openToSites(c.Request().URL.Path) {
			return next(c)
		}
		h := c.Response().Header()
		for _, f := range CrossOrigin {
			h[f.Name] = f.Value
		}
		if r := c.Request(); r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
			return next(c)
		}
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "If-None-Match, Last-Event-ID, Accept-Language, Cache-Control")
		h.Set("Access-Control-Max-Age", "86400")
		return c.NoContent(http.StatusNoContent)
	}
}
