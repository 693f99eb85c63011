package public

import (
	"slices"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

func (h *Handlers) currentStandings(v *visit.Visit) error { return standingsOf(v, 0) }

func (h *Handlers) roundStandings(v *visit.Visit) error {
	return standingsOf(v, v.RoundNo)
}

// standings shows the table after a round; 0 means the last published one.
func standingsOf(v *visit.Visit, round int) error {
	b := v.Book()
	key := v.Request().URL.Path
	category := categoryOf(b, v.QueryParam("category"))
	if category != "" {
		key += "?category=" + category
	}
	return v.Public(key, func() (templ.Component, int64, error) {
		b := v.Book()
		frame := v.Frame(layout.Public, v.Words.Say("Standings"), b.Event.Version)
		frame.Tab = "standings"
		if r := b.Round(round); round != 0 && (r == nil || !r.Public()) {
			waiting, err := waiting(v, b, round)
			return pages.Waiting(frame, waiting), b.Event.Version, err
		}
		table, err := b.After(round)
		if err != nil {
			return nil, 0, err
		}
		page := b.StandingsPage(v.Words, table)
		page.Self, page.Category = v.Request().URL.Path, category
		if category != "" {
			page.Rows = slices.DeleteFunc(page.Rows, func(r pages.StandingsRow) bool {
				team, _ := b.TeamBySlug(r.TeamSlug)
				return !b.InCategory(team, category)
			})
		}
		shareStandings(v, &frame, page)
		page.Sections, err = publicSections(v)
		return pages.Standings(frame, page), b.Event.Version, err
	})
}

// categoryOf is the category a reader asks for, "" for one nobody is in.
func categoryOf(s *publicpages.SectionView, asked string) string {
	if asked == "" {
		return ""
	}
	filters := s.Filters()
	i := slices.IndexFunc(filters, func(c string) bool { return tournament.NameKey(c) == tournament.NameKey(asked) })
	if i < 0 {
		return ""
	}
	return filters[i]
}

func (h *Handlers) crossTable(v *visit.Visit) error {
	return v.Public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		b := v.Book()
		table, err := b.After(0)
		if err != nil {
			return nil, 0, err
		}
		frame := v.Frame(layout.Public, v.Words.Say("Cross table"), b.Event.Version)
		frame.Tab = "standings"
		page := b.CrossPage(v.Words, table)
		if page.Sections, err = publicSections(v); err != nil {
			return nil, 0, err
		}
		return pages.CrossTable(frame, page), b.Event.Version, nil
	})
}
