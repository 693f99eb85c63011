package tournament

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// TeamEdit is a team's form: its name, school and players in seat order. Behind the first two a
// player without a name leaves the team, one more than it had comes in, and those the form does
// not have stay. Revision is that of the row the form showed.
type TeamEdit struct {
	TeamID   int64
	Revision int
	Name     string
	School   string
	// Categories are words for prizes, separated by commas.
	Categories string
	Players    []NewPlayer
	SameName   bool
}

// editTeamTx changes a team and its players.
type editTeamTx interface {
	registerTx
	Team(ctx context.Context, teamID int64) (Team, error)
	UpdateTeams(ctx context.Context, teams []Team) error
	UpdatePlayers(ctx context.Context, players []Player) error
	squadChangeTx
}

// squadChangeTx lets players come into a team, and leave it for the pool.
type squadChangeTx interface {
	playerTx
	NextIDs(ctx context.Context, counter string, n int) (first int64, err error)
	InsertPlayers(ctx context.Context, players []Player) error
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
}

// EditTeam saves names, school and ratings. Its address and its pairing number
// stay.
func (s *EntryCommands) EditTeam(ctx context.Context, eventID int64, cmd journal.Command, in TeamEdit) (Team, error) {
	return change(ctx, s.teams, eventID, cmd.With(in), func(tx editTeamTx) (Team, journal.Change, error) {
		before, err := tx.Team(ctx, in.TeamID)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		sections, err := tx.Sections(ctx)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		entries, err := tx.Entries(ctx)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		members := membersOf(entries.Players, before.TeamID)
		r := newRegister(sections, entries.without(before.TeamID))
		if err := r.hiding(ctx, tx); err != nil {
			return Team{}, journal.Change{}, err
		}
		name := in.Name
		if section := r.sections[before.SectionID]; name == before.Name && isMade(name, madeName(section, newPlayers(members), r.hides(section))) {
			name = "" // nobody typed it: it follows the players' names
		}
		wanted := r.team(1, NewTeam{SectionID: before.SectionID, Name: name, School: in.School, Categories: in.Categories, Players: in.named(), SameName: in.SameName})
		if in.Revision != before.Revision {
			return Team{}, journal.Change{}, staleTeam(before, members, wanted)
		}
		if err := r.err(); err != nil {
			return Team{}, journal.Change{}, err
		}
		after := before
		after.Name, after.NameKey, after.School = wanted.Name, NameKey(wanted.Name), wanted.School
		after.Categories = wanted.Categories
		renewed, err := in.squad(ctx, tx, before, members, wanted.Players)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		after.Strength = strength(renewed)
		after.Revision++
		if err := tx.UpdateTeams(ctx, []Team{after}); err != nil {
			return Team{}, journal.Change{}, err
		}
		return after, journal.Change{
			Action: "edit team", Subject: journal.Subject(r.sections[after.SectionID].Slug, "team "+after.Name),
			Before: sheet(before, members), After: sheet(after, renewed), Back: formOf(before, members),
		}, nil
	})
}

// formOf is a team as its form shows it.
func formOf(t Team, members []Player) TeamEdit {
	form := TeamEdit{TeamID: t.TeamID, Name: t.Name, School: t.School, Categories: t.Categories, Players: newPlayers(members)}
	if len(members) >= 2 { // who came in behind them leaves again
		form.Players = append(form.Players, make([]NewPlayer, max(0, 4-len(members)))...)
	}
	return form
}

// named are the players of the form that have a name, and the first two whether or not.
func (in TeamEdit) named() []NewPlayer {
	var named []NewPlayer
	for i, p := range in.Players {
		if i < 2 || p.Name() != "" {
			named = append(named, p)
		}
	}
	return named
}

// squad writes the players of the form, checked as wanted, and returns them as they are then.
func (in TeamEdit) squad(ctx context.Context, tx squadPlayersTx, team Team, members []Player, wanted []NewPlayer) ([]Player, error) {
	var leaves, stays, comes []Player
	for i, p := range in.Players {
		switch {
		case i >= 2 && p.Name() == "":
			if i < len(members) {
				gone := members[i]
				gone.TeamID, gone.SeatOrder = nil, nil
				leaves = append(leaves, gone)
			}
			continue
		case i < len(members):
			p, q := wanted[0], members[i]
			q.FirstName, q.LastName, q.NameKey = p.FirstName, p.LastName, NameKey(p.Name())
			q.Rating, q.Grade, q.School, q.ExternalID = p.Rating, p.Grade, p.School, p.ExternalID
			stays = append(stays, q)
		default:
			comes = append(comes, playerRow(tx, 0, team.SectionID, wanted[0]))
		}
		wanted = wanted[1:]
	}
	stays = append(stays, members[min(len(members), len(in.Players)):]...)
	for i := range stays {
		stays[i].SeatOrder = ptr(i + 1)
	}
	for i := range comes {
		comes[i].TeamID, comes[i].SeatOrder = &team.TeamID, ptr(len(stays)+i+1)
	}
	if len(leaves) > 0 {
		book, err := tx.Book(ctx, team.SectionID)
		if err != nil {
			return nil, err
		}
		if round, table, _ := openTable(book, team.TeamID); table != 0 {
			return nil, fault.New(fault.Conflict, "Table %d of round %d is still without a result. Players leave a team between two rounds.", table, round)
		}
	}
	if err := tx.UpdatePlayers(ctx, slices.Concat(leaves, stays)); err != nil || len(comes) == 0 {
		return stays, err
	}
	id, err := tx.NextIDs(ctx, "player", len(comes))
	if err != nil {
		return nil, err
	}
	for i := range comes {
		comes[i].PlayerID = id + int64(i)
	}
	return slices.Concat(stays, comes), tx.InsertPlayers(ctx, comes)
}

// squadPlayersTx writes the players of one team.
type squadPlayersTx interface {
	squadChangeTx
	UpdatePlayers(ctx context.Context, players []Player) error
}

// without leaves a team and its players out.
func (e Entries) without(teamID int64) Entries {
	return Entries{
		Teams:   slices.DeleteFunc(slices.Clone(e.Teams), func(t Team) bool { return t.TeamID == teamID }),
		Players: slices.DeleteFunc(slices.Clone(e.Players), func(p Player) bool { return p.TeamID != nil && *p.TeamID == teamID }),
	}
}

// membersOf returns a team's players in seat order.
func membersOf(players []Player, teamID int64) []Player {
	var members []Player
	for _, p := range players {
		if p.TeamID != nil && *p.TeamID == teamID {
			members = append(members, p)
		}
	}
	return bySeat(members)
}

// bySeat orders members of one team.
func bySeat(members []Player) []Player {
	slices.SortFunc(members, func(a, b Player) int { return *a.SeatOrder - *b.SeatOrder })
	return members
}

// sheet is a team as the journal tells it.
func sheet(t Team, players []Player) map[string]any {
	all := make([]any, len(players))
	for i, p := range players {
		all[i] = p.sheet()
	}
	return map[string]any{"team": t.Name, "school": t.School, "categories": t.Categories, "players": all}
}

// sheet is a player as the journal tells it: without what is not known.
func (p Player) sheet() map[string]any {
	told := map[string]any{"name": p.Name()}
	for field, text := range map[string]string{"grade": p.Grade, "school": p.School, "federation id": p.ExternalID} {
		if text != "" {
			told[field] = text
		}
	}
	if p.Rating != nil {
		told["rating"] = *p.Rating
	}
	return told
}
