package tournament

import (
	"fmt"
	"slices"
	"strings"
)

// Touch says that something hangs on a table of a published round, so that its
// pairing stays as it is.
type Touch struct {
	Table int
	What  Trace
}

// Trace is what hangs on a table.
type Trace string

// The traces of a table, in the order in which they are told.
const (
	HasResult   Trace = "result"
	HasIncident Trace = "incident"
	HasPenalty  Trace = "penalty"
	HasMoves    Trace = "moves" // recorded by a person or an electronic board

	HasSubstitution Trace = "substitution" // somebody came in while it was played
)

// traceWords are said before the numbers of tables.
var traceWords = []struct {
	what      Trace
	one, more string
}{
	{HasResult, "table %s has a result", "tables %s have a result"},
	{HasIncident, "table %s has an incident", "tables %s have an incident"},
	{HasPenalty, "table %s has a penalty", "tables %s have a penalty"},
	{HasSubstitution, "table %s has a substitution", "tables %s have a substitution"},
	{HasMoves, "moves are recorded at table %s", "moves are recorded at tables %s"},
}

// touchedWords tell the traces: "table 3 has a result; moves are recorded at tables
// 1 and 4".
func touchedWords(found []Touch) string {
	var words []string
	for _, trace := range traceWords {
		var tables []int
		for _, t := range found {
			if t.What == trace.what {
				tables = append(tables, t.Table)
			}
		}
		slices.Sort(tables)
		switch len(tables) {
		case 0:
		case 1:
			words = append(words, fmt.Sprintf(trace.one, fmt.Sprint(tables[0])))
		default:
			words = append(words, fmt.Sprintf(trace.more, numbersInWords(tables)))
		}
	}
	return strings.Join(words, "; ")
}

// numbersInWords lists numbers, a long list by its first ones.
func numbersInWords(numbers []int) string {
	const told = 8
	var names []string
	for _, n := range numbers {
		names = append(names, fmt.Sprint(n))
	}
	if more := len(names) - told; more > 1 {
		return strings.Join(names[:told], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// pairingStays says why tables are not changed and what is done instead.
func pairingStays(found []Touch) string {
	sentence := touchedWords(found)
	return strings.ToUpper(sentence[:1]) + sentence[1:] + ". A pairing with something on record stays. Choose tables where nothing is recorded; what happened here is put right by a ruling or by correcting the result."
}
