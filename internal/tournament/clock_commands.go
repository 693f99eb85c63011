package tournament

import "github.com/tandemchess/tandem/internal/journal"

// ClockCommands start, pause and hold the clocks of rounds and tables.
type ClockCommands struct {
	reads  ClockReader
	clocks journal.Changes[clockTx]
}

func newClockCommands(store Store, reads ClockReader) *ClockCommands {
	return &ClockCommands{
		reads:  reads,
		clocks: seeing(store, func(tx Tx) clockTx { return tx }),
	}
}
