package api

import (
	"time"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
)

// apiNewLineUp names players by their place in the team, from 1, as the list of teams has them.
type apiNewLineUp struct {
	Round  int `json:"round"` // 0: the next that can be named
	Match  int `json:"match"` // the first match of the round that it is for; 0: the next that can be named
	BoardA int `json:"board_a"`
	BoardB int `json:"board_b"`
}

type apiLineUp struct {
	Team    string   `json:"team"`
	Round   int      `json:"round"`
	Match   int      `json:"match"`
	Players []string `json:"players"` // board A, board B
}

func (h *Handlers) apiSetLineUp(v *visit.Visit, cmd journal.Command, in apiNewLineUp) (any, error) {
	book, err := h.Reader.Book(v.Request().Context(), v.Event.EventID, v.Section.SectionID)
	if err != nil {
		return nil, err
	}
	team, err := h.apiTeamAt(v)
	if err != nil {
		return nil, err
	}
	set := tournament.SetLineUp{TeamID: team.TeamID, RoundNo: in.Round, MatchNo: in.Match, First: memberAt(book, team, in.BoardA), Second: memberAt(book, team, in.BoardB)}
	if in.Round == 0 {
		set.RoundNo, set.MatchNo = tournament.NextLineUp(book, team.TeamID)
	} else if in.Match == 0 {
		set.MatchNo = 1
	}
	said, err := h.Entries.SetLineUp(v.Request().Context(), v.Event.EventID, cmd, set)
	out := apiLineUp{Team: team.Slug, Round: said.RoundNo, Match: said.MatchNo, Players: []string{}}
	for _, id := range []int64{said.FirstID, said.SecondID} {
		if p, ok := book.Player(id); ok {
			out.Players = append(out.Players, p.PublicName(tournament.HidesNames(book)))
		}
	}
	return out, visit.Renamed(err, map[string]string{"first": "board_a", "second": "board_b"})
}

// memberAt is the player at a place of a team, 0 where nobody is.
func memberAt(b *tournament.SectionBook, team tournament.Team, place int) int64 {
	members := b.Members(team.TeamID)
	if place < 1 || place > len(members) {
		return 0
	}
	return members[place-1].PlayerID
}

// apiSeats are who sits at the boards of a match for one team.
type apiSeats struct {
	Table         int               `json:"table"`
	Match         int               `json:"match"`
	Team          string            `json:"team"`
	Players       []string          `json:"players"`    // board A, board B as the public pages write them; empty for an open seat
	ChangedAt     *time.Time        `json:"changed_at"` // when the team named another line-up after the publication, null for never
	Substitutions []apiSubstitution `json:"substitutions"`
}

type apiSubstitution struct {
	Seat string    `json:"seat"` // WA, BA, WB or BB
	Out  string    `json:"out"`
	In   string    `json:"in"`
	At   time.Time `json:"at"`
}

// apiLineUps tells who sits where in a published round, match by match.
func (h *Handlers) apiLineUps(v *visit.Visit) error {
	return apiRows(v, func(b *publicpages.SectionView) ([]apiSeats, error) {
		r, err := publishedRound(v, b)
		if err != nil {
			return nil, err
		}
		all := []apiSeats{}
		for i := range r.Pairings {
			p := &r.Pairings[i]
			for _, m := range p.Matches {
				all = append(all, seatsIn(b, r, p, m, 1), seatsIn(b, r, p, m, 2))
			}
		}
		return all, nil
	})
}

func seatsIn(b *publicpages.SectionView, r *tournament.Round, p *tournament.Pairing, m tournament.Match, slot int) apiSeats {
	team := b.Team(p.TeamID(slot))
	name := func(id int64) string {
		player, ok := b.Player(id)
		if !ok {
			return ""
		}
		return b.PublicName(player)
	}
	seats := apiSeats{Table: p.Table(), Match: m.MatchNo, Team: team.Slug, Players: []string{}, Substitutions: []apiSubstitution{}}
	for i, id := range m.Sat(slot) {
		if m.Games[i].Board != "" {
			seats.Players = append(seats.Players, name(id))
		}
	}
	if at, changed := tournament.ChangedLineUp(b.SectionBook, r, team.TeamID); changed {
		seats.ChangedAt = &at
	}
	for _, s := range tournament.SubstitutedIn(b.SectionBook, m.MatchID) {
		if s.TeamID == team.TeamID {
			seats.Substitutions = append(seats.Substitutions, apiSubstitution{s.Seat, name(s.OutID), name(s.InID), s.At})
		}
	}
	return seats
}
