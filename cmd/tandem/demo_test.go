package main

import (
	"testing"

	"github.com/tandemchess/tandem/internal/testkit/expect"
)

// The demonstration tells the time that the clock on the wall shows, in a zone that has a name.
func TestTheZoneOfTheMachine(t *testing.T) {
	for set, want := range map[string]string{"Europe/Berlin": "Europe/Berlin", ":America/St_Johns": "America/St_Johns", "": "UTC", "Etc/UTC": "UTC", "Nowhere/Land": "UTC"} {
		t.Setenv("TZ", set)
		expect.Equal(t, machineZone().String(), want, "TZ=%q", set)
	}
}
