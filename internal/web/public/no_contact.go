package public

import (
	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *Handlers) noContactRoutes() []visit.Route {
	return []visit.Route{
		visit.Get("/no-contact", access.ReadPublic, h.noContact),
	}
}

// noContact is the page that a phone shows for an address that it did not keep
// (sw.js): it says so, and leads to what was kept.
func (h *Handlers) noContact(v *visit.Visit) error {
	return v.Public("no-contact", func() (templ.Component, int64, error) {
		return pages.NoContact(v.Frame(layout.Public, v.Words.Say("No contact"), 0)), 0, nil
	})
}
