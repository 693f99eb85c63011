package desk

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	pages "github.com/tandemchess/tandem/templates/desk"
	"github.com/tandemchess/tandem/templates/layout"
)

func (h *correctionHandlers) seatRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(address.DeskMatch+"/seats", access.ChangeResult, h.seatsForm),
		visit.Post(address.DeskMatch+"/seats", access.ChangeResult, h.correctSeats),
	}
}

// seatsForm shows who sat at a match by team, so that a director says who really did.
func (h *correctionHandlers) seatsForm(v *visit.Visit) error {
	page, _, version, err := h.seatsPage(v)
	if err != nil {
		return err
	}
	return v.Page(pages.SeatsPage(v.Frame(layout.Desk, v.Words.Say("Who sat there"), version), page))
}

func (h *correctionHandlers) seatsPage(v *visit.Visit) (pages.Seats, tournament.Match, int64, error) {
	book, round, err := h.RoundBook(v)
	if err != nil {
		return pages.Seats{}, tournament.Match{}, 0, err
	}
	p, m, err := visit.MatchAt(v, book, round)
	if err != nil {
		return pages.Seats{}, m, 0, err
	}
	page := pages.Seats{
		Place: v.Words.Say("%s, round %d, table %d, match %d", book.Section.Name, round.RoundNo, p.Table(), m.MatchNo), Open: m.State == tournament.MatchOpen && m.Reopened == nil,
		Back: v.DeskRound(round.RoundNo) + "/table/" + strconv.Itoa(p.Table()) + "/match/" + strconv.Itoa(m.MatchNo) + "/correct",
	}
	for slot := 1; slot <= 2; slot++ {
		page.Teams = append(page.Teams, teamSeats(v, book, p, m, slot))
	}
	return page, m, book.Event.Version, nil
}

// teamSeats are the seats of one team with everybody who may have sat there.
func teamSeats(v *visit.Visit, book *tournament.SectionBook, p tournament.Pairing, m tournament.Match, slot int) pages.TeamSeats {
	team := book.Team(p.TeamID(slot))
	seats := pages.TeamSeats{TeamID: team.TeamID, Team: team.Name, Was: m.Sat(slot)}
	seats.Now = seats.Was
	for _, player := range tournament.MayHaveSat(book, team.TeamID) {
		seats.Players = append(seats.Players, layout.Choice{Value: strconv.FormatInt(player.PlayerID, 10), Label: player.Name()})
	}
	for _, s := range tournament.SubstitutedIn(book, m.MatchID) {
		if s.TeamID == team.TeamID {
			leaves, _ := book.Player(s.OutID)
			comes, _ := book.Player(s.InID)
			seats.Log = append(seats.Log, v.Words.Say("%s came in for %s at %s (%s), says %s.", comes.Name(), leaves.Name(), v.Clock(s.At), s.Reason, s.ByName))
		}
	}
	return seats
}

// correctSeats puts on record who really sat there for one team.
func (h *correctionHandlers) correctSeats(v *visit.Visit) error {
	page, m, version, err := h.seatsPage(v)
	if err != nil {
		return err
	}
	in := tournament.CorrectSeats{
		MatchID: m.MatchID, TeamID: v.FormID("team"), First: v.FormID("first"), Second: v.FormID("second"), Was: [2]int64{v.FormID("was_first"), v.FormID("was_second")},
	}
	err = h.Results.CorrectSeats(v.Request().Context(), v.Event.EventID, v.Command(), in)
	return visit.Answer(v, err, func() error {
		for i := range page.Teams {
			if t := &page.Teams[i]; t.TeamID == in.TeamID {
				t.Now, t.Reason, t.Problem, t.Errors = [2]int64{in.First, in.Second}, v.FormText("reason"), visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
				if fault.Is(err, fault.Invalid) { // others' changes are still noticed
					t.Was = in.Was
				}
			}
		}
		return v.Again(err, pages.SeatsPage(v.Frame(layout.Desk, v.Words.Say("Who sat there"), version), page))
	}, v.Request().URL.Path, v.Words.Say("Who sat there is corrected. The result stays."))
}
