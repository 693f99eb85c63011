package tournament

import "github.com/tandemchess/tandem/internal/journal"

// BackCommands take back what has no command of its own for it. Each gives rows the values
// that they had, and refuses where something stands on them.
type BackCommands struct {
	squads  journal.Changes[squadTx]
	byes    journal.Changes[byeTx]
	apart   journal.Changes[apartTx]
	results journal.Changes[recordTx]
}

func newBackCommands(store Store) *BackCommands {
	return &BackCommands{
		squads:  seeing(store, func(tx Tx) squadTx { return tx }),
		byes:    seeing(store, func(tx Tx) byeTx { return tx }),
		apart:   seeing(store, func(tx Tx) apartTx { return tx }),
		results: seeing(store, func(tx Tx) recordTx { return tx }),
	}
}
