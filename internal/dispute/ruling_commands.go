package dispute

import "github.com/tandemchess/tandem/internal/journal"

// RulingCommands sign rulings, confirm those that need two officials, announce those that were held, and note those that a
// chief has read.
type RulingCommands struct {
	signs journal.Changes[signTx]
	cards journal.Changes[cardTx]
	notes journal.Changes[noteTx]
	held  journal.Changes[announceTx]
}

func newRulingCommands(store Store) *RulingCommands {
	return &RulingCommands{
		signs: seeing(store, func(tx Tx) signTx { return tx }),
		cards: seeing(store, func(tx Tx) cardTx { return tx }),
		notes: seeing(store, func(tx Tx) noteTx { return tx }),
		held:  seeing(store, func(tx Tx) announceTx { return tx }),
	}
}
