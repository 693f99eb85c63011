package layout

import (
	"fmt"
	"strconv"
	"time"

	"github.com/tandemchess/tandem/internal/text"
)

// Clock is a round clock as pages show it. The script counts down to Ends by the
// server's time; a page without script keeps what was read last.
type Clock struct {
	Paused bool
	Held   bool          // paused by the program until somebody confirms it
	Left   time.Duration // negative when the time is over
	Ends   time.Time     // zero while paused
	Shared bool          // of a page that is kept in memory: it prints the end, only the script counts
}

// Digits is the time left as clocks show it; over time counts up with a plus.
func (c Clock) Digits() string {
	s, sign := int((c.Left+time.Second-1)/time.Second), ""
	if c.Left < 0 {
		s, sign = int(-c.Left/time.Second), "+"
	}
	return fmt.Sprintf("%s%d:%02d", sign, s/60, s%60)
}

// Phases of a running clock, said by words and colour.
const (
	phasePlenty = "plenty"
	phaseFive   = "five"
	phaseOne    = "one"
	phaseTime   = "time"
)

// phaseWords are the phases that have words, each from the time that is left then. The
// script that counts on has both from the page.
var phaseWords = []struct {
	phase string
	left  time.Duration
	words text.Message
}{
	{phaseFive, 5 * time.Minute, text.Message("last five minutes")},
	{phaseOne, time.Minute, text.Message("last minute")},
	{phaseTime, 0, text.Message("time is over")},
}

func (c Clock) phase() string {
	now := phasePlenty
	for _, p := range phaseWords {
		if !c.Paused && c.Left <= p.left {
			now = p.phase
		}
	}
	return now
}

func (c Clock) endsMS() string {
	if c.Paused {
		return ""
	}
	return strconv.FormatInt(c.Ends.UnixMilli(), 10)
}
