package tournament

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
	"github.com/tandemchess/tandem/internal/phase"
)

// PhaseCommands say who comes into the phases of an event, and let them in.
type PhaseCommands struct {
	rules  journal.Changes[setPhaseTx]
	starts journal.Changes[startPhaseTx]
}

func newPhaseCommands(store Store) *PhaseCommands {
	return &PhaseCommands{
		rules: seeing(store, func(tx Tx) setPhaseTx { return tx }),
		starts: seeing(store, func(tx Tx) startPhaseTx {
			return startPhaseTx{entries: tx, phases: tx, points: tx, teams: tx, sections: tx}
		}),
	}
}

// SetPhase says who comes into a section. Revision is that of the phase that the form
// showed, 0 for none. Without feeds everybody may enter again.
type SetPhase struct {
	SectionID int64
	Revision  int
	Rule      phase.Rule
}

// MaxFeeds bounds how many feeds a phase has.
const MaxFeeds = 12

// setPhaseTx defines a phase.
type setPhaseTx interface {
	Sections(ctx context.Context) ([]Section, error)
	Path(ctx context.Context) ([]PathStep, error)
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	SavePhase(ctx context.Context, p Phase) error
}

// SetPhase defines, changes or removes who comes into a section. It is refused once its teams
// have come in, when the section is played already, when the feeds go round in a circle,
// and when teams of another size would come in.
func (s *PhaseCommands) SetPhase(ctx context.Context, eventID int64, cmd journal.Command, in SetPhase) (Phase, error) {
	if err := limit.Check(in); err != nil {
		return Phase{}, err
	}
	return change(ctx, s.rules, eventID, cmd, func(tx setPhaseTx) (Phase, journal.Change, error) {
		path, err := tx.Path(ctx)
		if err != nil {
			return Phase{}, journal.Change{}, err
		}
		sections, err := tx.Sections(ctx)
		if err != nil {
			return Phase{}, journal.Change{}, err
		}
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return Phase{}, journal.Change{}, err
		}
		before, known := PhaseOf(path, in.SectionID)
		if err := in.allowed(book, before); err != nil {
			return Phase{}, journal.Change{}, err
		}
		if err := in.check(sections, path); err != nil {
			return Phase{}, journal.Change{}, err
		}
		after := Phase{SectionID: in.SectionID, Name: book.Section.Name, Slug: book.Section.Slug, Rule: in.Rule, Revision: in.Revision + 1}
		for _, f := range in.Rule.Feeds {
			from := sections[slices.IndexFunc(sections, func(s Section) bool { return s.SectionID == f.From })]
			after.Sources = append(after.Sources, PhaseSource{f.From, from.Name, from.Slug, from.SideBySide()})
		}
		var was any
		if known {
			was = before.sheet()
		}
		return after, journal.Change{Action: "set phase", Subject: journal.Subject(book.Section.Slug, "phase"), Before: was, After: after.sheet()}, tx.SavePhase(ctx, after)
	})
}

// allowed refuses a change of a phase that runs, and a form that is out of date.
func (in SetPhase) allowed(b *SectionBook, now Phase) error {
	switch {
	case in.Revision != now.Revision && now.Revision > 0:
		return fault.New(fault.Stale, "Who comes into %s was changed meanwhile: now it is %s. Nothing was saved. Look at it, then change it again.", b.Section.Name, now.Said())
	case in.Revision != now.Revision:
		return fault.New(fault.Stale, "%s is no phase any more: somebody took the feeds out. Nothing was saved.", b.Section.Name)
	case now.StartedAt != nil:
		return fault.New(fault.Conflict, "%s has started: its teams came in on this rule. Take the start back first, as long as no round of it is published.", b.Section.Name)
	case b.Current() != nil:
		return fault.New(fault.Conflict, "%s is played already. Teams can come in from other sections only before its first round: make a new section for the phase.", b.Section.Name)
	}
	return nil
}

