// Package tournament runs an event: its sections, teams, rounds, pairings,
// matches and results. A Service method is one command: it loads what the
// decision needs while the event row is locked, decides, writes rows and tells
// the journal. The package owns no SQL and no page; the database stands behind
// the Store, and rules of play, rulebooks, pairing and standings are asked, never
// repeated here.
package tournament

import (
	"time"
)

// Event is one tournament weekend at one venue.
type Event struct {
	EventID    int64
	Slug       string
	Name       string
	Venue      string
	Address    string
	TimeZone   string // IANA name
	StartsOn   time.Time
	EndsOn     time.Time
	Contact    string
	HideMinors bool
	State      EventState
	Version    int64 // number of the last journal entry
	CreatedAt  time.Time

	Schedule     string // see ScheduleLines
	MapLink      string // a page with a map of the way, https
	TablesPerRow int    // 0: nobody said

	PaperLanguage string // code of the language in which papers are printed
}

// Zone is the event's time zone, UTC when the name is unknown to this machine.
func (e Event) Zone() *time.Location {
	zone, err := time.LoadLocation(e.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// EventState says what an event's pages show.
type EventState string

const (
	EventSetup    EventState = "setup"
	EventLive     EventState = "live"
	EventArchived EventState = "archived"
	EventHidden   EventState = "hidden" // nobody entered it; its officials alone can bring it back
)

// System is how a section is paired.
type System string

const (
	TeamSwiss        System = "team-swiss" // C.04.6
	Dutch            System = "dutch"      // C.04.3
	USSwiss          System = "us-swiss"   // US Chess 27A
	RoundRobin       System = "round-robin"
	DoubleRoundRobin System = "double-round-robin"
	Knockout         System = "knockout"
	GroupsKnockout   System = "groups-knockout"   // round robins in groups, the first of each go on
	Rotating         System = "rotating-partners" // single players, a new partner every round
)

// Robin reports whether the section begins with a round robin.
func (s System) Robin() bool { return s == RoundRobin || s == DoubleRoundRobin || s == GroupsKnockout }

// Bracket reports whether the section is decided by a knockout.
func (s System) Bracket() bool { return s == Knockout || s == GroupsKnockout }

// Swiss reports whether the section is paired by score.
func (s System) Swiss() bool { return !s.Robin() && !s.Bracket() && s != Rotating }

// EntrySize is how many players enter together: a team, or with rotating partners
// one player, who gets a partner every round.
func (s Section) EntrySize() int {
	if s.System == Rotating {
		return 1
	}
	return s.TeamSize
}

// EntryWord is what an entry is called: a team, or a player where everybody enters
// alone.
func (s Section) EntryWord() string {
	if s.EntrySize() == 1 {
		return "player"
	}
	return "team"
}

// TablesFor is how many tables so many entries fill.
func (s Section) TablesFor(entries int) int {
	if s.System == Rotating {
		return entries / 4
	}
	return entries / 2
}

// Cycles is how often everybody of a group meets everybody.
func (s Section) Cycles() int {
	if s.System == DoubleRoundRobin || s.DoubleCycle {
		return 2
	}
	return 1
}

// MaxPairingPoints is what a team can score in one round at most, in half points.
func (s Section) MaxPairingPoints() int {
	if s.Scoring == "pairing" {
		return 2
	}
	return 2 * s.MatchesPerPairing
}
