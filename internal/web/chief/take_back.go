package chief

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/takeback"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

// takeBackHandlers undo the last act of who asks.
type takeBackHandlers struct {
	desk takeback.Desk
}

func (h *Handlers) takeBackRoutes() []visit.Route {
	back := &takeBackHandlers{h.Back}
	return []visit.Route{
		visit.Get(address.Desk+"/undo", access.SeeOwnActs, back.show),
		visit.Post(address.Desk+"/undo", access.SeeOwnActs, back.undo),
	}
}

// person is who asks, with what the person may do.
func person(v *visit.Visit) takeback.Person {
	return takeback.Person{Command: v.Command(), By: v.Who.Actor, May: v.CanIn}
}

// show says in a sentence what would be undone, or what stands on it.
func (h *takeBackHandlers) show(v *visit.Visit) error {
	page, err := h.page(v)
	if err != nil {
		return err
	}
	return v.Page(pages.TakeBackPage(v.Frame(layout.Desk, v.Words.Say("Undo"), 0), page))
}

func (h *takeBackHandlers) page(v *visit.Visit) (pages.TakeBack, error) {
	page := pages.TakeBack{To: "/e/" + v.Event.Slug + "/desk/undo", From: cameFrom(v)}
	offer, err := h.desk.Last(v.Request().Context(), v.Event.EventID, person(v))
	if err != nil || offer.Seq == 0 {
		return page, err
	}
	page.Seq = strconv.FormatInt(offer.Seq, 10)
	page.What = fmt.Sprintf("%s, %s, %s", wording.Act(v.Words, offer.Action), wording.ActPlace(v.Words, offer.Place), wording.Age(v.Words, v.Now.Sub(offer.At)))
	if page.Why = visit.FirstSaidIn(v.Words, offer.Refused); offer.Then != "" {
		page.Then = offer.Says.In(func(format string, parts ...any) string { return v.Words.Say(text.Message(format), parts...) })
	}
	if on := offer.On; on != nil {
		page.Why = v.Words.Say("What stands on it: %s, %s, by %s, %s.", wording.Act(v.Words, on.Action), wording.ActPlace(v.Words, on.Place), on.Actor, wording.Age(v.Words, v.Now.Sub(on.At)))
	}
	return page, nil
}

// undo takes the act back that the page showed.
func (h *takeBackHandlers) undo(v *visit.Visit) error {
	offer, err := h.desk.Undo(v.Request().Context(), v.Event.EventID, person(v), v.FormID("seq"))
	return visit.Answer(v, err, func() error {
		page, failed := h.page(v)
		if failed != nil {
			return failed
		}
		page.Problem = visit.FirstSaidIn(v.Words, err)
		return v.Again(err, pages.TakeBackPage(v.Frame(layout.Desk, v.Words.Say("Undo"), 0), page))
	}, cameFrom(v), v.Words.Say("Undone: %s, %s.", wording.Act(v.Words, offer.Action), wording.ActPlace(v.Words, offer.Place)))
}

// cameFrom is the desk page from which the key was struck.
func cameFrom(v *visit.Visit) string {
	desk := "/e/" + v.Event.Slug + "/desk"
	if from := visit.LocalAddress(v.FormValue("from")); strings.HasPrefix(from, desk) && !strings.HasPrefix(from, desk+"/undo") {
		return from
	}
	return desk
}
