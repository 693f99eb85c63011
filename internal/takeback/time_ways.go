package takeback

import (
	"context"
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// ran is why no clock is taken back.
const ran = fault.Word("Time that passed on a clock is not given back by an undo. Pause, resume or add minutes, with the reason.")

// timeWays are those of planned times and of clocks.
var timeWays = map[string]*way{
	"move planned times": {
		commands: []string{"Tournament.MoveTimes"}, may: access.MoveTimes, mayAll: access.MoveAllTimes, kind: "move", same: []string{"plan times", "take back a move of planned times"},
		then: says(fault.Word("All rounds that have not begun are planned as before.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			said, err := into[struct{ Move int64 }](t.After)
			if err == nil {
				_, err = d.Tournament.TakeMoveBack(ctx, t.eventID, t.cmd, t.section.SectionID, said.Move)
			}
			return err
		},
	},
	"take back a move of planned times": {commands: []string{"Tournament.TakeMoveBack"}, none: fault.Word("It took a move of the times back. Move them again."), undoes: "move"},
	"plan times": {
		commands: []string{"Tournament.PlanTimes"}, may: access.MoveTimes, same: []string{"plan times", "move planned times"},
		then: says(fault.Word("The rounds are planned as before.")), undo: planBack,
	},
	"start round clock":              never(ran, "Tournament.StartClock"),
	"pause round clock":              never(ran, "Tournament.PauseClock"),
	"resume round clock":             never(ran, "Tournament.ResumeClock"),
	"add minutes to the round clock": never(ran, "Tournament.AddMinutes"),
	"hold round clock":               never(ran),
	"confirm round clock":            never(ran, "Tournament.ConfirmClock"),
	"start match":                    never(ran, "Tournament.StartMatch"),
	"pause table":                    never(ran, "Tournament.PauseTable"),
	"resume table":                   never(ran, "Tournament.ResumeTable"),
	"extend table":                   never(ran, "Tournament.ExtendTable"),
}

// planBack plans the rounds that the act planned as they were before it.
func planBack(ctx context.Context, d *Desk, t target) error {
	was, err := into[map[string]string](t.Before)
	if err != nil {
		return err
	}
	is, err := into[map[string]string](t.After)
	if err != nil {
		return err
	}
	in := tournament.PlanTimes{SectionID: t.section.SectionID}
	for round := range is {
		var n int
		if _, err := fmt.Sscanf(round, "round %d", &n); err != nil || n < 1 || n > 99 {
			return fault.New(fault.Conflict, "The entry names “%s”, which is no round.", round)
		}
		for len(in.Was) < n {
			in.Was, in.Starts = append(in.Was, time.Time{}), append(in.Starts, time.Time{})
		}
		if in.Was[n-1], err = moment(is[round]); err != nil {
			return err
		}
		if in.Starts[n-1], err = moment(was[round]); err != nil {
			return err
		}
	}
	return d.Tournament.PlanTimes(ctx, t.eventID, t.cmd, in)
}

// moment reads a planned start of the journal; an empty text is none.
func moment(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339, text)
}
