package takeback

import (
	"context"

	"github.com/tandemchess/tandem/internal/access"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/phase"
	"github.com/tandemchess/tandem/internal/tournament"
)

// phaseWays are those of who comes into sections from others.
var phaseWays = map[string]*way{
	"set phase": {
		commands: []string{"Tournament.SetPhase"}, may: access.EditSetup, same: []string{"set phase", "start phase"},
		then: func(a *act) Sentence {
			was, err := into[phaseSheet](a.Before)
			if err != nil || len(was.Feeds) == 0 {
				return sentence(fault.Word("%s is played by those who enter it."), a.section.Name)
			}
			return sentence(fault.Word("Into %s comes again: %s."), a.section.Name, was.ComesIn)
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			was, err := into[phaseSheet](t.Before)
			if err != nil {
				return err
			}
			is, err := into[phaseSheet](t.After)
			if err != nil {
				return err
			}
			_, err = d.Tournament.SetPhase(ctx, t.eventID, t.cmd, tournament.SetPhase{SectionID: t.section.SectionID, Revision: is.Revision, Rule: was.rule()})
			return err
		},
	},
	"start phase": {
		commands: []string{"Tournament.StartPhase"}, may: access.StartPhase, kind: "phase", same: []string{"take back phase"},
		then: func(a *act) Sentence {
			return sentence(fault.Word("The teams that came into %s leave it, and their links lead back."), a.section.Name)
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			is, err := into[phaseSheet](t.After)
			if err != nil {
				return err
			}
			return d.Tournament.TakeStartBack(ctx, t.eventID, t.cmd, t.section.SectionID, is.Revision)
		},
	},
	"pair play-off": {
		commands: []string{"Tournament.PairPlayOff"}, may: access.StartPhase, kind: "play-off", same: []string{"take back play-off"},
		then: func(a *act) Sentence {
			return sentence(fault.Word("%s is hidden, and its teams are level across the line again."), a.section.Name)
		},
		undo: func(ctx context.Context, d *Desk, t target) error {
			is, err := into[phaseSheet](t.After)
			if err != nil {
				return err
			}
			return d.Tournament.TakeStartBack(ctx, t.eventID, t.cmd, t.section.SectionID, is.Revision)
		},
	},
	"take back play-off": {commands: []string{"Tournament.TakeStartBack"}, none: fault.Word("It took a play-off back. Pair it again."), undoes: "play-off"},
	"take back phase":    {commands: []string{"Tournament.TakeStartBack"}, none: fault.Word("It took the start of a phase back. Let the teams in again."), undoes: "phase"},
}

// phaseSheet is a phase as the journal tells it.
type phaseSheet struct {
	Revision int
	ComesIn  string `json:"comes in"`
	Feeds    []struct {
		Number int64
		Kind   phase.Kind
		First  int
		Last   int
	}
	Carried  phase.Carry    `json:"carried over"`
	Seeded   phase.Seeding  `json:"seeded by"`
	Breaking phase.Breaking `json:"tie across the line"`
}

func (s phaseSheet) rule() phase.Rule {
	rule := phase.Rule{Carry: s.Carried, Seeding: s.Seeded, Breaking: s.Breaking}
	for _, f := range s.Feeds {
		rule.Feeds = append(rule.Feeds, phase.Feed{From: f.Number, Kind: f.Kind, First: f.First, Last: f.Last})
	}
	return rule
}
