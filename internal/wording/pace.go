package wording

import (
	"fmt"
	"time"

	"github.com/tandemchess/tandem/internal/pace"
)

// PartNames are the parts of a round for the desk, in their order.
var PartNames = map[pace.Part]string{
	pace.Walking: "Walking", pace.Playing: "Play", pace.LastSlips: "Last slips", pace.Checking: "Checking", pace.Pairing: "Pairing", pace.Waiting: "Waiting",
}

// Minutes are a length in whole minutes.
func Minutes(d time.Duration) int { return int(d.Round(time.Minute) / time.Minute) }

// PaceLine says in one line how a section stands against its plan, and when its next round can
// start. last is its last round, clock writes a time of day.
func PaceLine(o pace.Outlook, last int, clock func(time.Time) string) string {
	about := func(r pace.Range) string {
		if r.Early.Equal(r.Late) {
			return clock(r.Likely)
		}
		return "about " + clock(r.Likely)
	}
	for _, r := range o.Rounds {
		if r.Started || r.No > last {
			continue
		}
		if !o.Known {
			if r.No == 1 && !r.Planned.IsZero() {
				return fmt.Sprintf("Round 1 is planned for %s.", clock(r.Planned))
			}
			return fmt.Sprintf("Round %d can start %s.", r.No, about(r.Start))
		}
		switch behind := Minutes(o.Behind); {
		case behind > 0:
			return fmt.Sprintf("%d min behind. Round %d can start %s; it was planned for %s.", behind, r.No, about(r.Ready), clock(r.Planned))
		case behind < 0:
			return fmt.Sprintf("%d min in hand. Round %d can start %s and is planned for %s.", -behind, r.No, about(r.Ready), clock(r.Planned))
		}
		return fmt.Sprintf("On time. Round %d starts %s.", r.No, clock(r.Planned))
	}
	if len(o.Rounds) == 0 || o.Rounds[0].No > last {
		return ""
	}
	line := fmt.Sprintf("The last round is over %s.", about(o.Rounds[0].Over))
	if o.Known && Minutes(o.Behind) > 0 {
		return fmt.Sprintf("It started %d min late. %s", Minutes(o.Behind), line)
	}
	return line
}
