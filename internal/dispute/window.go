package dispute

import (
	"context"
	"slices"
	"time"
)

// LastHeard is the highest level that has decided on a ruling: by making it, or by
// upholding it. Nothing goes beyond the chief floor director.
func (r Ruling) LastHeard(appeals []Appeal) Level {
	upheld := func(by Level) bool {
		return slices.ContainsFunc(appeals, func(a Appeal) bool { return a.RulingID == r.RulingID && a.State == AppealUpheld && a.Level == by })
	}
	switch {
	case upheld(ByChief):
		return ByChief
	case upheld(BySectionChief) && r.Level == ByDirector:
		return BySectionChief
	}
	return r.Level
}

// Window is until when an appeal against the ruling comes in time, nil while none
// can: the ruling does not stand, an appeal waits already, the window is over at that
// time, or the decision is final.
func (r Ruling) Window(appeals []Appeal, at time.Time) *time.Time {
	waits := slices.ContainsFunc(appeals, func(a Appeal) bool { return a.RulingID == r.RulingID && a.State == AppealOpen })
	if r.State != Standing || r.AppealUntil == nil || !r.AppealUntil.After(at) || waits || r.LastHeard(appeals) == ByChief {
		return nil
	}
	return r.AppealUntil
}

// windowAfter is until when a decision of a level may be appealed, nil when it is final
// or belongs to no match: a team appeals what happened at its table.
func windowAfter(f *WholeIncident, level Level, decided time.Time) *time.Time {
	if level == ByChief || f.Record == nil {
		return nil
	}
	return ptr(decided.Add(appealWindow(f)))
}

// renewWindow lets the time to appeal to the next level run from the decision that
// upheld the ruling: who waited for that decision has lost none of it.
func renewWindow(ctx context.Context, f *WholeIncident, tx reviseTx, r *Ruling, a *Appeal) error {
	r.AppealUntil = windowAfter(f, a.Level, tx.Now())
	return tx.SetAppealWindow(ctx, r.RulingID, r.AppealUntil)
}
