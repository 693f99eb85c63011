package tournament

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// HideSection puts a section that nobody entered out of sight: its pages are gone, its
// settings and its name stay, and ShowSection brings it back. A section with an entry is
// refused: what was played or entered is never out of sight.
func (s *SetupCommands) HideSection(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64) (Section, error) {
	return s.setHidden(ctx, eventID, cmd, sectionID, true)
}

// ShowSection brings a hidden section back as it was. A play-off that was taken back is refused:
// it has no teams, and is paired anew from its line.
func (s *SetupCommands) ShowSection(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64) (Section, error) {
	return s.setHidden(ctx, eventID, cmd, sectionID, false)
}

func (s *SetupCommands) setHidden(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, hidden bool) (Section, error) {
	return change(ctx, s.sections, eventID, cmd, func(tx sectionTx) (Section, journal.Change, error) {
		section, err := tx.Section(ctx, sectionID)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		if section.Hidden == hidden {
			return section, journal.Change{}, nil
		}
		entries, err := tx.Entries(ctx)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		if hidden && entries.in(sectionID) {
			return Section{}, journal.Change{}, hasEntries(section)
		}
		section.Hidden = hidden
		action := "hide section"
		if !hidden {
			action = "show section"
		}
		if err := tx.SetSectionHidden(ctx, sectionID, hidden); err != nil {
			return Section{}, journal.Change{}, err
		}
		if !hidden {
			path, err := tx.Path(ctx)
			if err != nil {
				return Section{}, journal.Change{}, err
			}
			if p, _ := PhaseOf(path, sectionID); p.PlayOff() {
				return Section{}, journal.Change{}, fault.New(fault.Conflict, "%s is a play-off that was taken back. Pair a new one on the page of %s that says who goes on.", section.Name, p.Sources[0].Name)
			}
		}
		return section, journal.Change{Action: action, Subject: section.Slug, Before: map[string]any{"hidden": !hidden}, After: map[string]any{"hidden": hidden}}, nil
	})
}

func hasEntries(s Section) error {
	return fault.New(fault.Conflict, "%s has entries, so it stays in sight. Only a section without an entry can be hidden; teams can be moved to another section first.", s.Name)
}

// in reports whether anybody is entered in a section: a team, or a player of the pool.
func (e Entries) in(sectionID int64) bool {
	return slices.ContainsFunc(e.Teams, func(t Team) bool { return t.SectionID == sectionID }) ||
		slices.ContainsFunc(e.Players, func(p Player) bool { return p.SectionID == sectionID })
}

// visible leaves the hidden sections out.
func visible(sections []Section) []Section {
	return slices.DeleteFunc(slices.Clone(sections), func(s Section) bool { return s.Hidden })
}
