package wording

import (
	"time"

	"github.com/tandemchess/tandem/internal/pace"
	"github.com/tandemchess/tandem/internal/text"
)

// PartNames are the parts of a round for the desk, in their order.
var PartNames = map[pace.Part]text.Message{
	pace.Walking: text.Message("Walking"), pace.Playing: text.Message("Play"), pace.LastSlips: text.Message("Last slips"), pace.Checking: text.Message("Checking"),
	pace.Pairing: text.Message("Pairing"), pace.Waiting: text.Message("Waiting"),
}

// Minutes are a length in whole minutes.
func Minutes(d time.Duration) int { return int(d.Round(time.Minute) / time.Minute) }

// PaceLine says in one line how a section stands against its plan, and when its next round can
// start. last is its last round, clock writes a time of day.
func PaceLine(w text.Words, o pace.Outlook, last int, clock func(time.Time) string) string {
	about := func(r pace.Range) string {
		if r.Early.Equal(r.Late) {
			return clock(r.Likely)
		}
		return w.Say("about %s", clock(r.Likely))
	}
	for _, r := range o.Rounds {
		if r.Started || r.No > last {
			continue
		}
		if !o.Known {
			if r.No == 1 && !r.Planned.IsZero() {
				return w.Say("Round 1 is planned for %s.", clock(r.Planned))
			}
			return w.Say("Round %d can start %s.", r.No, about(r.Start))
		}
		switch behind := Minutes(o.Behind); {
		case behind > 0:
			return w.Say("%d min behind. Round %d can start %s; it was planned for %s.", behind, r.No, about(r.Ready), clock(r.Planned))
		case behind < 0:
			return w.Say("%d min in hand. Round %d can start %s and is planned for %s.", -behind, r.No, about(r.Ready), clock(r.Planned))
		}
		return w.Say("On time. Round %d starts %s.", r.No, clock(r.Planned))
	}
	if len(o.Rounds) == 0 || o.Rounds[0].No > last {
		return ""
	}
	over := about(o.Rounds[0].Over)
	if o.Known && Minutes(o.Behind) > 0 {
		return w.Say("It started %d min late. The last round is over %s.", Minutes(o.Behind), over)
	}
	return w.Say("The last round is over %s.", over)
}
