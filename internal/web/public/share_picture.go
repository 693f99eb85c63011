package public

import (
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/preview"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// The pictures beside shared links. They say what the page says, names shortened as
// there.
func (h *sharingHandlers) pictureRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Event+"/preview.png", access.ReadPublic, h.eventPicture),
		visit.Get(address.Event+"/team/:team/preview.png", access.ReadPublic, h.teamPicture),
		visit.Get(address.Section+"/preview.png", access.ReadPublic, h.standingsPicture),
	}
}

// picture serves a picture from memory, drawn once for each version and language.
func picture(v *visit.Visit, about func() (preview.Picture, int64, error)) error {
	visit.DeclareLanguage(v)
	return v.Kept(v.Words.Code()+" "+v.Request().URL.Path, "image/png", func() ([]byte, int64, error) {
		p, version, err := about()
		if err != nil {
			return nil, 0, err
		}
		body, err := preview.PNG(p)
		return body, version, err
	})
}

func (h *sharingHandlers) eventPicture(v *visit.Visit) error {
	return picture(v, func() (preview.Picture, int64, error) {
		p := preview.Picture{Head: "Tandem", Title: v.Event.Name, Lines: []string{v.WhenAndWhere()}}
		for _, b := range visit.SectionViews(v) {
			p.Lines = append(p.Lines, b.Section.Name+": "+entered(b, v.Words))
		}
		p.Lines = p.Lines[:min(len(p.Lines), preview.MostRows)]
		return p, v.Event.Version, nil
	})
}

// entered says how many there are in a section.
func entered(s *publicpages.SectionView, w text.Words) string {
	return layout.Entries(w, s.Alone(), publicpages.Entered(s))
}

func (h *sharingHandlers) teamPicture(v *visit.Visit) error {
	b, team, err := teamOf(v)
	if err != nil {
		return err
	}
	return picture(v, func() (preview.Picture, int64, error) {
		a, err := answer(v, b, team)
		return teamPreview(v, a), b.Event.Version, err
	})
}

// teamPreview is a team's card as a picture.
func teamPreview(v *visit.Visit, a pages.Answer) preview.Picture {
	p := preview.Picture{Head: v.Event.Name + " · " + a.SectionName, Title: a.TeamName}
	if a.Table == 0 {
		p.Lines = teamLines(v, a)
		return p
	}
	p.NumberWord, p.Number = v.Words.Say("Table"), strconv.Itoa(a.Table)
	p.Lines = []string{v.Words.Say("Round %d", a.Round) + ", " + v.Words.Say("vs %s", a.Opponent)}
	for _, s := range a.Seats {
		p.Lines = append(p.Lines, seatLine(v, s))
	}
	switch {
	case a.Result != "":
		p.Lines = append(p.Lines, a.Result)
	case a.StartsAt != nil:
		p.Lines = append(p.Lines, v.Words.Say("Starts %s", v.Words.Clock(a.StartsAt.In(v.Event.Zone()))))
	}
	return p
}

func (h *sharingHandlers) standingsPicture(v *visit.Visit) error {
	return picture(v, func() (preview.Picture, int64, error) {
		b := v.Book()
		p := preview.Picture{Head: v.Event.Name + " · " + b.Section.Name, Title: b.Section.Name}
		table, err := b.After(0)
		if err != nil {
			return p, 0, err
		}
		if table.Round == 0 {
			p.Lines = []string{publicpages.RoundSentence(v.Words, b, v.Event), entered(b, v.Words)}
			return p, b.Event.Version, nil
		}
		p.Title = publicpages.StandingsTitle(v.Words, b, table)
		ranked := publicpages.Ranked(table)
		if len(table.GroupStage()) > 0 {
			ranked = slices.DeleteFunc(ranked, func(row publicpages.RankedRow) bool { return row.Row.Place > 1 })
		}
		for _, row := range ranked[:min(len(ranked), preview.MostRows)] {
			p.Rows = append(p.Rows, preview.Row{Place: row.Place(), Name: b.Team(row.Row.TeamID).Name, Points: layout.Half(row.Row.Points)})
		}
		return p, b.Event.Version, nil
	})
}
