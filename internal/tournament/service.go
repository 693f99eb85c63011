package tournament

// Service carries out the commands of an event.
type Service struct{ store Store }

// NewService returns a Service on the store.
func NewService(store Store) *Service { return &Service{store} }

// Reader gives pages the reads they need.
func (s *Service) Reader() Reader { return s.store }
