//go:build linux

package main

import (
	"fmt"
	"time"
)

// backWithin is how soon the pages have to answer again.
const backWithin = 10 * time.Second

// outcome is what became of one part.
type outcome struct {
	tries        int // times something was broken
	acknowledged int // entries that a desk was told are saved
	lost         int // of these, those that are not stored
	twice        int // entries stored more than once
	wrong        int // stored although refused, journals that do not hold, values that do not fit
	back         time.Duration
	skipped      string // why this machine cannot run the part
	notes        []string
}

// mostNotes keeps a part that goes wrong from filling the screen.
const mostNotes = 20

func (o *outcome) note(format string, args ...any) {
	if len(o.notes) < mostNotes {
		o.notes = append(o.notes, fmt.Sprintf(format, args...))
	}
}

// wait remembers the longest time that people had to wait.
func (o *outcome) wait(d time.Duration) { o.back = max(o.back, d) }

func (o outcome) good() bool {
	return o.lost == 0 && o.twice == 0 && o.wrong == 0 && o.back <= backWithin
}

func (o outcome) verdict(err error) string {
	switch {
	case err != nil:
		return "broken off: " + err.Error()
	case o.skipped != "":
		return "not run: " + o.skipped
	case !o.good():
		return "FAILED"
	}
	return "good"
}
