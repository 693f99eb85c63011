package tournament

import (
	"context"

	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// TakeBackAct withdraws the last act of the record, which was typed wrongly: the
// record goes on from the step before it. The act itself stays in the list. What
// a ruling ordered is not taken back here.
func (s *Service) TakeBackAct(ctx context.Context, eventID int64, cmd journal.Command, at LivePlace) (Recorded, error) {
	if err := limit.Check(at); err != nil {
		return Recorded{}, err
	}
	return s.changeLive(ctx, eventID, cmd, at, func(_ Tx, _ *Record, live *Live) (liveChange, error) {
		last := live.LastAct()
		switch {
		case last == nil:
			return liveChange{}, fault.New(fault.Conflict, "Nothing is recorded that could be taken back.")
		case last.Act.Ruling:
			return liveChange{}, fault.New(fault.Conflict, "The last entry was ordered by a ruling. A ruling or an appeal changes it.")
		}
		entry, err := newEntry(LiveAct{Kind: LiveGoBack, To: last.From}, UnknownClocks, cmd.Actor.Name, "desk")
		return liveChange{action: "take back entry", entries: []LiveEntry{entry}, sentence: "Taken back: " + last.Words()}, err
	})
}

// LastAct is the last step that counts, looking through withdrawals; nil at the
// start.
func (l *Live) LastAct() *LiveStep {
	s := l.step(len(l.Steps))
	for s != nil && s.Act.Kind == LiveGoBack && !s.Act.Ruling {
		s = l.step(s.From)
	}
	return s
}
