package tournament

import (
	"fmt"
	"slices"

	"github.com/tandemchess/tandem/internal/fault"
)

// TableActivity is something on record about a table of a published round, for which its
// pairing stays as it is.
type TableActivity struct {
	Table int
	What  Activity
}

// Activity is a kind of thing on record about a table.
type Activity string

// The kinds, in the order in which they are told.
const (
	HasResult   Activity = "result" // that was not taken back
	HasIncident Activity = "incident"
	HasPenalty  Activity = "penalty"
	HasMoves    Activity = "moves" // recorded by a person or an electronic board

	HasSubstitution Activity = "substitution" // somebody came in while it was played
	HasCorrection   Activity = "correction"   // also one that was refused, or waits
)

// activityKinds are said before the numbers of tables.
var activityKinds = []struct {
	what      Activity
	one, more fault.Word
}{
	{HasResult, fault.Word("table %s has a result"), fault.Word("tables %s have a result")},
	{HasCorrection, fault.Word("table %s has a correction"), fault.Word("tables %s have a correction")},
	{HasIncident, fault.Word("table %s has an incident"), fault.Word("tables %s have an incident")},
	{HasPenalty, fault.Word("table %s has a penalty"), fault.Word("tables %s have a penalty")},
	{HasSubstitution, fault.Word("table %s has a substitution"), fault.Word("tables %s have a substitution")},
	{HasMoves, fault.Word("moves are recorded at table %s"), fault.Word("moves are recorded at tables %s")},
}

// activityWords tell them: "table 3 has a result; moves are recorded at tables
// 1 and 4".
func activityWords(found []TableActivity) fault.Chain {
	told := fault.Chain{Between: "; "}
	for _, kind := range activityKinds {
		var tables []int
		for _, t := range found {
			if t.What == kind.what {
				tables = append(tables, t.Table)
			}
		}
		slices.Sort(tables)
		switch len(tables) {
		case 0:
		case 1:
			told.Parts = append(told.Parts, fault.Part(string(kind.one), fmt.Sprint(tables[0])))
		default:
			told.Parts = append(told.Parts, fault.Part(string(kind.more), numbersInWords(tables)))
		}
	}
	return told
}

// numbersInWords lists numbers, a long list by its first ones.
func numbersInWords(numbers []int) fault.Clause {
	const told = 8
	var names []string
	for _, n := range numbers {
		names = append(names, fmt.Sprint(n))
	}
	if more := len(names) - told; more > 1 {
		return fault.Part("%s and %d more", fault.List(names[:told]...), more)
	}
	return fault.And(names...)
}

// pairingStays says why tables are not changed and what is done instead.
func pairingStays(found []TableActivity) error {
	return fault.New(fault.Conflict, "A pairing with something on record stays: %s. Choose tables where nothing is recorded; what happened here is put right by a ruling or by correcting the result.", activityWords(found))
}
