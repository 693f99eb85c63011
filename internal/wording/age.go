package wording

import (
	"time"

	"github.com/tandemchess/tandem/templates/layout"
)

// Age prints how long something is ago.
func Age(d time.Duration) string {
	switch {
	case d <= -time.Minute: // the clock was set back since
		return layout.Count(int(-d.Minutes()), "minute") + " ahead of this machine's clock"
	case d < time.Minute:
		return "just now"
	case d < 2*time.Hour:
		return layout.Count(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return layout.Count(int(d.Hours()), "hour") + " ago"
	}
	return layout.Count(int(d.Hours())/24, "day") + " ago"
}
