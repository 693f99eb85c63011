package rounds

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/rounds"
)

// pointsHandlers give teams points that no result brings, and take them back.
type pointsHandlers struct {
	points  *tournament.PointsCommands
	reader  Reader
	dispute *dispute.Service
}

func (h *pointsHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskSection+"/points", access.SeeDesk, h.show),
		visit.Post(address.DeskSection+"/points", access.GivePoints, h.give),
		visit.Post(address.DeskSection+"/points/back", access.GivePoints, h.takeBack),
	}
}

func (h *pointsHandlers) show(v *visit.Visit) error {
	return h.page(v, pages.PointsPage{Team: v.QueryParam("team")}, nil)
}

// page shows all points of the section, once more with what was refused.
func (h *pointsHandlers) page(v *visit.Visit, page pages.PointsPage, refused error) error {
	b, err := v.FreshBook()
	if err != nil {
		return err
	}
	ctx := v.Request().Context()
	given, err := h.reader.PointsGiven(ctx, v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return err
	}
	page.To, page.May, page.Closed = v.DeskPath("/points"), v.Can(access.GivePoints), visit.Saying(v.Words)(string(tournament.NoPoints(b.SectionBook)))
	page.Games, page.Alone = b.Section.Scoring == "pairing", b.Alone()
	page.Problem, page.Errors = visit.SaidIn(v.Words, refused), visit.FieldsIn(v.Words, refused)
	if page.Round == "" && refused == nil {
		page.Round = strconv.Itoa(tournament.LastForPoints(b.SectionBook))
	}
	for _, p := range slices.Backward(given) {
		page.Last = max(page.Last, p.PointsID)
		page.Rows = append(page.Rows, givenRow(v, b, p, page))
	}
	if page.May && page.Closed == "" {
		page.Teams = teamChoices(v, b)
		if page.Rulings, err = h.rulings(v, b); err != nil {
			return err
		}
	}
	shown := pages.Points(v.Frame(layout.Desk, v.Words.Say("Points"), b.Event.Version), page)
	if refused != nil {
		return v.Again(refused, shown)
	}
	return v.Page(shown)
}

func teamChoices(v *visit.Visit, b *publicpages.SectionView) []layout.Choice {
	list := []layout.Choice{{Value: "", Label: v.Words.Say("Choose")}}
	for _, t := range b.Teams {
		list = append(list, layout.Choice{Value: strconv.FormatInt(t.TeamID, 10), Label: t.Name})
	}
	return list
}

// rulings are those of the section that stand, newest first.
func (h *pointsHandlers) rulings(v *visit.Visit, b *publicpages.SectionView) ([]layout.Choice, error) {
	found, err := h.dispute.Reader().List(v.Request().Context(), v.Event.EventID, dispute.Selection{SectionID: b.Section.SectionID})
	if err != nil {
		return nil, err
	}
	list := []layout.Choice{{Value: "", Label: v.Words.Say("none")}}
	for _, r := range found.Rulings {
		if r.State == dispute.Standing {
			list = append(list, layout.Choice{Value: strconv.FormatInt(r.RulingID, 10), Label: v.Words.Say("Ruling %d, %s: %s", r.RulingID, r.MadeByName, cut(r.Sentence))})
		}
	}
	return list, nil
}

// cut shortens a sentence for a list to choose from.
func cut(sentence string) string {
	const most = 70
	if letters := []rune(sentence); len(letters) > most {
		return strings.TrimSpace(string(letters[:most])) + "…"
	}
	return sentence
}

func givenRow(v *visit.Visit, b *publicpages.SectionView, p tournament.GivenPoints, page pages.PointsPage) pages.GivenRow {
	row := pages.GivenRow{
		ID: p.PointsID, Team: b.Team(p.TeamID).Name, Points: tournament.SignedPoints(p.MatchPoints), After: v.Words.Say("from the start"), Reason: p.Reason,
		MayTakeBack: page.May && page.Closed == "" && p.TakenBackAt == nil, RulingGone: p.RulingGone(),
	}
	if p.GamePoints != p.MatchPoints || page.Games {
		row.GamePoints = tournament.SignedPoints(p.GamePoints)
	}
	if p.RoundNo > 0 {
		row.After = v.Words.Say("after round %d", p.RoundNo)
	}
	row.By = byWhom(v, p.GivenName, p.GivenAt)
	if p.RulingID != nil && p.IncidentID != nil {
		row.Ruling, row.RulingTo = v.Words.Say("Ruling %d", *p.RulingID), fmt.Sprintf("/e/%s/desk/incidents/%d/ruling", v.Event.Slug, *p.IncidentID)
	}
	if p.TakenBackAt != nil {
		row.TakenBack = byWhom(v, p.TakenBackName, p.TakenBackAt) + ": " + p.TakenBackReason
	}
	return row
}

func byWhom(v *visit.Visit, name string, at *time.Time) string {
	if at == nil {
		return ""
	}
	return name + ", " + clockOf(v)(*at)
}

// typedPoints reads points of a form; empty ones are nil.
func typedPoints(v *visit.Visit, form *fault.Form, field string) *int {
	typed := v.FormText(field)
	if typed == "" {
		return nil
	}
	half, ok := tournament.ParsePoints(typed)
	if !ok {
		form.Add(field, "Enter whole or half points with their sign, such as -1 or +0.5.")
	}
	return &half
}

// give writes the points of the form.
func (h *pointsHandlers) give(v *visit.Visit) error {
	var form fault.Form
	in := tournament.GivePoints{
		SectionID: v.Section.SectionID, TeamID: v.FormID("team"), Round: v.FormNumber(&form, "round", 0, 99), RulingID: v.FormID("ruling"), Last: v.FormID("last"),
		GamePoints: typedPoints(v, &form, "game_points"),
	}
	if half := typedPoints(v, &form, "match_points"); half != nil {
		in.MatchPoints = *half
	}
	err := form.Err()
	if err == nil {
		_, err = h.points.GivePoints(v.Request().Context(), v.Event.EventID, v.Command(), in)
	}
	return visit.Answer(v, err, func() error {
		return h.page(v, pages.PointsPage{
			Team: v.FormText("team"), Round: v.FormText("round"), MatchPoints: v.FormText("match_points"), GamePoints: v.FormText("game_points"),
			Ruling: v.FormText("ruling"), Reason: v.FormText("reason"),
		}, err)
	}, v.DeskPath("/points"), v.Words.Say("%s points are given. Standings and the next pairings count them.", tournament.SignedPoints(in.MatchPoints)))
}

// takeBack lets points count no more.
func (h *pointsHandlers) takeBack(v *visit.Visit) error {
	id := v.FormID("points")
	_, err := h.points.TakeBackPoints(v.Request().Context(), v.Event.EventID, v.Command(), v.Section.SectionID, id)
	return visit.Answer(v, err, func() error {
		return h.page(v, pages.PointsPage{Back: id, BackReason: v.FormText("reason")}, err)
	}, v.DeskPath("/points"), v.Words.Say("The points count no more. The list keeps them."))
}
