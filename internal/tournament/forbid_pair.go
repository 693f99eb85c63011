package tournament

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// ForbidPair keeps two teams apart. Rounds of 0 mean from the first, to the last.
func (s *Service) ForbidPair(ctx context.Context, eventID int64, cmd journal.Command, in ForbiddenPair) error {
	_, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		first, second, section, err := twoTeams(ctx, tx, in.TeamID, in.OtherID)
		if err != nil {
			return journal.Change{}, err
		}
		in.TeamID, in.OtherID = min(in.TeamID, in.OtherID), max(in.TeamID, in.OtherID)
		in.FirstRound, in.LastRound = firstOf(in.FirstRound, 1), firstOf(in.LastRound, section.Rounds)
		in.Reason = tidy(in.Reason)
		var form fault.Form
		checkLength(&form, "reason", in.Reason)
		if in.FirstRound < 1 || in.LastRound < in.FirstRound || in.LastRound > 99 {
			form.Add("first_round", "Enter rounds from 1 to %d, the first one first.", section.Rounds)
		}
		if err := form.Err(); err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "keep teams apart", Subject: journal.Subject(section.Slug, "pairs"), Reason: in.Reason,
			After: fmt.Sprintf("%s and %s, rounds %d to %d", first.Name, second.Name, in.FirstRound, in.LastRound),
		}, tx.SetForbiddenPair(ctx, section.SectionID, in)
	})
	return err
}

// AllowPair takes a prohibition back.
func (s *Service) AllowPair(ctx context.Context, eventID int64, cmd journal.Command, teamID, otherID int64) error {
	_, err := s.store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) {
		first, second, section, err := twoTeams(ctx, tx, teamID, otherID)
		if err != nil {
			return journal.Change{}, err
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "let teams meet", Subject: journal.Subject(section.Slug, "pairs"), Before: first.Name + " and " + second.Name + " kept apart",
		}, tx.DeleteForbiddenPair(ctx, section.SectionID, min(teamID, otherID), max(teamID, otherID))
	})
	return err
}

func twoTeams(ctx context.Context, tx Tx, a, b int64) (first, second Team, section Section, err error) {
	if first, err = tx.Team(ctx, a); err != nil {
		return
	}
	if second, err = tx.Team(ctx, b); err != nil {
		return
	}
	if a == b || first.SectionID != second.SectionID {
		err = fault.New(fault.Invalid, "Choose two different teams of one section.")
		return
	}
	section, err = tx.Section(ctx, first.SectionID)
	return
}
