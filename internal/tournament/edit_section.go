package tournament

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// SectionEdit changes a section. Revision is that of the row the form showed.
// OverFreeze says that the person may change rules after the first publication;
// that needs a reason in the command.
type SectionEdit struct {
	SectionID  int64
	Revision   int
	To         NewSection `limit:"-"` // checks itself, under the names of its form
	OverFreeze bool
}

// settingsTx changes what a section is played by and for.
type settingsTx interface {
	renameTx
	Book(ctx context.Context, sectionID int64) (*SectionBook, error)
	UpdateSection(ctx context.Context, s Section) error
	SavePrizePlan(ctx context.Context, sectionID int64, p PrizePlan) error
}

// EditSection saves a section's settings; its address stays. From the first
// publication on its rulebook, house rules, pairing system, matches per pairing,
// scoring and tie-breaks are frozen.
func (s *SetupCommands) EditSection(ctx context.Context, eventID int64, cmd journal.Command, in SectionEdit) (Section, error) {
	var form fault.Form
	limit.Collect(&form, "", in)
	wanted := newSection(&form, "", in.To, 0)
	if err := form.Err(); err != nil {
		return Section{}, err
	}
	return change(ctx, s.settings, eventID, cmd, func(tx settingsTx) (Section, journal.Change, error) {
		book, err := tx.Book(ctx, in.SectionID)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		others, err := tx.Sections(ctx)
		if err != nil {
			return Section{}, journal.Change{}, err
		}
		before := book.Section
		after := settle(before, wanted)
		if err := checkEdit(book, others, in, after, cmd.Reason); err != nil {
			return Section{}, journal.Change{}, err
		}
		after.Letter = freeLetter(after, others)
		changed := changedOf(before, after)
		if len(changed) == 0 {
			return before, journal.Change{}, nil
		}
		after.Revision++
		if err := tx.UpdateSection(ctx, after); err != nil {
			return Section{}, journal.Change{}, err
		}
		if (after.MaxGrade == nil) != (before.MaxGrade == nil) {
			if err := remakeNames(ctx, tx); err != nil {
				return Section{}, journal.Change{}, err
			}
		}
		was, is := valuesFrom(Handy, before), valuesFrom(Handy, after)
		keep := func(key string, _ any) bool { return !slices.Contains(changed, key) }
		maps.DeleteFunc(was, keep)
		maps.DeleteFunc(is, keep)
		return after, journal.Change{Action: "edit section", Subject: before.Slug, Before: was, After: is, Back: SettingsOf(before)}, nil
	})
}

// settle takes the settings of wanted and keeps what is not a setting.
func settle(before, wanted Section) Section {
	after := before
	SettingsOf(wanted).Apply(&after)
	return after
}

func checkEdit(book *SectionBook, others []Section, in SectionEdit, after Section, reason string) error {
	before := book.Section
	var form fault.Form
	in.To.refuseForeign(&form, "", before)
	for _, o := range others {
		if o.SectionID != after.SectionID && NameKey(o.Name) == NameKey(after.Name) {
			o.nameTaken(&form, "name")
		}
	}
	if last := len(book.Rounds); after.Rounds < last {
		form.Add("rounds", "Round %d exists already. Enter %d or more.", last, last)
	}
	if after.TeamSize != before.TeamSize && len(book.Teams)+len(book.Pool()) > 0 {
		form.Add("rulebook", "The section has entries, and teams of %s have another size. Make a section of its own for it.", after.Rulebook)
	}
	checkGroupSizes(&form, after, len(TakingPart(book)))
	if after.EntrySize() != before.EntrySize() && after.TeamSize == before.TeamSize && len(book.Teams)+len(book.Pool()) > 0 {
		form.Add("system", "The section has entries already, and with rotating partners players enter alone. Make a section of its own for it.")
	}
	for _, t := range book.Teams {
		if n := len(book.Members(t.TeamID)); n > after.Squad() && before.Squad() > after.Squad() && after.EntrySize() == before.EntrySize() {
			form.Add("squad_size", "%s has %d players already. Let players leave first, or enter %d.", t.Name, n, n)
			break
		}
	}
	changed := changedOf(before, after)
	if in.Revision != before.Revision && len(changed) > 0 {
		return staleSection(before, after, changed)
	}
	if before.FrozenAt != nil {
		for _, field := range changed {
			setting, _ := SettingByName(field)
			switch {
			case !setting.Frozen():
			case !in.OverFreeze:
				form.Add(field, "It is fixed since round 1 was published. Only the chief floor director changes it now, with a reason.")
			case strings.TrimSpace(reason) == "":
				form.Add("reason", "Enter the reason: this was fixed when round 1 was published.")
			}
		}
		if field := planField(changed); field != "" && !wouldGoOn(book, after) {
			form.Add(field, "The published rounds cannot go on with it. Keep it as it is, or take the rounds back first.")
		}
	}
	return form.Err()
}

// staleSection names the first setting in which the form and the section differ.
func staleSection(now, wanted Section, changed []string) error {
	field, _ := SettingByName(changed[0])
	return fault.New(fault.Stale, "Somebody changed this section since you opened the form. %s is now “%s”; the form says “%s”. Nothing was saved. Look at both, then save again.",
		field.Label, field.Said(now), field.Said(wanted))
}

// changedOf lists the settings that differ, by name in alphabetical order.
func changedOf(before, after Section) []string {
	was, is := valuesFrom(Handy, before), valuesFrom(Handy, after)
	var changed []string
	for _, field := range slices.Sorted(maps.Keys(is)) {
		a, errA := json.Marshal(was[field])
		b, errB := json.Marshal(is[field])
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			changed = append(changed, field)
		}
	}
	return changed
}
