package tournament

import "github.com/tandemchess/tandem/internal/journal"

// EntryCommands enter, check in, move and withdraw teams and players, and say who does not meet.
type EntryCommands struct {
	reads       SectionReader
	enter       journal.Changes[enterTx]
	arrivals    journal.Changes[addTeamTx]
	pool        journal.Changes[poolTx]
	lists       journal.Changes[listTx]
	reports     journal.Changes[reportTx]
	teams       journal.Changes[editTeamTx]
	squads      journal.Changes[squadTx]
	moves       journal.Changes[moveTx]
	byes        journal.Changes[byeTx]
	apart       journal.Changes[apartTx]
	lineUps     journal.Changes[lineUpTx]
	substitutes journal.Changes[substituteTx]
}

func newEntryCommands(store Store, reads SectionReader) *EntryCommands {
	return &EntryCommands{
		reads:    reads,
		enter:    seeing(store, func(tx Tx) enterTx { return tx }),
		arrivals: seeing(store, func(tx Tx) addTeamTx { return addTeamTx{tx, tx, tx} }),
		pool:     seeing(store, func(tx Tx) poolTx { return tx }),
		lists:    seeing(store, func(tx Tx) listTx { return tx }),
		reports: seeing(store, func(tx Tx) reportTx {
			return reportTx{sections: tx, entries: tx, wishes: tx, points: tx, lineUps: tx, drafts: tx, rounds: tx, results: tx}
		}),
		teams:       seeing(store, func(tx Tx) editTeamTx { return tx }),
		squads:      seeing(store, func(tx Tx) squadTx { return tx }),
		moves:       seeing(store, func(tx Tx) moveTx { return tx }),
		byes:        seeing(store, func(tx Tx) byeTx { return tx }),
		apart:       seeing(store, func(tx Tx) apartTx { return tx }),
		lineUps:     seeing(store, func(tx Tx) lineUpTx { return tx }),
		substitutes: seeing(store, func(tx Tx) substituteTx { return tx }),
	}
}
