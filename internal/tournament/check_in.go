package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// squadTx changes teams as they stand: whether they play, who plays in them.
type squadTx interface {
	publishedRounds
	Section(ctx context.Context, sectionID int64) (Section, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	Team(ctx context.Context, teamID int64) (Team, error)
	UpdateTeams(ctx context.Context, teams []Team) error
	UpdatePlayers(ctx context.Context, players []Player) error
}

// CheckIn notes whether a team is here, not seen yet, or absent. Saying the same
// twice changes nothing.
func (s *EntryCommands) CheckIn(ctx context.Context, eventID int64, cmd journal.Command, teamID int64, state TeamState) (Team, error) {
	if err := limit.Text("state", string(state)); err != nil {
		return Team{}, err
	}
	return change(ctx, s.squads, eventID, cmd, func(tx squadTx) (Team, journal.Change, error) {
		t, err := teamNow(ctx, tx, teamID)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		switch {
		case state != TeamEntered && state != TeamHere && state != TeamAbsent:
			return Team{}, journal.Change{}, fault.New(fault.Invalid, "A team is here, not seen yet, or absent.")
		case t.State == TeamWithdrawn:
			return Team{}, journal.Change{}, fault.New(fault.Conflict, "%s is withdrawn. Let it return first.", t.Name)
		case t.State == state:
			return t, journal.Change{}, nil
		}
		section, err := tx.Section(ctx, t.SectionID)
		if err != nil {
			return Team{}, journal.Change{}, err
		}
		before := t.State
		t.State = state
		t.Revision++
		return t, journal.Change{
			Reach: journal.InSection(section.SectionID), Action: "check in", Subject: journal.Subject(section.Slug, "team "+t.Name), Before: before, After: state,
		}, tx.UpdateTeams(ctx, []Team{t})
	})
}

// teamNow is a team as it is in the next round, without the book of its section: hundreds are
// checked in within minutes.
func teamNow(ctx context.Context, tx squadTx, teamID int64) (Team, error) {
	t, err := tx.Team(ctx, teamID)
	if err != nil || t.LeavesRound == nil {
		return t, err
	}
	next, err := nextRound(ctx, tx, t.SectionID)
	return t.in(next), err
}

// CheckInChoice is what becomes of a team that is not here when check-in closes.
type CheckInChoice string

const (
	ChoiceKeep CheckInChoice = "keep" // it is paired; it may still come
	ChoiceBye  CheckInChoice = "bye"  // no game this round
	ChoiceOut  CheckInChoice = "out"  // withdrawn
)

// CloseCheckIn decides about every team of a section that was not seen before
// the next round is paired; a team without a choice is refused. A bye is worth
// half a pairing while the section's limit and the round allow it, else nothing.
func (s *EntryCommands) CloseCheckIn(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, choices map[int64]CheckInChoice) error {
	_, err := s.byes(ctx, eventID, cmd.With(choices), func(tx byeTx) (journal.Change, error) {
		book, err := tx.Book(ctx, sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		section, round := book.Section, book.NextRound()
		asked, err := tx.RequestedByes(ctx, sectionID)
		if err != nil {
			return journal.Change{}, err
		}
		var form fault.Form
		var changed []Team
		told := map[string]CheckInChoice{}
		var byes []RequestedBye // as they were
		for _, t := range Awaited(book, round) {
			switch choice := choices[t.TeamID]; choice {
			case ChoiceKeep:
			case ChoiceBye:
				if round > section.ByeRounds() {
					form.Add(fmt.Sprintf("team%d", t.TeamID), "A knockout has no byes on request: keep %s, or withdraw it.", t.Name)
					continue
				}
				kind := byeWithin(section, asked, t.TeamID, round)
				byes = append(byes, RequestedBye{round, t.TeamID, requestOf(asked, t.TeamID, round)})
				if err := tx.SetRequestedBye(ctx, sectionID, RequestedBye{round, t.TeamID, kind}); err != nil {
					return journal.Change{}, err
				}
			case ChoiceOut:
				t.leaves(round, round)
				changed = append(changed, t)
			default:
				form.Add(fmt.Sprintf("team%d", t.TeamID), "Choose what becomes of %s in round %d.", t.Name, round)
			}
			told[t.Name] = choices[t.TeamID]
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		if len(told) == 0 {
			return journal.Change{}, nil
		}
		return journal.Change{
			Reach: journal.InSection(section.SectionID), Action: "close check-in", Subject: journal.Subject(section.Slug, fmt.Sprintf("round %d", round)), After: told, Back: byes,
		}, tx.UpdateTeams(ctx, changed)
	})
	return err
}
