package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/live"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// Pages for other sites to show inside theirs. They take ?rows= (the first so many),
// ?theme= (light or dark; that of the reader's device otherwise) and ?lang=, tell the
// page around them how high they are (embedded.js there, embed.js here), and keep
// themselves up to date.
var embedRoutes = []route{
	{get, sectionPath + "/standings/embed", access.ReadPublic, (*Server).embeddedStandings},
	{get, sectionPath + "/pairings/embed", access.ReadPublic, (*Server).embeddedPairings},
	{get, sectionPath + "/bracket/embed", access.ReadPublic, (*Server).embeddedBracket},
	{get, eventPath + "/team/:team/embed", access.ReadPublic, (*Server).embeddedTeam},
	{get, "/embed.js", access.ReadPublic, (*Server).embedScript},
}

// embeddable is the policy of the pages that other sites may show inside theirs:
// they have nothing to click but links out of the frame.
var embeddable = strings.Replace(contentSecurityPolicy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// isEmbed reports whether a page is made for other sites.
func isEmbed(c echo.Context) bool {
	return strings.HasSuffix(c.Path(), "/embed") && c.Path() != makerPath
}

// openHeaders are what lets other sites in: into the page they may show, and into
// the answers that everybody may read.
func (v *visit) openHeaders() []live.Field {
	switch {
	case v.embeds:
		return []live.Field{{Name: "Content-Security-Policy", Value: []string{embeddable}}}
	case openToSites(v.Request().URL.Path):
		return crossOrigin
	}
	return nil
}

// mostEmbedded is how many rows a page of another site may ask for.
const mostEmbedded = 1000

// embedding is how a site wants a page.
type embedding struct {
	rows  int // 0 for all
	theme string
}

// key tells pages that look different apart.
func (e embedding) key() string { return fmt.Sprintf(" embed %d %s", e.rows, e.theme) }

// first is the part of a list that is wanted.
func first[T any](e embedding, all []T) []T {
	if e.rows > 0 && len(all) > e.rows {
		return all[:e.rows]
	}
	return all
}

// embed reads how the page is wanted and opens it to other sites, its refusals too.
func (v *visit) embed() (embedding, error) {
	v.embeds = true
	v.Response().Header().Set("Content-Security-Policy", embeddable)
	e := embedding{theme: v.QueryParam("theme")}
	if e.theme != "" && e.theme != "light" && e.theme != "dark" {
		return e, fault.Field("theme", "theme has to be light or dark, or nothing for that of the reader's device.")
	}
	if asked := v.QueryParam("rows"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 1 || n > mostEmbedded {
			return e, fault.Field("rows", "rows has to be a whole number from 1 to %d, or nothing for all.", mostEmbedded)
		}
		e.rows = n
	}
	return e, nil
}

// embedFrame is the frame of a page in another site.
func (v *visit) embedFrame(e embedding, title string, b *shelf) layout.Frame {
	frame := v.frame(layout.Embed, title, b.Event.Version)
	frame.Theme = e.theme
	frame.SectionName, frame.SectionSlug = b.Section.Name, b.Section.Slug
	return frame
}

// embeddedStandings is the table for a club's own site.
func (s *Server) embeddedStandings(v *visit) error {
	e, err := v.embed()
	if err != nil {
		return err
	}
	return v.public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		b := v.book()
		table, err := b.after(0)
		if err != nil {
			return nil, 0, err
		}
		page := b.standingsPage(v.words, table)
		page.Rows = first(e, page.Rows)
		frame := v.embedFrame(e, v.words.Say("Standings"), b)
		return pages.EmbeddedStandings(frame, page, "/e/"+v.event.Slug+"/"+v.section.Slug+"/standings"), b.Event.Version, nil
	})
}

// embeddedPairings are the tables of the last published round.
func (s *Server) embeddedPairings(v *visit) error {
	e, err := v.embed()
	if err != nil {
		return err
	}
	return v.public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		b := v.book()
		frame := v.embedFrame(e, v.words.Say("Pairings"), b)
		var page pages.PairingsPage
		if r := b.Current(); r != nil {
			var err error
			if page, err = v.pairingsPage(b, r, true); err != nil {
				return nil, 0, err
			}
		}
		page.Rows = first(e, page.Rows)
		return pages.EmbeddedPairings(frame, page, "/e/"+v.event.Slug+"/"+v.section.Slug+"/pairings"), b.Event.Version, nil
	})
}

// embeddedBracket is the knockout as it stands; rows are those rounds that come last.
func (s *Server) embeddedBracket(v *visit) error {
	e, err := v.embed()
	if err != nil {
		return err
	}
	return v.public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		b := v.book()
		round := 0
		if r := b.Current(); r != nil {
			round = r.RoundNo
		}
		parts := b.bracketParts(v.words, round)
		for i := range parts {
			if n := len(parts[i].Rounds); e.rows > 0 && n > e.rows {
				parts[i].Rounds = parts[i].Rounds[n-e.rows:]
			}
		}
		frame := v.embedFrame(e, v.words.Say("Knockout"), b)
		return pages.EmbeddedBracket(frame, parts, "/e/"+v.event.Slug+"/"+v.section.Slug+"/standings"), b.Event.Version, nil
	})
}

// embeddedTeam is where a team plays next and what it has done, for its school or club.
func (s *Server) embeddedTeam(v *visit) error {
	e, err := v.embed()
	if err != nil {
		return err
	}
	b, team, err := v.teamOf()
	if err != nil {
		return err
	}
	return v.public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		page, err := v.aboutTeam(b, team)
		if err != nil {
			return nil, 0, err
		}
		page.Rounds = first(e, page.Rounds)
		frame := v.embedFrame(e, team.Name, b)
		return pages.EmbeddedTeam(frame, page, "/e/"+v.event.Slug+"/team/"+team.Slug), b.Event.Version, nil
	})
}

// embedScript leads to what gives the frames on another site their height. Its own
// address never changes, as it stands in pages that nobody of Tandem can change.
func (s *Server) embedScript(v *visit) error {
	v.Response().Header().Set("Cache-Control", "max-age=3600")
	return v.Redirect(http.StatusFound, s.Asset("embed.js"))
}

// embedKinds are the pages that there are for other sites.
var embedKinds = []string{"standings", "pairings", "bracket", "team"}

func knownEmbed(kind string) string {
	if slices.Contains(embedKinds, kind) {
		return kind
	}
	return embedKinds[0]
}

var embedNames = map[string]text.Message{
	"standings": text.Message("Standings"), "pairings": text.Message("Pairings"), "bracket": text.Message("Knockout"), "team": text.Message("My team"),
}
