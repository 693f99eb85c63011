package tournament

import (
	"context"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// TakeBackAct withdraws the last act of the record, which was typed wrongly: the
// record goes on from the step before it. The act itself stays in the list. What
// a ruling ordered is not taken back here.
func (s *LiveCommands) TakeBackAct(ctx context.Context, eventID int64, cmd journal.Command, at LivePlace) (Recorded, error) {
	return s.changeLive(ctx, eventID, cmd.With(at), at, func(_ liveTx, _ *Record, live *livegame.Record) (liveChange, error) {
		last := live.LastAct()
		switch {
		case last == nil:
			return liveChange{}, fault.New(fault.Conflict, "Nothing is recorded that could be taken back.")
		case last.Act.Ruling:
			return liveChange{}, fault.New(fault.Conflict, "The last act was ordered by a ruling. A ruling or an appeal changes it.")
		}
		act := livegame.NewAct(livegame.Act{Kind: livegame.ActGoBack, To: last.From}, livegame.UnknownClocks, cmd.Actor.Name, "desk")
		return liveChange{action: "take back entry", acts: []livegame.StoredAct{act}, said: fault.Part("Taken back: %s", last.Words())}, nil
	})
}
