package tournament

import (
	"context"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// TeamMove takes a team to another section of its event. Revision is that of the row
// the form showed; SameName says that a player may have the name of another one there.
type TeamMove struct {
	TeamID    int64
	Revision  int
	SectionID int64
	SameName  bool
}

// MoveTeam moves a team that has not been paired yet, with its players, code, address and
// private link. It plays in the new section from the next round to be paired on. Its number,
// its group, its requested byes and the teams it must not meet belong to the old section and
// are left there: the journal entry tells them.
func (s *EntryCommands) MoveTeam(ctx context.Context, eventID int64, cmd journal.Command, in TeamMove) (Team, error) {
	return change(ctx, s.moves, eventID, cmd.With(in), func(tx moveTx) (Team, journal.Change, error) {
		team, book, err := teamBook(ctx, tx, in.TeamID)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		if in.Revision != team.Revision {
			return Team{}, journal.Change{}, fault.New(fault.Stale, "%s changed since you opened the page. Nothing was moved. Look at it, then move it again.", team.Name)
		}
		from, err := departFrom(ctx, tx, book)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		if err := from.team(team); err != nil {
			return Team{}, journal.Change{}, err
		}
		to, err := arriveIn(ctx, tx, from, in.SectionID, in.SameName)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		moved := to.team(1, from, team)
		if err := to.names.err(); err != nil {
			return Team{}, journal.Change{}, err
		}
		if to.over() {
			return Team{}, journal.Change{}, fault.New(fault.Conflict, "All rounds of %s are published. %s cannot play there any more.", to.section.Name, team.Name)
		}
		left, err := from.leaveWishes(ctx, tx, to, []Team{team})
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		before := map[string]any{"section": from.Section.Name, "arrives": team.ArrivesRound, "number": team.Number, "group": team.GroupNo}
		if len(left.wishes) > 0 {
			before["left behind"] = left.wishes
		}
		return moved, journal.Change{
			Action: "move team", Subject: journal.Subject(from.Section.Slug, "team "+team.Name), Before: before,
			After: map[string]any{"section": to.section.Name, "section number": to.section.SectionID, "arrives": moved.ArrivesRound},
		}, tx.MoveEntries(ctx, []Team{moved}, inSection(from.Members(team.TeamID), to.section))
	})
}

// inSection are those players in another section.
func inSection(players []Player, section Section) []Player {
	moved := make([]Player, len(players))
	for i, p := range players {
		p.SectionID = section.SectionID
		moved[i] = p
	}
	return moved
}
