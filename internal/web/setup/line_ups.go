package setup

import (
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/address"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/setup"
)

const lineUpsPath = address.DeskSection + "/line-ups"

func (h *lineUpHandlers) lineUpRoutes() []visit.Route {
	return []visit.Route{
		visit.Get(lineUpsPath, access.SeeTeams, visit.WithBook(h.lineUps)),
		visit.Post(lineUpsPath+"/:team", access.EditTeams, visit.WithBoth(namedTeam, h.setLineUp)),
		visit.Post(lineUpsPath+"/:team/substitute", access.ChangeResult, visit.WithBoth(namedTeam, h.substitute)),
	}
}

// lineUps shows who plays the next match of each team, and lets the desk say otherwise.
func (h *lineUpHandlers) lineUps(v *visit.Visit, book *publicpages.SectionView) error {
	return v.Page(pages.LineUpsPage(v.Frame(layout.Desk, v.Words.Say("Line-ups"), book.Event.Version), lineUpsOf(v, book)))
}

func lineUpsOf(v *visit.Visit, book *publicpages.SectionView) pages.LineUps {
	setting, _ := tournament.SettingByName("line_up_hour")
	p := pages.LineUps{Section: book.Section, Hour: setting.Said(book.Section), MayEdit: v.Can(access.EditTeams)}
	for _, t := range book.Teams {
		if t.State == tournament.TeamWithdrawn {
			continue
		}
		p.Rows = append(p.Rows, lineUpRow(v, book, t))
	}
	return p
}

func lineUpRow(v *visit.Visit, book *publicpages.SectionView, t tournament.Team) pages.LineUpRow {
	row := pages.LineUpRow{Team: t, Substitutions: tournament.Substitutions(book.SectionBook, t.TeamID, nil)}
	row.Round, row.Match = tournament.NextLineUp(book.SectionBook, t.TeamID)
	row.Playing = tournament.LineUpOf(book.SectionBook, t.TeamID, row.Round, row.Match)
	row.Was = row.Playing
	for _, p := range book.Members(t.TeamID) {
		row.Players = append(row.Players, layout.Choice{Value: strconv.FormatInt(p.PlayerID, 10), Label: p.Name()})
	}
	if said, ok := tournament.NamedLineUp(book.SectionBook, t.TeamID, row.Round, row.Match); ok {
		row.Named = v.Words.Say("named by %s at %s", said.SetBy, v.Clock(said.SetAt))
	}
	row.Coming = coming(v, book, t, row.Players)
	return row
}

// coming is the match that the team plays now and somebody may come into; nil where nobody may.
func coming(v *visit.Visit, book *publicpages.SectionView, t tournament.Team, players []layout.Choice) *pages.ComingIn {
	r := book.Current()
	if !book.Section.MidMatch || r == nil || !v.Can(access.ChangeResult) {
		return nil
	}
	p := r.PairingOf(t.TeamID)
	if p == nil {
		return nil
	}
	for _, m := range p.Matches {
		if m.State != tournament.MatchOpen || m.Result != nil || m.Reopened != nil {
			continue
		}
		in := &pages.ComingIn{MatchID: m.MatchID, Place: v.Words.Say("round %d, table %d, match %d", r.RoundNo, p.Table(), m.MatchNo)}
		seats := map[string]bool{}
		for _, g := range m.Games {
			for _, id := range []*int64{g.WhiteID, g.BlackID} {
				if id != nil {
					seats[strconv.FormatInt(*id, 10)] = true
				}
			}
		}
		for _, c := range players {
			if seats[c.Value] {
				in.Sits = append(in.Sits, c)
			} else {
				in.Waits = append(in.Waits, c)
			}
		}
		for _, s := range tournament.SubstitutedIn(book.SectionBook, m.MatchID) {
			if s.TeamID == t.TeamID {
				leaves, _ := book.Player(s.OutID)
				comes, _ := book.Player(s.InID)
				in.Log = append(in.Log, v.Words.Say("%s came in for %s at %s (%s), says %s.", comes.Name(), leaves.Name(), v.Clock(s.At), s.Reason, s.ByName))
			}
		}
		if len(in.Sits) == 0 || len(in.Waits) == 0 {
			return nil
		}
		return in
	}
	return nil
}

// substitute notes that a player came in during a match.
func (h *lineUpHandlers) substitute(v *visit.Visit, book *publicpages.SectionView, team tournament.Team) error {
	in := tournament.Substitute{TeamID: team.TeamID, MatchID: v.FormID("match_id"), Out: v.FormID("out"), In: v.FormID("in")}
	_, err := h.Entries.Substitute(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if visit.Refusable(err) {
		shown := lineUpsOf(v, book)
		for i := range shown.Rows {
			if row := &shown.Rows[i]; row.Team.TeamID == team.TeamID {
				row.Problem, row.Errors = visit.SaidIn(v.Words, err), visit.FieldsIn(v.Words, err)
				if row.Coming != nil {
					row.Coming.Out, row.Coming.In, row.Coming.Reason = v.FormValue("out"), v.FormValue("in"), v.FormText("reason")
				}
			}
		}
		return v.Again(err, pages.LineUpsPage(v.Frame(layout.Desk, v.Words.Say("Line-ups"), book.Event.Version), shown))
	}
	if err != nil {
		return err
	}
	comes, _ := book.Player(in.In)
	return v.Onward(v.DeskPath("/line-ups")+"#team-"+strconv.FormatInt(team.TeamID, 10), v.Words.Say("%s plays on for %s.", comes.Name(), team.Name))
}

// setLineUp names the line-up of one team.
func (h *lineUpHandlers) setLineUp(v *visit.Visit, book *publicpages.SectionView, team tournament.Team) error {
	in := visit.LineUp(v, team.TeamID)
	said, err := h.Entries.SetLineUp(v.Request().Context(), v.Event.EventID, v.Command(), in)
	if visit.Refusable(err) {
		return h.lineUpRefused(v, in, err)
	}
	if err != nil {
		return err
	}
	first, _ := book.Player(said.FirstID)
	second, _ := book.Player(said.SecondID)
	return v.Onward(v.DeskPath("/line-ups")+"#team-"+strconv.FormatInt(team.TeamID, 10),
		v.Words.Say("%s, from match %d of round %d: %s and %s.", team.Name, said.MatchNo, said.RoundNo, first.Name(), second.Name()))
}

// lineUpRefused shows the page again with what was chosen and why it is not saved.
func (h *lineUpHandlers) lineUpRefused(v *visit.Visit, in tournament.SetLineUp, cause error) error {
	book, err := v.FreshBook()
	if err != nil {
		return err
	}
	p := lineUpsOf(v, book)
	for i := range p.Rows {
		if row := &p.Rows[i]; row.Team.TeamID == in.TeamID {
			row.Problem, row.Errors, row.Playing = visit.SaidIn(v.Words, cause), visit.FieldsIn(v.Words, cause), [2]int64{in.First, in.Second}
			if fault.Is(cause, fault.Invalid) { // others' changes are still noticed
				row.Was = in.Was
			}
		}
	}
	return v.Again(cause, pages.LineUpsPage(v.Frame(layout.Desk, v.Words.Say("Line-ups"), book.Event.Version), p))
}
