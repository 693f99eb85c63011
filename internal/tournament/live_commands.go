package tournament

import "github.com/tandemchess/tandem/internal/journal"

// LiveCommands keep the record of a match that somebody follows.
type LiveCommands struct {
	reads LiveReader
	live  journal.Changes[liveTx]
	feeds journal.Changes[feedTx]
}

func newLiveCommands(store Store, reads LiveReader) *LiveCommands {
	return &LiveCommands{
		reads: reads,
		live:  seeing(store, func(tx Tx) liveTx { return tx }),
		feeds: seeing(store, func(tx Tx) feedTx { return tx }),
	}
}
