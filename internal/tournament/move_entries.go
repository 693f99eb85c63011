package tournament

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// EntriesMove takes teams of a section, and players who wait for a partner there, to another
// section of the event: two sections become one, or one becomes two. SameName says that players
// may have the names of others there.
type EntriesMove struct {
	FromID    int64
	SectionID int64
	Teams     []int64
	Players   []int64
	SameName  bool
}

// EntriesMoved is where they are then, and whether that leaves the first section empty.
type EntriesMoved struct {
	SectionID      int64
	Teams, Players int
	FirstRound     int      // in which the teams may play
	LeftBehind     []string // teams whose requested byes, or other teams they must not meet, stay behind
	LeftEmpty      bool
}

// MoveEntries moves all of them as MoveTeam moves one, or none: what is wrong with a team or a
// player is a message of the field "team12" or "player7".
func (s *EntryCommands) MoveEntries(ctx context.Context, eventID int64, cmd journal.Command, in EntriesMove) (EntriesMoved, error) {
	return change(ctx, s.moves, eventID, cmd.With(in), func(tx moveTx) (EntriesMoved, journal.Change, error) {
		book, err := tx.Book(ctx, in.FromID)
		if err != nil {
			return EntriesMoved{}, journal.Change{}, err
		}
		from, err := departFrom(ctx, tx, book)
		if err != nil {
			return EntriesMoved{}, journal.Change{}, err
		}
		leaving, err := in.leaving(ctx, tx, from)
		if err != nil {
			return EntriesMoved{}, journal.Change{}, err
		}
		to, err := arriveIn(ctx, tx, from, in.SectionID, in.SameName)
		if err != nil {
			return EntriesMoved{}, journal.Change{}, err
		}
		if to.over() {
			var form fault.Form
			form.Add("section", "All rounds of %s are published. Nobody can play there any more.", to.section.Name)
			return EntriesMoved{}, journal.Change{}, form.Err()
		}
		moved, err := leaving.into(to, from)
		if err != nil {
			return EntriesMoved{}, journal.Change{}, err
		}
		left, err := from.leaveWishes(ctx, tx, to, leaving.teams)
		if err != nil {
			return EntriesMoved{}, journal.Change{}, err
		}
		if err := tx.MoveEntries(ctx, moved.teams, moved.players(from, to)); err != nil {
			return EntriesMoved{}, journal.Change{}, err
		}
		told := moved.told(from, to, left)
		told.Back = EntriesMove{FromID: in.SectionID, SectionID: in.FromID, Teams: in.Teams, Players: in.Players, SameName: true}
		return EntriesMoved{
			SectionID: in.SectionID, Teams: len(moved.teams), Players: len(moved.alone), FirstRound: to.first, LeftBehind: left.teams,
			LeftEmpty: len(moved.teams) == len(from.Teams) && len(moved.alone) == len(from.Pool()),
		}, told, left.keepApart(ctx, tx, to.section)
	})
}

// leaving are the teams and players meant, each of whom may go.
func (in EntriesMove) leaving(ctx context.Context, tx moveTx, from departure) (g going, err error) {
	var form fault.Form
	if len(in.Teams)+len(in.Players) == 0 {
		form.Add("section", "Tick who moves.")
	}
	for _, team := range from.Teams {
		if !slices.Contains(in.Teams, team.TeamID) {
			continue
		}
		if err := from.team(team); err != nil {
			form.Add(teamField(team.TeamID), "%s", err)
		}
		g.teams = append(g.teams, team)
	}
	for _, p := range from.Pool() {
		if !slices.Contains(in.Players, p.PlayerID) {
			continue
		}
		if err := from.player(p); err != nil {
			form.Add(playerField(p.PlayerID), "%s", err)
		}
		g.alone = append(g.alone, p)
	}
	if len(g.teams) < len(in.Teams) || len(g.alone) < len(in.Players) {
		err = in.elsewhere(ctx, tx, g, &form)
	}
	return g, cmp.Or(err, form.Err())
}

// elsewhere says of those who are not in the section any more where they are.
func (in EntriesMove) elsewhere(ctx context.Context, tx moveTx, g going, form *fault.Form) error {
	entries, err := tx.Entries(ctx)
	if err != nil {
		return err
	}
	sections, err := tx.Sections(ctx)
	if err != nil {
		return err
	}
	names := map[int64]string{}
	for _, s := range sections {
		names[s.SectionID] = s.Name
	}
	for _, t := range entries.Teams {
		if slices.Contains(in.Teams, t.TeamID) && t.SectionID != in.FromID {
			form.Add(teamField(t.TeamID), "%s is in %s by now.", t.Name, names[t.SectionID])
		}
	}
	for _, p := range entries.Players {
		if slices.Contains(in.Players, p.PlayerID) && (p.TeamID != nil || p.SectionID != in.FromID) {
			form.Add(playerField(p.PlayerID), "%s has a partner by now, or waits in another section.", p.Name())
		}
	}
	for _, id := range in.Teams {
		if !slices.ContainsFunc(g.teams, func(t Team) bool { return t.TeamID == id }) {
			form.Add(teamField(id), "There is no such team.")
		}
	}
	for _, id := range in.Players {
		if !slices.ContainsFunc(g.alone, func(p Player) bool { return p.PlayerID == id }) {
			form.Add(playerField(id), "There is no such player.")
		}
	}
	return nil
}

func teamField(id int64) string   { return fmt.Sprintf("team%d", id) }
func playerField(id int64) string { return fmt.Sprintf("player%d", id) }

// going are entries on their way from one section to another.
type going struct {
	teams []Team
	alone []Player // who wait for a partner
}

// into makes them entries of the other section, or says of each what keeps it from coming.
func (g going) into(to arrival, from departure) (going, error) {
	var moved going
	var form fault.Form
	refused := func(field string) {
		var all []fault.Clause
		for _, p := range to.names.problems {
			all = append(all, p.Message())
		}
		if to.names.problems = nil; len(all) > 0 {
			form.Add(field, "%s", fault.Sentences(all...))
		}
	}
	for _, team := range g.teams {
		moved.teams = append(moved.teams, to.team(1, from, team))
		refused(teamField(team.TeamID))
	}
	for _, p := range inSection(g.alone, to.section) {
		to.names.player(1, 0, p.SectionID, newPlayers([]Player{p})[0], to.sameName, "")
		refused(playerField(p.PlayerID))
		moved.alone = append(moved.alone, p)
	}
	return moved, form.Err()
}

// players are all of them, in teams and alone.
func (g going) players(from departure, to arrival) []Player {
	var players []Player
	for _, team := range g.teams {
		players = append(players, inSection(from.Members(team.TeamID), to.section)...)
	}
	return append(players, g.alone...)
}

// told is what the journal says of them.
func (g going) told(from departure, to arrival, left leftBehind) journal.Change {
	before := map[string]any{"section": from.Section.Name}
	if len(left.wishes) > 0 {
		before["left behind"] = left.wishes
	}
	after := map[string]any{"section": to.section.Name, "section number": to.section.SectionID}
	var names []string
	for _, team := range g.teams {
		names = append(names, team.Name)
	}
	if len(names) > 0 {
		after["teams"], after["arrives"] = names, to.first
	}
	names = nil
	for _, p := range g.alone {
		names = append(names, p.Name())
	}
	if len(names) > 0 {
		after["without a partner"] = names
	}
	return journal.Change{Action: "move entries", Subject: from.Section.Slug, Before: before, After: after}
}
