package takeback

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// liveWays are those of live records.
var liveWays = map[string]*way{
	"record move": {
		commands: []string{"Tournament.RecordAct"}, may: access.EnterLive, then: says(fault.Word("The record goes on from the step before; the move stays in the list.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			rows, err := t.rows("match_act")
			if err != nil {
				return err
			}
			var at tournament.LivePlace
			for _, r := range rows {
				at = tournament.LivePlace{SectionID: t.section.SectionID, MatchID: r.id("match_id"), After: int(r.id("seq"))}
			}
			_, err = d.Tournament.TakeBackAct(ctx, t.eventID, t.cmd, at)
			return err
		},
	},
	"take back entry":            never(fault.Word("It took a step of the record back. Record the move again."), "Tournament.TakeBackAct"),
	"load game":                  never(fault.Word("A whole game was put on record. Take its steps back one by one on the board's page."), "Tournament.LoadGame"),
	"electronic board":           never(fault.Word("An electronic board told this, not a person.")),
	"let electronic boards in":   never(fault.Word("The token was handed out. Keep the boards out on their page."), "Tournament.OpenFeed"),
	"keep electronic boards out": never(fault.Word("The token of before is not known any more. Let the boards in again: they get a new one."), "Tournament.CloseFeed"),
}
