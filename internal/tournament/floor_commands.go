package tournament

import "github.com/tandemchess/tandem/internal/journal"

// FloorCommands tell the desks, the screens of the hall and programs outside.
type FloorCommands struct {
	reads    MessageReader
	messages journal.Changes[messageTx]
	screens  journal.Changes[screenTx]
	hooks    journal.Changes[hookTx]
}

func newFloorCommands(store Store, reads MessageReader) *FloorCommands {
	return &FloorCommands{
		reads:    reads,
		messages: seeing(store, func(tx Tx) messageTx { return tx }),
		screens:  seeing(store, func(tx Tx) screenTx { return tx }),
		hooks:    seeing(store, func(tx Tx) hookTx { return tx }),
	}
}
