package tournament

import (
	"context"

	"github.com/tandemchess/tandem/internal/journal"
)

// SetupCommands found and change the event, its sections, their prizes and rulebooks.
type SetupCommands struct {
	create    func(ctx context.Context, e Event, cmd journal.Command, decide func(FoundingTx) (journal.Change, error)) (Event, error)
	event     journal.Changes[eventTx]
	sections  journal.Changes[sectionTx]
	settings  journal.Changes[settingsTx]
	rulebooks journal.Changes[rulebookTx]
	paths     journal.Changes[pathTx]
}

func newSetupCommands(store Store) *SetupCommands {
	return &SetupCommands{
		create: func(ctx context.Context, e Event, cmd journal.Command, decide func(FoundingTx) (journal.Change, error)) (Event, error) {
			return store.CreateEvent(ctx, e, cmd, decide)
		},
		event:     seeing(store, func(tx Tx) eventTx { return tx }),
		sections:  seeing(store, func(tx Tx) sectionTx { return tx }),
		settings:  seeing(store, func(tx Tx) settingsTx { return tx }),
		rulebooks: seeing(store, func(tx Tx) rulebookTx { return tx }),
		paths:     seeing(store, func(tx Tx) pathTx { return tx }),
	}
}
