package takeback

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// setupWays are those of the event, its sections and their settings.
var setupWays = map[string]*way{
	"create event": never(fault.Word("An event is never deleted. While nobody is entered it can be hidden on its set-up page."), "Tournament.CreateEvent"),
	"edit event": {
		commands: []string{"Tournament.EditEvent"}, may: access.EditSetup, same: []string{"edit event", "move planned times", "take back a move of planned times"},
		then: says(fault.Word("What the event says of itself is what it was.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			was, err := into[tournament.NewEvent](t.act.Back)
			if err != nil {
				return err
			}
			if was.Name == "" {
				return older
			}
			_, err = d.Tournament.EditEvent(ctx, t.eventID, t.cmd, tournament.EventEdit{To: was})
			return err
		},
	},
	"set event state": {
		commands: []string{"Tournament.SetEventState"}, may: access.EditSetup, same: []string{"set event state"},
		then: func(a *act) Sentence {
			return sentence(fault.Word("The event is %s again."), eventStates[text(a.Before)])
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			return d.Tournament.SetEventState(ctx, t.eventID, t.cmd, tournament.EventState(text(t.Before)))
		},
	},
	"add section": {
		commands: []string{"Tournament.AddSection"}, may: access.EditSetup, same: []string{"edit section"},
		then: func(a *act) Sentence {
			return sentence(fault.Word("%s is hidden; it can be brought back with its settings."), a.section.Name)
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			_, err := d.Tournament.HideSection(ctx, t.eventID, t.cmd, t.section.SectionID)
			return err
		},
	},
	"add path": {
		commands: []string{"Tournament.AddPath"}, may: access.EditSetup, kind: "path",
		then: says("The sections that were added together are hidden; each can be brought back with its settings."),
		undo: func(ctx context.Context, d *Desk, t target) error {
			is, err := into[struct{ Sections []struct{ Number int64 } }](t.After)
			if err != nil {
				return err
			}
			ids := make([]int64, len(is.Sections))
			for i, s := range is.Sections {
				ids[i] = s.Number
			}
			return d.Tournament.HidePath(ctx, t.eventID, t.cmd, ids)
		},
	},
	"hide path": {commands: []string{"Tournament.HidePath"}, none: fault.Word("It took sections out of sight again that were added together. The set-up shows each of them again."), undoes: "path"},
	"hide section": {
		commands: []string{"Tournament.HideSection"}, may: access.EditSetup, rests: []rest{of("section", "section_id", "hidden")},
		then: func(a *act) Sentence { return sentence(fault.Word("%s is in sight again."), a.section.Name) },
		undo: func(ctx context.Context, d *Desk, t target) error {
			_, err := d.Tournament.ShowSection(ctx, t.eventID, t.cmd, t.section.SectionID)
			return err
		},
	},
	"show section": {
		commands: []string{"Tournament.ShowSection"}, may: access.EditSetup, rests: []rest{of("section", "section_id", "hidden")},
		then: func(a *act) Sentence { return sentence(fault.Word("%s is out of sight again."), a.section.Name) },
		undo: func(ctx context.Context, d *Desk, t target) error {
			_, err := d.Tournament.HideSection(ctx, t.eventID, t.cmd, t.section.SectionID)
			return err
		},
	},
	"edit section": {
		commands: []string{"Tournament.EditSection", "Tournament.SetRounds"}, may: access.EditSetup, same: []string{"edit section"},
		then: settingsThen, undo: editSectionBack,
	},
	"set prizes": {
		commands: []string{"Tournament.SavePrizes"}, may: access.EditSetup, same: []string{"set prizes"}, then: says(fault.Word("The prizes are those of before.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			was, err := into[tournament.PrizePlan](t.Before)
			if err != nil {
				return err
			}
			if was.Split == "" { // before they were first saved
				was.Split = "place"
			}
			book, err := d.Tournament.Reader().Book(ctx, t.eventID, t.section.SectionID)
			if err != nil {
				return err
			}
			was.Revision = book.Prizes.Revision
			_, err = d.Tournament.SavePrizes(ctx, t.eventID, t.cmd, tournament.PrizeSettings{SectionID: t.section.SectionID, Plan: was})
			return err
		},
	},
	"put in rulebook text":   never(fault.Word("Only a digest of the text of before was kept. Put the right file in."), "Tournament.PutRulebookText"),
	"take out rulebook text": never(fault.Word("The text is gone, and only its digest was kept. Put the file in again."), "Tournament.TakeOutRulebookText"),
	"lay out the hall": {
		commands: []string{"Tournament.SetHallRows"}, may: access.ChaseMissing, same: []string{"lay out the hall"}, then: says(fault.Word("The rows of the hall are those of before.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			was, err := into[int](t.Before)
			if err != nil {
				return err
			}
			return d.Tournament.SetHallRows(ctx, t.eventID, t.cmd, t.section.SectionID, tournament.HallRows{TablesPerRow: was})
		},
	},
}

var eventStates = map[string]fault.Word{
	string(tournament.EventSetup): fault.Word("being set up"), string(tournament.EventLive): fault.Word("live"), string(tournament.EventArchived): fault.Word("archived"),
	string(tournament.EventHidden): fault.Word("hidden"),
}

// settingsThen names the settings that go back, and to what.
func settingsThen(a *act) Sentence {
	was, err := into[map[string]any](a.Before)
	if err != nil || len(was) != 1 {
		return sentence(fault.Word("The settings of %s are those of before."), a.section.Name)
	}
	for name, value := range was {
		if label, said, known := tournament.SettingWords(name, value); known {
			return sentence(fault.Word("%s, %s: %s again."), a.section.Name, label, said)
		}
	}
	return sentence(fault.Word("The setting of %s is that of before."), a.section.Name)
}

func editSectionBack(ctx context.Context, d *Desk, t target) error {
	was, err := into[tournament.NewSection](t.act.Back)
	if err != nil {
		return err
	}
	if was.Name == "" {
		return older
	}
	book, err := d.Tournament.Reader().Book(ctx, t.eventID, t.section.SectionID)
	if err != nil {
		return err
	}
	_, err = d.Tournament.EditSection(ctx, t.eventID, t.cmd, tournament.SectionEdit{SectionID: t.section.SectionID, Revision: book.Section.Revision, To: was, OverFreeze: t.may(access.EditFrozenSetup, t.section.SectionID)})
	return err
}
