package tournament

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/journal"
)

// TeamEdit is a team's form: its name, school and players in seat order.
// Revision is that of the row the form showed.
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
		event, err := tx.Event(ctx)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		r := newRegister(sections, entries.without(before.TeamID))
		r.hideMinors = event.HideMinors
		wanted := r.team(1, NewTeam{SectionID: before.SectionID, Name: in.Name, School: in.School, Categories: in.Categories, Players: in.Players, SameName: in.SameName})
		if in.Revision != before.Revision {
			return Team{}, journal.Change{}, staleTeam(before, members, wanted)
		}
		if err := r.err(); err != nil {
			return Team{}, journal.Change{}, err
		}
		after := before
		after.Name, after.NameKey, after.School = wanted.Name, NameKey(wanted.Name), wanted.School
		after.Categories = wanted.Categories
		renewed := slices.Clone(members)
		for i := range renewed {
			p := wanted.Players[i]
			renewed[i].FirstName, renewed[i].LastName, renewed[i].NameKey = p.FirstName, p.LastName, NameKey(p.Name())
			renewed[i].Rating, renewed[i].Grade, renewed[i].School, renewed[i].ExternalID = p.Rating, p.Grade, p.School, p.ExternalID
		}
		after.Strength = strength(renewed)
		after.Revision++
		if err := tx.UpdateTeams(ctx, []Team{after}); err != nil {
			return Team{}, journal.Change{}, err
		}
		if err := tx.UpdatePlayers(ctx, renewed); err != nil {
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
	form := TeamEdit{TeamID: t.TeamID, Name: t.Name, School: t.School, Categories: t.Categories}
	for _, p := range members {
		form.Players = append(form.Players, NewPlayer{FirstName: p.FirstName, LastName: p.LastName, Rating: p.Rating, Grade: p.Grade, School: p.School, ExternalID: p.ExternalID})
	}
	return form
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
