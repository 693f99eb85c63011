package livegame

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxClockMS is the longest time a clock can show: nothing at a board takes ten hours.
const MaxClockMS = 36_000_000

// ParseClock reads a clock as it is typed at a table: 2:41, 241, 41, 0:07.5 or
// 12:00. Empty is NoClock.
func ParseClock(text string) (ms int64, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return NoClock, nil
	}
	bad := wrong("“%s” is not a clock time: type 2:41 or 241", text)
	minutes, seconds, colon := strings.Cut(text, ":")
	if !colon {
		digits, fraction, _ := strings.Cut(text, ".")
		cut := max(0, len(digits)-2)
		minutes, seconds = digits[:cut], digits[cut:]
		if fraction != "" {
			seconds += "." + fraction
		}
	}
	if minutes == "" {
		minutes = "0"
	}
	whole, fraction, _ := strings.Cut(seconds, ".")
	fraction = (fraction + "000")[:3]
	var parts [3]int64
	for i, digits := range []string{minutes, whole, fraction} {
		n, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || len(digits) > 4 {
			return NoClock, bad
		}
		parts[i] = int64(n)
	}
	ms = parts[0]*60_000 + parts[1]*1000 + parts[2]
	if parts[1] > 59 || ms > MaxClockMS {
		return NoClock, bad
	}
	return ms, nil
}

// FormatClock writes milliseconds as a clock shows them; tenths only below half
// a minute, where the source had them. An unknown clock is –:––.
func FormatClock(ms int64) string {
	if ms < 0 {
		return "–:––"
	}
	s := fmt.Sprintf("%d:%02d", ms/60_000, ms/1000%60)
	if ms < 30_000 && ms%1000 >= 100 {
		s += fmt.Sprintf(".%d", ms%1000/100)
	}
	return s
}
