package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Withdrawn says what a withdrawal leaves behind. Table is that of the team's
// pairing in a published round that still lacks a result, 0 for none: it stays,
// and the desk enters the forfeit there.
type Withdrawn struct {
	Team     Team
	Round    int // of that pairing
	Table    int
	Opponent string
}

// Withdraw takes a team out from a round on; 0 means the next round to be
// paired. Its results stay.
func (s *EntryCommands) Withdraw(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, fromRound int) (Withdrawn, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Withdrawn, journal.Change, error) {
		t, book, err := teamBook(ctx, tx, teamID)
		if err != nil {
			return Withdrawn{}, journal.Change{}, err
		}
		next := 1
		if current := book.Current(); current != nil {
			next = current.RoundNo + 1
		}
		if fromRound == 0 {
			fromRound = next
		}
		var form fault.Form
		switch {
		case t.State == TeamWithdrawn:
			return Withdrawn{}, journal.Change{}, fault.New(fault.Conflict, "%s is withdrawn already, from round %d on.", t.Name, *t.LeavesRound)
		case fromRound < next:
			form.Add("round", "Round %d is published. The team can leave from round %d on.", fromRound, next)
		case fromRound > max(next, book.Section.Rounds):
			form.Add("round", "%s has %d rounds. The team can leave from round %d on.", book.Section.Name, book.Section.Rounds, next)
		}
		if err := form.Err(); err != nil {
			return Withdrawn{}, journal.Change{}, err
		}
		before := t.State
		t.State, t.LeavesRound = TeamWithdrawn, &fromRound
		t.Revision++
		left := Withdrawn{Team: t}
		left.Round, left.Table, left.Opponent = openTable(book, teamID)
		return left, journal.Change{
			Reach: journal.InSection(book.Section.SectionID), Action: "withdraw team", Subject: journal.Subject(book.Section.Slug, "team "+t.Name), Before: before, After: withdrawnWords(fromRound),
		}, tx.UpdateTeams(ctx, []Team{t})
	})
}

func withdrawnWords(from int) string { return fmt.Sprintf("%s from round %d on", TeamWithdrawn, from) }

// openTable finds the team's table in the current round if a match lacks a result.
func openTable(book *SectionBook, teamID int64) (round, table int, opponent string) {
	current := book.Current()
	if current == nil {
		return 0, 0, ""
	}
	p := current.PairingOf(teamID)
	if p == nil || p.Table() == 0 {
		return 0, 0, ""
	}
	for _, m := range p.Matches {
		if m.Result == nil {
			return current.RoundNo, p.Table(), book.SlotName(*p, 3-p.Slot(teamID))
		}
	}
	return 0, 0, ""
}

// Return lets a withdrawn team play again from the next round to be paired.
func (s *EntryCommands) Return(ctx context.Context, eventID int64, cmd journal.Command, teamID int64) (Team, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) { return returnTeam(ctx, tx, teamID, TeamHere) })
}

func returnTeam(ctx context.Context, tx squadTx, teamID int64, state TeamState) (Team, journal.Change, error) {
	none := func(err error) (Team, journal.Change, error) { return Team{}, journal.Change{}, err }
	t, err := tx.Team(ctx, teamID)
	if err != nil {
		return none(err)
	}
	if t.State != TeamWithdrawn {
		return none(fault.New(fault.Conflict, "%s is not withdrawn.", t.Name))
	}
	if state != TeamEntered && state != TeamHere && state != TeamAbsent {
		return none(fault.New(fault.Invalid, "A team is here, not seen yet, or absent."))
	}
	section, err := tx.Section(ctx, t.SectionID)
	if err != nil {
		return none(err)
	}
	before := withdrawnWords(*t.LeavesRound)
	t.State, t.LeavesRound = state, nil
	t.Revision++
	return t, journal.Change{Reach: journal.InSection(section.SectionID), Action: "return team", Subject: journal.Subject(section.Slug, "team "+t.Name), Before: before, After: state},
		tx.UpdateTeams(ctx, []Team{t})
}
