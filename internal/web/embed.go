package web

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

var embedRoutes = []route{
	{get, sectionPath + "/standings/embed", access.ReadPublic, (*Server).embeddedStandings},
}

// embeddable is the policy of the one page that other sites may show inside theirs:
// it has nothing to click but a link out of the frame.
var embeddable = strings.Replace(contentSecurityPolicy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// openHeaders are what lets other sites in: into the page they may show, and into
// the answers that everybody may read.
func (v *visit) openHeaders() []live.Field {
	switch {
	case v.embeds:
		return []live.Field{{Name: "Content-Security-Policy", Value: []string{embeddable}}}
	case isAPI(v):
		return []live.Field{{Name: "Access-Control-Allow-Origin", Value: []string{"*"}}}
	}
	return nil
}

// embeddedStandings is the table for a club's own site; it keeps itself up to date.
func (s *Server) embeddedStandings(v *visit) error {
	v.embeds = true
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.book()
		table, err := b.after(0)
		if err != nil {
			return nil, 0, err
		}
		frame := v.frame(layout.Embed, v.words.Say("Standings"), b.Event.Version)
		return pages.EmbeddedStandings(frame, b.standingsPage(v.words, table), "/e/"+v.event.Slug+"/"+v.section.Slug+"/standings"), b.Event.Version, nil
	})
}
