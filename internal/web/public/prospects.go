package public

import (
	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// prospects says who can still win, where the section lets everybody read it.
func (h *Handlers) prospects(v *visit.Visit) error {
	return v.Public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.Book()
		frame := v.Frame(layout.Public, v.Words.Say("Who can still win"), b.Event.Version)
		frame.Tab = "standings"
		page, err := b.ProspectPage(v.Words)
		if err != nil {
			return nil, 0, err
		}
		return pages.ProspectsPage(frame, page), b.Event.Version, nil
	})
}
