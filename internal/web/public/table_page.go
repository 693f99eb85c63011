package public

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/internal/wording"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// Every table has an address: that of now, which a sign on the table may carry, and that
// of each round.
func (h *Handlers) tableRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.Section+"/table/:table", access.ReadPublic, h.currentTable),
		visit.Get(address.Section+"/round/:round/table/:table", access.ReadPublic, h.roundTable),
	}
}

func (h *Handlers) currentTable(v *visit.Visit) error {
	if r := v.Book().Current(); r != nil {
		return tableIn(v, r.RoundNo)
	}
	return tableIn(v, 1)
}

func (h *Handlers) roundTable(v *visit.Visit) error {
	return tableIn(v, v.RoundNo)
}

func tableIn(v *visit.Visit, round int) error {
	b := v.Book()
	r := b.Round(round)
	out := r != nil && r.Public()
	if out && r.AtTable(v.TableNo) == nil {
		return visit.Refused(fault.NotFound, text.Message("Nobody plays at table %d in %s, round %d."), v.TableNo, b.Section.Name, round)
	}
	return v.Public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		frame := v.Frame(layout.Public, v.Words.Say("Table %d", v.TableNo), b.Event.Version)
		frame.Tab = "pairings"
		if !out {
			waiting, err := waiting(v, b, round)
			return pages.Waiting(frame, waiting), b.Event.Version, err
		}
		page, err := aboutTable(v, b, r, r.AtTable(v.TableNo))
		frame.Share.Description = fmt.Sprintf("%s, %s: %s – %s", b.Section.Name, v.Words.Say("Round %d", round), page.Teams[0], page.Teams[1])
		frame.Share.Picture = "/e/" + v.Event.Slug + "/team/" + page.Slugs[0] + "/preview.png"
		return pages.Table(frame, page), b.Event.Version, err
	})
}

// aboutTable is the pairing of a table with the seats of every match.
func aboutTable(v *visit.Visit, b *publicpages.SectionView, r *tournament.Round, p *tournament.Pairing) (pages.TablePage, error) {
	page := pages.TablePage{Round: r.RoundNo, Table: p.Table(), Hall: b.Section.Hall, StartsAt: r.StartsAt}
	for slot := 1; slot <= 2; slot++ {
		page.Teams[slot-1], page.Slugs[slot-1] = b.SlotName(*p, slot), b.Team(p.TeamID(slot)).Slug
	}
	if publicpages.Over(r) {
		page.StartsAt = nil
	}
	recorded, err := b.Watched(v.Request().Context())
	if err != nil {
		return page, err
	}
	for _, m := range p.Matches {
		row := pages.TableMatch{Number: m.MatchNo, Watch: b.WatchAddress(r, p, m, recorded), Review: m.UnderReview}
		for slot := 1; slot <= 2; slot++ {
			for _, seat := range b.SeatCards(m, slot) {
				row.Seats[slot-1] = append(row.Seats[slot-1], seatLine(v, seat))
			}
		}
		if m.Held {
			row.Result = v.Words.Say(pages.ResultHeld)
		} else if m.Result != nil && !m.UnderReview {
			row.Result = wording.ResultIn(v.Words, page.Teams, m.Result.Outcome, m.Result.Forfeit)
		}
		page.Matches = append(page.Matches, row)
	}
	page.LineUps = publicpages.LineUpChanges(b, v.Words, r, p)
	sections, err := v.Sections()
	page.Row = b.Event.RowOf(sections, page.Hall, page.Table)
	return page, err
}
