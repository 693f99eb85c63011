package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/rulebook"
)

// PartnerChange lets a player of the pool take somebody's seat in a team.
// Revision is that of the team the form showed.
type PartnerChange struct {
	TeamID, Leaves, Joins int64
	Revision              int
}

// ChangePartner changes a team between two rounds: who leaves waits in the pool
// afterwards. Until the first publication that is free. Later it is a
// substitution: refused where the section's rules forbid one (USCF-R 1, USCF-C 1),
// elsewhere it takes a reason, because the texts say nothing about it.
func (s *EntryCommands) ChangePartner(ctx context.Context, eventID int64, cmd journal.Command, in PartnerChange) (Team, error) {
	return change(ctx, s.squads, eventID, cmd.With(in), func(tx squadTx) (Team, journal.Change, error) {
		none := func(err error) (Team, journal.Change, error) { return Team{}, journal.Change{}, err }
		team, book, err := teamBook(ctx, tx, in.TeamID)
		if err != nil {
			return none(err)
		}
		if team.Revision != in.Revision {
			return none(fault.New(fault.Stale, "Somebody saved %s since you opened the page: it is now %s. Nothing was saved. Look at it, then try again.",
				team.Name, fault.And(names(book.Members(team.TeamID))...)))
		}
		leaves, joins, err := partners(book, team, in)
		if err != nil {
			return none(err)
		}
		if err := maySubstitute(book, team, cmd.Reason); err != nil {
			return none(err)
		}
		before := names(book.Members(team.TeamID))
		joins.TeamID, joins.SeatOrder = leaves.TeamID, leaves.SeatOrder
		leaves.TeamID, leaves.SeatOrder = nil, nil
		members := slices.Clone(book.Members(team.TeamID))
		for i := range members {
			if members[i].PlayerID == leaves.PlayerID {
				members[i] = joins
			}
		}
		if hide := HidesNames(book); book.Current() == nil && isMade(team.Name, madeName(book.Section, newPlayers(book.Members(team.TeamID)), hide)) {
			team = renamed(book, team, madeName(book.Section, newPlayers(bySeat(members)), hide))
		}
		team.Strength = strength(members)
		team.Revision++
		if err := tx.UpdatePlayers(ctx, []Player{leaves, joins}); err != nil {
			return none(err)
		}
		return team, journal.Change{
			Reach: journal.InSection(team.SectionID), Action: "change partner", Subject: journal.Subject(book.Section.Slug, "team "+team.Name), Before: before, After: names(members),
		}, tx.UpdateTeams(ctx, []Team{team})
	})
}

// renamed is a team under a name that is made of its players' names, with a number where
// another one has that.
func renamed(b *SectionBook, team Team, made string) Team {
	taken := func(key string) bool {
		return slices.ContainsFunc(b.Teams, func(t Team) bool { return t.NameKey == key && t.TeamID != team.TeamID })
	}
	team.Name = made
	for n := 2; taken(NameKey(team.Name)); n++ {
		team.Name = fmt.Sprintf("%s (%d)", made, n)
	}
	team.NameKey = NameKey(team.Name)
	return team
}

// partners are who leaves a team and who joins it.
func partners(b *SectionBook, team Team, in PartnerChange) (leaves, joins Player, err error) {
	var form fault.Form
	leaves, _ = b.Player(in.Leaves)
	if leaves.TeamID == nil || *leaves.TeamID != team.TeamID {
		form.Add("leaves", "Choose a player of %s.", team.Name)
	}
	pool := b.Pool()
	i := slices.IndexFunc(pool, func(p Player) bool { return p.PlayerID == in.Joins })
	if i < 0 {
		form.Add("joins", "Choose a player of the pool.")
	} else {
		joins = pool[i]
	}
	return leaves, joins, form.Err()
}

// maySubstitute refuses a change of players that the section's rules forbid, or
// that would fall into the middle of a round.
func maySubstitute(b *SectionBook, team Team, reason string) error {
	if b.Current() == nil {
		return nil // nothing is published yet
	}
	rules, err := b.Section.Rules()
	if err != nil {
		return err
	}
	if cell := rules.Cell(rulebook.Substitution); cell.Value.String() == "no" {
		return fault.New(fault.Conflict, "Round 1 is published, and %s: nobody is substituted. The team plays on as it is, or is withdrawn.", cite(rules, cell.Articles))
	}
	if round, table, _ := openTable(b, team.TeamID); table != 0 {
		return fault.New(fault.Conflict, "Table %d of round %d is still without a result. Partners change between two rounds.", table, round)
	}
	if strings.TrimSpace(reason) == "" {
		var form fault.Form
		form.Add("reason", "Enter the reason: round 1 is published, and %s says nothing about a change of partner.", b.Section.Rulebook)
		return form.Err()
	}
	return nil
}

// cite names the articles behind a setting, or the house rule where no article is.
func cite(book *rulebook.Rulebook, articles []string) fault.Clause {
	if len(articles) == 0 {
		return fault.Part("by a house rule of this section")
	}
	return fault.Part("%s", book.Cite(strings.Join(articles, ", ")))
}
