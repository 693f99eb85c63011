package web

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/preview"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// The pictures beside shared links. They say what the page says, names shortened as
// there.
var pictureRoutes = []route{
	{get, eventPath + "/preview.png", access.ReadPublic, (*Server).eventPicture},
	{get, eventPath + "/team/:team/preview.png", access.ReadPublic, (*Server).teamPicture},
	{get, sectionPath + "/preview.png", access.ReadPublic, (*Server).standingsPicture},
}

// picture serves a picture from memory, drawn once for each version and language.
func (v *visit) picture(about func() (preview.Picture, int64, error)) error {
	v.speaks()
	return v.kept(v.words.Code()+" "+v.Request().URL.Path, "image/png", func() ([]byte, int64, error) {
		p, version, err := about()
		if err != nil {
			return nil, 0, err
		}
		body, err := preview.PNG(p)
		return body, version, err
	})
}

func (s *Server) eventPicture(v *visit) error {
	return v.picture(func() (preview.Picture, int64, error) {
		p := preview.Picture{Head: "Tandem", Title: v.event.Name, Lines: []string{v.whenAndWhere()}}
		for _, b := range v.shelves() {
			p.Lines = append(p.Lines, b.Section.Name+": "+b.entered(v.words))
		}
		p.Lines = p.Lines[:min(len(p.Lines), preview.MostRows)]
		return p, v.event.Version, nil
	})
}

// entered says how many there are in a section.
func (s *shelf) entered(w text.Words) string {
	if s.alone() {
		return w.Say("%d players", len(s.Teams))
	}
	return w.Say("%d teams", len(s.Teams))
}

func (s *Server) teamPicture(v *visit) error {
	b, team, err := v.teamOf()
	if err != nil {
		return err
	}
	return v.picture(func() (preview.Picture, int64, error) {
		a, err := v.answer(b, team)
		return v.teamPreview(a), b.Event.Version, err
	})
}

// teamPreview is a team's card as a picture.
func (v *visit) teamPreview(a pages.Answer) preview.Picture {
	p := preview.Picture{Head: v.event.Name + " · " + a.SectionName, Title: a.TeamName}
	if a.Table == 0 {
		p.Lines = v.teamLines(a)
		return p
	}
	p.NumberWord, p.Number = v.words.Say("Table"), strconv.Itoa(a.Table)
	p.Lines = []string{v.words.Say("Round %d", a.Round) + ", " + v.words.Say("vs %s", a.Opponent)}
	for _, s := range a.Seats {
		p.Lines = append(p.Lines, v.seatLine(s))
	}
	switch {
	case a.Result != "":
		p.Lines = append(p.Lines, a.Result)
	case a.StartsAt != nil:
		p.Lines = append(p.Lines, v.words.Say("Starts %s", v.words.Clock(a.StartsAt.In(v.event.Zone()))))
	}
	return p
}

func (s *Server) standingsPicture(v *visit) error {
	return v.picture(func() (preview.Picture, int64, error) {
		b := v.book()
		p := preview.Picture{Head: v.event.Name + " · " + b.Section.Name, Title: b.Section.Name}
		table, err := b.after(0)
		if err != nil {
			return p, 0, err
		}
		if table.Round == 0 {
			p.Lines = []string{roundSentence(v.words, b, v.event), b.entered(v.words)}
			return p, b.Event.Version, nil
		}
		p.Title = v.words.Say("Standings after round %d", table.Round)
		for _, row := range table.Rows[:min(len(table.Rows), preview.MostRows)] {
			p.Rows = append(p.Rows, preview.Row{Place: placeWords(row), Name: b.Team(row.TeamID).Name, Points: layout.Half(row.Points)})
		}
		return p, b.Event.Version, nil
	})
}
