package web

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// playerPage shows the games of a player, names as everybody may read them.
func (s *Server) playerPage(v *visit) error {
	b, player, err := v.playerOf()
	if err != nil {
		return err
	}
	return v.public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		page, err := v.aboutPlayer(b, player)
		if err != nil {
			return nil, 0, err
		}
		frame := v.frame(layout.Public, page.Name, b.Event.Version)
		frame.Tab = "find"
		frame.Share.Description = page.Name
		if page.Team != "" {
			frame.Share.Description += ", " + page.Team
			frame.Share.Picture = "/e/" + v.event.Slug + "/team/" + page.TeamSlug + "/preview.png"
		}
		frame.Share.Hidden = hidesNames(b.Event, b.Section) // children are nobody's search result
		return pages.Player(frame, page), b.Event.Version, nil
	})
}

// playerOf finds the player of the address, as teamOf finds the team.
func (v *visit) playerOf() (*shelf, tournament.Player, error) {
	if id, err := strconv.ParseInt(v.Param("player"), 10, 64); err == nil {
		for _, b := range v.shelves() {
			if p, ok := b.Player(id); ok {
				v.section = b.Section
				return b, p, nil
			}
		}
	}
	return nil, tournament.Player{}, refused(fault.NotFound, text.Message("%s has no player with this address. Find the team by name."), v.event.Name)
}

func (v *visit) aboutPlayer(b *shelf, player tournament.Player) (pages.PlayerPage, error) {
	page := pages.PlayerPage{ID: player.PlayerID, Name: b.publicName(player), School: player.School}
	if player.TeamID == nil {
		return page, nil
	}
	team := b.Team(*player.TeamID)
	page.Team, page.TeamSlug = team.Name, team.Slug
	recorded, err := b.watched(v.Request().Context())
	if err != nil {
		return page, err
	}
	for _, in := range b.playedBy(player.PlayerID) {
		if game, ok := b.playerGame(v.words, in.pairing, *in.match, player.PlayerID); ok {
			game.Watch = b.watchAddress(in.round, in.pairing, *in.match, recorded)
			page.Games = append(page.Games, game)
		}
	}
	return page, nil
}

// playerGame tells a match from the seat of a player; false when the player has
// none in it.
func (s *shelf) playerGame(w text.Words, p *tournament.Pairing, m tournament.Match, playerID int64) (pages.PlayerGame, bool) {
	at := func(id *int64) bool { return id != nil && *id == playerID }
	for i, g := range m.Games {
		if !at(g.WhiteID) && !at(g.BlackID) {
			continue
		}
		game := pages.PlayerGame{Round: p.RoundNo, Table: p.Table(), Match: m.MatchNo, Seat: w.Say("White on %s", g.Board)}
		opponent, partner, seat := g.BlackID, m.Games[1-i].BlackID, "W"+g.Board
		if at(g.BlackID) {
			game.Seat, opponent, partner, seat = w.Say("Black on %s", g.Board), g.WhiteID, m.Games[1-i].WhiteID, "B"+g.Board
		}
		slot := m.SlotOf(seat)
		other := s.Team(p.TeamID(3 - slot))
		game.Team, game.Slug = other.Name, other.Slug
		game.Against, game.Partner = s.nameOf(w, opponent), s.nameOf(text.Words{}, partner)
		if partner == nil {
			game.Partner = ""
		}
		switch {
		case m.UnderReview:
			game.State = layout.StateReview
		case m.Result != nil:
			game.Result = matchWords(w, *m.Result, slot)
		}
		return game, true
	}
	return pages.PlayerGame{}, false
}

// nameOf is a player as everybody may read the name, or that the seat is open.
func (s *shelf) nameOf(w text.Words, id *int64) string {
	if id != nil {
		if p, ok := s.Player(*id); ok {
			return s.publicName(p)
		}
	}
	return w.Say("seat open")
}
