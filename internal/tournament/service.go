package tournament

// Service decides about events and everything in them. It only gathers the commands: who needs
// one kind asks for that.
type Service struct {
	*SetupCommands
	*EntryCommands
	*RoundCommands
	*ResultCommands
	*ClockCommands
	*LiveCommands
	*FloorCommands
	store Store
}

// NewService returns a Service on the store.
func NewService(store Store) *Service {
	return &Service{
		&SetupCommands{store},
		&EntryCommands{store},
		&RoundCommands{store},
		&ResultCommands{store},
		&ClockCommands{store},
		&LiveCommands{store},
		&FloorCommands{store},
		store,
	}
}

// Reader gives pages the reads they need.
func (s *Service) Reader() Reader { return s.store }

// SetupCommands found and change the event, its sections, their prizes and rulebooks.
type SetupCommands struct{ store Store }

// EntryCommands enter, check in, move and withdraw teams and players, and say who does not meet.
type EntryCommands struct{ store Store }

// RoundCommands draft, publish and repair rounds, and decide level ties.
type RoundCommands struct{ store Store }

// ResultCommands enter, verify, settle and correct results, and chase those that are missing.
type ResultCommands struct{ store Store }

// ClockCommands start, pause and hold the clocks of rounds and tables.
type ClockCommands struct{ store Store }

// LiveCommands keep the record of a match that somebody follows.
type LiveCommands struct{ store Store }

// FloorCommands tell the desks, the screens of the hall and programs outside.
type FloorCommands struct{ store Store }
