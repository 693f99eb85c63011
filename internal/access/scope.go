package access

import (
	"slices"
	"time"
)

// Scope is a part of the desk's work that a program may be given. A program
// never may more than the person who let it in.
type Scope string

const (
	ScopeRead      Scope = "read"      // what the desk sees
	ScopeResults   Scope = "results"   // enter, change and verify results
	ScopeTeams     Scope = "teams"     // enter teams and check them in
	ScopeRounds    Scope = "rounds"    // draft and publish pairings
	ScopeClock     Scope = "clock"     // the round clock and the tables' clocks
	ScopeIncidents Scope = "incidents" // open incidents, read the register of conduct
)

// Scopes lists all of them, in the order of a round.
var Scopes = []Scope{ScopeRead, ScopeTeams, ScopeRounds, ScopeClock, ScopeResults, ScopeIncidents}

// scopes is what each scope permits; every program may read.
var scopes = map[Scope][]Action{
	ScopeRead:      {SeeDesk, SeeTeams, SeeDraft},
	ScopeResults:   {EnterResult, ChangeResult, EnterForfeit, VerifyResult, GivePoints},
	ScopeTeams:     {EditTeams},
	ScopeRounds:    {EditDraft, Publish, StartPhase},
	ScopeClock:     {StartClock, PauseTable},
	ScopeIncidents: {EditIncident, SeePenalties},
}

// KnownScope reports whether there is such a scope.
func KnownScope(s Scope) bool { return slices.Contains(Scopes, s) }

// ScopeOf is the scope that permits an action; empty when no program may.
func ScopeOf(action Action) Scope {
	for _, s := range Scopes {
		if slices.Contains(scopes[s], action) {
			return s
		}
	}
	return ""
}

// ScopesFor lists the scopes that are of use to a program of this person: those of
// which the person may do something at the object.
func ScopesFor(a Actor, o Object, now time.Time) []Scope {
	var all []Scope
	for _, s := range Scopes {
		if slices.ContainsFunc(scopes[s], func(action Action) bool { return Can(a, action, o, now) }) {
			all = append(all, s)
		}
	}
	return all
}

// scoped reports whether the actor's scopes leave room for the action. A person
// has no scopes and all the room the roles give.
func (a Actor) scoped(action Action) bool {
	if !a.Program {
		return true
	}
	need := ScopeOf(action)
	return need == ScopeRead || need != "" && slices.Contains(a.Scopes, need)
}
