package tournament

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// apartTx writes down who shall not meet.
type apartTx interface {
	Section(ctx context.Context, sectionID int64) (Section, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	Team(ctx context.Context, teamID int64) (Team, error)
	SetForbiddenPair(ctx context.Context, sectionID int64, p ForbiddenPair) error
	DeleteForbiddenPair(ctx context.Context, sectionID, teamID, otherID int64) error
	DeleteForbiddenPairs(ctx context.Context, sectionID int64, pairs []ForbiddenPair) error
}

// ForbidPair keeps two teams apart. Rounds of 0 mean from the first, to the last.
func (s *EntryCommands) ForbidPair(ctx context.Context, eventID int64, cmd journal.Command, in ForbiddenPair) error {
	_, err := s.apart(ctx, eventID, cmd.With(in), func(tx apartTx) (journal.Change, error) {
		first, second, section, err := twoTeams(ctx, tx, in.TeamID, in.OtherID)
		if err != nil {
			return journal.Change{}, err
		}
		in.TeamID, in.OtherID = min(in.TeamID, in.OtherID), max(in.TeamID, in.OtherID)
		if err := in.settle(section); err != nil {
			return journal.Change{}, err
		}
		book, err := tx.Book(ctx, section.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		change := journal.Change{Reach: journal.DeskOnly, Action: "keep teams apart", Subject: journal.Subject(section.Slug, "pairs"), Reason: in.Reason}
		if old, kept := apart(book, in.TeamID, in.OtherID); kept {
			if old == in {
				return journal.Change{}, nil
			}
			change.Before, change.Back = old.words(first, second), []ForbiddenPair{old}
		}
		change.After = in.words(first, second)
		return change, tx.SetForbiddenPair(ctx, section.SectionID, in)
	})
	return err
}

// apart is how two teams are kept apart, ok false when they are not.
func apart(b *SectionBook, one, other int64) (p ForbiddenPair, ok bool) {
	i := slices.IndexFunc(b.Apart, func(p ForbiddenPair) bool { return meeting(p.TeamID, p.OtherID) == meeting(one, other) })
	if i < 0 {
		return ForbiddenPair{}, false
	}
	return b.Apart[i], true
}

// words are a prohibition as the journal tells it.
func (p ForbiddenPair) words(first, second Team) string {
	how := "where possible"
	if p.Hard {
		how = "always"
	}
	words := fmt.Sprintf("%s and %s kept apart %s, %s", first.Name, second.Name, how, p.rounds())
	if p.Reason != "" {
		words += ": " + p.Reason
	}
	return words
}

func (p ForbiddenPair) rounds() string {
	return fmt.Sprintf("rounds %d to %d", p.FirstRound, p.LastRound)
}

// settle fills in the rounds that were left open and checks them.
func (p *ForbiddenPair) settle(section Section) error {
	p.FirstRound, p.LastRound = firstOf(p.FirstRound, 1), firstOf(p.LastRound, section.Rounds)
	p.Reason = tidy(p.Reason)
	var form fault.Form
	if p.FirstRound < 1 || p.LastRound < p.FirstRound || p.LastRound > 99 {
		form.Add("first_round", "Enter rounds from 1 to %d, the first one first.", section.Rounds)
	}
	return form.Err()
}

// ForbidClub keeps all teams of the school or club of in.TeamID apart, every two
// of them, as in says.
func (s *EntryCommands) ForbidClub(ctx context.Context, eventID int64, cmd journal.Command, in ForbiddenPair) error {
	_, err := s.apart(ctx, eventID, cmd.With(in), func(tx apartTx) (journal.Change, error) {
		t, book, err := teamBook(ctx, tx, in.TeamID)
		if err != nil {
			return journal.Change{}, err
		}
		if err := in.settle(book.Section); err != nil {
			return journal.Change{}, err
		}
		in.Reason = firstOf(in.Reason, t.School)
		var club []Team
		for _, other := range book.Teams {
			if t.School != "" && NameKey(other.School) == NameKey(t.School) {
				club = append(club, other)
			}
		}
		if len(club) < 2 {
			return journal.Change{}, fault.New(fault.Conflict, "No other team of the section has the school or club of %s.", t.Name)
		}
		var names, before []string
		var old []ForbiddenPair
		for i, one := range club {
			names = append(names, one.Name)
			for _, other := range club[i+1:] {
				pair := in
				pair.TeamID, pair.OtherID = min(one.TeamID, other.TeamID), max(one.TeamID, other.TeamID)
				if was, kept := apart(book, one.TeamID, other.TeamID); kept {
					before, old = append(before, was.words(one, other)), append(old, was)
				}
				if err := tx.SetForbiddenPair(ctx, t.SectionID, pair); err != nil {
					return journal.Change{}, err
				}
			}
		}
		change := journal.Change{
			Reach: journal.DeskOnly, Action: "keep a club apart", Subject: journal.Subject(book.Section.Slug, "pairs"), Reason: in.Reason,
			After: map[string]any{"club": t.School, "teams": names, "rounds": in.rounds(), "always": in.Hard},
		}
		if len(before) > 0 {
			change.Before, change.Back = before, old
		}
		return change, nil
	})
	return err
}

// AllowPair takes a prohibition back. Teams that are not kept apart stay so, and no
// entry says otherwise.
func (s *EntryCommands) AllowPair(ctx context.Context, eventID int64, cmd journal.Command, teamID, otherID int64) error {
	_, err := s.apart(ctx, eventID, cmd, func(tx apartTx) (journal.Change, error) {
		first, second, section, err := twoTeams(ctx, tx, teamID, otherID)
		if err != nil {
			return journal.Change{}, err
		}
		book, err := tx.Book(ctx, section.SectionID)
		if err != nil {
			return journal.Change{}, err
		}
		old, kept := apart(book, teamID, otherID)
		if !kept {
			return journal.Change{}, nil
		}
		return journal.Change{
			Reach: journal.DeskOnly, Action: "let teams meet", Subject: journal.Subject(section.Slug, "pairs"), Before: old.words(first, second), Back: []ForbiddenPair{old},
		}, tx.DeleteForbiddenPair(ctx, section.SectionID, min(teamID, otherID), max(teamID, otherID))
	})
	return err
}

func twoTeams(ctx context.Context, tx apartTx, a, b int64) (first, second Team, section Section, err error) {
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
