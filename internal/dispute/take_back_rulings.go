package dispute

import (
	"context"
	"slices"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/tournament"
)

// sentBack reports whether a ruling on the incident was sent back and nothing has
// taken its place: its result and its penalties count until then.
func sentBack(f *WholeIncident) bool {
	return f.Standing() == nil && slices.ContainsFunc(f.Rulings, func(r Ruling) bool { return r.State == SentBack })
}

// takeBackTx takes rulings back.
type takeBackTx interface {
	VoidPenalties(ctx context.Context, incidentID int64) error
	Match() tournament.RulingTx
}

// takeBackRulings takes back all that the rulings on an incident said, where nothing is ruled in
// their place.
func takeBackRulings(ctx context.Context, f *WholeIncident, tx takeBackTx, by journal.Actor) error {
	if err := tx.VoidPenalties(ctx, f.Incident.IncidentID); err != nil || f.Record == nil {
		return err
	}
	if err := tournament.ApplyRuling(ctx, tx.Match(), tournament.RulingResult{MatchID: f.Record.Match.MatchID, Earlier: rulingIDs(f), By: by}); err != nil {
		return err
	}
	return tournament.RuleLive(ctx, tx.Match(), tournament.LiveRuling{
		MatchID: f.Record.Match.MatchID, Incident: f.Incident.IncidentID, By: by, Clocks: livegame.UnknownClocks,
	})
}
