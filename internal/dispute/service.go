package dispute

import (
	"context"

	"github.com/tandemchess/tandem/internal/journal"
	"github.com/tandemchess/tandem/internal/limit"
)

// Service carries disputes out. It only gathers the commands: who needs one kind asks for
// that.
type Service struct {
	*IncidentCommands
	*RulingCommands
	*AppealCommands
	*ConductCommands
	reads Reader
}

// NewService returns a Service on the store. Each command is shown the part of a change
// that it needs.
func NewService(store Store) *Service {
	var reads Reader
	if store != nil {
		reads = store.Reads()
	}
	return &Service{newIncidentCommands(store), newRulingCommands(store), newAppealCommands(store), newConductCommands(store), reads}
}

// Reader gives pages the reads they need.
func (s *Service) Reader() Reader { return s.reads }

// seeing shows the commands of a store no more of its changes than part lets through. What a
// command asks for is measured first: texts that are too long reach nothing.
func seeing[N any](store Store, part func(Tx) N) journal.Changes[N] {
	return func(ctx context.Context, eventID int64, cmd journal.Command, decide func(N) (journal.Change, error)) (journal.Receipt, error) {
		if err := limit.Check(cmd.Input); err != nil {
			return journal.Receipt{}, err
		}
		return store.Change(ctx, eventID, cmd, func(tx Tx) (journal.Change, error) { return decide(part(tx)) })
	}
}
