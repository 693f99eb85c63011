package takeback

import (
	"context"
	"strings"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// drafting are acts about the draft of a round, each of which stands on the one before.
var drafting = []string{"make draft", "edit draft", "discard draft", "take over draft", publishes}

// roundWays are those of rounds: drafts, publications, who goes on.
var roundWays = map[string]*way{
	"make draft": {
		commands: []string{"Tournament.MakeDraft"}, may: access.EditDraft, same: drafting, then: says(fault.Word("The draft is thrown away; made again from the same results it is the same.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			in, err := d.draft(ctx, t)
			if err == nil {
				_, err = d.Tournament.DiscardDraft(ctx, t.eventID, t.cmd, in)
			}
			return err
		},
	},
	"edit draft": {
		commands: []string{"Tournament.EditDraft"}, may: access.EditDraft, same: drafting, then: says(fault.Word("The draft is as it was before that change.")),
		kind: "edit of a draft", undoes: "edit of a draft", undid: func(a *act) bool { return strings.HasPrefix(text(a.After), "Taken back: ") },
		undo: func(ctx context.Context, d *Desk, t target) error {
			in, err := d.draft(ctx, t)
			if err == nil {
				_, err = d.Tournament.EditDraft(ctx, t.eventID, t.cmd, tournament.DraftEditInput{DraftInput: in, Kind: tournament.EditUndo})
			}
			return err
		},
	},
	"check draft":     never(fault.Word("Checking a draft changes nothing in it."), "Tournament.CheckDraft"),
	"discard draft":   never(fault.Word("The draft is gone. Made again from the same results it is the same."), "Tournament.DiscardDraft"),
	"take over draft": never(fault.Word("Whoever had the draft takes it over again."), "Tournament.TakeOverDraft"),
	publishes: {
		commands: []string{"Tournament.PublishRound"}, may: access.Publish, below: true, same: []string{"unpublish round", "change published tables", "pair tables again", "move table"},
		then: says(fault.Word("The round is a draft again, and everybody sees that it was taken back.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			in, err := d.draft(ctx, t)
			if err == nil {
				_, err = d.Tournament.Unpublish(ctx, t.eventID, t.cmd, tournament.UnpublishInput{DraftInput: in, Typed: in.RoundNo})
			}
			return err
		},
	},
	"unpublish round": never(fault.Word("Players have read that the round was taken back. Publish the draft again: it gets the next version."), "Tournament.Unpublish"),
	"change published tables": {
		commands: []string{"Tournament.SwapPublished"}, may: access.Publish, same: []string{"unpublish round", "change published tables", "pair tables again", "move table"},
		rests: []rest{of("pairing_team", "section_id round_no team_id", "pairing_no", "slot")}, then: says(fault.Word("The two teams change places once more, as the next version.")), undo: swapBack,
	},
	"move table": {
		commands: []string{"Tournament.MoveTable"}, may: access.Publish, same: []string{"unpublish round", "change published tables", "pair tables again", "move table"},
		then: says(fault.Word("The tables get their numbers back, as the next version.")), undo: moveTableBack,
	},
	"pair tables again": never(fault.Word("The tables were paired anew and published as a version of its own. Pair them again, or let two teams change places."), "Tournament.RepairRound"),
	"decide a level tie": never(fault.Word("Who goes on is decided by the official, in words. Take the decision back on its page, which asks for the reason."),
		"Tournament.SetDecider"),
	"announce standings": never(announced, "Tournament.AnnounceStandings"),
	"order level teams":  never(fault.Word("A lot that was drawn is not drawn away. Decide again where something was wrong."), "Tournament.DecideTie"),
}

// draft names the round of an act as it is now.
func (d *Desk) draft(ctx context.Context, t target) (tournament.DraftInput, error) {
	in := tournament.DraftInput{SectionID: t.section.SectionID, RoundNo: t.number("round")}
	round, err := d.Tournament.Reader().DraftRound(ctx, t.eventID, in.SectionID, in.RoundNo)
	in.Revision = round.Revision
	return in, err
}

// swapBack lets the two teams that changed places do it again.
func swapBack(ctx context.Context, d *Desk, t target) error {
	before, err := into[[]tournament.PublishedTable](t.Before)
	if err != nil {
		return err
	}
	said, err := into[struct{ Pairings []tournament.PublishedTable }](t.After)
	if err != nil {
		return err
	}
	var swapped []int64
	for id := range tournament.TablesMoved(before, said.Pairings) {
		swapped = append(swapped, id)
	}
	if len(swapped) != 2 {
		return fault.New(fault.Conflict, "The teams changed seats at one table, or a bye. Let two teams change places in the round itself.")
	}
	in, err := d.draft(ctx, t)
	if err != nil {
		return err
	}
	_, err = d.Tournament.SwapPublished(ctx, t.eventID, t.cmd, tournament.SwapPublishedInput{DraftInput: in, TeamID: swapped[0], OtherID: swapped[1]})
	return err
}

// moveTableBack gives a table the number it had.
func moveTableBack(ctx context.Context, d *Desk, t target) error {
	before, err := into[[]tournament.PublishedTable](t.Before)
	if err != nil {
		return err
	}
	said, err := into[struct{ Pairings []tournament.PublishedTable }](t.After)
	if err != nil {
		return err
	}
	if len(before) == 0 || len(said.Pairings) == 0 {
		return fault.New(fault.Conflict, "Which table it was is not on record. Give it a number in the round itself.")
	}
	in, err := d.draft(ctx, t)
	if err != nil {
		return err
	}
	_, err = d.Tournament.MoveTable(ctx, t.eventID, t.cmd, tournament.MoveTableInput{DraftInput: in, Table: said.Pairings[0].Table, To: before[0].Table})
	return err
}
