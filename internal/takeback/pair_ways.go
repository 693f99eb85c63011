package takeback

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

var apart = of("forbidden_pair", "section_id team_id other_id", "first_round", "last_round", "hard")

// pairWays are those of teams that are kept apart.
var pairWays = map[string]*way{
	"keep teams apart": {
		commands: []string{"Tournament.ForbidPair"}, may: access.EditTeams, rests: []rest{apart}, built: []string{publishes},
		then: says(fault.Word("Nothing is asked of these teams but what was before.")), undo: pairsBack,
	},
	"keep a club apart": {
		commands: []string{"Tournament.ForbidClub"}, may: access.EditTeams, rests: []rest{apart}, built: []string{publishes},
		then: says(fault.Word("The teams of the club meet as before.")), undo: pairsBack,
	},
	"keep clubs apart": {
		commands: []string{"Tournament.ForbidClubs"}, may: access.EditTeams, rests: []rest{apart}, built: []string{publishes},
		then: says(fault.Word("Teams of one club meet as before.")), undo: pairsBack,
	},
	"let teams meet": {
		commands: []string{"Tournament.AllowPair"}, may: access.EditTeams, rests: []rest{apart}, built: []string{publishes},
		then: says(fault.Word("The two teams are kept apart again.")), undo: pairsBack,
	},
	"let clubs meet": {
		commands: []string{"Tournament.AllowClubs"}, may: access.EditTeams, rests: []rest{apart}, built: []string{publishes},
		then: says(fault.Word("The teams of one club are kept apart again.")), undo: pairsBack,
	},
	"keep apart as before": never(fault.Word("It took another act back. Set the pairs on their page."), "Tournament.SetPairsApart"),
}

// pairsBack gives every pair that the act touched what it was before: nothing, where the act's
// entry does not say otherwise.
func pairsBack(ctx context.Context, d *Desk, t target) error {
	was, err := into[[]tournament.ForbiddenPair](t.act.Back)
	if err != nil {
		return err
	}
	rows, err := t.rows("forbidden_pair")
	if err != nil {
		return err
	}
	in := tournament.PairsApart{SectionID: t.section.SectionID, Apart: was}
	before := map[[2]int64]bool{}
	for _, p := range was {
		before[[2]int64{p.TeamID, p.OtherID}] = true
	}
	for _, r := range rows {
		pair := [2]int64{r.id("team_id"), r.id("other_id")}
		if !r.gone && !before[pair] {
			in.Meet = append(in.Meet, tournament.ForbiddenPair{TeamID: pair[0], OtherID: pair[1]})
		}
	}
	return d.Tournament.SetPairsApart(ctx, t.eventID, t.cmd, in)
}
