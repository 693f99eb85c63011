package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Withdrawn says what a withdrawal leaves behind. Table is that of the team's
// pairing in a published round that still lacks a result, 0 for none or where the
// team leaves later: it stays, and the desk enters the forfeit there if nobody plays.
type Withdrawn struct {
	Team     Team
	Round    int // of that pairing
	Table    int
	Opponent string
}

// Withdraw takes a team out from a round on; 0 means the next round to be
// paired. Until then it plays and is checked in like the others, and may say
// another round. Its results stay.
func (s *EntryCommands) Withdraw(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, fromRound int) (Withdrawn, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Withdrawn, journal.Change, error) {
		t, book, err := teamBook(ctx, tx, teamID)
		if err != nil {
			return Withdrawn{}, journal.Change{}, err
		}
		next := book.NextRound()
		if fromRound == 0 {
			fromRound = next
		}
		var form fault.Form
		switch {
		case t.State == TeamWithdrawn, t.LeavesRound != nil && *t.LeavesRound == fromRound:
			return Withdrawn{}, journal.Change{}, fault.New(fault.Conflict, "%s is withdrawn already, from round %d on.", t.Name, *t.LeavesRound)
		case fromRound < next:
			form.Add("round", "Round %d is published. The team can leave from round %d on.", fromRound, next)
		case fromRound > max(next, book.Section.Rounds):
			form.Add("round", "%s has %d rounds. The team can leave from round %d on.", book.Section.Name, book.Section.Rounds, next)
		}
		if err := form.Err(); err != nil {
			return Withdrawn{}, journal.Change{}, err
		}
		before := t.leaves(fromRound, next)
		left := Withdrawn{Team: t}
		if t.State == TeamWithdrawn {
			left.Round, left.Table, left.Opponent = openTable(book, teamID)
		}
		return left, journal.Change{
			Reach: journal.InSection(book.Section.SectionID), Action: "withdraw team", Subject: journal.Subject(book.Section.Slug, "team "+t.Name), Before: before, After: withdrawnWords(fromRound),
		}, tx.UpdateTeams(ctx, []Team{t})
	})
}

// leaves takes the team out from a round on, and says what it was before.
func (t *Team) leaves(from, next int) (before string) {
	before = t.presenceWords()
	t.LeavesRound = &from
	t.Revision++
	*t = t.in(next)
	return before
}

// presenceWords are what the journal says of the team: whether it is in the hall, or from which
// round on it is away.
func (t Team) presenceWords() string {
	if t.LeavesRound != nil {
		return withdrawnWords(*t.LeavesRound)
	}
	return string(t.State)
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

// Return lets a withdrawn team play again from the next round to be paired, or one that was to
// leave later play on.
func (s *EntryCommands) Return(ctx context.Context, eventID int64, cmd journal.Command, teamID int64) (Team, error) {
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) { return returnTeam(ctx, tx, teamID, TeamHere) })
}

// returnTeam lets a team that is gone return in that state; who has not left yet is where it was.
func returnTeam(ctx context.Context, tx squadTx, teamID int64, state TeamState) (Team, journal.Change, error) {
	none := func(err error) (Team, journal.Change, error) { return Team{}, journal.Change{}, err }
	t, err := teamNow(ctx, tx, teamID)
	if err != nil {
		return none(err)
	}
	section, err := tx.Section(ctx, t.SectionID)
	if err != nil {
		return none(err)
	}
	if t.LeavesRound == nil {
		return none(fault.New(fault.Conflict, "%s is not withdrawn.", t.Name))
	}
	if state != TeamEntered && state != TeamHere && state != TeamAbsent {
		return none(fault.New(fault.Invalid, "A team is here, not seen yet, or absent."))
	}
	before := t.presenceWords()
	if t.State == TeamWithdrawn {
		t.State = state
	}
	t.LeavesRound = nil
	t.Revision++
	return t, journal.Change{Reach: journal.InSection(t.SectionID), Action: "return team", Subject: journal.Subject(section.Slug, "team "+t.Name), Before: before, After: t.State},
		tx.UpdateTeams(ctx, []Team{t})
}
