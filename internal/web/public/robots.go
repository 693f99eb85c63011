package public

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// What search engines and browsers ask of every site.
func (h *Handlers) robotRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/robots.txt", access.ReadPublic, h.robots),
		visit.Get("/sitemap.xml", access.ReadPublic, h.siteMap),
		visit.Get("/favicon.ico", access.ReadPublic, h.favicon),
		visit.Get("/.well-known/change-password", access.ReadPublic, changePassword),
	}
}

// notForRobots are the addresses that no search result should lead to. Everything of the
// desk needs a session anyway; nobody's index needs to try.
var notForRobots = []string{"/desk", "/account", "/sign-in", "/join/", "/server/", "/api/", "/l/", "/e/*/desk", "/e/*/hall/", "/e/*/find?q=", "/e/*/stream", "/e/*/poster"}

func (h *Handlers) robots(v *visit.Visit) error {
	lines := []string{"User-agent: *"}
	for _, path := range notForRobots {
		lines = append(lines, "Disallow: "+path)
	}
	lines = append(lines, "", "Sitemap: "+v.Absolute("/sitemap.xml"), "")
	return v.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(strings.Join(lines, "\n")))
}

// mostListed is how many addresses one site map may hold (sitemaps.org). The pages of an
// event are a few links from its first page, which is what the map lists.
const mostListed = 50_000

type siteAddress struct {
	Location string `xml:"loc"`
}

func (h *Handlers) siteMap(v *visit.Visit) error {
	events, err := h.Public.PublicEvents(v.Request().Context())
	if err != nil {
		return err
	}
	all := []siteAddress{{v.Absolute("/")}, {v.Absolute("/rules")}, {v.Absolute("/guide")}}
	for _, e := range events {
		if e.State == tournament.EventSetup || len(all) >= mostListed {
			continue
		}
		all = append(all, siteAddress{v.Absolute("/e/" + e.Slug)})
	}
	body, err := xml.Marshal(struct {
		XMLName   xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		Addresses []siteAddress `xml:"url"`
	}{Addresses: all})
	if err != nil {
		return fmt.Errorf("write the site map: %w", err)
	}
	return v.Blob(http.StatusOK, "application/xml; charset=utf-8", append([]byte(xml.Header), body...))
}

// favicon leads those who ask for the icon where every site once had it.
func (h *Handlers) favicon(v *visit.Visit) error {
	return v.Redirect(http.StatusFound, h.Asset("mark.png"))
}

// changePassword leads programs that keep passwords to where one is changed (W3C, A Well-Known
// URL for Changing Passwords).
func changePassword(v *visit.Visit) error {
	return v.Redirect(http.StatusFound, "/account")
}
