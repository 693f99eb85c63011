package desk

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	desk "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) deskPrizeRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/prizes", access.SeeDesk, visit.WithBook(h.prizes)),
		visit.Get(address.DeskSection+"/prizes/edit", access.EditSetup, visit.WithBook(h.prizeForm)),
		visit.Post(address.DeskSection+"/prizes/edit", access.EditSetup, visit.WithBook(h.savePrizes)),
	}
}

// prizes shows the desk who would win what now.
func (h *Handlers) prizes(v *visit.Visit, b *publicpages.SectionView) error {
	page := desk.Prizes{Section: b.Section.Name, Set: len(b.Prizes.Prizes) > 0, Public: b.Prizes.Public, CanEdit: v.Can(access.EditSetup), CanPrint: v.Can(access.Print)}
	var err error
	if page.List, err = b.PrizeList(v.Words); err != nil {
		return err
	}
	if page.Waiting, err = visit.PrizesWait(v, page.List); err != nil {
		return err
	}
	page.Print = fmt.Sprintf("/e/%s/desk/print/%s/round/%d?paper=prizes", v.Event.Slug, v.Section.Slug, max(page.List.Round, 1))
	page.CanPrint = page.CanPrint && page.List.Round > 0
	page.List.Shown = b.PrizesArePublic(page.List)
	return v.Page(desk.PrizesPage(v.Frame(layout.Desk, v.Words.Say("Prizes"), b.Event.Version), page))
}
