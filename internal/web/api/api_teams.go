package api

import (
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

func (h *Handlers) apiTeamRoutes() []visit.Route {
	return []visit.Route{
		visit.Post(sectionAPI+"/teams", access.EditTeams, apiWrite(h.apiAddTeam)),
		visit.Post(sectionAPI+"/teams/:team/check-in", access.EditTeams, apiWrite(h.apiCheckIn)),
		visit.Post(sectionAPI+"/teams/:team/withdraw", access.EditTeams, apiWrite(h.apiWithdraw)),
		visit.Post(sectionAPI+"/teams/:team/return", access.EditTeams, apiWrite(h.apiReturn)),
		visit.Post(sectionAPI+"/teams/:team/let-in", access.EditTeams, apiWrite(h.apiLetIn)),
		visit.Post(sectionAPI+"/teams/:team/bye", access.EditTeams, apiWrite(h.apiRequestBye)),
		visit.Post(sectionAPI+"/teams/:team/line-up", access.EditTeams, apiWrite(h.apiSetLineUp)),
	}
}

type apiNewTeam struct {
	Name       string         `json:"name"`
	School     string         `json:"school"`
	Players    []apiNewPlayer `json:"players"`
	MissedHalf bool           `json:"missed_half"` // rounds missed before the entry score half a pairing each
	SameName   bool           `json:"same_name"`   // another person with the name of a known player is meant
}

type apiNewPlayer struct {
	FirstName  string `json:"first_name"`
	LastName   string `json:"last_name"`
	Rating     *int   `json:"rating"`
	Grade      string `json:"grade"`
	School     string `json:"school"`
	ExternalID string `json:"external_id"`
}

type apiTeamState struct {
	Team   string               `json:"team"`
	Code   string               `json:"code"`
	State  tournament.TeamState `json:"state"`
	Leaves *int                 `json:"leaves_round"`
}

func teamState(t tournament.Team, err error) (any, error) {
	return apiTeamState{t.Slug, t.Code, t.State, t.LeavesRound}, err
}

func (h *Handlers) apiAddTeam(v *visit.Visit, cmd journal.Command, in apiNewTeam) (any, error) {
	team := tournament.NewTeam{SectionID: v.Section.SectionID, Name: in.Name, School: in.School, MissedHalf: in.MissedHalf, SameName: in.SameName}
	for _, p := range in.Players {
		team.Players = append(team.Players, tournament.NewPlayer(p))
	}
	entered, err := h.Entries.AddTeam(v.Request().Context(), v.Event.EventID, cmd, team)
	return teamState(entered, visit.Renamed(err, playersInBody(len(in.Players))))
}

// playersInBody are the fields of the desk's form, which number the players from 1, as
// the body of a request has them. A player who is missing is missing in the list.
func playersInBody(players int) map[string]string {
	names := map[string]string{"player0": "players"}
	for n := 1; n <= players; n++ {
		names[fmt.Sprintf("player%d", n)] = fmt.Sprintf("players.%d", n-1)
		names[fmt.Sprintf("rating%d", n)] = fmt.Sprintf("players.%d.rating", n-1)
	}
	names[fmt.Sprintf("player%d", players+1)] = "players"
	return names
}

// apiTeamAt is the team of the address, which belongs to the section.
func (h *Handlers) apiTeamAt(v *visit.Visit) (tournament.Team, error) {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return tournament.Team{}, err
	}
	team, ok := book.TeamBySlug(v.Param("team"))
	if !ok {
		return team, fault.New(fault.NotFound, "There is no team %q in %s.", v.Param("team"), v.Section.Name)
	}
	return team, nil
}

type apiCheckInBody struct {
	State tournament.TeamState `json:"state"` // here, entered (not seen yet) or absent
}

func (h *Handlers) apiCheckIn(v *visit.Visit, cmd journal.Command, in apiCheckInBody) (any, error) {
	team, err := h.apiTeamAt(v)
	if err != nil {
		return nil, err
	}
	return teamState(h.Entries.CheckIn(v.Request().Context(), v.Event.EventID, cmd, team.TeamID, in.State))
}

type apiWithdrawal struct {
	FromRound int    `json:"from_round"` // the first round without the team
	Reason    string `json:"reason"`
}

func (h *Handlers) apiWithdraw(v *visit.Visit, cmd journal.Command, in apiWithdrawal) (any, error) {
	team, err := h.apiTeamAt(v)
	if err != nil {
		return nil, err
	}
	cmd.Reason = in.Reason
	gone, err := h.Entries.Withdraw(v.Request().Context(), v.Event.EventID, cmd, team.TeamID, in.FromRound)
	return teamState(gone.Team, visit.Renamed(err, map[string]string{"round": "from_round"}))
}

func (h *Handlers) apiReturn(v *visit.Visit, cmd journal.Command, _ nothing) (any, error) {
	team, err := h.apiTeamAt(v)
	if err != nil {
		return nil, err
	}
	return teamState(h.Entries.Return(v.Request().Context(), v.Event.EventID, cmd, team.TeamID))
}

// apiLetIn lets a team that did not come be paired again.
func (h *Handlers) apiLetIn(v *visit.Visit, cmd journal.Command, _ nothing) (any, error) {
	team, err := h.apiTeamAt(v)
	if err != nil {
		return nil, err
	}
	return teamState(h.Entries.LetIn(v.Request().Context(), v.Event.EventID, cmd, team.TeamID))
}

type apiByeRequest struct {
	Round int                `json:"round"`
	Kind  tournament.ByeKind `json:"kind"` // half or zero; empty takes the request back
}

func (h *Handlers) apiRequestBye(v *visit.Visit, cmd journal.Command, in apiByeRequest) (any, error) {
	team, err := h.apiTeamAt(v)
	if err != nil {
		return nil, err
	}
	return done{true}, h.Entries.RequestBye(v.Request().Context(), v.Event.EventID, cmd, team.TeamID, in.Round, in.Kind)
}
