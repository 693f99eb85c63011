package dispute

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	pages "github.com/tandemchess/tandem/templates/dispute"
	"github.com/tandemchess/tandem/templates/layout"
)

// conductHandlers are measures against coaches, parents and spectators. Nothing of them is public.
type conductHandlers struct{ *Handlers }

func (h *conductHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Desk+"/conduct", access.SeeDesk, h.show),
		visit.Post(address.Desk+"/conduct", access.MakeRuling, h.give),
		visit.Post(address.Desk+"/conduct/end", access.MakeRuling, h.end),
	}
}

func (h *conductHandlers) show(v *visit.Visit) error { return h.page(v, pages.ConductPage{}, nil) }

// page shows every desk who must not come in, and to those who may read penalties the whole list.
func (h *conductHandlers) page(v *visit.Visit, page pages.ConductPage, refused error) error {
	ctx := v.Request().Context()
	all, err := h.Dispute.Reader().Conducts(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	entries, err := h.Reader.Entries(ctx, v.Event.EventID)
	if err != nil {
		return err
	}
	sections, err := v.Sections()
	if err != nil {
		return err
	}
	teams, bySection := map[int64]string{}, map[int64]tournament.Section{}
	page.Teams = []layout.Choice{{Value: "", Label: v.Words.Say("none")}}
	for _, s := range sections {
		bySection[s.SectionID] = s
		if v.CanIn(access.MakeRuling, s.SectionID) {
			page.Sections = append(page.Sections, layout.Choice{Value: strconv.FormatInt(s.SectionID, 10), Label: s.Name})
			for _, offence := range dispute.ConductOffences(s) {
				page.AddOffence(strings.ReplaceAll(offence, "-", " "))
			}
		}
	}
	for _, t := range entries.Teams {
		teams[t.TeamID] = t.Name
		page.Teams = append(page.Teams, layout.Choice{Value: strconv.FormatInt(t.TeamID, 10), Label: t.Name})
	}
	page.May, page.Sees, page.To = len(page.Sections) > 0, v.Can(access.SeePenalties), "/e/"+v.Event.Slug+"/desk/conduct"
	page.Problem, page.Errors = visit.SaidIn(v.Words, refused), visit.FieldsIn(v.Words, refused)
	for _, c := range dispute.MustNotComeIn(all) {
		page.Out = append(page.Out, conductLine(v, c, teams, bySection[c.SectionID]))
	}
	for _, c := range all {
		if page.Sees {
			page.Lines = append(page.Lines, conductLine(v, c, teams, bySection[c.SectionID]))
		}
	}
	shown := pages.ConductList(v.Frame(layout.Desk, v.Words.Say("Conduct"), v.Event.Version), page)
	if refused != nil {
		return v.Again(refused, shown)
	}
	return v.Page(shown)
}

var measureWords = map[dispute.Measure]text.Message{
	dispute.Warned: text.Message("warning"), dispute.Moved: text.Message("moved away from the tables"), dispute.SentOut: text.Message("sent out of the hall"),
}

func conductLine(v *visit.Visit, c dispute.Conduct, teams map[int64]string, section tournament.Section) pages.ConductLine {
	line := pages.ConductLine{
		ID: c.ConductID, Person: c.Person, Role: wording.HallRole(v.Words, c.Role), Club: c.Club, Section: section.Name,
		Measure: v.Words.Say("%s for %s, step %d", v.Words.Say(measureWords[c.Measure]), wording.OffenceName(v.Words, c.Offence), c.Step), Reason: c.Reason, By: fmt.Sprintf("%s, %s", c.GivenName, v.Clock(c.GivenAt)),
	}
	if c.TeamID != nil {
		line.Team = teams[*c.TeamID]
	}
	if c.EndedAt != nil {
		line.Ended = fmt.Sprintf("%s, %s: %s", c.EndedName, v.Clock(*c.EndedAt), c.EndedReason)
		return line
	}
	line.MayEnd = v.CanIn(access.MakeRuling, c.SectionID)
	line.Next = nextWords(v.Words, section, dispute.Penalty{Offence: c.Offence, Step: c.Step})
	return line
}

func (h *conductHandlers) give(v *visit.Visit) error {
	in := dispute.GiveConduct{
		SectionID: v.FormID("section"), Person: v.FormText("person"), Role: v.FormValue("role"), TeamID: v.FormID("team"), Club: v.FormText("school"),
		Offence: strings.ReplaceAll(v.FormText("penalty_offence"), " ", "-"), Measure: dispute.Measure(v.FormValue("measure")),
	}
	var err error = fault.Field("section", "Choose the section whose ladder it is.")
	if in.SectionID != 0 && v.CanIn(access.MakeRuling, in.SectionID) {
		err = h.Dispute.GiveConduct(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	return visit.Answer(v, err, func() error {
		return h.page(v, pages.ConductPage{
			Person: v.FormText("person"), Role: in.Role, Team: v.FormText("team"), Club: in.Club, Offence: v.FormText("penalty_offence"), Measure: string(in.Measure),
			Reason: v.FormText("reason"), Section: v.FormText("section"),
		}, err)
	}, "/e/"+v.Event.Slug+"/desk/conduct", v.Words.Say("It stands in the register."))
}

func (h *conductHandlers) end(v *visit.Visit) error {
	err := h.mayEnd(v, v.FormID("conduct"))
	if err == nil {
		err = h.Dispute.EndConduct(v.Request().Context(), v.Event.EventID, v.Command(), v.FormID("conduct"))
	}
	return visit.Answer(v, err, func() error {
		return h.page(v, pages.ConductPage{Ending: v.FormID("conduct"), EndReason: v.FormText("reason")}, err)
	}, "/e/"+v.Event.Slug+"/desk/conduct", v.Words.Say("It counts no more. The register keeps it."))
}

// mayEnd refuses people who do not sign in the section on whose ladder the measure stands. One
// that is not there is the command's to name.
func (h *conductHandlers) mayEnd(v *visit.Visit, conductID int64) error {
	all, err := h.Dispute.Reader().Conducts(v.Request().Context(), v.Event.EventID)
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.ConductID == conductID && !v.CanIn(access.MakeRuling, c.SectionID) {
			return fault.New(fault.Forbidden, "Whoever signs in that section ends the measure.")
		}
	}
	return nil
}
