package tournament

import (
	"context"
	"fmt"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/livegame"
)

// LiveRuling is what a ruling does to the live record: nil and empty fields
// change nothing. Going back comes first, then the position, then moves taken
// back, then the clocks, then what ends.
type LiveRuling struct {
	MatchID  int64
	Incident int64
	By       journal.Actor
	BackTo   *int            // the match goes on from this step, 0 for the start
	Position string          // both boards are set up as this BFEN says
	TakeBack []TakenBack     // moves that their players take back
	Clocks   livegame.Clocks // NoClock leaves a clock as it is
	Over     bool            // the match is decided
	Ends     livegame.Ends   // boards that the ruling ends; boards that an earlier ruling ended and this one does not play on
}

// TakenBack is the last move of a player, as far as the record holds it: passed over
// is one that nobody recorded, and one that the record went on from.
type TakenBack struct {
	Seat bughouse.Seat
	Move string // UCI, of which the squares count; empty for whichever it was
}

// isLast reports whether it is the last move on its board.
func (b TakenBack) isLast(now *bughouse.Match) bool {
	last, ok := now.LastMove(b.Seat.Board())
	if !ok || last.Seat != b.Seat {
		return false
	}
	const squares = len("e2e4")
	made := last.Move.UCI()
	return len(b.Move) < squares || strings.EqualFold(made[:squares], b.Move[:squares])
}

// ends are the acts that end boards, or let them play on.
func (in LiveRuling) ends(live *livegame.Record, boards int) []livegame.Act {
	var acts []livegame.Act
	standing := live.EndedBy(len(live.Steps))
	if in.BackTo != nil {
		standing = live.EndedBy(*in.BackTo)
	}
	for id, end := range []livegame.BoardEnd{in.Ends.A, in.Ends.B}[:boards] {
		name := bughouse.BoardID(id).String()
		switch was := standing[id]; {
		case end.Reason != "":
			if was == nil || *was != end {
				acts = append(acts, livegame.Act{Kind: livegame.ActEnd, Board: name, End: end, Ruling: true})
			}
		case was != nil && !in.Over:
			acts = append(acts, livegame.Act{Kind: livegame.ActReopen, Board: name, Ruling: true})
		}
	}
	if in.Over {
		over := false
		for id := range standing[:boards] {
			over = over || standing[id] != nil
		}
		if len(acts) == 0 && !over {
			acts = append(acts, livegame.Act{Kind: livegame.ActEnd, Ruling: true})
		}
	}
	return acts
}

// RuleLive lets a ruling change the position and the clocks of a match in its
// own change. A match that nobody records stays without a record, unless the
// ruling sets its position up. It writes no
// journal entry: the ruling's tells it.
func RuleLive(ctx context.Context, tx RulingTx, in LiveRuling) error {
	rec, err := tx.Record(ctx, in.MatchID)
	if err != nil {
		return err
	}
	stored, err := tx.LiveActs(ctx, in.MatchID)
	if err != nil {
		return err
	}
	live, err := foldLive(rec.Section, stored)
	if err != nil {
		return err
	}
	if len(live.Steps) == 0 && in.Position == "" {
		return nil
	}
	now, clocks := live.Head()
	var acts []livegame.Act
	if in.BackTo != nil {
		if *in.BackTo < 0 || *in.BackTo > len(live.Steps) {
			return fault.New(fault.Invalid, "The record has %d steps; there is no step %d to go back to.", len(live.Steps), *in.BackTo)
		}
		acts = append(acts, livegame.Act{Kind: livegame.ActGoBack, To: *in.BackTo, Ruling: true})
		now, clocks = live.At(*in.BackTo)
	}
	if in.Position != "" {
		acts = append(acts, livegame.Act{Kind: livegame.ActPosition, Position: in.Position, Ruling: true})
		in.TakeBack = nil // a position that is set up has no last move
	}
	for _, back := range in.TakeBack {
		if back.isLast(&now) && now.TakeBack(back.Seat) == nil {
			acts = append(acts, livegame.Act{Kind: livegame.ActTakeBack, Seat: back.Seat.String(), Ruling: true})
		}
	}
	if clocks.With(in.Clocks) != clocks {
		acts = append(acts, livegame.Act{Kind: livegame.ActClocks, Ruling: true})
	}
	acts = append(acts, in.ends(live, len(rec.Match.Games))...)
	if len(acts) == 0 {
		return nil
	}
	more := make([]livegame.StoredAct, len(acts))
	for i, act := range acts {
		act.Incident = in.Incident
		set := livegame.UnknownClocks
		if act.Kind == livegame.ActClocks {
			set = in.Clocks
		}
		more[i] = livegame.NewAct(act, set, in.By.Name, "ruling")
	}
	after, err := foldLive(rec.Section, append(stored[:len(stored):len(stored)], more...))
	if err != nil {
		return err
	}
	for _, s := range after.Steps[len(live.Steps):] {
		if s.Broken != nil {
			return fault.New(fault.Invalid, "The position of the ruling cannot be set up: %s.", s.Broken)
		}
	}
	if err := tx.AppendLive(ctx, in.MatchID, live.LastSeq, more); err != nil {
		return fmt.Errorf("write the ruling into the live record: %w", err)
	}
	return nil
}
