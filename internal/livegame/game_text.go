package livegame

import (
	"strconv"
	"strings"

	"github.com/tandemchess/tandem/internal/bughouse"
)

// Game writes the record as a game, from the last position that was set up. A
// record with an illegal move that stands is refused: a game text cannot hold it.
func (l *Record) Game() (*bughouse.Game, error) {
	start := l.Start
	var acts []bughouse.Act
	var clocks []int64
	for i := range l.Steps {
		s := &l.Steps[i]
		switch {
		case s.Off:
		case s.Act.Kind == ActPosition && s.Broken == nil:
			start, acts, clocks = s.Match, nil, nil
		default:
			for _, act := range s.acts {
				acts, clocks = append(acts, act), append(clocks, s.Clocks[act.Seat])
			}
		}
	}
	g, from, err := bughouse.RecordOf(start, acts)
	if err != nil {
		return nil, err
	}
	for i, at := range from {
		if ms := clocks[at]; ms != NoClock {
			g.Plies[i].HasClock, g.Plies[i].Clock = true, ms
		}
	}
	return g, nil
}

// ActsOf writes a game as acts to be stored: one whole turn per ply.
func ActsOf(g *bughouse.Game, byName string) []StoredAct {
	clocks := startClocks(g)
	var acts []StoredAct
	add := func(act Act) { acts = append(acts, NewAct(act, clocks, byName, "import")) }
	a, b := g.Start()
	if start, usual := bughouse.FormatBFEN(&a, &b), bughouse.NewMatch(bughouse.Rules{}); start != usual.BFEN() {
		add(Act{Kind: ActPosition, Position: start})
	}
	for _, ply := range g.Plies {
		if ply.HasClock {
			clocks[ply.Seat] = max(0, ply.Clock) // a clock below zero is a flag nobody noticed
		}
		add(Act{Kind: ActTurn, Seat: ply.Seat.String(), Move: ply.Move.UCI()})
	}
	return acts
}

// startClocks reads the tag TimeControl, "120+0".
func startClocks(g *bughouse.Game) Clocks {
	base, _, _ := strings.Cut(g.Tag("TimeControl"), "+")
	seconds, err := strconv.Atoi(base)
	if err != nil || seconds < 0 || int64(seconds)*1000 > MaxClockMS {
		return UnknownClocks
	}
	ms := int64(seconds) * 1000
	return Clocks{ms, ms, ms, ms}
}
