package tournament

import "github.com/tandemchess/tandem/internal/journal"

// ResultCommands enter, verify, settle and correct results, and chase those that are missing.
type ResultCommands struct {
	results      journal.Changes[resultTx]
	records      journal.Changes[recordTx]
	corrections  journal.Changes[correctionTx]
	countersigns journal.Changes[countersignTx]
	desk         journal.Changes[deskTx]
	seats        journal.Changes[seatTx]
}

func newResultCommands(store Store) *ResultCommands {
	return &ResultCommands{
		results:      seeing(store, func(tx Tx) resultTx { return tx }),
		records:      seeing(store, func(tx Tx) recordTx { return tx }),
		corrections:  seeing(store, func(tx Tx) correctionTx { return tx }),
		countersigns: seeing(store, func(tx Tx) countersignTx { return tx }),
		desk:         seeing(store, func(tx Tx) deskTx { return tx }),
		seats:        seeing(store, func(tx Tx) seatTx { return tx }),
	}
}
