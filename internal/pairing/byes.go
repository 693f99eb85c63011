package pairing

import "fmt"

// ByeLimits are the limits of requested byes an event announces; -1 means no
// limit, and the zero value allows none.
type ByeLimits struct {
	// Half and Zero are how many half-point and zero-point byes (absences count as
	// the latter) a participant may ask for in the whole event. FullPoint byes are
	// given by the organizer and have no limit.
	Half, Zero int
	// NoHalfInLast is the number of last rounds in which no half-point bye is
	// given; it needs the declared number of rounds.
	NoHalfInLast int
}

// MayRequest reports why a participant may not ask for a bye of this kind in the
// coming round; nil when it may. byes already asked for are in the records.
func (l ByeLimits) MayRequest(p *Participant, kind Kind, round, rounds int) error {
	refuse := func(format string, args ...any) error {
		return &InputError{Number: p.Number, Round: round, What: fmt.Sprintf(format, args...)}
	}
	limit := -1
	switch kind {
	case HalfBye:
		limit = l.Half
		if l.NoHalfInLast > 0 && rounds > 0 && round > rounds-l.NoHalfInLast {
			return refuse("no half-point byes in the last %d rounds", l.NoHalfInLast)
		}
	case ZeroBye:
		limit = l.Zero
	case FullBye:
	default:
		return refuse("a %s cannot be asked for", kind)
	}
	had := 0
	for _, r := range p.Records {
		if r.Kind == kind {
			had++
		}
	}
	if limit >= 0 && had >= limit {
		return refuse("had %d of %d possible %ss", had, limit, kind)
	}
	return nil
}
