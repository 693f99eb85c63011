package demo

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/dispute"
	"github.com/tandemchess/tandem/internal/text"
	"github.com/tandemchess/tandem/internal/tournament"
)

// Exercise is something that the demonstration left undone for a role. Whether it is done
// is read from the event, whoever did it and however.
type Exercise struct {
	Role  access.Role
	Task  text.Message
	Parts []any // what stands in Task
	Hint  text.Message
	To    string // where to begin
	Done  bool
}

// Facts are what the exercises are checked against.
type Facts interface {
	Sections(ctx context.Context, eventID int64) ([]tournament.Section, error)
	Books(ctx context.Context, eventID int64, sectionIDs []int64) (map[int64]*tournament.SectionBook, error)
}

// Disputes are the appeals of an event.
type Disputes interface {
	List(ctx context.Context, eventID int64, which dispute.Selection) (dispute.Listing, error)
}

// lateTeam comes when round 3 is played: the organizer's exercise is to enter it.
const lateTeam = "Lantern Fish"

// Exercises are one for each role, the least mighty first, without those whose section or
// table is no longer there: in the demonstration everything may be tried.
func Exercises(ctx context.Context, facts Facts, disputes Disputes, eventID int64) ([]Exercise, error) {
	sections, err := facts.Sections(ctx, eventID)
	if err != nil {
		return nil, err
	}
	all, err := disputes.List(ctx, eventID, dispute.Selection{})
	if err != nil {
		return nil, err
	}
	left := appealToDecide(all)
	sections = slices.DeleteFunc(sections, func(s tournament.Section) bool { return exercisesOf[s.Slug] == nil })
	books, err := facts.Books(ctx, eventID, tournament.SectionIDs(sections))
	if err != nil {
		return nil, err
	}
	for _, section := range sections {
		left = append(left, exercisesOf[section.Slug](books[section.SectionID])...)
	}
	slices.SortStableFunc(left, func(a, b Exercise) int {
		return cmp.Compare(slices.Index(access.Granted, a.Role), slices.Index(access.Granted, b.Role))
	})
	return left, nil
}

// exercisesOf are those of each section, by its address.
var exercisesOf = map[string]func(*tournament.SectionBook) []Exercise{
	"u1600": slipToVerify,
	"open":  func(open *tournament.SectionBook) []Exercise { return append(twoResults(open), lateEntry(open)...) },
	"cup":   finalToPublish,
}

const desk = "/e/" + Slug + "/desk/"

// slipToVerify is a table whose two matches were each entered by another desk.
func slipToVerify(book *tournament.SectionBook) []Exercise {
	p, there := third(book, slipTable)
	if !there {
		return nil
	}
	e := Exercise{
		Role: access.Scorekeeper, Parts: []any{p.Table(), book.Section.Name},
		Task: text.Message("At table %d of %s each match was entered once. Hold the slip against the entry of the other desk, and confirm it."),
		Hint: text.Message("Verify shows what you did not enter yourself; y confirms."),
		To:   desk + book.Section.Slug + "/round/3/verify",
	}
	e.Done = slices.ContainsFunc(p.Matches, func(m tournament.Match) bool { return m.State == tournament.MatchVerified })
	return []Exercise{e}
}

// twoResults is a table whose first match has two different results.
func twoResults(book *tournament.SectionBook) []Exercise {
	p, there := third(book, conflictTable)
	if !there {
		return nil
	}
	e := Exercise{
		Role: access.Director, Parts: []any{p.Table(), book.Section.Name},
		Task: text.Message("Table %d of %s has two results for match 1; settle it."),
		Hint: text.Message("Open the table on the wall: both reports stand there, and the way to decide."),
		To:   desk + book.Section.Slug + "/round/3/wall?table=" + strconv.Itoa(p.Table()),
	}
	e.Done = !slices.ContainsFunc(p.Matches, func(m tournament.Match) bool { return m.State == tournament.MatchConflict })
	return []Exercise{e}
}

// appealToDecide is the appeal against the ruling about a pinned knight.
func appealToDecide(all dispute.Listing) []Exercise {
	if len(all.Appeals) == 0 {
		return nil
	}
	e := Exercise{
		Role: access.SectionChief, To: desk + "appeals",
		Task: text.Message("A team appeals the ruling about a pinned knight. Hear everybody, then decide."),
		Hint: text.Message("Tick who was heard; u upholds, m modifies, o overturns, s sends back."),
	}
	e.Done = !slices.ContainsFunc(all.Appeals, func(a dispute.Appeal) bool { return a.State == dispute.AppealOpen })
	return []Exercise{e}
}

// finalToPublish is the last round of the cup, which waits for a semifinal.
func finalToPublish(book *tournament.SectionBook) []Exercise {
	r := book.Round(3)
	return []Exercise{{
		Role: access.Chief, Parts: []any{book.Section.Name}, Done: r != nil && r.Public(), To: desk + book.Section.Slug,
		Task: text.Message("One semifinal of the %s has no result yet. Enter one, then draft and publish the final."),
		Hint: text.Message("The large button of the section is always the next step."),
	}}
}

// lateEntry is a team that comes late.
func lateEntry(book *tournament.SectionBook) []Exercise {
	return []Exercise{{
		Role: access.Organizer, Parts: []any{lateTeam, book.Section.Name}, To: desk + book.Section.Slug + "/teams",
		Task: text.Message("The team %s has come late. Enter it in %s, with any two players, and half a pairing for each round it missed."),
		Hint: text.Message("n on the page of teams opens the form for a late entry."),
		Done: slices.ContainsFunc(book.Teams, func(t tournament.Team) bool { return tournament.NameKey(t.Name) == tournament.NameKey(lateTeam) }),
	}}
}

// third is a pairing of round 3 by its place in the list, when it is there.
func third(book *tournament.SectionBook, place int) (tournament.Pairing, bool) {
	r := book.Round(3)
	if r == nil || place >= len(r.Pairings) {
		return tournament.Pairing{}, false
	}
	return r.Pairings[place], true
}
