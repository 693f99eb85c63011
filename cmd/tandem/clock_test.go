package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

func TestClockTurns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "clock")
	turn := func(to string) {
		t.Helper()
		expect.OK(t, os.WriteFile(file, []byte(to), 0o600))
	}
	if _, err := newClock(file); err == nil {
		t.Error("a file that is not there is taken for a clock")
	}
	turn("tomorrow")
	if _, err := newClock(file); err == nil {
		t.Error("a word is taken for a time")
	}
	turn("-90m\n")
	clock := expect.Must(newClock(file))(t)
	off := func() time.Duration { return time.Until(clock()).Round(time.Minute) }
	if got := off(); got != -90*time.Minute {
		t.Errorf("the clock is off by %s, want -90m", got)
	}
	turn("24h")
	if got := off(); got != 24*time.Hour {
		t.Errorf("the clock was turned and is off by %s, want 24h", got)
	}
	turn("")
	expect.Equal(t, off(), 24*time.Hour, "an empty file changes the clock")
	for _, c := range []func() time.Time{clock, expect.Must(newClock(""))(t)} {
		expect.True(t, c().Location() == time.UTC, "the clock tells the time of %v", c().Location())
	}
}
