// Package desktop is what the small page of a Tandem looks like that somebody started with
// a double click. It must never show anything of an event.
package desktop

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/tandemchess/tandem/internal/text"
)

// State is what the page is about.
type State int

// The states of a Tandem on somebody's computer.
const (
	Starting State = iota
	Running
	Failed
	Stopped
)

// Page is what the small page shows.
type Page struct {
	Words   text.Words
	State   State
	Version string
	DataDir string
	Asset   func(name string) string

	Local   string          // of a Tandem that runs
	Hall    []string        // addresses for phones, the most likely first
	Code    templ.Component // the first of them as a square code, nil without one
	Streams int             // open pages that are told of changes
	Asks    bool            // whether somebody really wants to stop it meanwhile

	Saved string // the save point from before the data were brought up to date; empty: they were not
	Kept  string // the folder with the data of an older PostgreSQL, and
	Major int    // the one that keeps them now

	Sentence, Next string // what keeps it from running, and what to do
	Details        string
	Port           string // a free one to go on with, or empty
	Anyway         bool   // it can start all the same
}

func (p Page) title() string {
	switch p.State {
	case Running:
		return p.Words.Say("Tandem runs")
	case Failed:
		return p.Words.Say("Tandem cannot start")
	case Stopped:
		return p.Words.Say("Tandem has stopped")
	}
	return p.Words.Say("Tandem is starting")
}

// again is after how many seconds the page looks again; "" never, as while somebody decides.
func (p Page) again() string {
	switch {
	case p.State == Starting:
		return "1"
	case p.State == Running && !p.Asks:
		return "10"
	}
	return ""
}

func (p Page) followers() string { return p.Words.Say("%d pages follow right now.", p.Streams) }

func (p Page) lines() []string { return strings.Split(p.Details, "\n") }
