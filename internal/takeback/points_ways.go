package takeback

import (
	"cmp"
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
)

// pointsWays are those of points that no result brought, and of teams that did not come.
var pointsWays = map[string]*way{
	"give points": {
		commands: []string{"Tournament.GivePoints"}, may: access.GivePoints, rests: []rest{of("team_points", "points_id", "taken_back_reason")}, built: []string{publishes}, kind: "points",
		then: about(fault.Word("%s has those points no more; the list keeps them as taken back.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			id, err := t.oneID("team_points", "points_id")
			if err != nil {
				return err
			}
			cmd := t.cmd
			cmd.Reason = cmp.Or(cmd.Reason, "Given by mistake.")
			_, err = d.Tournament.TakeBackPoints(ctx, t.eventID, cmd, t.section.SectionID, id)
			return err
		},
	},
	"take back points": {commands: []string{"Tournament.TakeBackPoints"}, none: fault.Word("It took points back. Give them again, with the reason."), undoes: "points"},
	"let team in again": {
		commands: []string{"Tournament.LetIn"}, may: access.EditTeams, rests: []rest{forgiven}, built: []string{publishes},
		then: about(fault.Word("%s is left out of the pairings again.")), undo: forgiveAsBefore,
	},
	"leave team out again": {
		commands: []string{"Tournament.LeaveOutAgain", "Tournament.ForgiveAsBefore"}, may: access.EditTeams, rests: []rest{forgiven}, built: []string{publishes},
		then: about(fault.Word("%s is paired again from the next round on.")), undo: forgiveAsBefore,
	},
}

var forgiven = of("team", "team_id", "defaults_forgiven")

// forgiveAsBefore gives the team back what its entry says of before, which need not be nothing: it
// may have been let in once already.
func forgiveAsBefore(ctx context.Context, d *Desk, t target) error {
	team, err := t.oneID("team", "team_id")
	if err != nil {
		return err
	}
	was, err := into[struct {
		Forgiven int `json:"defaults forgiven"`
	}](t.Before)
	if err != nil {
		return err
	}
	_, err = d.Tournament.ForgiveAsBefore(ctx, t.eventID, t.cmd, team, was.Forgiven)
	return err
}
