package api

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// Points are half points everywhere: 3 is one and a half.

type apiEventItem struct {
	Slug     string                `json:"slug"`
	Name     string                `json:"name"`
	Venue    string                `json:"venue"`
	TimeZone string                `json:"time_zone"`
	StartsOn string                `json:"starts_on"`
	EndsOn   string                `json:"ends_on"`
	State    tournament.EventState `json:"state"`
	Version  int64                 `json:"version"`
	Sections []apiSectionItem      `json:"sections,omitempty"`
}

type apiSectionItem struct {
	Slug     string            `json:"slug"`
	Name     string            `json:"name"`
	Rulebook string            `json:"rulebook"`
	System   tournament.System `json:"system"`
	Rounds   int               `json:"rounds"`
}

func eventItem(e tournament.Event) apiEventItem {
	return apiEventItem{
		Slug: e.Slug, Name: e.Name, Venue: e.Venue, TimeZone: e.TimeZone, State: e.State, Version: e.Version,
		StartsOn: e.StartsOn.Format(time.DateOnly), EndsOn: e.EndsOn.Format(time.DateOnly),
	}
}

// apiEvents lists the events that went live.
func (h *Handlers) apiEvents(v *visit.Visit) error {
	w, err := windowAsked(v)
	if err != nil {
		return err
	}
	return v.Kept(fmt.Sprint("api events ", w.after, w.limit), echo.MIMEApplicationJSON, func() ([]byte, int64, error) {
		events, err := h.Public.PublicEvents(v.Request().Context())
		if err != nil {
			return nil, 0, err
		}
		all := []apiEventItem{}
		for _, e := range events {
			if e.State == tournament.EventLive || e.State == tournament.EventArchived {
				all = append(all, eventItem(e))
			}
		}
		list, err := cut(w, 0, all)
		if err != nil {
			return nil, 0, err
		}
		data, err := json.Marshal(list)
		return data, 0, err
	})
}

func (h *Handlers) apiEvent(v *visit.Visit) error {
	return v.Kept("api event", echo.MIMEApplicationJSON, func() ([]byte, int64, error) {
		item := eventItem(v.Event)
		for _, x := range v.Snap.Sections {
			item.Sections = append(item.Sections, apiSectionItem{x.Slug, x.Name, x.Rulebook, x.System, x.Rounds})
		}
		data, err := json.Marshal(item)
		return data, v.Event.Version, err
	})
}

type apiTeam struct {
	Slug    string               `json:"slug"`
	Name    string               `json:"name"`
	School  string               `json:"school"`
	Number  *int                 `json:"number"` // starting number, null before round 1
	State   tournament.TeamState `json:"state"`
	Leaves  *int                 `json:"leaves_round"` // the first round that it does not play
	Players []string             `json:"players"`      // as the pages write them
	LeftOut bool                 `json:"left_out"`     // it did not come and is not paired any more
}

func (h *Handlers) apiTeams(v *visit.Visit) error {
	return apiRows(v, func(b *publicpages.SectionView) ([]apiTeam, error) {
		all, out := make([]apiTeam, 0, len(b.Teams)), tournament.LeftOutOf(b.SectionBook, b.NextRound())
		for _, t := range b.Teams {
			item := apiTeam{Slug: t.Slug, Name: t.Name, School: t.School, Number: t.Number, State: t.State, Leaves: t.LeavesRound, Players: []string{}}
			_, item.LeftOut = out[t.TeamID]
			for _, p := range b.Members(t.TeamID) {
				item.Players = append(item.Players, b.PublicName(p))
			}
			all = append(all, item)
		}
		return all, nil
	})
}

type apiRound struct {
	Round       int                   `json:"round"`
	State       tournament.RoundState `json:"state"`
	Publication int                   `json:"publication"` // version of the pairings
	PublishedAt *time.Time            `json:"published_at"`
	StartsAt    *time.Time            `json:"starts_at"`
	CompletedAt *time.Time            `json:"completed_at"`
}

func (h *Handlers) apiRounds(v *visit.Visit) error {
	return apiRows(v, func(b *publicpages.SectionView) ([]apiRound, error) {
		var all []apiRound
		for _, r := range b.Rounds {
			if r.Public() {
				all = append(all, apiRound{r.RoundNo, r.State, r.Publication, r.PublishedAt, r.StartsAt, r.CompletedAt})
			}
		}
		return all, nil
	})
}

