package tournament

import (
	"github.com/tandemchess/tandem/internal/bughouse"
	"github.com/tandemchess/tandem/internal/fault"
)

// Game writes the record as a game, from the last position that was set up. A
// record with an illegal move that stands is refused: a game text cannot hold it.
func (l *Live) Game() (*bughouse.Game, error) {
	start := l.Start
	var acts []bughouse.Act
	var clocks []int64
	for i := range l.Steps {
		s := &l.Steps[i]
		switch {
		case s.Off:
		case s.Act.Kind == LivePosition && s.Broken == "":
			start, acts, clocks = s.Match, nil, nil
		default:
			for _, act := range s.acts {
				acts, clocks = append(acts, act), append(clocks, s.Clocks[act.Seat])
			}
		}
	}
	g, from, err := bughouse.RecordOf(start, acts)
	if err != nil {
		return nil, fault.Wrap(fault.Conflict, err, "This record cannot be written as a game text: %v. A game text holds legal moves only.", err)
	}
	for i, at := range from {
		if ms := clocks[at]; ms != NoClock {
			g.Plies[i].HasClock, g.Plies[i].Clock = true, ms
		}
	}
	return g, nil
}
