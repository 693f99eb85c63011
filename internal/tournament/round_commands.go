package tournament

import "github.com/tandemchess/tandem/internal/journal"

// RoundCommands draft, publish and repair rounds, decide level ties, and announce what they came to.
type RoundCommands struct {
	drafts        journal.Changes[draftTx]
	publications  journal.Changes[publishTx]
	published     journal.Changes[publishedTx]
	deciders      journal.Changes[deciderTx]
	ties          journal.Changes[tieTx]
	announcements journal.Changes[announceTx]
}

func newRoundCommands(store Store) *RoundCommands {
	return &RoundCommands{
		drafts:        seeing(store, func(tx Tx) draftTx { return tx }),
		publications:  seeing(store, func(tx Tx) publishTx { return tx }),
		published:     seeing(store, func(tx Tx) publishedTx { return tx }),
		deciders:      seeing(store, func(tx Tx) deciderTx { return tx }),
		ties:          seeing(store, func(tx Tx) tieTx { return tx }),
		announcements: seeing(store, func(tx Tx) announceTx { return tx }),
	}
}