type apiPairing struct {
	Table       int                 `json:"table"`              // 0 for a bye
	Teams       []string            `json:"teams"`              // addresses: team 1, then team 2; one alone for a bye
	Partners    []string            `json:"partners,omitempty"` // rotating partners: addresses of those beside them
	Names       []string            `json:"names"`
	Bye         *tournament.ByeKind `json:"bye"`
	Points      [2]int              `json:"points"`  // half points so far
	Missing     int                 `json:"missing"` // matches without a result
	UnderReview bool                `json:"under_review"`
	Held        int                 `json:"held"` // of the missing ones: matches with a result that is not announced
}

func (h *Handlers) apiPairings(v *visit.Visit) error {
	return apiRows(v, func(b *publicpages.SectionView) ([]apiPairing, error) {
		r, err := publishedRound(v, b)
		if err != nil {
			return nil, err
		}
		all := make([]apiPairing, 0, len(r.Pairings))
		for _, p := range r.Pairings {
			score := b.Section.Score(p)
			item := apiPairing{Table: p.Table(), Bye: p.Bye, Points: score.Points, Missing: score.Missing, UnderReview: score.UnderReview, Held: p.HeldResults()}
			for slot := 1; slot <= 2; slot++ {
				var slugs []string
				for _, id := range p.InSlot(slot) {
					slugs = append(slugs, b.Team(id).Slug)
				}
				if len(slugs) > 0 {
					item.Teams, item.Names = append(item.Teams, slugs[0]), append(item.Names, b.SlotName(p, slot))
					item.Partners = append(item.Partners, slugs[1:]...)
				}
			}
			all = append(all, item)
		}
		return all, nil
	})
}

type apiStanding struct {
	Place       int               `json:"place"`
	Shared      int               `json:"shared"` // how many share the place, 1 for nobody else
	Team        string            `json:"team"`
	Name        string            `json:"name"`
	Points      int               `json:"points"`     // half points
	Outside     int               `json:"outside"`    // half points of these that no result brought: penalties and bonuses
	TieBreaks   map[string]string `json:"tie_breaks"` // by code, as the pages write them
	Provisional bool              `json:"provisional"`
	Group       string            `json:"group"`       // the letter, empty in a section of one table
	GroupPlace  int               `json:"group_place"` // in the group's table, 0 in a section of one
	GroupShared int               `json:"group_shared"`
}

func (h *Handlers) apiStandings(v *visit.Visit) error {
	return apiRows(v, func(b *publicpages.SectionView) ([]apiStanding, error) { return apiStandings(b, 0) })
}

func (h *Handlers) apiRoundStandings(v *visit.Visit) error {
	return apiRows(v, func(b *publicpages.SectionView) ([]apiStanding, error) {
		r, err := publishedRound(v, b)
		if err != nil {
			return nil, err
		}
		return apiStandings(b, r.RoundNo)
	})
}

func apiStandings(s *publicpages.SectionView, round int) ([]apiStanding, error) {
	table, err := s.After(round)
	if err != nil {
		return nil, err
	}
	shown := publicpages.TieBreaks(table.Codes)
	all := make([]apiStanding, 0, len(table.Rows))
	for _, row := range table.Rows {
		team := s.Team(row.TeamID)
		item := apiStanding{
			Place: row.Place, Shared: row.Shared, Team: team.Slug, Name: team.Name, Points: row.Points, Outside: row.Adjusted,
			TieBreaks: make(map[string]string, len(shown)), Provisional: row.Provisional,
		}
		if g, inGroup, found := table.InGroup(row.TeamID); found {
			item.Group, item.GroupPlace, item.GroupShared = g.Letter, inGroup.Place, max(inGroup.Shared, 1)
		}
		for _, i := range shown {
			item.TieBreaks[table.Codes[i].String()] = publicpages.ValueWords(table.Codes[i], row.Values[i])
		}
		all = append(all, item)
	}
	return all, nil
}

type apiSectionStatus struct {
	Version  int64                 `json:"version"`
	Round    int                   `json:"round"` // the last published one, 0 before round 1
	State    tournament.RoundState `json:"state"`
	Tables   int                   `json:"tables"`
	Playing  int                   `json:"playing"` // tables with a match that has no result
	Review   int                   `json:"under_review"`
	StartsAt *time.Time            `json:"starts_at"`
	Held     bool                  `json:"final_held"` // the final standings are not announced: standings are those after the round before
}

func (h *Handlers) apiStatus(v *visit.Visit) error {
	return apiBook(v, "", func(b *publicpages.SectionView) (any, error) {
		status := apiSectionStatus{Version: b.Event.Version}
		if r := b.Current(); r != nil {
			count := r.Progress()
			status.Round, status.State, status.StartsAt = r.RoundNo, r.State, r.StartsAt
			status.Tables, status.Playing, status.Review = count.Tables, count.Playing, count.Review
			status.Held = b.FinalHeld()
		}
		return status, nil
	})
}
