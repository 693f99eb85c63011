package public

import (
	"errors"
	"io/fs"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/guide"
	"github.com/tandemchess/tandem/internal/help"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// guides are the same for every server: what the program was built with.
var guides = guide.NewLibrary(tournament.NameKey)

func (h *guideHandlers) guideRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Guides, access.ReadPublic, h.guideList),
		visit.Get(address.GuideOfPages, access.ReadPublic, h.guideOfPages),
		visit.Get(address.Guides+"/:guide", access.ReadPublic, h.guidePage),
		visit.Get(address.Guides+"/img/:picture", access.ReadPublic, h.guidePicture),
	}
}

// guideList offers the guides, or what a search finds in them.
func (h *guideHandlers) guideList(v *visit.Visit) error {
	query := shorten(strings.Join(strings.Fields(v.QueryParam("q")), " "))
	return v.Public("guides?"+query, func() (templ.Component, int64, error) {
		all, err := guides.Guides(v.Words.Code())
		if err != nil {
			return nil, 0, err
		}
		p := pages.GuidesPage{Guides: all, Query: query}
		if p.Hits, err = guides.Search(v.Words.Code(), query, helpsOf(v)); err != nil {
			return nil, 0, err
		}
		return pages.Guides(v.Frame(layout.Public, v.Words.Say("Guides"), 0), p), 0, nil
	})
}

// helpsOf are the helps of the desk's pages as a guide that can be searched.
func helpsOf(v *visit.Visit) guide.Guide {
	g := guide.Guide{Name: "pages", Title: v.Words.Say("The pages of the desk")}
	for _, p := range help.All() {
		h := visit.HelpIn(v.Words, p, true)
		texts := h.Lines
		for _, keys := range h.Keys {
			for _, k := range keys.List {
				texts = append(texts, strings.Join(k.Press, " ")+" "+k.Does)
			}
		}
		g.Chapters = append(g.Chapters, guides.Chapter(guide.Heading{ID: h.ID, Title: h.Title}, v.Words.Code(), texts))
	}
	return g
}

// guideOfPages explains every page of the desk, with its keys.
func (h *guideHandlers) guideOfPages(v *visit.Visit) error {
	return v.Public("guide-of-pages", func() (templ.Component, int64, error) {
		var all []layout.Help
		for _, p := range help.All() {
			all = append(all, visit.HelpIn(v.Words, p, true))
		}
		return pages.GuideOfPages(v.Frame(layout.Public, v.Words.Say("The pages of the desk"), 0), all), 0, nil
	})
}

// guidePage is one guide as a whole.
func (h *guideHandlers) guidePage(v *visit.Visit) error {
	name := v.Param("guide")
	all, err := guides.Guides(v.Words.Code())
	if err != nil {
		return err
	}
	for _, g := range all {
		if g.Name != name {
			continue
		}
		return v.Public("guide "+name, func() (templ.Component, int64, error) {
			return pages.Guide(v.Frame(layout.Public, g.Title, 0), g), 0, nil
		})
	}
	return visit.Refused(fault.NotFound, text.Message("There is no guide at this address. All guides are listed under /guide."))
}

// pictureAge is how long a device keeps a picture of a guide, which another program
// replaces.
const pictureAge = "public, max-age=86400"

func (h *guideHandlers) guidePicture(v *visit.Visit) error {
	raw, err := guide.Picture(v.Param("picture"))
	if errors.Is(err, fs.ErrNotExist) {
		return visit.Refused(fault.NotFound, text.Message("There is no such picture."))
	}
	if err != nil {
		return err
	}
	v.Response().Header().Set("Cache-Control", pictureAge)
	return v.Blob(http.StatusOK, "image/png", raw)
}
