package public

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// Pages for other sites to show inside theirs. They take ?rows= (the first so many),
// ?theme= (light or dark; that of the reader's device otherwise) and ?lang=, tell the
// page around them how high they are (embedded.js there, embed.js here), and keep
// themselves up to date.
func (h *sharingHandlers) embedRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Section+"/standings/embed", access.ReadPublic, h.embeddedStandings),
		visit.Get(address.Section+"/pairings/embed", access.ReadPublic, h.embeddedPairings),
		visit.Get(address.Section+"/bracket/embed", access.ReadPublic, h.embeddedBracket),
		visit.Get(address.Event+"/team/:team/embed", access.ReadPublic, h.embeddedTeam),
		visit.Get("/embed.js", access.ReadPublic, h.embedScript),
	}
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
func embed(v *visit.Visit) (embedding, error) {
	v.Embeds = true
	v.Response().Header().Set("Content-Security-Policy", visit.Embeddable)
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
func embedFrame(v *visit.Visit, e embedding, title string, b *publicpages.SectionView) layout.Frame {
	frame := v.Frame(layout.Embed, title, b.Event.Version)
	frame.Theme = e.theme
	frame.SectionName, frame.SectionSlug = b.Section.Name, b.Section.Slug
	return frame
}

// embeddedStandings is the table for a club's own site.
func (h *sharingHandlers) embeddedStandings(v *visit.Visit) error {
	e, err := embed(v)
	if err != nil {
		return err
	}
	return v.Public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		b := v.Book()
		table, err := b.After(0)
		if err != nil {
			return nil, 0, err
		}
		page := b.StandingsPage(v.Words, table)
		frame := embedFrame(v, e, v.Words.Say("Standings"), b)
		return pages.EmbeddedStandings(frame, page, e.rows, "/e/"+v.Event.Slug+"/"+v.Section.Slug+"/standings"), b.Event.Version, nil
	})
}

// embeddedPairings are the tables of the last published round.
func (h *sharingHandlers) embeddedPairings(v *visit.Visit) error {
	e, err := embed(v)
	if err != nil {
		return err
	}
	return v.Public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		b := v.Book()
		frame := embedFrame(v, e, v.Words.Say("Pairings"), b)
		var page pages.PairingsPage
		if r := b.Current(); r != nil {
			var err error
			if page, err = pairingsPage(v, b, r, true); err != nil {
				return nil, 0, err
			}
		}
		page.Rows = first(e, page.Rows)
		return pages.EmbeddedPairings(frame, page, "/e/"+v.Event.Slug+"/"+v.Section.Slug+"/pairings"), b.Event.Version, nil
	})
}

// embeddedBracket is the knockout as it stands; rows are those rounds that come last.
func (h *sharingHandlers) embeddedBracket(v *visit.Visit) error {
	e, err := embed(v)
	if err != nil {
		return err
	}
	return v.Public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		b := v.Book()
		round := 0
		if r := b.Current(); r != nil {
			round = r.RoundNo
		}
		parts := b.BracketParts(v.Words, round)
		for i := range parts {
			if n := len(parts[i].Rounds); e.rows > 0 && n > e.rows {
				parts[i].Rounds = parts[i].Rounds[n-e.rows:]
			}
		}
		frame := embedFrame(v, e, v.Words.Say("Knockout"), b)
		return pages.EmbeddedBracket(frame, parts, "/e/"+v.Event.Slug+"/"+v.Section.Slug+"/standings"), b.Event.Version, nil
	})
}

// embeddedTeam is where a team plays next and what it has done, for its school or club.
func (h *sharingHandlers) embeddedTeam(v *visit.Visit) error {
	e, err := embed(v)
	if err != nil {
		return err
	}
	b, team, err := teamOf(v)
	if err != nil {
		return err
	}
	return v.Public(v.Request().URL.Path+e.key(), func() (templ.Component, int64, error) {
		page, err := aboutTeam(v, b, team)
		if err != nil {
			return nil, 0, err
		}
		page.Rounds = first(e, page.Rounds)
		frame := embedFrame(v, e, team.Name, b)
		return pages.EmbeddedTeam(frame, page, "/e/"+v.Event.Slug+"/team/"+team.Slug), b.Event.Version, nil
	})
}

// embedScript leads to what gives the frames on another site their height. Its own
// address never changes, as it stands in pages that nobody of Tandem can change.
func (h *sharingHandlers) embedScript(v *visit.Visit) error {
	v.Response().Header().Set("Cache-Control", "max-age=3600")
	return v.Redirect(http.StatusFound, h.Asset("embed.js"))
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
