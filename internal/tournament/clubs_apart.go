package tournament

import (
	"context"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// Club is a school or club with more than one team in a section.
type Club struct {
	Name  string // as the first of its teams writes it
	Teams []Team
}

// Clubs lists them by name.
func (b *SectionBook) Clubs() []Club {
	at := map[string]int{}
	var all []Club
	for _, t := range b.Teams {
		key := NameKey(t.School)
		if key == "" {
			continue
		}
		i, known := at[key]
		if !known {
			i = len(all)
			at[key] = i
			all = append(all, Club{Name: t.School})
		}
		all[i].Teams = append(all[i].Teams, t)
	}
	all = slices.DeleteFunc(all, func(c Club) bool { return len(c.Teams) < 2 })
	slices.SortFunc(all, func(a, b Club) int { return strings.Compare(NameKey(a.Name), NameKey(b.Name)) })
	return all
}

// pairs are every two teams of a club, as in says.
func (c Club) pairs(in ForbiddenPair) []ForbiddenPair {
	var pairs []ForbiddenPair
	in.Reason = firstOf(in.Reason, c.Name)
	for i, one := range c.Teams {
		for _, other := range c.Teams[i+1:] {
			in.TeamID, in.OtherID = min(one.TeamID, other.TeamID), max(one.TeamID, other.TeamID)
			pairs = append(pairs, in)
		}
	}
	return pairs
}

// mostPairs bounds how many pairs one command keeps apart.
const mostPairs = 10_000

// ForbidClubs keeps club mates of a whole section apart, as in says; the teams of in are
// not read. Two teams that are kept apart already keep their own rounds and reason. The
// answer is the number of clubs.
func (s *EntryCommands) ForbidClubs(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, in ForbiddenPair) (int, error) {
	return change(ctx, s.apart, eventID, cmd.With(in), func(tx apartTx) (int, journal.Change, error) {
		book, err := tx.Book(ctx, sectionID)
		if err != nil {
			return 0, journal.Change{}, err
		}
		if err := in.settle(book.Section); err != nil {
			return 0, journal.Change{}, err
		}
		clubs := book.Clubs()
		if len(clubs) == 0 {
			return 0, journal.Change{}, fault.New(fault.Conflict, "No school or club has two teams in %s.", book.Section.Name)
		}
		var fresh []ForbiddenPair
		told := map[string]any{}
		for _, c := range clubs {
			for _, pair := range c.pairs(in) {
				if _, kept := apart(book, pair.TeamID, pair.OtherID); !kept {
					fresh = append(fresh, pair)
				}
			}
			told[c.Name] = c.names()
		}
		switch {
		case len(fresh) == 0:
			return len(clubs), journal.Change{}, nil
		case len(fresh) > mostPairs:
			return 0, journal.Change{}, fault.New(fault.Conflict, "These clubs have %d pairs of teams, more than the %d that can be kept apart at once. Correct the schools of the teams, or keep single clubs apart.", len(fresh), mostPairs)
		}
		for _, pair := range fresh {
			if err := tx.SetForbiddenPair(ctx, sectionID, pair); err != nil {
				return 0, journal.Change{}, err
			}
		}
		return len(clubs), journal.Change{
			Reach: journal.DeskOnly, Action: "keep clubs apart", Subject: journal.Subject(book.Section.Slug, "pairs"),
			After: map[string]any{"clubs": told, "pairs": len(fresh), "rounds": in.rounds(), "always": in.Hard, "reason": in.Reason},
		}, nil
	})
}

// AllowClubs lets the club mates of a whole section meet again. Teams of different clubs
// that are kept apart stay so. The answer is the number of pairs.
func (s *EntryCommands) AllowClubs(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64) (int, error) {
	return change(ctx, s.apart, eventID, cmd, func(tx apartTx) (int, journal.Change, error) {
		book, err := tx.Book(ctx, sectionID)
		if err != nil {
			return 0, journal.Change{}, err
		}
		var free []ForbiddenPair
		var before []string
		for _, pair := range book.Apart {
			one, other := book.Team(pair.TeamID), book.Team(pair.OtherID)
			if one.School != "" && NameKey(one.School) == NameKey(other.School) {
				free = append(free, pair)
				before = append(before, pair.words(one, other))
			}
		}
		if len(free) == 0 {
			return 0, journal.Change{}, nil
		}
		return len(free), journal.Change{Reach: journal.DeskOnly, Action: "let clubs meet", Subject: journal.Subject(book.Section.Slug, "pairs"), Before: before, Back: free},
			tx.DeleteForbiddenPairs(ctx, sectionID, free)
	})
}

func (c Club) names() []string {
	names := make([]string, len(c.Teams))
	for i, t := range c.Teams {
		names[i] = t.Name
	}
	return names
}

// Words name a club and how many teams it has: "Harbor School (3 teams)".
func (c Club) Words() fault.Clause { return fault.Part("%s (%d teams)", c.Name, len(c.Teams)) }
