package takeback

import (
	"context"
	"fmt"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/tournament"
)

// resultKind are the entries that "undo result" of the wall takes back.
const resultKind = "result"

var (
	standsAt = of("match", "match_id", "state")
	reported = of("result_report", "report_id", "state", "outcome", "forfeit")
)

// resultWays are those of results.
var resultWays = map[string]*way{
	"enter result":             typed("Tournament.EnterResult"),
	"change result":            typed("Tournament.EnterResult"),
	"enter a different result": typed("Tournament.EnterResult", "Tournament.RekeyResult"),
	"enter result again":       typed("Tournament.EnterResult"),
	"forfeit a table":          typed("Tournament.ForfeitTable"),
	"verify result":            judged("Tournament.VerifyResult", "Tournament.RekeyResult"),
	"reject result":            judged("Tournament.VerifyResult"),
	"undo result":              {commands: []string{"Tournament.UndoResult", "Tournament.TakeResultsBack"}, none: fault.Word("It took a result back. Enter the result again."), undoes: resultKind},
	"take back result":         never(fault.Word("It took a result back. Enter the result again."), "Tournament.TakeResultBack"), // whoever had entered it
	"take back a verification": never(fault.Word("It took a verification back. Look at the slip again, then verify it."), "Tournament.TakeVerdictBack"),
	"resolve conflict": never(fault.Word("A director decided between two values, with a reason. Change the result where the decision was wrong; both values stay on record."),
		"Tournament.ResolveConflict"),
	"correct result": never(fault.Word("A correction of a locked round stands with its reason. Correct it once more, with the reason."), "Tournament.CorrectResult", "Tournament.Countersign"),
	"correct who sat": {
		commands: []string{"Tournament.CorrectSeats"}, may: access.ChangeResult, rests: []rest{of("game", "match_id board", "white_id", "black_id")},
		then: func(a *act) Sentence {
			was, err := into[[]string](a.Before)
			if err != nil || len(was) != 2 {
				return sentence(fault.Word("The seats are what they were."))
			}
			return sentence(fault.Word("%s sat at board A and %s at board B, as before."), was[0], was[1])
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			in, err := into[tournament.CorrectSeats](t.act.Back)
			if err != nil {
				return err
			}
			return d.Tournament.CorrectSeats(ctx, t.eventID, t.cmd, in)
		},
	},
	"sign correction first": never(fault.Word("The correction waits for a second official, who refuses it where it is wrong."), "Tournament.CorrectResult"),
	"refuse correction":     never(fault.Word("The correction was refused with its reason. Ask for it again."), "Tournament.Countersign"),
	"send a runner": {
		commands: []string{"Tournament.SendRunner"}, may: access.ChaseMissing, same: []string{"send a runner"},
		then: func(a *act) Sentence {
			if was := text(a.Before); was != "" {
				return sentence(fault.Word("%s looks after the table again."), was)
			}
			return sentence(fault.Word("No runner is on the way to the table."))
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			return d.Tournament.SendRunner(ctx, t.eventID, t.cmd, tournament.TableClock{SectionID: t.section.SectionID, RoundNo: t.number("round"), Table: t.number("table")}, tournament.Runner{Name: text(t.Before)})
		},
	},
	"see a table playing": never(fault.Word("Somebody saw the table playing at that time, and that stays true."), "Tournament.NoteSeen"),
	"print":               never(fault.Word("A printed paper cannot be unprinted. Print the new version and collect the old one."), "Tournament.NotePrinted"),
}

// typed is the way of results that somebody entered.
func typed(commands ...string) *way {
	return &way{
		commands: commands, may: access.EnterResult, kind: resultKind, rests: []rest{standsAt, reported}, built: []string{publishes},
		then: func(a *act) Sentence {
			was, err := into[struct{ Result string }](a.Before)
			if err != nil || was.Result == "" {
				return sentence(fault.Word("What you entered no longer counts."))
			}
			return sentence(fault.Word("What counts again: %s."), was.Result)
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			rows, err := t.rows("result_report")
			if err != nil {
				return err
			}
			var places []tournament.ReportPlace
			for _, r := range rows {
				if r.id("by_account") == t.cmd.Actor.AccountID && r.value("outcome") != "" {
					places = append(places, tournament.ReportPlace{MatchID: r.id("match_id"), ReportID: r.id("report_id")})
				}
			}
			if len(places) == 0 {
				return fault.New(fault.Conflict, "The same was said already, so this changed nothing that could be undone.")
			}
			return d.Tournament.TakeResultsBack(ctx, t.eventID, t.cmd, places)
		},
	}
}

// judged is the way of results that somebody confirmed or rejected for another.
func judged(commands ...string) *way {
	return &way{
		commands: append(commands, "Tournament.EnterResult"), may: access.VerifyResult, rests: []rest{standsAt, reported}, built: []string{publishes},
		then: says(fault.Word("The result waits for a second pair of eyes again.")),
		undo: func(ctx context.Context, d *Desk, t target) error {
			report, err := t.oneID("result_report", "report_id")
			if err != nil {
				return fmt.Errorf("find the report that was verified: %w", err)
			}
			match, err := t.oneID("match", "match_id")
			if err != nil {
				return err
			}
			return d.Tournament.TakeVerdictBack(ctx, t.eventID, t.cmd, tournament.ReportPlace{MatchID: match, ReportID: report})
		},
	}
}
