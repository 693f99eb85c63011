package takeback

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
)

// pointsWays are those of points that no result brings.
var pointsWays = map[string]*way{
	"give points": {
		commands: []string{"Tournament.GivePoints"}, may: access.GivePoints, same: []string{"take back points"}, then: about("has these points no more. They stay on the list, as taken back."),
		undo: func(ctx context.Context, d *Desk, t target) error {
			points, err := t.oneID("team_points", "points_id")
			if err == nil {
				_, err = d.Tournament.TakeBackPoints(ctx, t.eventID, t.cmd, t.section.SectionID, points)
			}
			return err
		},
	},
	"take back points": never("The list keeps what was given and taken back. Give the points again, with the reason.", "Tournament.TakeBackPoints"),
}
