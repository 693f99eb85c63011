package tournament

import "time"

// Late is how long a table is over its time, counting the round clock, the table's own
// extra time and the section's grace; false while it is not, and while a clock stands.
func (s Section) Late(r *Round, p Pairing, now time.Time) (time.Duration, bool) {
	if r.ClockStarted == nil || r.ClockS == nil || r.ClockPausedS != nil || p.PausedAt != nil {
		return 0, false
	}
	due := r.ClockStarted.Add(time.Duration(*r.ClockS+p.ExtraS)*time.Second + time.Duration(s.GraceMinutes)*time.Minute)
	return now.Sub(due), now.After(due)
}
