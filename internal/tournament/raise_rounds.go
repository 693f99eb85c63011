package tournament

import (
	"context"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
)

// MoreRounds reports whether rounds can be added to a section or taken off it while it is played:
// not where the system itself says how many there are.
func (s Section) MoreRounds() bool { return s.System.Swiss() || s.System == Rotating }

// SetRounds says how many rounds a section plays: one more when the time allows it, one less when
// it does not. Rounds that exist stay. was is the number that the form showed.
func (s *SetupCommands) SetRounds(ctx context.Context, eventID int64, cmd journal.Command, sectionID int64, was, rounds int) (Section, error) {
	return change(ctx, s.settings, eventID, cmd, func(tx settingsTx) (Section, journal.Change, error) {
		book, err := tx.Book(ctx, sectionID)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		section := book.Section
		switch {
		case !section.MoreRounds():
			return section, journal.Change{}, fault.New(fault.Conflict, "How many rounds %s plays follows from its system.", section.Name)
		case section.Rounds != was:
			return section, journal.Change{}, fault.New(fault.Stale, "%s plays %d rounds by now. Nothing was saved; look again, then decide.", section.Name, section.Rounds)
		case rounds < max(len(book.Rounds), 1) || rounds > 99:
			return section, journal.Change{}, fault.New(fault.Conflict, "Round %d exists already, so %s cannot play %d rounds.", len(book.Rounds), section.Name, rounds)
		}
		before := SettingsOf(section)
		section.Rounds = rounds
		section.Revision++
		done := journal.Change{Action: "edit section", Subject: section.Slug, Before: map[string]any{"rounds": was}, After: map[string]any{"rounds": rounds}, Reason: cmd.Reason, Back: before}
		return section, done, tx.UpdateSection(ctx, section)
	})
}
