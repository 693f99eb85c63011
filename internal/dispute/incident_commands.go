package dispute

import "github.com/tandemchess/tandem/internal/journal"

// IncidentCommands open, take, write and close the cards of incidents.
type IncidentCommands struct {
	holder holder
	opens  journal.Changes[openTx]
	cards  journal.Changes[cardTx]
	closes journal.Changes[closeTx]
}

func newIncidentCommands(store Store) *IncidentCommands {
	return &IncidentCommands{
		holder: store,
		opens:  seeing(store, func(tx Tx) openTx { return tx }),
		cards:  seeing(store, func(tx Tx) cardTx { return tx }),
		closes: seeing(store, func(tx Tx) closeTx { return tx }),
	}
}
