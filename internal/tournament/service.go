package tournament

// Service decides about events and everything in them. It only gathers the commands: who needs
// one kind asks for that.
type Service struct {
	*SetupCommands
	*EntryCommands
	*PointsCommands
	*RoundCommands
	*ResultCommands
	*ClockCommands
	*TimeCommands
	*PhaseCommands
	*LiveCommands
	*FloorCommands
	*BackCommands
	reads Reader
}

// NewService returns a Service on the store. Each command is shown the part of a change
// that it needs.
func NewService(store Store) *Service {
	var reads Reader
	if store != nil {
		reads = store.Reads()
	}
	return &Service{
		newSetupCommands(store), newEntryCommands(store, reads.SectionReader), newPointsCommands(store), newRoundCommands(store), newResultCommands(store), newClockCommands(store, reads.ClockReader),
		newTimeCommands(store), newPhaseCommands(store),
		newLiveCommands(store, reads.LiveReader), newFloorCommands(store, reads.MessageReader), newBackCommands(store), reads,
	}
}

// Reader gives pages the reads they need.
func (s *Service) Reader() Reader { return s.reads }
