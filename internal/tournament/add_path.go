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

// NewPath are sections that lead to each other, which are added all or none.
type NewPath struct{ Sections []PathSection }

// PathSection is a section of a new path.
type PathSection struct {
	NewSection
	Feeds    []PathFeed // none: everybody may enter
	Carry    phase.Carry
	Seeding  phase.Seeding
	Breaking phase.Breaking
	// Beyond is how many of the path's tables come before its own. Sections that are played one
	// after the other share tables.
	Beyond int
}

// PathFeed is a feed from a section of the same path, by its position there from 0.
type PathFeed struct {
	From        int
	Kind        phase.Kind
	First, Last int
}

// Phases are the later sections of the path as phases, the sections numbered from 1.
func (n NewPath) Phases() []Phase {
	var list []Phase
	for i, s := range n.Sections {
		if len(s.Feeds) == 0 {
			continue
		}
		p := Phase{SectionID: int64(i + 1), Name: s.Name, Rule: phase.Rule{Carry: s.Carry, Seeding: s.Seeding, Breaking: s.Breaking}}
		for _, f := range s.Feeds {
			p.Rule.Feeds = append(p.Rule.Feeds, phase.Feed{From: int64(f.From + 1), Kind: f.Kind, First: f.First, Last: f.Last})
			p.Sources = append(p.Sources, PhaseSource{SectionID: int64(f.From + 1), Name: n.Sections[f.From].Name, Groups: sideBySide(n.Sections[f.From].System, n.Sections[f.From].Groups)})
		}
		list = append(list, p)
	}
	return list
}

// pathTx adds sections with who comes into them.
type pathTx interface {
	sectionTx
	Path(ctx context.Context) ([]PathStep, error)
	SavePhase(ctx context.Context, p Phase) error
}

// AddPath adds the sections of a path with their feeds in one change: all of them or, where one is
// refused, none. What is wrong with section i (from 0) is named "sections.i.field".
func (s *SetupCommands) AddPath(ctx context.Context, eventID int64, cmd journal.Command, in NewPath) ([]Section, error) {
	if err := limit.Check(in); err != nil {
		return nil, err
	}
	var form fault.Form
	sections := make([]NewSection, len(in.Sections))
	for i, p := range in.Sections {
		sections[i] = p.NewSection
	}
	rows := newSections(&form, sections)
	if err := form.Err(); err != nil {
		return nil, err
	}
	return change(ctx, s.paths, eventID, cmd, func(tx pathTx) ([]Section, journal.Change, error) {
		added, err := addSections(ctx, tx, in, rows)
		if err != nil {
			return nil, journal.Change{}, err
		}
		told := make([]map[string]any, len(added))
		for i, section := range added {
			told[i] = valuesFrom(Founding, section)
			told[i]["number"], told[i]["comes in"] = section.SectionID, Phase{}.Words()
		}
		for _, p := range in.Phases() {
			at := p.SectionID - 1
			p.SectionID, p.Slug, p.Revision = added[at].SectionID, added[at].Slug, 1
			for i := range p.Rule.Feeds {
				from := added[p.Rule.Feeds[i].From-1]
				p.Rule.Feeds[i].From, p.Sources[i] = from.SectionID, PhaseSource{from.SectionID, from.Name, from.Slug, from.SideBySide()}
			}
			if err := savePhase(ctx, tx, p); err != nil {
				return nil, journal.Change{}, err
			}
			told[at]["comes in"] = p.sheet()
		}
		return added, journal.Change{Action: "add path", Subject: added[0].Slug, After: map[string]any{"sections": told}}, nil
	})
}

// addSections writes the sections of a path, whose tables begin after those of the others.
func addSections(ctx context.Context, tx pathTx, in NewPath, rows []Section) ([]Section, error) {
	if len(rows) == 0 {
		return nil, fault.New(fault.Invalid, "A path has at least one section.")
	}
	others, err := tx.Sections(ctx)
	if err != nil {
		return nil, err
	}
	var form fault.Form
	for i, row := range rows {
		for _, o := range others {
			if o.Slug == row.Slug || NameKey(o.Name) == NameKey(row.Name) {
				o.nameTaken(&form, fmt.Sprintf("sections.%d.name", i))
			}
		}
	}
	if err := form.Err(); err != nil {
		return nil, err
	}
	first, err := freeTables(ctx, tx)
	if err != nil {
		return nil, err
	}
	added := make([]Section, len(rows))
	for i, row := range rows {
		row.FirstTable = min(first+in.Sections[i].Beyond, 9999)
		if added[i], err = insertSection(ctx, tx, row); err != nil {
			return nil, err
		}
	}
	return added, nil
}

// savePhase defines a phase of sections that were just added.
func savePhase(ctx context.Context, tx pathTx, p Phase) error {
	path, err := tx.Path(ctx)
	if err != nil {
		return err
	}
	sections, err := tx.Sections(ctx)
	if err != nil {
		return err
	}
	if err := (SetPhase{SectionID: p.SectionID, Rule: p.Rule}).check(sections, path); err != nil {
		return err
	}
	return tx.SavePhase(ctx, p)
}

// HidePath puts sections out of sight that nobody entered, all or none: what AddPath added. Each
// can be shown again, with who comes into it.
func (s *SetupCommands) HidePath(ctx context.Context, eventID int64, cmd journal.Command, sectionIDs []int64) error {
	_, err := s.paths(ctx, eventID, cmd, func(tx pathTx) (journal.Change, error) {
		entries, err := tx.Entries(ctx)
		if err != nil {
			return journal.Change{}, err
		}
		var names []string
		subject := ""
		for _, id := range slices.Backward(sectionIDs) {
			section, err := tx.Section(ctx, id)
			if err != nil {
				return journal.Change{}, err
			}
			if entries.in(id) {
				return journal.Change{}, hasEntries(section)
			}
			names, subject = append(names, section.Name), section.Slug
			if err := tx.SetSectionHidden(ctx, id, true); err != nil {
				return journal.Change{}, err
			}
		}
		return journal.Change{Action: "hide path", Subject: subject, Before: map[string]any{"hidden": false}, After: map[string]any{"hidden": true, "sections": names}}, nil
	})
	return err
}
