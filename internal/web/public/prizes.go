package public

import (
	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *Handlers) prizeRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Section+"/prizes", access.ReadPublic, h.publicPrizes),
		visit.Get(address.Section+"/prospects", access.ReadPublic, h.prospects),
	}
}

// publicPrizes is the list for everybody, once the section is complete and the
// organizer lets it be read.
func (h *Handlers) publicPrizes(v *visit.Visit) error {
	return v.Public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.Book()
		frame := v.Frame(layout.Public, v.Words.Say("Prizes"), b.Event.Version)
		frame.Tab = "standings"
		list, err := b.PrizeList(v.Words)
		if err != nil {
			return nil, 0, err
		}
		list.Shown = b.PrizesArePublic(list)
		return pages.Prizes(frame, list), b.Event.Version, nil
	})
}
