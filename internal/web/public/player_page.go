package public

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/publicpages"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
	"github.com/tandemchess/tandem/internal/web/visit"
	"github.com/tandemchess/tandem/templates/layout"
	pages "github.com/tandemchess/tandem/templates/public"
)

// playerPage shows the games of a player, names as everybody may read them.
func (h *Handlers) playerPage(v *visit.Visit) error {
	b, player, err := playerOf(v)
	if err != nil {
		return err
	}
	return v.Public(v.Request().URL.Path, func() (templ.Component, int64, error) {
		page, err := aboutPlayer(v, b, player)
		if err != nil {
			return nil, 0, err
		}
		frame := v.Frame(layout.Public, page.Name, b.Event.Version)
		frame.Tab = "find"
		frame.Share.Description = page.Name
		if page.Team != "" {
			frame.Share.Description += ", " + page.Team
			frame.Share.Picture = "/e/" + v.Event.Slug + "/team/" + page.TeamSlug + "/preview.png"
		}
		frame.Share.Hidden = tournament.HidesNames(b.SectionBook) // children are nobody's search result
		return pages.Player(frame, page), b.Event.Version, nil
	})
}

// playerOf finds the player of the address, as teamOf finds the team.
func playerOf(v *visit.Visit) (*publicpages.SectionView, tournament.Player, error) {
	if id, err := strconv.ParseInt(v.Param("player"), 10, 64); err == nil {
		for _, b := range visit.SectionViews(v) {
			if p, ok := b.Player(id); ok {
				v.Section = b.Section
				return b, p, nil
			}
		}
	}
	return nil, tournament.Player{}, visit.Refused(fault.NotFound, text.Message("%s has no player with this address. Find the team by name."), v.Event.Name)
}

func aboutPlayer(v *visit.Visit, b *publicpages.SectionView, player tournament.Player) (pages.PlayerPage, error) {
	page := pages.PlayerPage{ID: player.PlayerID, Name: b.PublicName(player), School: player.School, Record: playerRecord(b, v.Words, player.PlayerID)}
	if player.TeamID != nil {
		team := b.Team(*player.TeamID)
		page.Team, page.TeamSlug = team.Name, team.Slug
	}
	recorded, err := b.Watched(v.Request().Context())
	if err != nil {
		return page, err
	}
	for _, in := range b.PlayedBy(player.PlayerID) {
		if game, ok := playerGame(b, v.Words, in.Pairing, *in.Match, player.PlayerID); ok {
			game.Watch = b.WatchAddress(in.Round, in.Pairing, *in.Match, recorded)
			page.Games = append(page.Games, game)
		}
	}
	return page, nil
}

// playerRecord is what the player did at the boards, one line for each board and their sum.
func playerRecord(b *publicpages.SectionView, w text.Words, playerID int64) []pages.PlayerRecord {
	record, ok := tournament.RecordOf(b.SectionBook, playerID)
	if !ok || record.Matches == 0 {
		return nil
	}
	line := func(name string, r tournament.BoardRecord) pages.PlayerRecord {
		return pages.PlayerRecord{Name: name, Matches: r.Matches, Won: r.Won, Drawn: r.Drawn, Lost: r.Lost, Points: layout.Half(r.Points)}
	}
	var lines []pages.PlayerRecord
	for i, name := range []string{w.Say("Board A"), w.Say("Board B")} {
		if r := record.Boards[i]; r.Matches > 0 && b.Section.TeamSize == 2 {
			lines = append(lines, line(name, r))
		}
	}
	if len(lines) == 1 {
		return lines
	}
	return append(lines, line(w.Say("Together"), record.BoardRecord))
}

// playerGame tells a match from the seat of a player; false when the player has
// none in it.
func playerGame(s *publicpages.SectionView, w text.Words, p *tournament.Pairing, m tournament.Match, playerID int64) (pages.PlayerGame, bool) {
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
		game.Against, game.Partner = nameOf(s, w, opponent), nameOf(s, text.Words{}, partner)
		if partner == nil {
			game.Partner = ""
		}
		switch {
		case m.Held:
			game.Result = w.Say(pages.ResultHeld)
		case m.UnderReview:
			game.State = layout.StateReview
		case m.Result != nil:
			game.Result = matchWords(w, *m.Result, slot)
		}
		return game, true
	}
	return replacedGame(s, w, p, m, playerID)
}

// replacedGame tells a match that somebody else finished in the player's seat; false when the
// player never sat there.
func replacedGame(s *publicpages.SectionView, w text.Words, p *tournament.Pairing, m tournament.Match, playerID int64) (pages.PlayerGame, bool) {
	for _, out := range tournament.SubstitutedIn(s.SectionBook, m.MatchID) {
		if out.OutID != playerID {
			continue
		}
		seat := w.Say("White on %s", out.Seat[1:])
		if out.Seat[0] == 'B' {
			seat = w.Say("Black on %s", out.Seat[1:])
		}
		other := s.Team(p.TeamID(3 - m.SlotOf(out.Seat)))
		return pages.PlayerGame{
			Round: p.RoundNo, Table: p.Table(), Match: m.MatchNo, Seat: seat, Team: other.Name, Slug: other.Slug, Finished: nameOf(s, w, &out.InID),
		}, true
	}
	return pages.PlayerGame{}, false
}

// nameOf is a player as everybody may read the name, or that the seat is open.
func nameOf(s *publicpages.SectionView, w text.Words, id *int64) string {
	if id != nil {
		if p, ok := s.Player(*id); ok {
			return s.PublicName(p)
		}
	}
	return w.Say("seat open")
}
