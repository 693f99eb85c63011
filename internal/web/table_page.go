package web

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// Every table has an address: that of now, which a sign on the table may carry, and that
// of each round.
var tableRoutes = []route{
	{get, sectionPath + "/table/:table", access.ReadPublic, (*Server).currentTable},
	{get, sectionPath + "/round/:round/table/:table", access.ReadPublic, (*Server).roundTable},
}

func (s *Server) currentTable(v *visit) error {
	if r := v.book().Current(); r != nil {
		return v.tableIn(r.RoundNo)
	}
	return v.tableIn(1)
}

func (s *Server) roundTable(v *visit) error {
	n, err := v.number("round")
	if err != nil {
		return err
	}
	return v.tableIn(n)
}

func (v *visit) tableIn(round int) error {
	table, err := v.number("table")
	if err != nil {
		return err
	}
	b := v.book()
	r := b.Round(round)
	out := r != nil && r.Public()
	if out && r.AtTable(table) == nil {
		return refused(fault.NotFound, text.Message("Nobody plays at table %d in %s, round %d."), table, b.Section.Name, round)
	}
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		frame := v.frame(layout.Public, v.words.Say("Table %d", table), b.Event.Version)
		frame.Tab = "pairings"
		if !out {
			waiting, err := v.waiting(b, round)
			return pages.Waiting(frame, waiting), b.Event.Version, err
		}
		page, err := v.aboutTable(b, r, r.AtTable(table))
		frame.Share.Description = fmt.Sprintf("%s, %s: %s – %s", b.Section.Name, v.words.Say("Round %d", round), page.Teams[0], page.Teams[1])
		frame.Share.Picture = "/e/" + v.event.Slug + "/team/" + page.Slugs[0] + "/preview.png"
		return pages.Table(frame, page), b.Event.Version, err
	})
}

// aboutTable is the pairing of a table with the seats of every match.
func (v *visit) aboutTable(b *shelf, r *tournament.Round, p *tournament.Pairing) (pages.TablePage, error) {
	page := pages.TablePage{Round: r.RoundNo, Table: p.Table(), Hall: b.Section.Hall, StartsAt: r.StartsAt}
	for slot := 1; slot <= 2; slot++ {
		page.Teams[slot-1], page.Slugs[slot-1] = b.SideName(*p, slot), b.Team(p.TeamID(slot)).Slug
	}
	if over(r) {
		page.StartsAt = nil
	}
	recorded, err := b.watched(v.Request().Context())
	if err != nil {
		return page, err
	}
	for _, m := range p.Matches {
		row := pages.TableMatch{Number: m.MatchNo, Watch: b.watchAddress(r, p, m, recorded), Review: m.UnderReview}
		for slot := 1; slot <= 2; slot++ {
			for _, seat := range b.seatCards(m, slot) {
				row.Seats[slot-1] = append(row.Seats[slot-1], v.seatLine(seat))
			}
		}
		if m.Result != nil && !m.UnderReview {
			row.Result = resultIn(v.words, page.Teams, m.Result.Outcome, m.Result.Forfeit)
		}
		page.Matches = append(page.Matches, row)
	}
	sections, err := v.sections()
	page.Row = b.Event.RowOf(sections, page.Hall, page.Table)
	return page, err
}
