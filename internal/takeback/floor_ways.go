package takeback

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

var steering = []string{"steer screen", "remove screen"}

// floorWays are those of messages, screens and programs outside.
var floorWays = map[string]*way{
	"send message to desks": {
		commands: []string{"Tournament.SendMessage"}, may: access.SteerFloor, then: says(fault.Word("The message is taken off every desk. Who has read it has read it.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			id, err := into[int64](t.act.Back)
			if err == nil && id == 0 {
				err = older
			}
			if err != nil {
				return err
			}
			return d.Tournament.EndMessage(ctx, t.eventID, t.cmd, id)
		},
	},
	"end message to desks": never(fault.Word("The message is off the desks. Send it again."), "Tournament.EndMessage"),
	"steer screen": {
		commands: []string{"Tournament.SteerScreen"}, may: access.SteerScreens, same: steering,
		then: func(a *act) Sentence {
			if string(a.Before) == "" {
				return sentence(fault.Word("The screen is removed; its address shows all pairings."))
			}
			return sentence(fault.Word("The screen shows what it showed before."))
		},
		undo: screenBack,
	},
	"remove screen": {
		commands: []string{"Tournament.RemoveScreen"}, may: access.SteerScreens, same: steering, then: says(fault.Word("The screen is there again and shows what it showed.")), undo: screenBack,
	},
	tournament.OpenWebhookAction: {
		commands: []string{"Tournament.OpenWebhook"}, may: access.LetProgramsIn, same: []string{"close webhook"}, then: says(fault.Word("The address is told nothing more.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			return d.Tournament.CloseWebhook(ctx, t.eventID, t.cmd, t.behind())
		},
	},
	"close webhook":  never(fault.Word("The secret of a closed webhook is not opened again. Open a new one."), "Tournament.CloseWebhook"),
	"resume webhook": never(fault.Word("What the address missed was sent to it. Close the webhook."), "Tournament.ResumeWebhook"),
}

// screenBack gives a screen what it showed, or takes it away where there was none.
func screenBack(ctx context.Context, d *Desk, t target) error {
	was, err := into[tournament.Screen](t.Before)
	if err != nil {
		return err
	}
	if was.Slug == "" {
		_, err = d.Tournament.RemoveScreen(ctx, t.eventID, t.cmd, t.what())
		return err
	}
	_, err = d.Tournament.SteerScreen(ctx, t.eventID, t.cmd, tournament.Steering{To: was})
	return err
}
