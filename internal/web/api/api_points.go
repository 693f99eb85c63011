package api

import (
	"net/http"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// pointsHandlers are the points of teams that no result brought.
type pointsHandlers struct{ *Handlers }

func (h *pointsHandlers) routes() []visit.Route {
	return []visit.Route{
		visit.Get(sectionAPI+"/points", access.SeeDesk, h.list),
		visit.Post(sectionAPI+"/points", access.GivePoints, apiWrite(h.give)),
		visit.Post(sectionAPI+"/points/:points/take-back", access.GivePoints, apiWrite(h.takeBack)),
	}
}

type apiPoints struct {
	ID         int64      `json:"id"`
	Team       string     `json:"team"`
	Round      int        `json:"round"`        // they count once it is over, 0 from the start
	Points     int        `json:"match_points"` // half points
	GamePoints int        `json:"game_points"`  // half points
	Reason     string     `json:"reason"`
	Ruling     *int64     `json:"ruling"`
	RulingGone bool       `json:"ruling_fell"` // they count, and the ruling they rest on does not
	GivenBy    string     `json:"given_by"`
	GivenAt    *time.Time `json:"given_at"` // null for those of an imported report
	TakenBack  *time.Time `json:"taken_back_at"`
	Why        string     `json:"taken_back_reason"`
}

type apiPointsList struct {
	Items []apiPoints `json:"items"`
}

// list is all points of the section in the order they were given, with those taken back.
func (h *pointsHandlers) list(v *visit.Visit) error {
	ctx := v.Request().Context()
	given, err := h.Reader.PointsGiven(ctx, v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return err
	}
	book, err := h.Reader.Book(ctx, v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return err
	}
	answer := apiPointsList{Items: []apiPoints{}}
	for _, p := range given {
		answer.Items = append(answer.Items, apiPoints{
			ID: p.PointsID, Team: book.Team(p.TeamID).Slug, Round: p.RoundNo, Points: p.MatchPoints, GamePoints: p.GamePoints, Reason: p.Reason, Ruling: p.RulingID,
			RulingGone: p.RulingGone(), GivenBy: p.GivenName, GivenAt: p.GivenAt, TakenBack: p.TakenBackAt, Why: p.TakenBackReason,
		})
	}
	return v.JSON(http.StatusOK, answer)
}

type apiNewPoints struct {
	Team       string `json:"team"`
	Round      int    `json:"round"`
	Points     int    `json:"match_points"` // half points, negative for a penalty
	GamePoints *int   `json:"game_points"`
	Ruling     int64  `json:"ruling"` // the ruling they rest on, 0 for none
	Reason     string `json:"reason"`
	Last       int64  `json:"last"` // the newest points of the list that the program knows
}

type apiPointsMade struct {
	ID int64 `json:"id"`
}

func (h *pointsHandlers) give(v *visit.Visit, cmd journal.Command, in apiNewPoints) (any, error) {
	ctx := v.Request().Context()
	book, err := h.Reader.Book(ctx, v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return nil, err
	}
	team, ok := book.TeamBySlug(in.Team)
	if !ok {
		return nil, fault.Field("team", "There is no team %q in %s.", in.Team, v.Section.Name)
	}
	cmd.Reason = in.Reason
	made, err := h.Points.GivePoints(ctx, v.Event.EventID, cmd, tournament.GivePoints{
		SectionID: v.Section.SectionID, TeamID: team.TeamID, Round: in.Round, MatchPoints: in.Points, GamePoints: in.GamePoints, RulingID: in.Ruling, Last: in.Last,
	})
	return apiPointsMade{made.PointsID}, err
}

type apiTakeBack struct {
	Reason string `json:"reason"`
}

func (h *pointsHandlers) takeBack(v *visit.Visit, cmd journal.Command, in apiTakeBack) (any, error) {
	id, err := v.Number("points")
	if err != nil {
		return nil, err
	}
	cmd.Reason = in.Reason
	_, err = h.Points.TakeBackPoints(v.Request().Context(), v.Event.EventID, cmd, v.Section.SectionID, int64(id))
	return done{true}, err
}
