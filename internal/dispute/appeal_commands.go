package dispute

import "github.com/tandemchess/tandem/internal/journal"

// AppealCommands file, hand on, decide and withdraw appeals.
type AppealCommands struct {
	files   journal.Changes[fileAppealTx]
	appeals journal.Changes[appealTx]
	reviews journal.Changes[reviewTx]
}

func newAppealCommands(store Store) *AppealCommands {
	return &AppealCommands{
		files:   seeing(store, func(tx Tx) fileAppealTx { return tx }),
		appeals: seeing(store, func(tx Tx) appealTx { return tx }),
		reviews: seeing(store, func(tx Tx) reviewTx { return reviewTx{appeals: tx, rulings: tx} }),
	}
}
