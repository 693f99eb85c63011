package chief

import (
	"slices"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/demo"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/chief"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *Handlers) exerciseRoutes() []visit.Route {
	return []visit.Route{visit.Get(address.Desk+"/exercises", access.SeeDesk, h.exercises)}
}

// exercises are what the demonstration leaves to do: first those of the roles that this person
// has, then those of the others.
func (h *Handlers) exercises(v *visit.Visit) error {
	if v.Event.Slug != demo.Slug {
		return visit.Refused(fault.NotFound, text.Message("Only the demonstration has exercises: the command “tandem demo” serves it."))
	}
	all, err := demo.Exercises(v.Request().Context(), h.Reader, h.Dispute.Reader(), v.Event.EventID)
	if err != nil {
		return err
	}
	var p pages.ExercisePage
	for _, e := range all {
		shown := pages.Exercise{Role: wording.Role(v.Words, e.Role), Task: v.Words.Say(e.Task, e.Parts...), Hint: v.Words.Say(e.Hint), To: e.To, Done: e.Done}
		own := slices.ContainsFunc(v.Who.Actor.Grants, func(g access.Grant) bool { return g.EventID == v.Event.EventID && g.Role == e.Role })
		if own {
			p.Own = append(p.Own, shown)
		} else {
			p.Others = append(p.Others, shown)
		}
	}
	return v.Page(pages.Exercises(v.Frame(layout.Desk, v.Words.Say("Exercises"), v.Event.Version), p))
}
