package account

import (
	"context"

	"github.com/tandemchess/tandem/internal/fault"
)

// TourSteps is how many steps the tour of the desk has.
const TourSteps = 6

// Tour is how far a person has come on it.
type Tour struct {
	Step int  // 0 before the first step, TourSteps+1 behind the last
	Left bool // it keeps quiet until the person takes it up again
}

// Tour is that of the account.
func (a Account) Tour() Tour { return Tour{Step: a.TourStep, Left: a.TourLeft} }

// On reports whether the person is being shown a step.
func (t Tour) On() bool { return t.Step > 0 && t.Step <= TourSteps && !t.Left }

// New reports whether the person has neither begun nor declined it.
func (t Tour) New() bool { return t.Step == 0 && !t.Left }

// Done reports whether the person has come to its end.
func (t Tour) Done() bool { return t.Step > TourSteps }

// SetTour keeps how far somebody has come, on all devices.
func (s *PersonCommands) SetTour(ctx context.Context, accountID int64, t Tour) error {
	if t.Step < 0 || t.Step > TourSteps+1 {
		return fault.New(fault.Invalid, "The tour has %d steps.", TourSteps)
	}
	a, err := s.people.AccountByID(ctx, accountID)
	if err != nil {
		return err
	}
	a.TourStep, a.TourLeft = t.Step, t.Left
	return s.people.UpdateAccount(ctx, a)
}
