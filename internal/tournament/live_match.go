package tournament

import (
	"context"
	"slices"
	"time"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/livegame"
)

// LiveMatch reads the live record of a match.
func (s *LiveCommands) LiveMatch(ctx context.Context, eventID, matchID int64) (*livegame.Record, error) {
	section, acts, err := s.reads.LiveRecord(ctx, eventID, matchID)
	if err != nil {
		return nil, err
	}
	return foldLive(section, acts)
}

// LiveMatchUntil reads the live record as it was at a time, for spectators who
// may not see the last minutes. The reader is that of public pages.
func LiveMatchUntil(ctx context.Context, r LiveReader, eventID, matchID int64, until time.Time) (*livegame.Record, error) {
	section, acts, err := r.LiveRecord(ctx, eventID, matchID)
	if err != nil {
		return nil, err
	}
	late := slices.IndexFunc(acts, func(a livegame.StoredAct) bool { return a.At.After(until) })
	if late >= 0 {
		acts = acts[:late]
	}
	return foldLive(section, acts)
}

// foldLive plays a record through under the rules of its section.
func foldLive(section Section, acts []livegame.StoredAct) (*livegame.Record, error) {
	book, err := section.Rules()
	if err != nil {
		return nil, err
	}
	return livegame.Fold(livegame.Rules{Book: book, OneBoard: section.TeamSize == 1, ClockMS: section.ClockMS}, acts), nil
}

// GameOf writes a record as a game. A record with an illegal move that stands is
// refused: a game text cannot hold it.
func GameOf(live *livegame.Record) (*bughouse.Game, error) {
	game, err := live.Game()
	if err != nil {
		return nil, fault.Wrap(fault.Conflict, err, "This record cannot be written as a game text: %s. A game text holds legal moves only.", err)
	}
	return game, nil
}