// check finds what is wrong with a rule, field by field.
func (in SetPhase) check(sections []Section, path []PathStep) error {
	var form fault.Form
	at := func(id int64) *Section {
		i := slices.IndexFunc(sections, func(s Section) bool { return s.SectionID == id && !s.Hidden })
		if i < 0 {
			return nil
		}
		return &sections[i]
	}
	target := at(in.SectionID)
	if target == nil {
		return fault.New(fault.NotFound, "The event has no such section.")
	}
	rules := map[int64][]phase.Feed{}
	for _, p := range Phases(path) {
		rules[p.SectionID] = p.Rule.Feeds
	}
	for i, f := range in.Rule.Feeds {
		field := func(name string) string { return fmt.Sprintf("feeds.%d.%s", i, name) }
		from := at(f.From)
		switch {
		case from == nil:
			form.Add(field("from"), "Choose a section of the event.")
		case from.System == Rotating || target.System == Rotating || from.TeamSize != target.TeamSize:
			form.Add(field("from"), "In %s an entry is %s, in %s %s. Teams can go on only between sections with entries of one size.",
				from.Name, playerCount(*from), target.Name, playerCount(*target))
		case from.SquadSize > target.SquadSize:
			form.Add(field("from"), "Teams of %s have up to %d players, those of %s up to %d. Let teams of %s have as many first.", from.Name, from.SquadSize, target.Name, target.SquadSize, target.Name)
		case f.Kind == phase.Losers && !from.System.Bracket():
			form.Add(field("kind"), "%s is no knockout, so nobody loses in a round of its bracket. Choose places.", from.Name)
		}
	}
	if len(in.Rule.Feeds) > MaxFeeds {
		form.Add("feeds", "Enter at most %d feeds.", MaxFeeds)
	}
	for _, p := range phase.Check(in.SectionID, in.Rule.Feeds, rules) {
		field, says := "from", fault.Word("")
		switch p.What {
		case phase.Loop:
			says = fault.Word("The teams would go round in a circle: this section leads there itself. Choose an earlier one.")
		case phase.BadRange:
			field, says = "first", fault.Word("Enter a first place from 1 on, and a last one that is not before it. Empty: to the end.")
		case phase.Overlap:
			field, says = "first", fault.Word("Another line takes some of these places already. Let the lines follow each other.")
		case phase.Unknown:
			field, says = "kind", fault.Word("Choose places, or losers of a bracket.")
		}
		form.Add(fmt.Sprintf("feeds.%d.%s", p.Feed, field), "%s", says)
	}
	if len(in.Rule.Feeds) > 0 {
		if !slices.Contains(phase.Carries, in.Rule.Carry) {
			form.Add("carry", "Choose what is carried over.")
		}
		if !slices.Contains(phase.Seedings, in.Rule.Seeding) {
			form.Add("seeding", "Choose how the teams are seeded.")
		}
		if !slices.Contains(phase.Breakings, in.Rule.Breaking) {
			form.Add("breaking", "Choose what decides a tie across the line.")
		}
	}
	return form.Err()
}

// sheet is a phase for the journal.
func (p Phase) sheet() map[string]any {
	if len(p.Rule.Feeds) == 0 {
		return map[string]any{"comes in": "who enters"}
	}
	feeds := make([]map[string]any, len(p.Rule.Feeds))
	for i, f := range p.Rule.Feeds {
		feeds[i] = map[string]any{"from": p.Sources[i].Name, "number": f.From, "kind": f.Kind, "first": f.First, "last": f.Last}
	}
	return map[string]any{"revision": p.Revision, "comes in": p.Words(), "feeds": feeds, "carried over": p.Rule.Carry, "seeded by": p.Rule.Seeding, "tie across the line": p.Rule.Breaking}
}

// Words say in one line who comes in.
func (p Phase) Words() string { return p.Said().String() }

// Said is [Phase.Words] as part of what is said in the reader's language.
func (p Phase) Said() fault.Clause {
	if len(p.Rule.Feeds) == 0 {
		return fault.Part("who enters")
	}
	parts := make([]fault.Clause, len(p.Rule.Feeds))
	for i := range p.Rule.Feeds {
		parts[i] = p.feed(i)
	}
	return fault.And(parts...)
}

// FeedSaid says who comes in by one feed, in the reader's language.
func (p Phase) FeedSaid(i int) fault.Clause { return p.feed(i) }

func (p Phase) feed(i int) fault.Clause {
	f, from := p.Rule.Feeds[i], p.Sources[i].Name
	if f.Kind == phase.Level {
		return fault.Part("those who play off for places %d to %d of %s", f.First, f.Last, from)
	}
	if f.Kind == phase.Losers {
		switch f.Last {
		case f.First:
			return fault.Part("the losers of round %d of the bracket of %s", f.First, from)
		case 0:
			return fault.Part("the losers of the bracket of %s from round %d on", from, f.First)
		}
		return fault.Part("the losers of rounds %d to %d of the bracket of %s", f.First, f.Last, from)
	}
	switch each := p.Sources[i].Groups > 1; {
	case f.First == 1 && f.Last == 0:
		return fault.Part("everybody of %s", from)
	case each && f.Last == 0:
		return fault.Part("everybody of %s from place %d of every group on", from, f.First)
	case each && f.First == f.Last:
		return fault.Part("place %d of every group of %s", f.First, from)
	case each:
		return fault.Part("places %d to %d of every group of %s", f.First, f.Last, from)
	case f.Last == 0:
		return fault.Part("everybody of %s from place %d on", from, f.First)
	case f.First == f.Last:
		return fault.Part("place %d of %s", f.First, from)
	}
	return fault.Part("places %d to %d of %s", f.First, f.Last, from)
}
