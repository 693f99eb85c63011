package tournament

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// GroupMove puts a team into another group of its section. Group counts from 1, as
// A, B, …. With ExchangeID the two teams change places.
type GroupMove struct {
	TeamID     int64
	Group      int
	ExchangeID int64
}

// SetGroup puts a team into a group by hand. Until the first publication any team
// may move; afterwards the tables of the groups stand, and only a team that came
// too late for round 1 is given the free place of a group with an odd number of
// teams, whose table has a place for it in every round to come.
func (s *EntryCommands) SetGroup(ctx context.Context, eventID int64, cmd journal.Command, in GroupMove) (Team, error) {
	return change(ctx, s.squads, eventID, cmd.With(in), func(tx squadTx) (Team, journal.Change, error) {
		none := func(err error) (Team, journal.Change, error) { return Team{}, journal.Change{}, err }
		team, book, err := teamBook(ctx, tx, in.TeamID)
		if err != nil {
			return none(err)
		}
		moved, err := regroup(book, in)
		if err != nil {
			return none(err)
		}
		before := map[string]string{}
		after := map[string]string{}
		back := GroupsBefore{team.SectionID, map[int64]*int{}}
		for i := range moved {
			back.Groups[moved[i].TeamID] = book.Team(moved[i].TeamID).GroupNo
			before[moved[i].Name], after[moved[i].Name] = book.GroupLetter(moved[i].TeamID), groupLetter(*moved[i].GroupNo-1)
			moved[i].Revision++
		}
		return moved[0], journal.Change{
			Reach: journal.InSection(team.SectionID), Action: "set group", Subject: journal.Subject(book.Section.Slug, "team "+team.Name), Before: before, After: after, Back: back,
		}, tx.UpdateTeams(ctx, moved)
	})
}

// regroup decides a move: the teams with their new groups.
func regroup(b *SectionBook, in GroupMove) ([]Team, error) {
	groups := b.Groups()
	if len(groups) == 0 {
		return nil, fault.New(fault.Conflict, "%s has no groups.", b.Section.Name)
	}
	var form fault.Form
	if in.Group < 1 || in.Group > len(groups) {
		form.Add("group", "Choose one of the groups A to %s.", groups[len(groups)-1].Letter)
		return nil, form.Err()
	}
	team, from := b.Team(in.TeamID), groupOf(groups, in.TeamID)
	to := &groups[in.Group-1]
	if from == to {
		form.Add("group", "%s is in group %s already.", team.Name, to.Letter)
		return nil, form.Err()
	}
	if first := b.Round(1); first != nil && first.Public() {
		return lateIntoGroup(b, team, from, to, in)
	}
	if from == nil {
		return nil, fault.New(fault.Conflict, "%s does not play round 1, so it is in no group. Let it arrive in round 1, or give it a free place once round 1 is published.", team.Name)
	}
	moved := []Team{withGroup(team, in.Group)}
	if in.ExchangeID != 0 {
		if !slices.Contains(to.Teams, in.ExchangeID) {
			form.Add("exchange", "Choose a team of group %s to change places with.", to.Letter)
			return nil, form.Err()
		}
		home := slices.IndexFunc(groups, func(g Group) bool { return g.Letter == from.Letter }) + 1
		return append(moved, withGroup(b.Team(in.ExchangeID), home)), nil
	}
	if least := max(2, b.Section.Advance); len(from.Teams) <= least {
		form.Add("group", "Group %s would be left with %d teams, and it needs %d. Let two teams change places.", from.Letter, len(from.Teams)-1, least)
		return nil, form.Err()
	}
	return moved, nil
}

func lateIntoGroup(b *SectionBook, team Team, from, to *Group, in GroupMove) ([]Team, error) {
	switch {
	case from != nil:
		return nil, fault.New(fault.Conflict, "Round 1 is published, so the groups stand: %s stays in group %s.", team.Name, from.Letter)
	case in.ExchangeID != 0:
		return nil, fault.New(fault.Conflict, "Round 1 is published, so the groups stand and nobody changes places.")
	case len(to.Teams)%2 == 0:
		return nil, fault.New(fault.Conflict,
			"Group %s has %d teams, and its table has no free place. A late team joins a group with an odd number of teams: it then plays whoever would have been free.", to.Letter, len(to.Teams))
	}
	return []Team{withGroup(team, in.Group)}, nil
}

func withGroup(t Team, group int) Team {
	t.GroupNo = &group
	return t
}
